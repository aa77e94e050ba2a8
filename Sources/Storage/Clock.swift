/// The time of day as it was seen last, and how far it is believed. All in milliseconds.
public struct ClockRecord: Equatable, Sendable {
  /// When it was believed last.
  public var believedAt: Int64
  public var seenAt: Int64
  /// How long it has to go on steadily before it is believed again; `nil` while it is believed.
  public var needed: Int64?
  /// How much of that has passed.
  public var passed: Int64

  public init(believedAt: Int64, seenAt: Int64, needed: Int64? = nil, passed: Int64 = 0) {
    self.believedAt = believedAt
    self.seenAt = seenAt
    self.needed = needed
    self.passed = passed
  }
}

extension Store {
  /// Notes what `look` makes of the record that there is; `nil` the first time.
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

  /// Forgets what has ended by that time: sessions of browsers, codes, invitations; and keys of posts that are older than
  /// the other one. Each counts no more anyway.
  public func removeEnded(by now: Int64, keysBefore oldest: Int64) async throws {
    try await driver.write { connection in
      for table in ["sessions", "authorization_codes", "invitations"] as [SQL] {
        try connection.execute("DELETE FROM \(table) WHERE expires_at < \(now)")
      }
      // A post's id has its time, so that keys need no index of their own times.
      let first = Identifiers.first(ofMillisecond: oldest)
      try connection.execute("DELETE FROM idempotency_keys WHERE post < \(first) AND created_at < \(oldest)")
    }
  }
}
