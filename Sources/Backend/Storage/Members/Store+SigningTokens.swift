import Invalidation

/// A token with which a client signs requests for a member (OAuth 1.0a).
public struct SigningTokenRecord: Equatable, Sendable {
  public let token: TokenRecord
  /// The hash of the token as clients send it.
  public let digest: String
  public let sealedSecret: String

  public init(token: TokenRecord, digest: String, sealedSecret: String) {
    self.token = token
    self.digest = digest
    self.sealedSecret = sealedSecret
  }
}

/// A valid token of that kind, with what checks its signatures.
public struct FoundSigningToken: Equatable, Sendable {
  public let token: FoundToken
  public let sealedSecret: String
  public let clientID: Int64
  public let clientKey: String
  public let sealedClientSecret: String
}

extension Store {
  /// Finds a valid token; returns `nil` if it is unknown or its account is suspended.
  public func signingToken(digest: String) async throws -> FoundSigningToken? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(FoundToken.columns), g.sealed_secret, p.id, p.client_id, s.sealed_secret \
        FROM signing_tokens g JOIN tokens t ON t.id = g.token JOIN applications p ON p.id = t.application
        JOIN signing_clients s ON s.application = p.id
        LEFT JOIN accounts a ON a.id = t.account LEFT JOIN credentials c ON c.account = t.account
        WHERE g.digest = \(digest) AND a.suspended_at IS NULL
        """
      return try connection.first(sql) { row in
        FoundSigningToken(
          token: try FoundToken(&row), sealedSecret: try row.text(), clientID: try row.integer(),
          clientKey: try row.text(), sealedClientSecret: try row.text())
      }
    }
  }
}

extension DatabaseConnection {
  func insert(_ record: SigningTokenRecord) throws(StorageError) {
    try insert(record.token)
    try execute(
      """
      INSERT INTO signing_tokens (token, digest, sealed_secret) \
      VALUES (\(record.token.id), \(record.digest), \(record.sealedSecret))
      """)
  }
}
