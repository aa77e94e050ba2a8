/// What a token stands for.
public struct TokenRecord: Equatable, Sendable {
  public let id: Int64
  /// Its hash.
  public let token: String
  public let application: Int64
  /// nil: the program's own.
  public let account: Int64?
  public let scopes: String
  /// The hash of the code that it was given for.
  public let code: String?
  /// Milliseconds.
  public let createdAt: Int64
  /// Where somebody signed in, in a few words.
  public let device: String?

  public init(
    id: Int64, token: String, application: Int64, account: Int64?, scopes: String, code: String? = nil,
    createdAt: Int64, device: String? = nil
  ) {
    self.id = id
    self.token = token
    self.application = application
    self.account = account
    self.scopes = scopes
    self.code = code
    self.createdAt = createdAt
    self.device = device
  }
}

/// A token that counts, with its program.
public struct FoundToken: Equatable, Sendable {
  public let id: Int64
  public let account: Int64?
  public let scopes: String
  public let application: String
  /// Its page.
  public let website: String?
  /// Milliseconds.
  public let lastUsedAt: Int64
}

extension Store {
  /// - Parameter hash: of the token. nil if there is none, or if its account is suspended.
  public func token(hash: String) async throws -> FoundToken? {
    try await driver.read { connection in
      let sql = """
        SELECT t.id, t.account, t.scopes, p.name, p.website, t.last_used_at FROM tokens t JOIN applications p ON p.id = t.application
        LEFT JOIN accounts a ON a.id = t.account WHERE t.token = $1 AND a.suspended_at IS NULL
        """
      guard let row = try connection.rows(Statement(sql, .text(hash))).first else { return nil }
      return FoundToken(
        id: try row.integer(0), account: try row.optionalInteger(1), scopes: try row.text(2),
        application: try row.text(3), website: try row.optionalText(4),
        lastUsedAt: try row.integer(5))
    }
  }

  public func insert(_ token: TokenRecord) async throws {
    try await driver.write { try $0.insert(token) }
  }

  /// Takes a token back, if it is one of that program's. Returns whether there was one.
  public func revoke(token hash: String, application: Int64) async throws -> Bool {
    try await driver.write { connection in
      let sql = "DELETE FROM tokens WHERE token = $1 AND application = $2"
      guard try connection.execute(Statement(sql, .text(hash), .integer(application))) > 0 else { return false }
      try connection.countAccessRevision()
      return true
    }
  }
}

extension DatabaseConnection {
  func insert(_ token: TokenRecord) throws(StorageError) {
    try execute(
      Statement(
        """
        INSERT INTO tokens (id, token, application, account, scopes, code, created_at, last_used_at, device)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)
        """, .integer(token.id), .text(token.token), .integer(token.application), SQLValue(token.account),
        .text(token.scopes), SQLValue(token.code), .integer(token.createdAt), SQLValue(token.device)))
  }
}
