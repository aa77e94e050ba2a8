/// That a member let a program in (RFC 6749 section 4.1): to be exchanged for a token, once.
public struct AuthorizationCodeRecord: Equatable, Sendable {
  /// Its hash.
  public let code: String
  public let application: Int64
  public let account: Int64
  public let redirectURI: String
  public let scopes: String
  /// Of PKCE with S256 (RFC 7636).
  public let challenge: String?
  /// Milliseconds.
  public let expiresAt: Int64

  public init(
    code: String, application: Int64, account: Int64, redirectURI: String, scopes: String, challenge: String?,
    expiresAt: Int64
  ) {
    self.code = code
    self.application = application
    self.account = account
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.challenge = challenge
    self.expiresAt = expiresAt
  }
}

/// What became of a code.
public enum CodeUse: Equatable, Sendable {
  /// It counts no more from now on.
  case granted(AuthorizationCodeRecord)
  /// It was used before: the tokens that it led to are taken back (RFC 6749 section 4.1.2).
  case reused
  case unknown
}

extension Store {
  /// Adds a code, and forgets those that ended.
  public func insert(_ code: AuthorizationCodeRecord, now: Int64) async throws {
    try await driver.write { connection in
      try connection.execute(Statement("DELETE FROM authorization_codes WHERE expires_at < $1", .integer(now)))
      try connection.execute(
        Statement(
          """
          INSERT INTO authorization_codes
            (code, application, account, redirect_uri, scopes, challenge, expires_at, is_used)
          VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
          """, .text(code.code), .integer(code.application), .integer(code.account), .text(code.redirectURI),
          .text(code.scopes), SQLValue(code.challenge), .integer(code.expiresAt)))
    }
  }

  /// Uses a code up, and adds the token that `token` makes of it unless that throws: then the code is used up alone.
  public func use(
    code hash: String, application: Int64, now: Int64,
    token: @escaping @Sendable (AuthorizationCodeRecord) -> TokenRecord?
  ) async throws -> CodeUse {
    try await driver.write { connection in
      let sql = """
        SELECT account, redirect_uri, scopes, challenge, expires_at, is_used FROM authorization_codes
        WHERE code = $1 AND application = $2
        """
      let found = try connection.rows(Statement(sql, .text(hash), .integer(application))).first
      guard let row = found else { return .unknown }
      if try row.bool(5) {
        if try connection.execute(Statement("DELETE FROM tokens WHERE code = $1", .text(hash))) > 0 {
          try connection.countAccessRevision()
        }
        return .reused
      }
      try connection.execute(Statement("UPDATE authorization_codes SET is_used = 1 WHERE code = $1", .text(hash)))
      let record = AuthorizationCodeRecord(
        code: hash, application: application, account: try row.integer(0), redirectURI: try row.text(1),
        scopes: try row.text(2), challenge: try row.optionalText(3), expiresAt: try row.integer(4))
      guard record.expiresAt > now, let token = token(record) else { return .unknown }
      try connection.insert(token)
      return .granted(record)
    }
  }
}
