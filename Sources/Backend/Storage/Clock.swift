/// The time of day that the server last saw, and its trust in the clock. All values are in milliseconds.
public struct ClockRecord: Equatable, Sendable {
  /// The last time at which the clock was trusted.
  public var believedAt: Int64
  public var seenAt: Int64
  /// The time that the clock must run steadily before it is trusted again; `nil` while it is trusted.
  public var needed: Int64?
  /// The part of `needed` that has passed.
  public var passed: Int64

  public init(believedAt: Int64, seenAt: Int64, needed: Int64? = nil, passed: Int64 = 0) {
    self.believedAt = believedAt
    self.seenAt = seenAt
    self.needed = needed
    self.passed = passed
  }
}

extension Store {
  /// Replaces the stored record by the result of `look`, which receives the old one, or `nil` the first time.
  public func noteClock(
    _ look: @escaping @Sendable (ClockRecord?) -> ClockRecord
  ) async throws -> (before: ClockRecord?, now: ClockRecord) {
    try await driver.write { connection in
      let before = try connection.first("SELECT believed_at, seen_at, needed, passed FROM clock") { row in
        ClockRecord(
          believedAt: try row.integer(), seenAt: try row.integer(), needed: try row.optionalInteger(),
          passed: try row.integer())
      }
      let now = look(before)
      try connection.execute(
        """
        INSERT INTO clock (id, believed_at, seen_at, needed, passed) \
        VALUES (1, \(now.believedAt), \(now.seenAt), \(now.needed), \(now.passed)) ON CONFLICT (id) DO UPDATE SET \
        believed_at = excluded.believed_at, seen_at = excluded.seen_at, needed = excluded.needed, passed = excluded.passed
        """)
      return (before, now)
    }
  }

  /// Removes expired sessions of browsers, authorization codes, request tokens, links for a new password, unused invitations,
  /// and idempotency keys older than `oldest`. None of them is valid any more.
  public func removeEnded(by now: Int64, keysBefore oldest: Int64) async throws {
    try await driver.write { connection in
      for table in ["sessions", "authorization_codes", "request_tokens", "password_resets"] as [SQL] {
        try connection.execute("DELETE FROM \(table) WHERE expires_at < \(now)")
      }
      try connection.execute(
        """
        DELETE FROM invitations WHERE expires_at < \(now)
          AND NOT EXISTS (SELECT 1 FROM joins WHERE invitation = invitations.id)
        """)
      // A post's id has its time, so that keys need no index of their own times.
      let first = Identifiers.first(ofMillisecond: oldest)
      try connection.execute("DELETE FROM idempotency_keys WHERE post < \(first) AND created_at < \(oldest)")
    }
  }
}
