import Invalidation
public import Social

/// A token as it is stored.
public struct TokenRecord: Equatable, Sendable {
  public let id: Int64
  /// The token's hash.
  public let token: String
  public let client: Int64
  /// The member's account; `nil` if the token is the client's own.
  public let account: Int64?
  public let scopes: String
  /// The hash of the code that was exchanged for the token.
  public let code: String?
  /// Milliseconds.
  public let createdAt: Int64
  /// A short description of the device where the member signed in.
  public let device: String?

  public init(
    id: Int64, token: String, client: Int64, account: Int64?, scopes: String, code: String? = nil,
    createdAt: Int64, device: String? = nil
  ) {
    self.id = id
    self.token = token
    self.client = client
    self.account = account
    self.scopes = scopes
    self.code = code
    self.createdAt = createdAt
    self.device = device
  }
}

/// A valid token with its client.
public struct FoundToken: Equatable, Sendable {
  public let id: Int64
  public let account: Int64?
  public let scopes: String
  public let client: String
  /// The client's page.
  public let website: String?
  /// Milliseconds.
  public let lastUsedAt: Int64
  /// The member's role; `nil` if the token is the client's own.
  public let role: Role?

  static let columns: SQL = "t.id, t.account, t.scopes, p.name, p.website, t.last_used_at, c.role"

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    account = try row.optionalInteger()
    scopes = try row.text()
    client = try row.text()
    website = try row.optionalText()
    lastUsedAt = try row.integer()
    role = try row.optionalText().flatMap { Role(rawValue: $0) }
  }
}

extension Store {
  /// Finds a valid token; returns `nil` if it is unknown or its account is suspended.
  ///
  /// - Parameter hash: the token's hash.
  public func token(hash: String) async throws -> FoundToken? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(FoundToken.columns) FROM tokens t JOIN applications p ON p.id = t.application
        LEFT JOIN accounts a ON a.id = t.account LEFT JOIN credentials c ON c.account = t.account WHERE t.token = \(hash) AND a.suspended_at IS NULL
        """
      return try connection.first(sql) { row in try FoundToken(&row) }
    }
  }

  public func insert(_ token: TokenRecord) async throws {
    try await driver.write { try $0.insert(token) }
  }

  /// Revokes a token of that client. Returns false if the client has no such token.
  public func revoke(token hash: String, client: Int64) async throws -> Bool {
    try await driver.write { connection in
      let sql: Statement = "DELETE FROM tokens WHERE token = \(hash) AND application = \(client)"
      guard try connection.execute(sql) > 0 else { return false }
      try connection.countAccessRevision()
      return true
    }
  }
}

extension DatabaseConnection {
  func insert(_ token: TokenRecord) throws(StorageError) {
    try execute(
      """
      INSERT INTO tokens (id, token, application, account, scopes, code, created_at, last_used_at, device)
      VALUES (\(token.id), \(token.token), \(token.client), \(token.account), \(token.scopes), \
      \(token.code), \(token.createdAt), \(token.createdAt), \(token.device))
      """)
  }
}
