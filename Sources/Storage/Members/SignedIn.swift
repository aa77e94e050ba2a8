/// Where somebody is signed in: a program with its token, or a browser on the page for signing in.
public struct SignedInRecord: Equatable, Sendable {
  public let id: Int64
  /// nil: a browser.
  public let application: String?
  public let website: String?
  public let device: String?
  /// Milliseconds.
  public let createdAt: Int64
  public let lastUsedAt: Int64

  init(_ row: Row) throws(StorageError) {
    id = try row.integer(0)
    application = try row.optionalText(1)
    website = try row.optionalText(2)
    device = try row.optionalText(3)
    createdAt = try row.integer(4)
    lastUsedAt = try row.integer(5)
  }
}

extension Store {
  /// Where an account is signed in, what was used last first.
  public func signedIn(_ account: Int64, now: Int64, limit: Int) async throws -> [SignedInRecord] {
    try await driver.read { connection in
      let sql = """
        SELECT t.id, p.name, p.website, t.device, t.created_at, t.last_used_at
        FROM tokens t JOIN applications p ON p.id = t.application WHERE t.account = $1
        UNION ALL SELECT id, NULL, NULL, device, id >> 16, id >> 16 FROM sessions WHERE account = $1 AND expires_at > $2
        ORDER BY 6 DESC, 1 DESC LIMIT $3
        """
      return try connection.rows(Statement(sql, .integer(account), .integer(now), .integer(Int64(limit)))).map {
        try SignedInRecord($0)
      }
    }
  }

  /// Notes that a token is used at that moment.
  public func noteUse(ofToken id: Int64, at now: Int64) async throws {
    try await driver.write { connection in
      _ = try connection.execute(
        Statement("UPDATE tokens SET last_used_at = $1 WHERE id = $2", .integer(now), .integer(id)))
    }
  }

  /// Ends the tokens that nobody used since that moment, of members and of programs themselves. Returns how many.
  public func endTokens(unusedSince moment: Int64, ofPrograms programs: Int64) async throws -> Int {
    let condition = """
      last_used_at < $1 AND account IS NOT NULL OR last_used_at < $2 AND account IS NULL
      """
    let some = Statement("SELECT 1 FROM tokens WHERE \(condition) LIMIT 1", .integer(moment), .integer(programs))
    // Nothing is written for nothing: other processes would have to look at what they keep.
    guard try await driver.read({ try $0.has(some) }) else { return 0 }
    return try await driver.write { connection in
      let count = try connection.execute(
        Statement("DELETE FROM tokens WHERE \(condition)", .integer(moment), .integer(programs)))
      try connection.countAccessRevision()
      return count
    }
  }
}
