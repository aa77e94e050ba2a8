public import Social
import Storage

/// The condition for joining the community.
public enum RegistrationMode: String, CaseIterable, Sendable {
  case open
  /// Everybody may ask, and owners and moderators let them in. Invitation links work, too.
  case approval
  /// Joining needs an invitation link.
  case invitation
  case closed

  static let setting = "registration"
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
    try await store.setting(RegistrationMode.setting)
      .flatMap { RegistrationMode(rawValue: $0) } ?? .invitation
  }

  public func setRegistrationMode(_ mode: RegistrationMode) async throws {
    try await store.writeMembership { transaction in
      try transaction.storePrivacy()
      try transaction.set(RegistrationMode.setting, to: mode.rawValue)
    }
  }

  /// Returns the audience of new posts of members who have chosen none.
  public func defaultAudience() async throws -> Visibility { try await store.defaultAudience() }

  /// - Throws: `CommunityError.invalid` for direct posts, which have to mention a person, and for circles,
  ///   which are chosen for each post.
  public func setDefaultAudience(_ audience: Visibility) async throws {
    try await store.set("audience", to: Self.checked(audience: audience).rawValue)
  }

  static func checked(audience: Visibility) throws(CommunityError) -> Visibility {
    guard audience != .direct, audience != .circles else {
      throw .invalid("The default audience is public, unlisted, members or private")
    }
    return audience
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
    try await store.set("title", to: Self.checked(title: title))
  }

  static func checked(title: String) throws(CommunityError) -> String {
    guard 1...100 ~= title.unicodeScalars.count, !title.isBlank else {
      throw .invalid("A title has 1 to 100 characters")
    }
    return title
  }

  /// Returns the e-mail address of those who run the community; empty without one.
  public func contact() async throws -> String { try await store.setting("contact") ?? "" }

  static func checked(contact: String) throws(CommunityError) -> String {
    let parts = contact.split(separator: "@", omittingEmptySubsequences: false)
    guard
      contact.isEmpty
        || contact.unicodeScalars.count <= 200 && parts.count == 2 && !parts.contains("")
          && !contact.contains(where: { $0.isWhitespace || "<>\"".contains($0) })
    else { throw .invalid("A contact is an e-mail address") }
    return contact
  }

  /// Returns the maximum size of a member's pictures, as uploaded, in megabytes; `nil` for no limit.
  public func pictureQuota() async throws -> Int? {
    try await store.setting("picture_quota").flatMap { Int($0) }.map(Self.boundedQuota)
  }

  /// Sets the quota. A value beyond an exabyte counts as one exabyte.
  public func setPictureQuota(_ megabytes: Int?) async throws {
    try await store.set("picture_quota", to: Self.text(ofQuota: megabytes))
  }

  static func text(ofQuota megabytes: Int?) -> String { megabytes.map { "\(boundedQuota($0))" } ?? "none" }

  private static func boundedQuota(_ megabytes: Int) -> Int { min(max(0, megabytes), 1_000_000_000_000) }

  /// The setting's name in the database, at the command line and in the log.
  static let xAuth = "xauth"

  /// Returns true if clients of the Twitter API may sign members in with their passwords (xAuth).
  public func allowsXAuth() async throws -> Bool { try await store.setting(Self.xAuth) == "on" }

  static let basic = "basic"

  /// Returns true if clients of the Twitter API may send app passwords (HTTP Basic).
  public func allowsBasic() async throws -> Bool { try await store.setting(Self.basic) == "on" }

  /// Returns the description of the community.
  public func description() async throws -> String { try await store.setting("description") ?? "" }

  /// - Throws: `CommunityError.invalid` if it is longer than 1000 characters.
  public func setDescription(_ description: String) async throws {
    try await store.set("description", to: Self.checked(description: description))
  }

  static func checked(description: String) throws(CommunityError) -> String {
    guard description.unicodeScalars.count <= 1000 else {
      throw .invalid("A description has at most 1000 characters")
    }
    return description
  }
}
