import Social
import Storage

/// Checks of those who act for the community, in the transaction of the action.
extension MembershipTransaction {
  /// Checks that the actor may do something, also to that member. Members can't act on themselves.
  ///
  /// - Parameter actor: `nil` for the operator at the command line, who may do everything.
  /// - Returns: The actor's username for the log; empty for the operator.
  /// - Throws: `CommunityError.notAllowed`.
  @discardableResult
  func authorize(_ actor: Viewer?, _ permission: Permission, on target: MemberRecord? = nil) throws -> String
  {
    guard let actor else { return "" }
    guard let member = try self.member(actor.account), member.suspendedAt == nil, let role = member.role,
      role.permits(permission, membersInvite: try InvitationPolicy(self) == .members),
      target.map({ $0.id != member.id && role.isAbove($0.role ?? .member) }) ?? true
    else { throw CommunityError.notAllowed("This action is not allowed") }
    return member.username
  }

  /// Checks that the community still has an owner who can sign in, after one of them is gone.
  ///
  /// - Throws: `CommunityError.notAllowed`.
  func requireOwner(otherThan record: MemberRecord) throws {
    guard record.role == .owner, record.suspendedAt == nil else { return }
    guard try hasOwner(otherThan: record.id) else {
      throw CommunityError.notAllowed(
        "A community needs an owner: make somebody else an owner first", .onlyOwner)
    }
  }
}

extension InvitationPolicy {
  init(_ transaction: MembershipTransaction) throws {
    self =
      try transaction.setting(InvitationPolicy.setting).flatMap { InvitationPolicy(rawValue: $0) } ?? .owners
  }
}
