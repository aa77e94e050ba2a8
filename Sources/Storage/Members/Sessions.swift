import Freshness

extension Store {
  /// Somebody signed in with a browser.
  ///
  /// - Parameters:
  ///   - secret: the hash of what the browser keeps.
  ///   - end: milliseconds.
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

  /// Who is signed in with that secret, with the session's id and when it was last used (milliseconds; 0: never since it
  /// began); nil if nobody is, any more.
  public func session(
    secret: String, now: Int64
  ) async throws -> (member: MemberRecord, id: Int64, lastUsedAt: Int64)? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(MemberRecord.columns), s.id, coalesce(s.last_used_at, 0) FROM sessions s JOIN accounts a ON a.id = s.account
        LEFT JOIN credentials c ON c.account = a.id
        WHERE s.secret = \(secret) AND s.expires_at > \(now) AND a.suspended_at IS NULL
        """
      return try connection.first(sql) { row in (try MemberRecord(&row), try row.integer(), try row.integer()) }
    }
  }

  /// Notes that a session is used at that moment.
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
