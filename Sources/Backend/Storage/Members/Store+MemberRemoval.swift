import Invalidation
import Social

/// Removes a member in transactions of few rows, between which others write (docs/decisions/0049).
///
/// The first one hides the account for good. The others remove what refers to it and to its posts, then the
/// posts, and at last the account. After each of them all counters are right, so a stop at any point loses
/// nothing.
extension MembershipTransaction {
  /// Hides an account from everybody and frees its name. `removePart` does the rest.
  ///
  /// - Parameter now: in milliseconds.
  public func beginRemoval(of account: Int64, now: Int64) throws(StorageError) {
    let people = ImportTransaction(connection: connection)
    // No member's name has a slash; a person of an imported page may.
    var name = "removed/\(account)"
    while try people.account(named: name) != nil { name += "/" }
    try people.rename(account, to: name)
    try connection.execute(
      """
      UPDATE accounts SET suspended_at = coalesce(suspended_at, \(now)), is_imported = 1 WHERE id = \(account)
      """)
    try connection.execute(
      "INSERT INTO removed_accounts (account) VALUES (\(account)) ON CONFLICT DO NOTHING")
    try connection.execute("DELETE FROM credentials WHERE account = \(account)")
    try endSessions(of: account)
  }
}

extension Store {
  /// Rows that one transaction of a removal changes, at most, beside the index of words.
  static let rowsRemovedAtOnce = 200

  /// Accounts whose removal has begun.
  public func removedAccounts() async throws -> [Int64] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.integers("SELECT account FROM removed_accounts ORDER BY account")
    }
  }

  /// Joining segments takes longer than a transaction that removes.
  private static let partsBetweenMerges = 8

  /// Carries out some transactions of a removal that has begun.
  ///
  /// - Returns: `true` if more has to be removed.
  public func removePart(of account: Int64) async throws -> Bool {
    for _ in 0..<Self.partsBetweenMerges {
      guard try await removePart(of: account, limit: Self.rowsRemovedAtOnce) else { return false }
    }
    // Each transaction has added a segment to the index of words.
    try await mergeWords(atMost: 1)
    return true
  }

  func removePart(of account: Int64, limit: Int) async throws -> Bool {
    try await driver.writeAndPause { connection in
      var part = RemovedPart(connection: connection, account: account, left: limit)
      return try part.carryOut()
    }
  }
}

/// One transaction of a removal.
private struct RemovedPart {
  let connection: any DatabaseConnection
  let account: Int64
  /// Rows that may still be changed.
  var left: Int

  private static let postsAtOnce = 50
  /// The account, its note in `removed_accounts`, and two pictures.
  private static let rowsOfAnAccount = 6
  /// The post, its notes in `unindexed_posts` and `hidden_posts`, and the counters of its parent and of the
  /// post that it reposts.
  private static let rowsOfAPost = 5

  /// Returns `true` if more has to be removed.
  mutating func carryOut() throws(StorageError) -> Bool {
    guard try connection.has("SELECT 1 FROM removed_accounts WHERE account = \(account)") else {
      return false
    }
    for table in RemovedTable.ofAccounts where left > 0 { try remove(from: table, [account]) }
    while left > 0 {
      let reports = try connection.integers(
        "SELECT id FROM reports WHERE reporter = \(account) OR target = \(account) ORDER BY id LIMIT \(Self.postsAtOnce)"
      )
      guard !reports.isEmpty else { break }
      for table in RemovedTable.ofReports where left > 0 { try remove(from: table, reports) }
    }
    while left > 0 {
      let posts = try connection.integers(
        "SELECT id FROM posts WHERE author = \(account) ORDER BY id DESC LIMIT \(Self.postsAtOnce)")
      guard !posts.isEmpty else { break }
      try remove(posts: posts)
    }
    guard left >= Self.rowsOfAnAccount else { return true }
    let pictures = try connection.first("SELECT avatar, cover FROM accounts WHERE id = \(account)") { row in
      [try row.optionalInteger(), try row.optionalInteger()]
    }
    try connection.execute("DELETE FROM accounts WHERE id = \(account)")
    _ = try connection.removeUnused((pictures ?? []).compactMap(\.self))
    return false
  }

  /// Removes posts with all that refers to them, as far as the transaction goes.
  private mutating func remove(posts: [Int64]) throws(StorageError) {
    for table in RemovedTable.ofPosts where left > 0 { try remove(from: table, posts) }
    guard left > 0 else { return }
    // Reposts have none of their own.
    let reposts = try connection.integers(
      "SELECT id FROM posts WHERE repost_of IN \(posts) ORDER BY id LIMIT \(Self.postsAtOnce)")
    guard reposts.isEmpty else { return try remove(posts: reposts) }
    // One more row is the author's counter.
    let most = (left - 1) / Self.rowsOfAPost
    guard most > 0 else { return left = 0 }
    let removed = Array(posts.prefix(most))
    try uncount(removed)
    try connection.execute("DELETE FROM posts WHERE id IN \(removed)")
    left -= removed.count * Self.rowsOfAPost + 1
  }

