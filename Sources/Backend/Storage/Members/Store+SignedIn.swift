import Invalidation

/// One place where a member is signed in: a client with its token, a browser with a session of the sign-in
/// page, or an old client with a reading address.
public struct SignedInRecord: Equatable, Sendable {
  public enum Kind: String, Sendable {
    case client, browser, address
  }

  public let id: Int64
  public let kind: Kind
  /// The client's name; `nil` for a browser or an address.
  public let client: String?
  public let website: String?
  public let device: String?
  /// Milliseconds.
  public let createdAt: Int64
  public let lastUsedAt: Int64

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    kind = Kind(rawValue: try row.text()) ?? .client
    client = try row.optionalText()
    website = try row.optionalText()
    device = try row.optionalText()
    createdAt = try row.integer()
    lastUsedAt = try row.integer()
  }
}

extension Store {
  /// Returns the places where an account is signed in, the last used first.
  public func signedIn(_ account: Int64, now: Int64, limit: Int) async throws -> [SignedInRecord] {
    try await driver.read(dependsOn: .everything) { connection in
      let sql = Statement(with: account) {
        """
        SELECT t.id, 'client', p.name, p.website, t.device, t.created_at, t.last_used_at
        FROM tokens t JOIN applications p ON p.id = t.application WHERE t.account = \($0)
        UNION ALL SELECT id, 'browser', NULL, NULL, device, id >> 16, coalesce(last_used_at, id >> 16) FROM sessions \
        WHERE account = \($0) AND expires_at > \(now)
        UNION ALL SELECT id, 'address', NULL, NULL, NULL, created_at, last_used_at FROM reading_addresses \
        WHERE account = \($0)
        ORDER BY 7 DESC, 1 DESC LIMIT \(limit)
        """
      }
      return try connection.rows(sql) { row in try SignedInRecord(&row) }
    }
  }

  /// Records the time of a token's last use.
  public func noteUse(ofToken id: Int64, at now: Int64) async throws {
    try await driver.write { connection in
      _ = try connection.execute("UPDATE tokens SET last_used_at = \(now) WHERE id = \(id)")
    }
  }

  /// Deletes tokens that were not used since `moment`, or since `clients` if they belong to a client itself.
  /// Returns their number.
  public func endTokens(unusedSince moment: Int64, ofClients clients: Int64) async throws -> Int {
    let unused: Statement.Piece = """
      last_used_at < \(moment) AND account IS NOT NULL OR last_used_at < \(clients) AND account IS NULL
      """
    // Writes only if needed, because a write makes other processes check their caches.
    guard
      try await driver.read(
        dependsOn: .everything, { try $0.has("SELECT 1 FROM tokens WHERE \(unused) LIMIT 1") })
    else { return 0 }
    return try await driver.write { connection in
      let count = try connection.deleteTokens(where: unused)
      try connection.countAccessRevision()
      return count
    }
  }
}
