import Foundation
public import Social
import Storage

/// The state of the community, for its members. Those who look after it see more.
public struct CommunityOverview: Equatable, Sendable {
  public let title: String
  public let description: String
  public let registration: RegistrationMode
  public let invitations: InvitationPolicy
  /// The viewer's permissions.
  public let permissions: Permissions
  /// The state of the server; `nil` for members without a permission to manage.
  public let operation: Operation?

  /// The state of the server.
  public struct Operation: Equatable, Sendable {
    public let members: Int
    public let posts: Int
    public let openReports: Int
    /// The maximum size of a member's pictures in megabytes; `nil` for no limit.
    public let pictureQuota: Int?
    /// The size of the database in bytes.
    public let databaseBytes: Int
    /// The original size of all pictures in bytes.
    public let pictureBytes: Int
    /// The free space on the data folder's disk in bytes; `nil` if the system doesn't say.
    public let freeBytes: Int?
    /// The time of the last backup by `swiftlet backup`; `nil` if none is known.
    public let lastBackupAt: Timestamp?
  }
}

/// Changes of the community's settings. `nil` leaves one as it is.
public struct SettingsChange: Equatable, Sendable {
  public var title: String?
  public var description: String?
  public var registration: RegistrationMode?
  public var invitations: InvitationPolicy?
  /// Megabytes; the inner `nil` for no limit.
  public var pictureQuota: Int??

  public init() {}
}

extension Community {
  /// Returns the state of the community, as far as the viewer's role may see it.
  public func overview(_ viewer: Viewer) async throws -> CommunityOverview {
    let policy = try await settings.invitationPolicy()
    let role = try await store.member(viewer.account)?.role
    return CommunityOverview(
      title: try await settings.title(), description: try await settings.description(),
      registration: try await settings.registrationMode(), invitations: policy,
      permissions: Permissions(of: role, membersInvite: policy == .members),
      operation: role?.permits(.manageMembers) == true ? try await operation(viewer) : nil)
  }

  private func operation(_ viewer: Viewer) async throws -> CommunityOverview.Operation {
    let counts = try await statistics()
    let free = try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int
    return CommunityOverview.Operation(
      members: counts.members, posts: counts.posts, openReports: try await reports.openCount(by: viewer),
      pictureQuota: try await settings.pictureQuota(), databaseBytes: try await store.byteSize(),
      pictureBytes: try await store.pictureBytes(), freeBytes: free,
      lastBackupAt: DataFolder(folder).lastBackup.map { Timestamp(milliseconds: $0) })
  }

  /// Changes settings, and adds the changes to the log.
  ///
  /// - Throws: `CommunityError.notAllowed`, `.invalid`.
  public func change(_ change: SettingsChange, by actor: Viewer) async throws {
    _ = try await store.writeMembership { try $0.authorize(actor, .manageSettings) }
    var changed: [(name: String, value: String)] = []
    if let title = change.title.map({ $0.cleaned(keepsLines: false) }) {
      try await settings.setTitle(title)
      changed.append(("title", title))
    }
    if let description = change.description.map({ $0.cleaned() }) {
      try await settings.setDescription(description)
      changed.append(("description", description))
    }
    if let mode = change.registration {
      try await settings.setRegistrationMode(mode)
      changed.append(("registration", mode.rawValue))
    }
    if let policy = change.invitations {
      try await settings.setInvitationPolicy(policy)
      changed.append((InvitationPolicy.setting, policy.rawValue))
    }
    if let quota = change.pictureQuota {
      try await settings.setPictureQuota(quota)
      changed.append(("quota", quota.map { "\($0)" } ?? "none"))
    }
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await store.writeMembership { [changed] transaction in
      let name = try transaction.authorize(actor, .manageSettings)
      for (setting, value) in changed {
        try transaction.log(.setting, by: name, on: setting, value, id: identifiers.next(milliseconds: now))
      }
    }
  }
}
