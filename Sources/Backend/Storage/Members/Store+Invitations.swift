import Invalidation
public import Social

/// An invitation link for new members.
public struct InvitationRecord: Equatable, Sendable {
  public let id: Int64
  /// The hash of the code in the link.
  public let code: String
  public let role: Role
  /// The number of people that the invitation was made for.
  public let uses: Int
  public let usesLeft: Int
  /// Milliseconds.
  public let expiresAt: Int64
  /// The member who invites; `nil` for the owner.
  public let inviter: Int64?

  /// - Parameter uses: `nil` for a new invitation, of which no use is gone.
  public init(
    id: Int64, code: String, role: Role, uses: Int? = nil, usesLeft: Int, expiresAt: Int64,
    inviter: Int64? = nil
  ) {
    self.id = id
    self.code = code
    self.role = role
    self.uses = uses ?? usesLeft
    self.usesLeft = usesLeft
    self.expiresAt = expiresAt
    self.inviter = inviter
  }
}

extension Store {
  /// Adds an invitation, and removes those that are used up, unless a member came by it. An invitation for an
  /// owner replaces earlier ones for owners.
  public func insert(_ invitation: InvitationRecord) async throws {
    try await driver.write { connection in
      try connection.execute(
        """
        DELETE FROM invitations WHERE (uses_left = 0 OR (role = 'owner' \
        AND \(invitation.role.rawValue) = 'owner'))
          AND NOT EXISTS (SELECT 1 FROM joins WHERE invitation = invitations.id)
        """)
      try connection.execute(
        """
        INSERT INTO invitations (id, code, role, uses, uses_left, expires_at, inviter) \
        VALUES (\(invitation.id), \(invitation.code), \(invitation.role.rawValue), \(invitation.uses), \
        \(invitation.usesLeft), \(invitation.expiresAt), \(invitation.inviter))
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

  /// Returns the member who counts as inviter: the one that the invitation names. For an invitation without
  /// an inviter, or of one who is suspended or gone, it is the first owner; `nil` for the first member.
  public func inviter(of invitation: InvitationRecord, for newcomer: Int64) throws(StorageError) -> Int64? {
    let inviter = invitation.inviter ?? 0
    return try connection.integer(
      """
      SELECT c.account FROM credentials c JOIN accounts a ON a.id = c.account
      WHERE a.suspended_at IS NULL AND c.account <> \(newcomer) AND (c.account = \(inviter) OR c.role = 'owner')
      ORDER BY CASE WHEN c.account = \(inviter) THEN 0 ELSE 1 END, c.account LIMIT 1
      """)
  }

  /// Records that a member has joined by themselves.
  ///
  /// - Parameter invitation: `nil` where everybody may join.
  public func insertJoin(_ account: Int64, by invitation: Int64?, inviter: Int64?) throws(StorageError) {
    try connection.execute(
      "INSERT INTO joins (account, invitation, inviter) VALUES (\(account), \(invitation), \(inviter))")
  }

  /// Lets newcomer and inviter follow each other, and notifies both. An invitation answers a follow request
  /// in advance, so this holds for locked accounts too.
  ///
  /// - Parameter ids: makes ids of rows, each later than the one before.
  public func connect(
    _ newcomer: Int64, with inviter: Int64, now: Int64, ids: () -> Int64
  ) throws(StorageError) {
    let transaction = WriteTransaction(connection: connection)
    _ = try transaction.follow(inviter, by: newcomer, id: ids(), FollowOptions())
    _ = try transaction.follow(newcomer, by: inviter, id: ids(), FollowOptions())
    try transaction.notify(.init(id: ids(), account: newcomer, kind: .follow, actor: inviter), now: now)
    try transaction.notify(.init(id: ids(), account: inviter, kind: .signUp, actor: newcomer), now: now)
  }
}

extension DatabaseConnection {
  fileprivate func invitation(code: String, now: Int64) throws(StorageError) -> InvitationRecord? {
    let sql: Statement = """
      SELECT id, role, uses, uses_left, expires_at, inviter FROM invitations
      WHERE code = \(code) AND expires_at > \(now)
      """
    let found = try first(sql) { row -> InvitationRecord? in
      let id = try row.integer()
      guard let role = Role(rawValue: try row.text()) else { return nil }
      return InvitationRecord(
        id: id, code: code, role: role, uses: try row.int(), usesLeft: try row.int(),
        expiresAt: try row.integer(),
        inviter: try row.optionalInteger())
    }
    guard let invitation = found ?? nil, invitation.usesLeft > 0 else { return nil }
    return invitation
  }
}
