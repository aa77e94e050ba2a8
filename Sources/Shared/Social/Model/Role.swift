/// The role of a member in the community.
public enum Role: String, CaseIterable, Sendable {
  /// Runs the community.
  case owner
  /// Looks after members, invitations and reports.
  case moderator
  case member
}

extension Role {
  /// Returns true if the role allows it. This table is the only one: API, pages, command line and app ask it.
  ///
  /// - Parameter membersInvite: true if the owner lets every member invite.
  public func permits(_ permission: Permission, membersInvite: Bool = false) -> Bool {
    switch self {
    case .owner: true
    case .moderator:
      switch permission {
      case .viewLog, .manageReports, .manageMembers, .manageInvitations, .invite: true
      case .manageSettings, .manageAnnouncements, .manageRoles, .removeMembers: false
      }
    case .member: permission == .invite && membersInvite
    }
  }

  /// Returns true if the role may act on members of the other one. Owners may act on each other.
  public func isAbove(_ other: Role) -> Bool {
    switch (self, other) {
    case (.owner, _), (.moderator, .member): true
    case (.moderator, _), (.member, _): false
    }
  }
}
