import Invalidation
public import Social

/// An invitation link for new members.
public struct InvitationRecord: Equatable, Sendable {
  public let id: Int64
  /// The hash of the code in the link.
  public let code: String
  public let role: Role
  public let usesLeft: Int
  /// Milliseconds.
  public let expiresAt: Int64
  /// The member who is notified of those who join by it; `nil` for the owner.
  public let inviter: Int64?

  public init(id: Int64, code: String, role: Role, usesLeft: Int, expiresAt: Int64, inviter: Int64? = nil) {
    self.id = id
    self.code = code
    self.role = role
    self.usesLeft = usesLeft
    self.expiresAt = expiresAt
    self.inviter = inviter
  }
}

extension Store {
  /// Adds an invitation, and removes those that are used up. An invitation for an owner replaces earlier ones for
  /// owners.
  public func insert(_ invitation: InvitationRecord) async throws {
    try await driver.write { connection in
      try connection.execute(
        """
        DELETE FROM invitations WHERE uses_left = 0 OR (role = 'owner' \
        AND \(invitation.role.rawValue) = 'owner')
        """)
      try connection.execute(
        """
        INSERT INTO invitations (id, code, role, uses_left, expires_at, inviter) \
        VALUES (\(invitation.id), \(invitation.code), \(invitation.role.rawValue), \(invitation.usesLeft), \
        \(invitation.expiresAt), \(invitation.inviter))
        """)
    }
  }

  /// Returns an invitation; `nil` if it is unknown, expired or used up.
  public func invitation(code: String, now: Int64) async throws -> InvitationRecord? {
    try await driver.read(dependsOn: .everything) { try $0.invitation(code: code, now: now) }
  }
}

extension MembershipTransaction {
  /// Uses an invitation once; returns `nil` if it is unknown, expired or used up.
  public func useInvitation(code: String, now: Int64) throws(StorageError) -> InvitationRecord? {
    guard let invitation = try connection.invitation(code: code, now: now) else { return nil }
    try connection.execute("UPDATE invitations SET uses_left = uses_left - 1 WHERE id = \(invitation.id)")
    return invitation
  }

  /// Notifies the inviter that a member has joined, or the owner if the invitation has no inviter.
  ///
  /// - Parameter id: the notification's id.
  public func notify(of newcomer: Int64, invitedBy inviter: Int64?, id: Int64) throws(StorageError) {
    var statement: Statement =
      "INSERT INTO notifications (id, account, kind, actor) SELECT \(id), account, 'admin.sign_up', "
    let (newcomer, inviter) = (statement.bind(newcomer), statement.bind(inviter))
    statement.append(
      """
      \(newcomer) FROM credentials
      WHERE account <> \(newcomer) AND (account = \(inviter) OR (\(inviter) IS NULL AND role = 'owner')) \
      ORDER BY account LIMIT 1
      """)
    try connection.execute(statement)
  }
}

extension DatabaseConnection {
  fileprivate func invitation(code: String, now: Int64) throws(StorageError) -> InvitationRecord? {
    let sql: Statement = """
      SELECT id, role, uses_left, expires_at, inviter FROM invitations WHERE code = \(code) AND expires_at > \(now)
      """
    let found = try first(sql) { row -> InvitationRecord? in
      let id = try row.integer()
      guard let role = Role(rawValue: try row.text()) else { return nil }
      return InvitationRecord(
        id: id, code: code, role: role, usesLeft: try row.int(), expiresAt: try row.integer(),
        inviter: try row.optionalInteger())
    }
    guard let invitation = found ?? nil, invitation.usesLeft > 0 else { return nil }
    return invitation
  }
}
