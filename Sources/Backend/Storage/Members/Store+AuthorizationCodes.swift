/// A member's grant for a client (RFC 6749 section 4.1), which can be exchanged for a token once.
public struct AuthorizationCodeRecord: Equatable, Sendable {
  /// The code's hash.
  public let code: String
  public let client: Int64
  public let account: Int64
  public let redirectURI: String
  public let scopes: String
  /// The code challenge of PKCE with S256 (RFC 7636).
  public let challenge: String?
  /// Milliseconds.
  public let expiresAt: Int64

  public init(
    code: String, client: Int64, account: Int64, redirectURI: String, scopes: String, challenge: String?,
    expiresAt: Int64
  ) {
    self.code = code
    self.client = client
    self.account = account
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.challenge = challenge
    self.expiresAt = expiresAt
  }
}

/// The result of using an authorization code.
public enum CodeUse: Equatable, Sendable {
  /// The code is valid, and is used up from now on.
  case granted(AuthorizationCodeRecord)
  /// The code was used before, so the tokens issued for it are revoked (RFC 6749 section 4.1.2).
  case reused
  case unknown
}

extension Store {
  public func insert(_ code: AuthorizationCodeRecord) async throws {
    _ = try await driver.write { connection in
      try connection.execute(
        """
        INSERT INTO authorization_codes
          (code, application, account, redirect_uri, scopes, challenge, expires_at, is_used)
        VALUES (\(code.code), \(code.client), \(code.account), \(code.redirectURI), \(code.scopes), \
        \(code.challenge), \(code.expiresAt), 0)
        """)
    }
  }

  /// Uses up a code, and adds the token that `token` makes of it. If `token` returns `nil`, the code is used
  /// up without a token.
  public func use(
    code hash: String, client: Int64, now: Int64,
    token: @escaping @Sendable (AuthorizationCodeRecord) -> TokenRecord?
  ) async throws -> CodeUse {
    try await driver.write { connection in
      let sql: Statement = """
        SELECT account, redirect_uri, scopes, challenge, expires_at, is_used FROM authorization_codes
        WHERE code = \(hash) AND application = \(client)
        """
      let found = try connection.first(sql) { row in
        let record = AuthorizationCodeRecord(
          code: hash, client: client, account: try row.integer(), redirectURI: try row.text(),
          scopes: try row.text(), challenge: try row.optionalText(), expiresAt: try row.integer())
        return (record: record, isUsed: try row.bool())
      }
      guard let (record, isUsed) = found else { return .unknown }
      if isUsed {
        if try connection.execute("DELETE FROM tokens WHERE code = \(hash)") > 0 {
          try connection.countAccessRevision()
        }
        return .reused
      }
      try connection.execute("UPDATE authorization_codes SET is_used = 1 WHERE code = \(hash)")
      guard record.expiresAt > now, let token = token(record) else { return .unknown }
      try connection.insert(token)
      return .granted(record)
    }
  }
}
