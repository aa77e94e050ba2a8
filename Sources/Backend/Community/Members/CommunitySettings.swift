public import Social
import Storage

/// The condition for joining the community.
public enum RegistrationMode: String, CaseIterable, Sendable {
  case open
  /// Joining needs an invitation link.
  case invitation
  case closed
}

/// The members who may invite others. The names are the setting's.
public enum InvitationPolicy: String, CaseIterable, Sendable {
  /// Owners and moderators.
  case owners
  case members

  static let setting = "invitations"
}

extension Community {
  public var settings: Settings { Settings(store: store) }

  /// The owner's settings of the community.
  public struct Settings: Sendable {
    let store: Store
  }
}

extension Community.Settings {
  public func registrationMode() async throws -> RegistrationMode {
    try await store.setting("registration").flatMap { RegistrationMode(rawValue: $0) } ?? .invitation
  }

  public func setRegistrationMode(_ mode: RegistrationMode) async throws {
    try await storePrivacy()
    try await store.set("registration", to: mode.rawValue)
  }

  /// Returns the audience of new posts of members who have chosen none.
  public func defaultAudience() async throws -> Visibility { try await store.defaultAudience() }

  /// - Throws: `CommunityError.invalid` for direct posts, which have to mention a person, and for circles, which are chosen
  ///   for each post.
  public func setDefaultAudience(_ audience: Visibility) async throws {
    guard audience != .direct, audience != .circles else {
      throw CommunityError.invalid("The default audience is public, unlisted, members or private")
    }
    try await store.set("audience", to: audience.rawValue)
  }

  public func invitationPolicy() async throws -> InvitationPolicy {
    try await store.setting(InvitationPolicy.setting).flatMap { InvitationPolicy(rawValue: $0) } ?? .owners
  }

  public func setInvitationPolicy(_ policy: InvitationPolicy) async throws {
    try await store.set(InvitationPolicy.setting, to: policy.rawValue)
  }

  /// Returns the name of the community.
  public func title() async throws -> String { try await store.setting("title") ?? "Swiftlet" }

  /// - Throws: `CommunityError.invalid` if it is empty or longer than 100 characters.
  public func setTitle(_ title: String) async throws {
    guard 1...100 ~= title.unicodeScalars.count else {
      throw CommunityError.invalid("A title has 1 to 100 characters")
    }
    try await store.set("title", to: title)
  }

  /// Returns the maximum size of a member's pictures, as uploaded, in megabytes; `nil` for no limit.
  public func pictureQuota() async throws -> Int? {
    try await store.setting("picture_quota").flatMap { Int($0) }.map(Self.boundedQuota)
  }

  /// Sets the quota. A value beyond an exabyte counts as one exabyte.
  public func setPictureQuota(_ megabytes: Int?) async throws {
    try await store.set("picture_quota", to: megabytes.map { "\(Self.boundedQuota($0))" } ?? "none")
  }

  private static func boundedQuota(_ megabytes: Int) -> Int { min(max(0, megabytes), 1_000_000_000_000) }

  /// Returns the description of the community.
  public func description() async throws -> String { try await store.setting("description") ?? "" }

  /// - Throws: `CommunityError.invalid` if it is longer than 1000 characters.
  public func setDescription(_ description: String) async throws {
    guard description.unicodeScalars.count <= 1000 else {
      throw CommunityError.invalid("A description has at most 1000 characters")
    }
    try await store.set("description", to: description)
  }
}
