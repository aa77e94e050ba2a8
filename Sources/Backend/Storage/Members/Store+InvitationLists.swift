import Invalidation
public import Social

/// An invitation with its inviter and those who came by it.
public struct ListedInvitation: Equatable, Sendable {
  public let record: InvitationRecord
  /// `nil` for the operator at the command line, and for removed members.
  public let inviter: Profile?
  /// In the order in which they joined, without suspended members.
  public let joined: [Profile]
}

extension Store {
  /// Returns invitations for members, the newest first.
  ///
  /// - Parameter inviter: the member whose invitations are wanted; `nil` for all.
  public func invitations(of inviter: Int64?, limit: Int) async throws -> [ListedInvitation] {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = """
        SELECT id, code, role, uses, uses_left, expires_at, inviter FROM invitations WHERE role <> 'owner'
        """
      if let inviter { statement.append(" AND inviter = \(inviter)") }
      statement.append(" ORDER BY id DESC LIMIT \(limit)")
      let records = try connection.rows(statement) { row in
        InvitationRecord(
          id: try row.integer(), code: try row.text(), role: Role(rawValue: try row.text()) ?? .member,
          uses: try row.int(), usesLeft: try row.int(), expiresAt: try row.integer(),
          inviter: try row.optionalInteger())
      }
      guard !records.isEmpty else { return [] }
      let joins: Statement = """
        SELECT invitation, account FROM joins WHERE invitation IN \(records.map(\.id)) ORDER BY account
        """
      var joined: [Int64: [Int64]] = [:]
      try connection.forEach(joins) { row in
        joined[try row.integer(), default: []].append(try row.integer())
      }
      let profiles = try connection.profiles(records.compactMap(\.inviter) + joined.values.joined())
      return records.map { record in
        ListedInvitation(
          record: record, inviter: record.inviter.flatMap { profiles[$0] },
          joined: (joined[record.id] ?? []).compactMap { profiles[$0] })
      }
    }
  }
}

extension MembershipTransaction {
  /// Ends an invitation. It stays in the list, with those who came by it.
  ///
  /// - Parameter inviter: the member whose invitation it must be; `nil` for any.
  /// - Returns: False for an unknown invitation.
  public func endInvitation(_ id: Int64, of inviter: Int64?, now: Int64) throws(StorageError) -> Bool {
    var statement: Statement = """
      UPDATE invitations SET expires_at = CASE WHEN expires_at > \(now) THEN \(now) ELSE expires_at END \
      WHERE id = \(id) AND role <> 'owner'
      """
    if let inviter { statement.append(" AND inviter = \(inviter)") }
    return try connection.execute(statement) > 0
  }
}
