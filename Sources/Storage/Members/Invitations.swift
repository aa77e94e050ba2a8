public import Social

/// A link that lets people join.
public struct InvitationRecord: Equatable, Sendable {
  public let id: Int64
  /// The hash of what stands in the link.
  public let code: String
  public let role: Role
  public let usesLeft: Int
  /// Milliseconds.
  public let expiresAt: Int64
  /// Who is told of those who join by it; nil: the owner.
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
  /// Adds an invitation, and forgets those that are over. An owner's takes the place of earlier ones.
  public func insert(_ invitation: InvitationRecord, now: Int64) async throws {
    try await driver.write { connection in
      try connection.execute(
        Statement(
          "DELETE FROM invitations WHERE expires_at < $1 OR uses_left = 0 OR (role = 'owner' AND $2 = 'owner')",
          .integer(now), .text(invitation.role.rawValue)))
      try connection.execute(
        Statement(
          """
          INSERT INTO invitations (id, code, role, uses_left, expires_at, inviter) VALUES ($1, $2, $3, $4, $5, $6)
          """,
          .integer(invitation.id), .text(invitation.code), .text(invitation.role.rawValue),
          .integer(Int64(invitation.usesLeft)), .integer(invitation.expiresAt), SQLValue(invitation.inviter)))
    }
  }

  /// nil if there is none, or if it is over.
  public func invitation(code: String, now: Int64) async throws -> InvitationRecord? {
    try await driver.read { try $0.invitation(code: code, now: now) }
  }
}

extension MembersTransaction {
  /// Uses an invitation once. nil if there is none, or if it is over.
  public func useInvitation(code: String, now: Int64) throws(StorageError) -> InvitationRecord? {
    guard let invitation = try connection.invitation(code: code, now: now) else { return nil }
    try connection.execute(
      Statement("UPDATE invitations SET uses_left = uses_left - 1 WHERE id = $1", .integer(invitation.id)))
    return invitation
  }

  /// Tells of somebody who has joined by an invitation: who made it, else the owner.
  ///
  /// - Parameter id: of the notification.
  public func tell(of newcomer: Int64, invitedBy inviter: Int64?, id: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO notifications (id, account, kind, actor)
        SELECT $1, account, 'admin.sign_up', $2 FROM credentials
        WHERE account <> $2 AND (account = $3 OR ($3 IS NULL AND role = 'owner')) ORDER BY account LIMIT 1
        """, .integer(id), .integer(newcomer), SQLValue(inviter)))
  }
}

extension DatabaseConnection {
  fileprivate func invitation(code: String, now: Int64) throws(StorageError) -> InvitationRecord? {
    let sql = "SELECT id, role, uses_left, expires_at, inviter FROM invitations WHERE code = $1 AND expires_at > $2"
    guard let row = try rows(Statement(sql, .text(code), .integer(now))).first,
      let role = Role(rawValue: try row.text(1)), try row.integer(2) > 0
    else { return nil }
    return InvitationRecord(
      id: try row.integer(0), code: code, role: role, usesLeft: Int(try row.integer(2)),
      expiresAt: try row.integer(3), inviter: try row.optionalInteger(4))
  }
}
