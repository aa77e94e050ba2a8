public import Social
public import Storage

/// A link that lets people join.
public struct Invitation: Equatable, Sendable {
  public let role: Role
  public let usesLeft: Int
  public let expiresAt: Timestamp
}

extension Community {
  /// For the one process that shows the link by which the community is set up, as long as it is kept; nil: another one has.
  public func setUpLock() async throws -> HeldLock? { try await store.setUpLock() }

  /// Makes a code for `/join/{code}`. A new one for an owner ends the ones before.
  ///
  /// - Parameters:
  ///   - days: for how long, from now.
  ///   - inviter: who is told of those who join by it; nil: the owner.
  /// - Returns: the code, which can't be had again.
  public func invite(role: Role = .member, uses: Int, days: Int, by inviter: Int64? = nil) async throws -> String {
    let code = Secret.random()
    let now = clock().milliseconds
    try await store.insert(
      InvitationRecord(
        id: identifiers.next(milliseconds: now), code: Secret.hash(code), role: role, usesLeft: uses,
        expiresAt: now + Int64(days) * 86_400_000, inviter: inviter))
    return code
  }

  /// nil if there is none, or if it is over.
  public func invitation(_ code: String) async throws -> Invitation? {
    guard 1...200 ~= code.utf8.count else { return nil }
    guard let found = try await store.invitation(code: Secret.hash(code), now: clock().milliseconds),
      try await isOpen(found)
    else { return nil }
    return Invitation(
      role: found.role, usesLeft: found.usesLeft, expiresAt: Timestamp(milliseconds: found.expiresAt))
  }

  /// The owner's set-up link counts until there is one, the others as long as the owner has not closed the door.
  private func isOpen(_ invitation: InvitationRecord) async throws -> Bool {
    if invitation.role == .owner { return try await !hasMembers() }
    return try await registrationMode() != .closed
  }

  /// Joins by an invitation.
  ///
  /// - Throws: `MemberProblem`.
  public func join(_ draft: MemberDraft, invitation code: String) async throws -> Member {
    guard let invitation = try await invitation(code) else { throw MemberProblem.notInvited }
    return try await add(draft, role: invitation.role, claimsImported: false) { transaction, now in
      guard let used = try transaction.useInvitation(code: Secret.hash(code), now: now) else {
        throw MemberProblem.notInvited
      }
      return used
    }
  }

  /// Joins where everybody may.
  ///
  /// - Throws: `MemberProblem`.
  public func register(_ draft: MemberDraft) async throws -> Member {
    guard try await registrationMode() == .open else { throw MemberProblem.notInvited }
    return try await add(draft, role: .member, claimsImported: false) { _, _ in nil }
  }

  /// Registers with a program's own token, where everybody may.
  ///
  /// - Returns: the token of the new member.
  /// - Throws: `MemberProblem`.
  public func register(_ draft: MemberDraft, with access: TokenAccess) async throws -> IssuedToken {
    guard let application = try await application(of: access) else { throw MemberProblem.notInvited }
    let member = try await register(draft)
    return try await issue(access.scopes, to: application.id, account: member.id)
  }
}
