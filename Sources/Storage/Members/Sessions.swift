extension Store {
  /// Somebody signed in with a browser. Sessions that ended are forgotten.
  ///
  /// - Parameters:
  ///   - secret: the hash of what the browser keeps.
  ///   - end, now: milliseconds.
  public func insertSession(id: Int64, secret: String, account: Int64, device: String? = nil, end: Int64, now: Int64)
    async throws
  {
    try await driver.write { connection in
      try connection.execute(Statement("DELETE FROM sessions WHERE expires_at < $1", .integer(now)))
      try connection.execute(
        Statement(
          "INSERT INTO sessions (id, secret, account, expires_at, device) VALUES ($1, $2, $3, $4, $5)",
          .integer(id), .text(secret), .integer(account), .integer(end), SQLValue(device)))
    }
  }

  /// Who is signed in with that secret; nil if nobody is, any more.
  public func sessionMember(secret: String, now: Int64) async throws -> MemberRecord? {
    try await driver.read { connection in
      let sql = """
        SELECT \(MemberRecord.columns) FROM sessions s JOIN accounts a ON a.id = s.account
        LEFT JOIN credentials c ON c.account = a.id
        WHERE s.secret = $1 AND s.expires_at > $2 AND a.suspended_at IS NULL
        """
      return try connection.rows(Statement(sql, .text(secret), .integer(now))).first.map { try MemberRecord($0) }
    }
  }

  public func endSession(secret: String) async throws {
    try await driver.write { connection in
      _ = try connection.execute(Statement("DELETE FROM sessions WHERE secret = $1", .text(secret)))
    }
  }
}