  /// A counter less `n.count`. It stays at 0 where it was too low: that must not stop a removal.
  private func less(_ counter: SQL) -> SQL {
    "CASE WHEN \(counter) > n.count THEN \(counter) - n.count ELSE 0 END"
  }

  /// Takes posts out of the counters of their authors, of their parents, and of the posts that they repost.
  private func uncount(_ posts: [Int64]) throws(StorageError) {
    try connection.execute(
      """
      UPDATE accounts SET posts_count = \(less("posts_count")) FROM (
        SELECT p.author, count(*) AS count FROM posts p WHERE p.id IN \(posts) AND p.repost_of IS NULL
          AND \(Visibility.isCountedOnProfile("p")) AND p.id NOT IN (SELECT post FROM hidden_posts) GROUP BY p.author) n
      WHERE n.author = accounts.id
      """)
    try connection.execute(
      """
      UPDATE posts SET reposts_count = \(less("reposts_count")) FROM (
        SELECT repost_of, count(*) AS count FROM posts WHERE id IN \(posts) AND repost_of IS NOT NULL
        GROUP BY repost_of) n
      WHERE n.repost_of = posts.id
      """)
    try uncountReplies(posts)
  }

  /// Hidden replies count only where their parent is hidden too (`Staging`).
  private func uncountReplies(_ posts: [Int64]) throws(StorageError) {
    try connection.execute(
      """
      UPDATE posts SET replies_count = \(less("replies_count")) FROM (
        SELECT r.reply_to, count(*) AS count FROM posts r
        WHERE r.id IN \(posts) AND r.reply_to IS NOT NULL AND \(Visibility.isCounted("r"))
          AND (r.id NOT IN (SELECT post FROM hidden_posts) OR r.reply_to IN (SELECT post FROM hidden_posts))
        GROUP BY r.reply_to) n
      WHERE n.reply_to = posts.id
      """)
  }

  /// Removes rows that refer to one of these ids, as far as the transaction goes.
  private mutating func remove(from table: RemovedTable, _ ids: [Int64]) throws(StorageError) {
    let most = left / table.rows
    guard most > 0 else { return left = 0 }
    let keys = try connection.rows(
      "SELECT \(table.key) FROM \(table.name) WHERE \(table.column) IN \(ids) LIMIT \(most)")
    guard !keys.isEmpty else { return }
    try remove(keys, from: table)
    left = keys.count < most ? left - keys.count * table.rows : 0
  }

  private func remove(_ keys: [Row], from table: RemovedTable) throws(StorageError) {
    switch table.consequence {
    case .none: try delete(keys, from: table, returning: [])
    case .cleared:
      try connection.execute(
        "UPDATE \(table.name) SET \(table.column) = NULL WHERE \(table.key) IN \(keys.map { $0.values[0] })")
    case .replies:
      let posts = try keys.read { row in try row.integer() }
      try uncountReplies(posts)
      try connection.execute("UPDATE posts SET reply_to = NULL WHERE id IN \(posts)")
    case .followed:
      try delete(keys, from: table, returning: [])
      for row in keys {
        let (follower, followee) = try row.read { row in (try row.integer(), try row.integer()) }
        try connection.countFollow(of: followee, by: follower, -1)
      }
    case .favourites:
      for post in try delete(keys, from: table, returning: ["post"]) {
        try connection.execute(
          "UPDATE posts SET favourites_count = favourites_count - 1 WHERE id = \(post) AND favourites_count > 0"
        )
      }
    case .pictures(let columns):
      _ = try connection.removeUnused(delete(keys, from: table, returning: columns))
    case .cards:
      let cards = try Set(delete(keys, from: table, returning: ["card"]))
      var pictures: [Int64] = []
      for card in cards.sorted() { pictures += try connection.removeUnusedLinkPreview(card) }
      _ = try connection.removeUnused(pictures)
    }
  }

  /// - Returns: the values that the columns had, but for NULL.
  @discardableResult
  private func delete(
    _ keys: [Row], from table: RemovedTable, returning columns: [SQL]
  ) throws(StorageError) -> [Int64] {
    let returned: Statement.Piece = columns.isEmpty ? "" : " RETURNING \(columns.joined(separator: ", "))"
    var statements: [Statement] = []
    if table.keys.count == 1 {
      statements = ["DELETE FROM \(table.name) WHERE \(table.key) IN \(keys.map { $0.values[0] })\(returned)"]
    } else {
      // SQLite looks through all rows of the first column for a list of pairs.
      statements = keys.map { key in
        var statement: Statement = "DELETE FROM \(table.name) WHERE "
        for (index, (column, value)) in zip(table.keys, key.values).enumerated() {
          statement.append("\(raw: index == 0 ? "" : " AND ")\(column) = \(value)")
        }
        statement.append(returned)
        return statement
      }
    }
    var values: [Int64] = []
    for statement in statements {
      if columns.isEmpty {
        try connection.execute(statement)
      } else {
        try connection.forEach(statement) { row in
          for _ in columns { if let value = try row.optionalInteger() { values.append(value) } }
        }
      }
    }
    return values
  }
}
