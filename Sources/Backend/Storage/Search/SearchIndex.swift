import Invalidation

extension Store {
  /// The maximum number of posts indexed in one transaction, so that other writes don't wait long.
  static let indexedAtOnce = 128

  /// The number of posts in one statement for PostgreSQL. The time is checked after each statement.
  static let indexedByAStatement = 32

  /// Pages of the index that are written in one transaction to join segments, and how many such transactions
  /// follow each one that brings posts in. So no transaction is long, and the segments stay few
  /// (docs/decisions/0050).
  static let pagesMergedAtOnce = 16
  static let mergesBetween = 4

  /// Brings in all posts. Only one program at a time does that; another one waits, and goes on if the first
  /// is ended.
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
    do {
      lost = try await driver.read(dependsOn: .everything) { try $0.postsWithoutWords() }
    } catch StorageError
      .corrupt
    {
      // Even the index's header is lost, so the index is rebuilt from the words stored beside it.
      try await driver.write { _ = try $0.execute("INSERT INTO post_words (post_words) VALUES ('rebuild')") }
      return try await mendIndex(
        found: driver.read(dependsOn: .everything) { try $0.postsWithoutWords() }, isNew: true)
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
      isNew
      ? try await driver.read(dependsOn: .everything) { try $0.count("SELECT count(*) FROM post_words") } : 0
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
  /// Their words are made before the transaction that writes them, as that takes most of the time.
  ///
  /// - Parameter limit: the largest number of posts, the newest first; `nil` for all.
  /// - Returns: whether any are left.
  @discardableResult
  func index(atMost limit: Int? = nil) async throws -> Bool {
    guard try await hasUnindexed() else { return false }
    var rest = limit ?? .max
    // In PostgreSQL what was taken out stays in the way until it is vacuumed, so each read goes on below the
    // last.
    var end = Int64.max
    while rest > 0 {
      let found = try await unindexedPosts(below: end, atMost: min(rest, Self.indexedAtOnce))
      guard let oldest = found.last?.id else {
        guard end < .max, try await hasUnindexed() else { return false }
        // Some were written meanwhile.
        end = .max
        continue
      }
      end = oldest
      rest -= found.count
      // They go in from the oldest of them on: for an id that is lower than the one before, FTS5 writes all
      // words so far to the database (`sqlite3Fts5IndexBeginWrite`), which costs many times as much.
      var left = ArraySlice(found.reversed())
      while !left.isEmpty {
        let some = left
        left = left.dropFirst(try await driver.writeAndPause { try $0.index(some) })
      }
      try await mergeWords(atMost: Self.mergesBetween)
    }
    return try await hasUnindexed()
  }

  /// The newest posts that aren't in the index, with their words.
  private func unindexedPosts(below end: Int64, atMost limit: Int) async throws -> [UnindexedPost] {
    var found: [UnindexedPost] = []
    while found.count < limit {
      let (below, count) = (found.last?.id ?? end, min(limit - found.count, Self.indexedByAStatement))
      // A reader is held for some posts only.
      let more = try await driver.read(dependsOn: .everything) {
        try $0.unindexedPosts(below: below, atMost: count)
      }
      guard !more.isEmpty else { break }
      found += more
    }
    return found
  }

  /// Joins segments of SQLite's index, a few pages in each transaction
  /// (sqlite.org/fts5.html#the_merge_command).
  ///
  /// - Parameter limit: of transactions.
  func mergeWords(atMost limit: Int) async throws {
    guard driver.dialect == .sqlite else { return }
    for _ in 0..<limit {
      guard try await driver.writeAndPause({ try $0.mergeWords(pages: Self.pagesMergedAtOnce) }) else {
        return
      }
    }
  }

  /// The same, as far as it can be: on a full disk, or while another program writes, what is in the index is
  /// found.
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
  /// SQLite stores a post's words beside the index, separated by spaces; the vocabulary table shows the words
  /// in the index itself.
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

  /// The newest posts that aren't in the index, with their words. Making those takes longer than reading the
  /// posts.
  fileprivate func unindexedPosts(below end: Int64, atMost limit: Int) throws -> [UnindexedPost] {
    let sql: Statement = """
      SELECT u.post, p.warning, p.text FROM unindexed_posts u LEFT JOIN posts p ON p.id = u.post
      WHERE u.post < \(end) ORDER BY u.post DESC LIMIT \(limit)
      """
    let dialect = dialect
    return try rows(sql) { row in
      let (id, text) = (try row.integer(), try Self.searched(&row))
      return UnindexedPost(id: id, text: text, words: text.map { dialect.indexed(SearchWords.indexed($0)) })
    }
  }

  /// A post's warning and text; `nil` if the post is gone.
  private static func searched(_ row: inout RowReader) throws(StorageError) -> String? {
    guard let warning = try row.optionalText(), let text = try row.optionalText() else { return nil }
    return warning + "\n" + text
  }

  /// Brings in some of the posts, but no more than a short transaction's. A post whose text has changed since
  /// is left out, and stays among the unindexed ones.
  ///
  /// - Parameter posts: in the order of their ids.
  /// - Returns: how many were dealt with.
  fileprivate func index(_ posts: ArraySlice<UnindexedPost>) throws -> Int {
    let deadline = ContinuousClock.now + .shortTransaction
    var left = posts
    repeat {
      let part = left.prefix(Store.indexedByAStatement)
      left = left.dropFirst(part.count)
      var texts: [Int64: String] = [:]
      let sql: Statement = "SELECT id, warning, text FROM posts WHERE id IN \(part.map(\.id))"
      try forEach(sql) { row in texts[try row.integer()] = try Self.searched(&row) }
      // Another indexer may have been quicker.
      let listed = try Set(integers("SELECT post FROM unindexed_posts WHERE post IN \(part.map(\.id))"))
      let unchanged = part.filter { listed.contains($0.id) && $0.text == texts[$0.id] }
      guard !unchanged.isEmpty else { continue }
      for statement in dialect.replaceWords(of: unchanged.map { ($0.id, $0.words) }) {
        try execute(statement)
      }
      try execute("DELETE FROM unindexed_posts WHERE post IN \(unchanged.map(\.id))")
    } while !left.isEmpty && ContinuousClock.now < deadline
    return posts.count - left.count
  }

  /// Returns whether something was joined: the command says so only by the number of rows that it changes.
  fileprivate func mergeWords(pages: Int) throws -> Bool {
    let changes: Statement = "SELECT total_changes()"
    let before = try integer(changes) ?? 0
    try execute("INSERT INTO post_words (post_words, rank) VALUES ('merge', \(pages))")
    return try (integer(changes) ?? 0) - before >= 2
  }
}

/// A post that has to come into the index of words.
private struct UnindexedPost: Sendable {
  let id: Int64
  /// `nil` if the post was deleted.
  let text: String?
  /// As the database takes them; `nil` if the post was deleted.
  let words: String?
}
