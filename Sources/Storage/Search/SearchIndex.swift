import Freshness

extension Store {
  /// The maximum number of posts indexed in one transaction, so that other writes don't wait long.
  static let indexedAtOnce = 128

  /// The number of posts in one statement for PostgreSQL. The time is checked after each statement.
  static let indexedByAStatement = 32

  /// Indexes all posts. One process at a time does that; another one waits, and continues if the first ends early.
  public func indexAll() async throws {
    try await foldNames()
    guard try await hasUnindexed() else { return }
    let lock = try await self.lock(.indexing)
    defer { withExtendedLifetime(lock) {} }
    try await index()
  }

  /// Indexes posts again whose words the index lost.
  ///
  /// - Returns: the number of these posts.
  public func mendIndex() async throws -> Int {
    let lost: [Int64]
    do { lost = try await driver.read(dependsOn: .everything) { try $0.postsWithoutWords() } } catch StorageError
      .corrupt
    {
      // Even the index's header is lost, so the index is rebuilt from the words stored beside it.
      try await driver.write { _ = try $0.execute("INSERT INTO post_words (post_words) VALUES ('rebuild')") }
      return try await mendIndex(found: driver.read(dependsOn: .everything) { try $0.postsWithoutWords() }, isNew: true)
    }
    return try await mendIndex(found: lost, isNew: false)
  }

  private func mendIndex(found lost: [Int64], isNew: Bool) async throws -> Int {
    for start in stride(from: 0, to: lost.count, by: Self.indexedAtOnce) {
      let some = Array(lost[start..<min(lost.count, start + Self.indexedAtOnce)])
      _ = try await driver.writeAndPause { connection in
        // Skips posts that were deleted meanwhile.
        try connection.execute(
          """
          INSERT INTO unindexed_posts (post) SELECT id FROM posts WHERE id IN \(some) \
          AND NOT EXISTS (SELECT 1 FROM unindexed_posts u WHERE u.post = posts.id)
          """)
      }
    }
    if !lost.isEmpty { try await indexAll() }
    let all =
      isNew ? try await driver.read(dependsOn: .everything) { try $0.count("SELECT count(*) FROM post_words") } : 0
    return max(all, lost.count)
  }

  /// Folds the accents of names stored by earlier versions, so that a search finds them. This happens once.
  func foldNames() async throws {
    guard try await setting("names_folded") == nil else { return }
    let outdated = try await driver.read(dependsOn: .everything) { connection in
      var outdated: [(id: Int64, key: String)] = []
      try connection.forEach("SELECT id, nick, nick_key FROM accounts") { row in
        let (id, key) = (try row.integer(), SearchWords.folded(try row.text()))
        if try row.text() != key { outdated.append((id, key)) }
      }
      return outdated
    }
    for start in stride(from: 0, to: outdated.count, by: Self.indexedAtOnce) {
      try await driver.writeAndPause { connection in
        for (id, key) in outdated[start..<min(start + Self.indexedAtOnce, outdated.count)] {
          try connection.execute("UPDATE accounts SET nick_key = \(key) WHERE id = \(id)")
        }
      }
    }
    try await set("names_folded", to: "yes")
  }

  /// Adds new and changed posts to the search index.
  ///
  /// - Parameter limit: the maximum number, the newest first; `nil` for all.
  /// - Returns: true if posts are left.
  @discardableResult
  func index(atMost limit: Int? = nil) async throws -> Bool {
    guard try await hasUnindexed() else { return false }
    var rest = limit ?? .max
    // Deleted rows slow PostgreSQL down until it is vacuumed, so each transaction continues below the last one.
    var end = Int64.max
    while rest > 0 {
      let (count, below) = (min(rest, Self.indexedAtOnce), end)
      let done = try await driver.writeAndPause { try $0.indexPosts(below: below, atMost: count) }
      guard done.count > 0 || end < .max else { return false }
      end = done.end
      rest -= done.count
    }
    return try await hasUnindexed()
  }

  /// Indexes posts if possible. On a full disk, or while another program writes, a search uses the index as it is.
  func indexIfPossible(atMost limit: Int) async throws {
    do { try await index(atMost: limit) } catch let error as StorageError {
      switch error {
      case .diskFull, .busy: return
      default: throw error
      }
    }
  }

  private func hasUnindexed() async throws -> Bool {
    try await driver.read(dependsOn: .everything) { try $0.has("SELECT 1 FROM unindexed_posts LIMIT 1") }
  }
}

extension DatabaseConnection {
  /// Returns the posts that should be in the index, and are missing or have lost words.
  ///
  /// SQLite stores a post's words beside the index, separated by spaces; the vocabulary table shows the words in the
  /// index itself.
  fileprivate func postsWithoutWords() throws(StorageError) -> [Int64] {
    let isExpected: SQL = """
      p.repost_of IS NULL AND NOT EXISTS (SELECT 1 FROM unindexed_posts u WHERE u.post = p.id)
      """
    switch dialect {
    case .sqlite:
      return try integers(
        """
        SELECT p.id FROM posts p LEFT JOIN post_words_content c ON c.id = p.id
          LEFT JOIN (SELECT doc, count(*) AS count FROM post_words_vocabulary GROUP BY doc) v ON v.doc = p.id
        WHERE \(isExpected) AND (c.id IS NULL OR coalesce(v.count, 0) <>
          CASE c.c0 WHEN '' THEN 0 ELSE length(c.c0) - length(replace(c.c0, ' ', '')) + 1 END)
        ORDER BY p.id
        """)
    case .postgres:
      return try integers(
        """
        SELECT p.id FROM posts p
        WHERE \(isExpected) AND NOT EXISTS (SELECT 1 FROM post_words w WHERE w.post = p.id) ORDER BY p.id
        """)
    }
  }

  /// Indexes the newest waiting posts, as many as fit into a short transaction. They are inserted from the oldest on.
  /// For an id below the previous one, FTS5 writes all its pending words to the database
  /// (`sqlite3Fts5IndexBeginWrite`). That costs many times as much.
  ///
  /// - Returns: the number of indexed posts, and the id below which to continue.
  fileprivate func indexPosts(below end: Int64, atMost limit: Int) throws -> (count: Int, end: Int64) {
    let sql: Statement = """
      SELECT u.post, p.warning, p.text FROM unindexed_posts u LEFT JOIN posts p ON p.id = u.post
      WHERE u.post < \(end) ORDER BY u.post DESC LIMIT \(limit)
      """
    let deadline = ContinuousClock.now + .shortTransaction
    var left = try rows(sql) { row in
      (id: try row.integer(), warning: try row.optionalText(), text: try row.optionalText())
    }
    let oldest = left.last?.id ?? .max
    var done = 0
    while !left.isEmpty, done == 0 || ContinuousClock.now < deadline {
      let part = left.suffix(Store.indexedByAStatement).reversed()
      left.removeLast(part.count)
      done += part.count
      let posts = part.map { id, warning, text -> (id: Int64, words: String?) in
        guard let warning, let text else { return (id, nil) }
        return (id, dialect.indexed(SearchWords.indexed(warning + "\n" + text)))
      }
      for statement in dialect.replaceWords(of: posts) { try execute(statement) }
      try execute("DELETE FROM unindexed_posts WHERE post IN \(part.map(\.id))")
    }
    return (done, left.first.map { $0.id + 1 } ?? oldest)
  }
}
