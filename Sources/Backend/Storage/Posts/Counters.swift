import Invalidation
import Social

/// A stored number, its table and the query that recounts it. Writes count it up and down; `mendCounters`
/// corrects it.
struct Counter: Sendable {
  let table: SQL
  let column: SQL
  /// The query that counts it for the row `c`.
  let count: SQL
  /// The name in messages for people: `replies of posts`.
  let name: String

  static let all = [
    Counter(
      table: "posts", column: "replies_count",
      count: "SELECT count(*) FROM posts r WHERE r.reply_to = c.id AND \(Visibility.isCounted("r"))",
      name: "replies of posts"),
    Counter(
      table: "posts", column: "reposts_count", count: "SELECT count(*) FROM posts r WHERE r.repost_of = c.id",
      name: "reposts of posts"),
    Counter(
      table: "posts", column: "favourites_count",
      count: "SELECT count(*) FROM favourites f WHERE f.post = c.id",
      name: "favourites of posts"),
    Counter(
      table: "accounts", column: "posts_count",
      count: """
        SELECT count(*) FROM posts p WHERE p.author = c.id AND p.repost_of IS NULL \
        AND \(Visibility.isCountedOnProfile("p"))
        """,
      name: "posts of accounts"),
    Counter(
      table: "accounts", column: "followers_count",
      count: "SELECT count(*) FROM follows f WHERE f.followee = c.id",
      name: "followers of accounts"),
    Counter(
      table: "accounts", column: "following_count",
      count: "SELECT count(*) FROM follows f WHERE f.follower = c.id",
      name: "followed by accounts"),
  ]
}

extension Store {
  /// Checks the whole database. Returns its faults, or an empty list if it has none.
  public func faults() async throws -> [String] {
    try await driver.read(dependsOn: .everything) { try $0.faults() }
  }

  /// The number of rows changed in one transaction, so that other writes don't wait long.
  private static let mendedAtOnce = 500

  /// Counts everything again, and corrects wrong counters.
  ///
  /// - Returns: the number of corrected rows for each counter, without counters that were right.
  public func mendCounters() async throws -> [(name: String, rows: Int)] {
    // An import counts its hidden rows when it is complete, so no import may run meanwhile.
    let lock = try await self.lock(.importing)
    defer { withExtendedLifetime(lock) {} }
    var mended: [(name: String, rows: Int)] = []
    for counter in Counter.all {
      let wrong = try await driver.read(dependsOn: .everything) { connection in
        let sql: Statement =
          "SELECT c.id FROM \(counter.table) c WHERE c.\(counter.column) <> (\(counter.count))"
        return try connection.integers(sql)
      }
      var rows = 0
      for start in stride(from: 0, to: wrong.count, by: Self.mendedAtOnce) {
        let some = Array(wrong[start..<min(wrong.count, start + Self.mendedAtOnce)])
        rows += try await driver.write { connection in
          try lock.require(in: connection)
          return try connection.execute(
            """
            UPDATE \(counter.table) AS c SET \(counter.column) = (\(counter.count)) \
            WHERE c.\(counter.column) <> (\(counter.count)) AND c.id IN \(some)
            """)
        }
      }
      if rows > 0 { mended.append((counter.name, rows)) }
    }
    return mended
  }

  /// Reads pictures in the order of their hashes, beginning after `hash`.
  public func pictures(after hash: String, limit: Int) async throws -> [MediaRecord] {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(MediaRecord.columns) FROM media WHERE hash > \(hash) ORDER BY hash LIMIT \(limit)
        """
      return try connection.rows(sql) { row in try MediaRecord(&row) }
    }
  }

  public func pictureCount() async throws -> Int {
    try await driver.read(dependsOn: .everything) { try $0.count("SELECT count(*) FROM media") }
  }
}
