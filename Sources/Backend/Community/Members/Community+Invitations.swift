public import Social
public import Storage

/// A link with which people join.
public struct Invitation: Equatable, Sendable {
  public let role: Role
  public let usesLeft: Int
  public let expiresAt: Timestamp
}

extension Community {
  /// Takes the lock of the process that shows the set-up link; `nil` if another process holds it. Hold it while the
  /// link is shown.
  public func setUpLock() async throws -> HeldLock? { try await store.setUpLock() }

  /// Creates a code for `/join/{code}`. A new code for an owner revokes earlier ones.
  ///
  /// - Parameters:
  ///   - days: the validity from now.
  ///   - inviter: the member who is notified when someone joins with the code; `nil` for the owner.
  /// - Returns: The code, which can't be retrieved again.
  public func invite(role: Role = .member, uses: Int, days: Int, by inviter: Int64? = nil) async throws -> String {
    let code = Secret.random()
    let now = clock().milliseconds
    try await store.insert(
      InvitationRecord(
        id: identifiers.next(milliseconds: now), code: Secret.hash(code), role: role, usesLeft: uses,
        expiresAt: now + Int64(days) * 86_400_000, inviter: inviter))
    return code
  }

  /// Returns an invitation; `nil` if it doesn't exist or isn't valid any more.
  public func invitation(_ code: String) async throws -> Invitation? {
    guard 1...200 ~= code.utf8.count else { return nil }
    guard let found = try await store.invitation(code: Secret.hash(code), now: clock().milliseconds),
      try await isOpen(found)
    else { return nil }
    return Invitation(
      role: found.role, usesLeft: found.usesLeft, expiresAt: Timestamp(milliseconds: found.expiresAt))
  }

  /// Returns true if the invitation can be used. The owner's set-up link works until there is a member, other
  /// links unless registration is closed.
  private func isOpen(_ invitation: InvitationRecord) async throws -> Bool {
    if invitation.role == .owner { return try await !hasMembers() }
    return try await settings.registrationMode() != .closed
  }

  /// Joins with an invitation.
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

  /// Joins without an invitation, if registration is open.
  ///
  /// - Throws: `MemberProblem`.
  public func register(_ draft: MemberDraft) async throws -> Member {
    guard try await settings.registrationMode() == .open else { throw MemberProblem.notInvited }
    return try await add(draft, role: .member, claimsImported: false) { _, _ in nil }
  }

  /// Registers a member through a client's own token, if registration is open.
  ///
  /// - Returns: The new member's token.
  /// - Throws: `MemberProblem`.
  public func register(_ draft: MemberDraft, with access: TokenAccess) async throws -> IssuedToken {
    guard let client = try await client(of: access) else { throw MemberProblem.notInvited }
    let member = try await register(draft)
    return try await issue(access.scopes, to: client.id, account: member.id)
  }
}
