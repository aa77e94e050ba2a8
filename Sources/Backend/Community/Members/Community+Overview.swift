import Foundation
public import Social
import Storage

/// The state of the community, for its members. Those who look after it see more.
public struct CommunityOverview: Equatable, Sendable {
  public let title: String
  public let description: String
  public let registration: RegistrationMode
  public let invitations: InvitationPolicy
  public let privacy: CommunityPrivacy
  public let audience: Visibility
  /// The e-mail address of those who run the community; empty without one.
  public let contact: String
  public let rules: [CommunityRule]
  public let about: String
  public let privacyPolicy: String
  public let picture: Picture?
  public let cover: Picture?
  /// The viewer's permissions.
  public let permissions: Permissions
  /// The state of the server; `nil` for members without a permission to manage.
  public let operation: Operation?

  /// The state of the server.
  public struct Operation: Equatable, Sendable {
    public let members: Int
    public let posts: Int
    public let openReports: Int
    /// The number of requests to join that wait for an answer.
    public let joinRequests: Int
    /// The maximum size of a member's pictures in megabytes; `nil` for no limit.
    public let pictureQuota: Int?
    /// The size of the database in bytes.
    public let databaseBytes: Int
    /// The original size of all pictures in bytes.
    public let pictureBytes: Int
    /// The free space on the data folder's disk in bytes; `nil` if the system doesn't say.
    public let freeBytes: Int?
    public let backup: BackupState
    /// False on a full disk, on which the community can only be read.
    public let isWritable: Bool
    /// The time of the last backup; `nil` if none is known.
    public let lastBackupAt: Timestamp?
    /// True if clients may take members' passwords (xAuth).
    public let allowsXAuth: Bool
    public let push: PushOverview
  }
}

/// The state of push messages.
public struct PushOverview: Equatable, Sendable {
  public let subscriptions: Int
  /// The number of messages that wait to be sent.
  public let waiting: Int
  /// The reasons why subscriptions are paused, the most frequent first.
  public let problems: [Problem]

  public struct Problem: Equatable, Sendable {
    /// The host of the push service.
    public let host: String
    public let problem: String
    public let subscriptions: Int
    /// The time of the last message that one of them got; `nil` if none did.
    public let lastSentAt: Timestamp?
  }

  init(_ state: PushState) {
    subscriptions = state.subscriptions
    waiting = state.waiting
    problems = state.problems.map {
      Problem(
        host: $0.host, problem: $0.problem, subscriptions: $0.subscriptions,
        lastSentAt: $0.lastSentAt.map { Timestamp(milliseconds: $0) })
    }
  }
}

extension Community {
  /// Returns the state of the community, as far as the viewer's role may see it.
  public func overview(_ viewer: Viewer) async throws -> CommunityOverview {
    let policy = try await settings.invitationPolicy()
    let role = try await store.member(viewer.account)?.role
    let pictures = try await store.communityPictures()
    return CommunityOverview(
      title: try await settings.title(), description: try await settings.description(),
      registration: try await settings.registrationMode(), invitations: policy,
      privacy: try await settings.privacy(), audience: try await settings.defaultAudience(),
      contact: try await settings.contact(), rules: try await settings.rules(),
      about: try await settings.text(.about).text,
      privacyPolicy: try await settings.text(.privacyPolicy).text,
      picture: pictures.picture, cover: pictures.cover,
      permissions: Permissions(of: role, membersInvite: policy == .members),
      operation: role?.permits(.manageMembers) == true ? try await operation(viewer) : nil)
  }

  private func operation(_ viewer: Viewer) async throws -> CommunityOverview.Operation {
    let counts = try await statistics()
    let free = try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int
    return CommunityOverview.Operation(
      members: counts.members, posts: counts.posts, openReports: try await reports.openCount(by: viewer),
      joinRequests: try await store.countJoinRequests(),
      pictureQuota: try await settings.pictureQuota(), databaseBytes: try await store.byteSize(),
      pictureBytes: try await store.pictureBytes(), freeBytes: free,
      backup: backups.state, isWritable: !store.isReadOnly,
      lastBackupAt: DataFolder(folder).lastBackup.map { Timestamp(milliseconds: $0) },
      allowsXAuth: try await settings.allowsXAuth(),
      push: PushOverview(try await store.pushState()))
  }
}
