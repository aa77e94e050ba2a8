import Invalidation

/// A client's request for a member's consent (OAuth 1.0a, RFC 5849 section 2).
public struct RequestTokenRecord: Equatable, Sendable {
  public let id: Int64
  /// The token's hash.
  public let digest: String
  public let client: Int64
  public let sealedSecret: String
  public let redirectURI: String
  public let scopes: String
  /// Milliseconds.
  public let expiresAt: Int64
  /// The member who has authorized the client; `nil` before.
  public let account: Int64?
  /// The hash of the code that proves it; `nil` before.
  public let verifier: String?

  public init(
    id: Int64, digest: String, client: Int64, sealedSecret: String, redirectURI: String, scopes: String,
    expiresAt: Int64, account: Int64? = nil, verifier: String? = nil
  ) {
    self.id = id
    self.digest = digest
    self.client = client
    self.sealedSecret = sealedSecret
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.expiresAt = expiresAt
    self.account = account
    self.verifier = verifier
  }

  fileprivate static let columns: SQL = """
    r.id, r.digest, r.application, r.sealed_secret, r.redirect_uri, r.scopes, r.expires_at, r.account, r.verifier
    """

  fileprivate init(_ row: inout RowReader) throws(StorageError) {
    self.init(
      id: try row.integer(), digest: try row.text(), client: try row.integer(), sealedSecret: try row.text(),
      redirectURI: try row.text(), scopes: try row.text(), expiresAt: try row.integer(),
      account: try row.optionalInteger(), verifier: try row.optionalText())
  }
}

/// The result of exchanging a request token for a token.
public enum RequestTokenUse: Equatable, Sendable {
  case granted(account: Int64, username: String)
  case wrongVerifier
  /// The token is unknown, expired, used, or had too many wrong verifiers.
  case unknown
}

extension Store {
  public func insert(_ record: RequestTokenRecord) async throws {
    _ = try await driver.write { connection in
      try connection.execute(
        """
        INSERT INTO request_tokens (id, digest, application, sealed_secret, redirect_uri, scopes, expires_at)
        VALUES (\(record.id), \(record.digest), \(record.client), \(record.sealedSecret), \
        \(record.redirectURI), \(record.scopes), \(record.expiresAt))
        """)
    }
  }

  /// Returns a request token that hasn't expired, and its client.
  public func requestToken(
    digest: String, now: Int64
  ) async throws -> (record: RequestTokenRecord, client: SigningClientRecord)? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(RequestTokenRecord.columns), \(SigningClientRecord.columns) FROM request_tokens r
        JOIN applications p ON p.id = r.application JOIN signing_clients s ON s.application = p.id
        WHERE r.digest = \(digest) AND r.expires_at > \(now)
        """
      return try connection.first(sql) { row in (try RequestTokenRecord(&row), try SigningClientRecord(&row))
      }
    }
  }

  /// Records a member's consent. Returns false if the token is gone or was authorized before.
  public func authorize(requestToken digest: String, account: Int64, verifier: String, now: Int64)
    async throws
    -> Bool
  {
    try await driver.write { connection in
      try connection.execute(
        """
        UPDATE request_tokens SET account = \(account), verifier = \(verifier)
        WHERE digest = \(digest) AND account IS NULL AND expires_at > \(now)
        """) > 0
    }
  }

  public func remove(requestToken digest: String) async throws {
    _ = try await driver.write { try $0.execute("DELETE FROM request_tokens WHERE digest = \(digest)") }
  }

  /// Uses up a request token, and adds the token that `token` makes of it.
  ///
  /// - Parameters:
  ///   - verifier: The hash of the verifier that the client has sent.
  ///   - attempts: The number of wrong verifiers that use up the token.
  public func use(
    requestToken digest: String, verifier: String, attempts: Int, now: Int64,
    token: @escaping @Sendable (RequestTokenRecord, _ account: Int64) -> SigningTokenRecord
  ) async throws -> RequestTokenUse {
    try await driver.write { connection in
      let sql: Statement = """
        SELECT \(RequestTokenRecord.columns), r.attempts, a.username FROM request_tokens r
        LEFT JOIN accounts a ON a.id = r.account AND a.suspended_at IS NULL
        WHERE r.digest = \(digest) AND r.expires_at > \(now)
        """
      let found = try connection.first(sql) { row in
        (record: try RequestTokenRecord(&row), failures: try row.integer(), username: try row.optionalText())
      }
      guard let (record, failures, username) = found else { return .unknown }
      guard let account = record.account, let username, record.verifier == verifier else {
        if failures + 1 < attempts {
          try connection.execute(
            "UPDATE request_tokens SET attempts = attempts + 1 WHERE digest = \(digest)")
        } else {
          try connection.execute("DELETE FROM request_tokens WHERE digest = \(digest)")
        }
        return .wrongVerifier
      }
      try connection.execute("DELETE FROM request_tokens WHERE digest = \(digest)")
      try connection.insert(token(record, account))
      return .granted(account: account, username: username)
    }
  }
}
