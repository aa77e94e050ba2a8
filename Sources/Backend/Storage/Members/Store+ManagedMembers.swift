import Invalidation
public import Social

/// An account as those see it who look after the community. It may be suspended.
public struct ManagedMemberRecord: Equatable, Sendable {
  public let id: Int64
  public let profile: Profile
  /// The role; `nil` if the account can't sign in.
  public let role: Role?
  /// Milliseconds; `nil` if the account isn't suspended.
  public let suspendedAt: Int64?
  /// The last use of any of its tokens, in milliseconds, exact to an hour; `nil` if it is signed in nowhere.
  public let lastSeenAt: Int64?
  /// The reason of the request to join that waits for an answer; `nil` without one.
  public let request: String?
  /// The reason of the suspension; empty without one.
  public let suspensionReason: String
  /// The end of the suspension in milliseconds; `nil` if it doesn't end by itself.
  public let suspensionEnd: Int64?
  /// The original size of the account's pictures in bytes; `nil` if it wasn't asked for.
  public var pictureBytes: Int?
}

extension Store {
  /// Returns members with the space that they use, the newest first.
  public func managedMembers(
    _ filter: ManagedMemberFilter, _ cursor: Cursor
  ) async throws -> ListPage<ManagedMemberRecord> {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = "\(ManagedMemberRecord.selection) WHERE a.is_imported = 0"
      if !filter.text.isEmpty {
        let text = statement.pattern(filter.text.lowercased(), anywhere: true)
        let folded = statement.pattern(SearchWords.folded(filter.text), anywhere: true)
        statement.append(" AND (a.username_key LIKE \(text) OR a.nick_key LIKE \(folded))")
      }
      if !filter.username.isEmpty {
        let text = statement.pattern(filter.username.lowercased(), anywhere: false)
        statement.append(" AND a.username_key LIKE \(text)")
      }
      if !filter.nick.isEmpty {
        let text = statement.pattern(SearchWords.folded(filter.nick), anywhere: false)
        statement.append(" AND a.nick_key LIKE \(text)")
      }
      switch filter.isSuspended {
      case true?: statement.append(" AND a.suspended_at IS NOT NULL AND x_request.account IS NULL")
      case false?: statement.append(" AND a.suspended_at IS NULL")
      case nil: break
      }
      if filter.isWaiting { statement.append(" AND x_request.account IS NOT NULL") }
      if let roles = filter.roles { statement.append(" AND k.role IN \(roles.map(\.rawValue))") }
      statement.append("\(cursor.condition("a.id", in: &statement))")
      statement.append("\(cursor.order("a.id", in: &statement))")
      var (members, keys) = try connection.page(statement, cursor) { id, row in
        try ManagedMemberRecord(id, &row)
      }
      let bytes = try connection.pictureBytes(of: members.map(\.id))
      for index in members.indices { members[index].pictureBytes = bytes[members[index].id] ?? 0 }
      return ListPage(members, keys: keys, cursor: cursor)
    }
  }

  /// Returns accounts by their ids, also suspended ones and people of imported pages, but none whose removal
  /// has begun.
  public func managedMembers(_ ids: [Int64]) async throws -> [Int64: ManagedMemberRecord] {
    try await driver.read(dependsOn: .everything) { connection in
      let ids = Set(ids).sorted()
      guard !ids.isEmpty else { return [:] }
      let statement: Statement = """
        \(ManagedMemberRecord.selection) WHERE a.id IN \(ids)
        AND a.id NOT IN (SELECT account FROM removed_accounts)
        """
      let found = try connection.rows(statement) { row in
        let id = try row.integer()
        return try ManagedMemberRecord(id, &row)
      }
      return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    }
  }

  /// Returns the original size of all pictures in bytes.
  public func pictureBytes() async throws -> Int {
    try await driver.read(dependsOn: .everything) { connection in
      Int(try connection.integer("SELECT coalesce(sum(byte_size), 0) FROM media") ?? 0)
    }
  }
}

extension DatabaseConnection {
  /// Returns the original size of the accounts' pictures in bytes, each picture counted once. An account
  /// without any is left out.
  fileprivate func pictureBytes(of accounts: [Int64]) throws(StorageError) -> [Int64: Int] {
    guard !accounts.isEmpty else { return [:] }
    let sql: Statement = """
      SELECT x.account, sum(m.byte_size) FROM (
        SELECT p.author AS account, t.media AS media FROM posts p JOIN attachments t ON t.post = p.id
          WHERE p.author IN \(accounts)
        UNION SELECT p.author, t.thumbnail FROM posts p JOIN attachments t ON t.post = p.id
          WHERE p.author IN \(accounts)
        UNION SELECT account, media FROM uploads WHERE account IN \(accounts)
        UNION SELECT account, thumbnail FROM uploads WHERE account IN \(accounts)
        UNION SELECT id, avatar FROM accounts WHERE id IN \(accounts)
        UNION SELECT id, cover FROM accounts WHERE id IN \(accounts)
      ) x JOIN media m ON m.id = x.media GROUP BY x.account
      """
    return Dictionary(
      uniqueKeysWithValues: try rows(sql) { row in (try row.integer(), try row.int()) })
  }
}

extension ManagedMemberRecord {
  /// Selects managed members; the statement adds its conditions.
  fileprivate static var selection: SQL {
    """
    SELECT a.id, \(ProfileRow.columns), k.role, a.suspended_at, \
    (SELECT max(t.last_used_at) FROM tokens t WHERE t.account = a.id), x_request.reason, \
    coalesce(x_suspension.reason, ''), x_suspension.ends_at \
    FROM \(AccountRow.tables) LEFT JOIN credentials k ON k.account = a.id \
    LEFT JOIN join_requests x_request ON x_request.account = a.id \
    LEFT JOIN suspensions x_suspension ON x_suspension.account = a.id
    """
  }

  fileprivate init(_ id: Int64, _ row: inout RowReader) throws(StorageError) {
    let profile = try ProfileRow(&row)
    self.init(
      id: id, profile: profile.profile, role: try row.optionalText().flatMap { Role(rawValue: $0) },
      suspendedAt: try row.optionalInteger(), lastSeenAt: try row.optionalInteger(),
      request: try row.optionalText(), suspensionReason: try row.text(),
      suspensionEnd: try row.optionalInteger())
  }
}
