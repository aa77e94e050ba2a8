/// An action that a role allows, beside those of every member. The raw value is its flag in the Mastodon API
/// (entities/Role, `permissions`).
public enum Permission: Int64, CaseIterable, Sendable {
  case viewLog = 0x4
  case manageReports = 0x10
  case manageSettings = 0x40
  /// Seeing members and their state, suspending them, ending their sessions.
  case manageMembers = 0x400
  /// Seeing and revoking other members' invitations.
  case manageInvitations = 0x800
  case manageAnnouncements = 0x2000
  case invite = 0x1_0000
  case manageRoles = 0x2_0000
  case removeMembers = 0x8_0000
}

/// A set of permissions, as the Mastodon API writes it.
public struct Permissions: Equatable, Sendable {
  public let flags: Int64

  public init(flags: Int64) { self.flags = flags }

  /// - Parameter role: `nil` if the account can't sign in.
  public init(of role: Role?, membersInvite: Bool = false) {
    var flags: Int64 = 0
    if let role {
      for permission in Permission.allCases where role.permits(permission, membersInvite: membersInvite) {
        flags |= permission.rawValue
      }
    }
    self.flags = flags
  }

  public func contains(_ permission: Permission) -> Bool { flags & permission.rawValue != 0 }
}
