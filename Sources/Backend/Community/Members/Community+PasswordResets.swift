public import Social
import Storage

extension Community {
  public var passwordResets: PasswordResets {
    PasswordResets(
      store: store, clock: clock, identifiers: identifiers, passwords: passwords, members: members)
  }

  /// The way back after a forgotten password: a link that is good once, for an hour (docs/decisions/0056).
  public struct PasswordResets: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let passwords: Passwords
    let members: Members
  }
}

/// A link with which a member sets a new password.
public struct PasswordReset: Equatable, Sendable {
  /// The code for `/reset/{code}`, which can't be retrieved again.
  public let code: String
  public let username: String
  public let expiresAt: Timestamp
}

extension Community.PasswordResets {
  /// The lifetime of a link in milliseconds: an hour.
  public static let lifetime: Int64 = 3_600_000

  /// Makes a link for a member. An earlier link of that member ends.
  ///
  /// - Throws: `CommunityError.notFound`, also for suspended members and accounts without a password.
  public func create(for username: String) async throws -> PasswordReset {
    try await create(by: nil) { transaction in try transaction.member(named: username) }
  }

  /// Makes a link for a member, in the name of an owner, who proves it with the own password: who has a link
  /// can sign in as that member.
  ///
  /// - Parameter address: the network address of the attempt.
  /// - Throws: `CommunityError.notAllowed` unless the viewer is an owner, and for a wrong password;
  ///   `.tooMany` after several; `.notFound`.
  public func create(
    for account: Int64, password: String, _ access: TokenAccess, address: String
  ) async throws -> PasswordReset {
    let refusal = CommunityError.notAllowed("This action is not allowed")
    let viewer = try access.member()
    guard try await store.member(viewer)?.role == .owner else { throw refusal }
    _ = try await members.prove(password, access, address: address)
    return try await create(by: viewer) { transaction in
      guard try transaction.member(viewer)?.role == .owner else { throw refusal }
      return try transaction.member(account)
    }
  }

  private func create(
    by actor: Int64?, _ find: @escaping @Sendable (MembershipTransaction) throws -> MemberRecord?
  ) async throws -> PasswordReset {
    let code = Secret.random()
    let (now, identifiers) = (clock().milliseconds, identifiers)
    let end = now + Self.lifetime
    let username = try await store.writeMembership { transaction in
      guard let member = try find(transaction), member.role != nil, member.suspendedAt == nil else {
        throw CommunityError.notFound
      }
      try transaction.insertPasswordReset(Secret.hash(code), of: member.id, end: end)
      let name = try actor.flatMap { try transaction.member($0)?.username } ?? ""
      try transaction.log(
        .passwordReset, by: name, on: member.username, id: identifiers.next(milliseconds: now))
      return member.username
    }
    return PasswordReset(code: code, username: username, expiresAt: Timestamp(milliseconds: end))
  }

  /// Returns the member whose link it is; `nil` if the link is unknown, used or expired.
  public func find(_ code: String) async throws -> Member? {
    guard 1...200 ~= code.utf8.count else { return nil }
    return try await store.passwordReset(Secret.hash(code), now: clock().milliseconds).map { Member($0) }
  }

  /// Sets the new password and ends all sessions. The link is used up; it stays if the password isn't
  /// accepted.
  ///
  /// - Throws: `MemberProblem`; `CommunityError.notFound` for a link that isn't valid.
  public func use(_ code: String, password: String) async throws -> Member {
    guard let member = try await find(code) else { throw CommunityError.notFound }
    try Community.Members.validate(password: password)
    guard password.lowercased() != member.username.lowercased() else { throw MemberProblem.passwordTooCommon }
    let hash = try await passwords.hash(password)
    let now = clock().milliseconds
    return try await store.writeMembership { transaction in
      // Read again, because the link may have been used while the password was hashed.
      guard let found = try transaction.passwordReset(Secret.hash(code), now: now), found.id == member.id,
        let role = found.role
      else { throw CommunityError.notFound }
      try transaction.setCredentials(of: found.id, role: role, password: hash)
      return Member(found)
    }
  }
}
