import Invalidation

extension Store {
  /// Adds a session of a browser.
  ///
  /// - Parameters:
  ///   - secret: the hash of the browser's secret.
  ///   - end: the expiry in milliseconds.
  public func insertSession(id: Int64, secret: String, account: Int64, device: String? = nil, end: Int64)
    async throws
  {
    _ = try await driver.write { connection in
      try connection.execute(
        """
        INSERT INTO sessions (id, secret, account, expires_at, device) \
        VALUES (\(id), \(secret), \(account), \(end), \(device))
        """)
    }
  }

  /// Returns the member of a session, the session's id and its last use (in milliseconds; 0 if it wasn't used
  /// since it began). Returns `nil` if the session is unknown or expired, or the member suspended.
  public func session(
    secret: String, now: Int64
  ) async throws -> (member: MemberRecord, id: Int64, lastUsedAt: Int64)? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(MemberRecord.columns), s.id, coalesce(s.last_used_at, 0) FROM sessions s JOIN accounts a ON a.id = s.account
        LEFT JOIN credentials c ON c.account = a.id
        WHERE s.secret = \(secret) AND s.expires_at > \(now) AND a.suspended_at IS NULL
        """
      return try connection.first(sql) { row in (try MemberRecord(&row), try row.integer(), try row.integer())
      }
    }
  }

  /// Records the time of a session's last use.
  public func noteUse(ofSession id: Int64, at now: Int64) async throws {
    try await driver.write { connection in
      _ = try connection.execute("UPDATE sessions SET last_used_at = \(now) WHERE id = \(id)")
    }
  }

  public func endSession(secret: String) async throws {
    try await driver.write { connection in
      _ = try connection.execute("DELETE FROM sessions WHERE secret = \(secret)")
    }
  }
}
