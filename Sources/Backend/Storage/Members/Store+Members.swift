import Invalidation
public import Social

/// An account of this community, with its role and password.
public struct MemberRecord: Equatable, Sendable {
  public let id: Int64
  public let username: String
  public let nick: String
  /// The role; `nil` if the account has no password, so that signing in is impossible.
  public let role: Role?
  /// The time of the suspension in milliseconds; `nil` if the account isn't suspended.
  public let suspendedAt: Int64?
  /// Milliseconds.
  public let createdAt: Int64
  /// The scrypt hash of the password.
  public let password: String?
  /// True if the request to join waits for an answer.
  public let isWaiting: Bool

  static let columns: SQL = """
    a.id, a.username, a.nick, c.role, a.suspended_at, a.created_at, c.password, \
    CASE WHEN EXISTS (SELECT 1 FROM join_requests x_request WHERE x_request.account = a.id) THEN 1 ELSE 0 END
    """
  static let tables: SQL = "accounts a LEFT JOIN credentials c ON c.account = a.id"

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    username = try row.text()
    nick = try row.text()
    role = try row.optionalText().flatMap { Role(rawValue: $0) }
    suspendedAt = try row.optionalInteger()
    createdAt = try row.integer()
    password = try row.optionalText()
    isWaiting = try row.bool()
  }
}

extension Store {
  /// Returns all members in the order in which they joined.
  public func members() async throws -> [MemberRecord] {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(MemberRecord.columns) FROM \(MemberRecord.tables) WHERE a.is_imported = 0 ORDER BY a.id
        """
      return try connection.rows(sql) { row in try MemberRecord(&row) }
    }
  }

  /// Finds a member by the username in any case.
  public func member(named username: String) async throws -> MemberRecord? {
    try await driver.read(dependsOn: .everything) { try $0.member(named: username) }
  }

  public func member(_ id: Int64) async throws -> MemberRecord? {
    try await driver.read(dependsOn: .everything) { try $0.member(id) }
  }

  /// Returns the account of the first owner.
  public func owner() async throws -> Int64? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = "SELECT account FROM credentials WHERE role = 'owner' ORDER BY account LIMIT 1"
      return try connection.integer(sql)
    }
  }

  /// Returns true if at least one member can sign in.
  public func hasCredentials() async throws -> Bool {
    try await driver.read(dependsOn: .everything) { try $0.has("SELECT 1 FROM credentials LIMIT 1") }
  }

  /// Runs `body` on the members as one transaction.
  public func writeMembership<Value: Sendable>(
    _ body: @escaping @Sendable (MembershipTransaction) throws -> Value
  ) async throws -> Value {
    try await driver.write { connection in try body(MembershipTransaction(connection: connection)) }
  }
}

extension DatabaseConnection {
  func member(_ id: Int64) throws(StorageError) -> MemberRecord? {
    let sql: Statement = """
      SELECT \(MemberRecord.columns) FROM \(MemberRecord.tables) WHERE a.id = \(id) AND a.is_imported = 0
      """
    return try first(sql) { row in try MemberRecord(&row) }
  }

  func member(named username: String) throws(StorageError) -> MemberRecord? {
    let sql: Statement = """
      SELECT \(MemberRecord.columns) FROM \(MemberRecord.tables) \
      WHERE a.username_key = \(username.lowercased()) AND a.is_imported = 0
      """
    return try first(sql) { row in try MemberRecord(&row) }
  }
}
