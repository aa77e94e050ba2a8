import Invalidation

/// A password that a member made for one client (HTTP Basic), as it is stored.
///
/// It is a row of `tokens` and of `signing_tokens`. So it can't be used as a bearer token, and it signs nothing,
/// because its client has no key.
public struct AppPasswordRecord: Equatable, Sendable {
  public let client: ClientRecord
  public let token: TokenRecord
  /// The hash of the password.
  public let digest: String

  /// Stands where the tokens of OAuth 1.0a have their sealed secret.
  static let noSecret = "none"

  public init(client: ClientRecord, token: TokenRecord, digest: String) {
    self.client = client
    self.token = token
    self.digest = digest
  }
}

extension DatabaseConnection {
  /// Deletes tokens. With an app password goes its client, which was made for it.
  ///
  /// - Parameter condition: Names columns of `tokens`.
  /// - Returns: The number of tokens.
  func deleteTokens(where condition: Statement.Piece) throws(StorageError) -> Int {
    let clients: Statement = """
      DELETE FROM applications WHERE id IN (
      SELECT application FROM tokens WHERE (\(condition)) AND EXISTS (SELECT 1 FROM signing_tokens g
      WHERE g.token = tokens.id AND g.sealed_secret = \(AppPasswordRecord.noSecret)))
      """
    // Each of these clients has one token, which goes with it.
    let passwords = try execute(clients)
    let tokens: Statement = "DELETE FROM tokens WHERE \(condition)"
    return try passwords + execute(tokens)
  }
}

extension Store {
  /// Adds a password with its client unless the account has `limit` of them; returns false then.
  public func insert(_ record: AppPasswordRecord, limit: Int) async throws -> Bool {
    try await driver.write { connection in
      let sql: Statement = """
        SELECT count(*) FROM tokens t JOIN signing_tokens g ON g.token = t.id
        WHERE t.account = \(record.token.account) AND g.sealed_secret = \(AppPasswordRecord.noSecret)
        """
      let count = try connection.integer(sql) ?? 0
      guard count < limit else { return false }
      try connection.insert(record.client)
      try connection.insert(
        SigningTokenRecord(
          token: record.token, digest: record.digest, sealedSecret: AppPasswordRecord.noSecret))
      return true
    }
  }

  /// Finds a password of a member; returns `nil` if it is unknown or revoked, another member's, or the member
  /// suspended.
  ///
  /// - Parameter username: in lower case.
  public func appPassword(digest: String, of username: String) async throws -> FoundToken? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(FoundToken.columns) FROM signing_tokens g JOIN tokens t ON t.id = g.token
        JOIN applications p ON p.id = t.application JOIN accounts a ON a.id = t.account
        LEFT JOIN credentials c ON c.account = t.account
        WHERE g.digest = \(digest) AND g.sealed_secret = \(AppPasswordRecord.noSecret)
        AND a.username_key = \(username) AND a.suspended_at IS NULL
        """
      return try connection.first(sql) { row in try FoundToken(&row) }
    }
  }
}
