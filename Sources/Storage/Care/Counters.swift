import Freshness

/// A number that is kept beside what it counts. This is what it must be; where it changes, it is counted up and down.
struct Counter: Sendable {
  let table: SQL
  let column: SQL
  /// Of the row `c`.
  let count: SQL
  /// For a person: `replies of a post`
  let name: String

  static let all = [
    Counter(
      table: "posts", column: "replies_count",
      count: "SELECT count(*) FROM posts r WHERE r.reply_to = c.id AND r.visibility IN ('public', 'unlisted')",
      name: "replies of posts"),
    Counter(
      table: "posts", column: "reposts_count", count: "SELECT count(*) FROM posts r WHERE r.repost_of = c.id",
      name: "reposts of posts"),
    Counter(
      table: "posts", column: "favourites_count", count: "SELECT count(*) FROM favourites f WHERE f.post = c.id",
      name: "favourites of posts"),
    Counter(
      table: "accounts", column: "posts_count",
      count: "SELECT count(*) FROM posts p WHERE p.author = c.id AND p.repost_of IS NULL AND p.visibility <> 'direct'",
      name: "posts of accounts"),
    Counter(
      table: "accounts", column: "followers_count", count: "SELECT count(*) FROM follows f WHERE f.followee = c.id",
      name: "followers of accounts"),
    Counter(
      table: "accounts", column: "following_count", count: "SELECT count(*) FROM follows f WHERE f.follower = c.id",
      name: "followed by accounts"),
  ]
}

extension Store {
  /// What is wrong with the database itself; empty if nothing. Reads all of it.
  public func faults() async throws -> [String] {
    try await driver.read(dependsOn: .everything) { try $0.faults() }
  }

  /// Rows that are changed in one transaction, so that nobody waits long.
  private static let mendedAtOnce = 500

  /// Counts everything anew, and corrects what is wrong.
  ///
  /// - Returns: how many rows were corrected, by what was counted; only what is not zero.
  public func mendCounters() async throws -> [(name: String, rows: Int)] {
    // What is hidden is counted when an import is complete.
    let lock = try await self.lock(.importing)
    defer { withExtendedLifetime(lock) {} }
    var mended: [(name: String, rows: Int)] = []
    for counter in Counter.all {
      let wrong = try await driver.read(dependsOn: .everything) { connection in
        let sql: Statement = "SELECT c.id FROM \(counter.table) c WHERE c.\(counter.column) <> (\(counter.count))"
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

  /// Pictures in the order of their hashes, behind that one.
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
