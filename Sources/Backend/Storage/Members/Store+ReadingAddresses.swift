import Invalidation

/// The address of a member's old client as it is stored.
public struct ReadingAddressRecord: Equatable, Sendable {
  public let id: Int64
  public let account: Int64
  /// Milliseconds.
  public let lastUsedAt: Int64
}

extension Store {
  /// Adds an address unless the account has `limit` of them; returns false then.
  ///
  /// - Parameter key: the hash of the key.
  public func insertReadingAddress(id: Int64, key: String, account: Int64, now: Int64, limit: Int)
    async throws -> Bool
  {
    try await driver.write { connection in
      let count =
        try connection.integer("SELECT count(*) FROM reading_addresses WHERE account = \(account)") ?? 0
      guard count < limit else { return false }
      try connection.execute(
        """
        INSERT INTO reading_addresses (id, key, account, created_at, last_used_at)
        VALUES (\(id), \(key), \(account), \(now), \(now))
        """)
      return true
    }
  }

  /// Finds an address by the hash of its key; returns `nil` if it is unknown or its account is suspended.
  public func readingAddress(key: String) async throws -> ReadingAddressRecord? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT r.id, r.account, r.last_used_at FROM reading_addresses r JOIN accounts a ON a.id = r.account
        WHERE r.key = \(key) AND a.suspended_at IS NULL
        """
      return try connection.first(sql) { row in
        ReadingAddressRecord(id: try row.integer(), account: try row.integer(), lastUsedAt: try row.integer())
      }
    }
  }

  /// Records the time of an address's last use.
  public func noteUse(ofReadingAddress id: Int64, at now: Int64) async throws {
    try await driver.write { connection in
      _ = try connection.execute("UPDATE reading_addresses SET last_used_at = \(now) WHERE id = \(id)")
    }
  }
}
