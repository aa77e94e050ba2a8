import Freshness
public import Social

/// A search of posts.
public struct StatusSearch: Equatable, Sendable {
  /// The words, all of which must be in the text or the warning; each matches by its beginning.
  public var words: [String]
  public var author: Int64?
  public var cursor: Cursor

  public init(words: [String], author: Int64?, cursor: Cursor) {
    self.words = words
    self.author = author
    self.cursor = cursor
  }

  /// The maximum number of matching posts that are scanned, from the page's newest on.
  static let mostPosts: Int64 = 20_000
}

extension Store {
  /// The maximum number of posts that a search adds to the index first.
  static let indexedForSearch = 5000

  /// The maximum number of words with the same beginning that are searched one by one.
  static let mostEndings = 64

  /// The number of newest accounts that are scanned for a text inside a name.
  static let mostNames: Int64 = 5000

  /// Returns accounts whose username or name contains the text: an equal username first, then those that begin with
  /// the text. Inside names it searches only the newest 5,000 accounts.
  public func searchAccounts(
    _ text: String, asker: Int64?, followedOnly: Bool, limit: Int
  ) async throws -> [Profile] {
    try await driver.read(dependsOn: .everything) { connection in
      let statement = AccountSearch(text: text, asker: asker, followedOnly: followedOnly, limit: limit).statement
      let ids = try connection.integers(statement)
      let profiles = try connection.profiles(ids)
      return ids.compactMap { profiles[$0] }
    }
  }

  /// Returns matching posts that the viewer may see, newest first.
  public func search(_ search: StatusSearch, asker: Int64) async throws -> [Status] {
    let words = search.words.map { SearchWords.query($0) }.filter { !$0.isEmpty }
    guard !words.isEmpty else { return [] }
    try await indexIfPossible(atMost: Self.indexedForSearch)
    return try await driver.read(dependsOn: .everything) { connection in
      let patterns = try words.map { WordPattern(parts: $0, endings: try connection.endings(of: $0[$0.count - 1])) }
      guard !patterns.contains(where: { $0.endings?.isEmpty == true }) else { return [] }
      var found: [Int64] = []
      for window in connection.dialect.searchWindows(limit: search.cursor.limit) where found.count < search.cursor.limit
      {
        let statement = search.statement(patterns, window: window, asker: asker, connection.dialect)
        found = try connection.page(statement, search.cursor) { _, _ in }.keys
      }
      return try StatusReader(connection: connection, memory: memory, asker: asker).statuses(found)
    }
  }

  /// Returns tags of public posts with that beginning, in alphabetical order. A tag shows if one of its newest 100
  /// posts is visible; 500 tags are checked at most.
  public func tags(beginning prefix: String, limit: Int) async throws -> [Status.Tag] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.texts(TagSearch(prefix: prefix, limit: limit).statement).map { Status.Tag(name: $0, url: "") }
    }
  }
}

extension StatusSearch {
  /// Makes the statement of a search.
  ///
  /// - Parameter window: the number of matching posts to scan, from the page's newest on.
  func statement(_ words: [WordPattern], window most: Int64, asker: Int64, _ dialect: Dialect) -> Statement {
    let (id, matches) = (dialect.wordsID, dialect.wordsMatch)
    var statement: Statement = """
      SELECT p.id FROM (SELECT \(id) AS id FROM post_words \
      WHERE \(matches.before)\(dialect.wordsQuery(words))\(matches.after)
      """
    let range = cursor.condition(id, in: &statement)
    var window = cursor
    window.limit = Int(most)
    let order = window.order(id, in: &statement)
    statement.append("\(range)\(order)) w CROSS JOIN posts p WHERE p.id = w.id")
    if let author { statement.append(" AND p.author = \(author)") }
    let visible = Visibility.condition(asker: asker, in: &statement)
    let outer = cursor.order("p.id", in: &statement)
    statement.append(" AND \(visible)\(outer)")
    return statement
  }
}

extension DatabaseConnection {
  /// Returns the indexed words with that beginning in SQLite.
  ///
  /// FTS5 joins all posts of all such words before it returns the first one: 35 ms for 500,000 posts. For whole words
  /// it reads posts one by one, from the newest on, so the query names the words. The recursion reads the vocabulary
  /// from each word to the next.
  ///
  /// - Returns: `nil` if there are too many words to name.
  func endings(of beginning: String) throws(StorageError) -> [String]? {
    guard dialect == .sqlite else { return nil }
    let words = try texts(
      Statement(with: beginning) { beginning in
        """
        WITH RECURSIVE words (word, number) AS (
          SELECT (SELECT term FROM post_words_vocabulary WHERE term >= \(beginning) LIMIT 1), 1
          UNION ALL
          SELECT (SELECT term FROM post_words_vocabulary WHERE term >= word || char(1) LIMIT 1), number + 1
          FROM words WHERE substr(word, 1, length(\(beginning))) = \(beginning) AND number <= \(Store.mostEndings))
        SELECT word FROM words WHERE substr(word, 1, length(\(beginning))) = \(beginning)
        """
      })
    return words.count > Store.mostEndings ? nil : words
  }
}

struct AccountSearch {
  let text: String
  let asker: Int64?
  let followedOnly: Bool
  let limit: Int

  /// Selects ids, the best match first.
  var statement: Statement {
    let key = SearchWords.folded(text)
    var statement: Statement = "SELECT a.id FROM accounts a WHERE a.suspended_at IS NULL AND a.id IN ("
    let (start, end) = (statement.bind(key), statement.bind(key + "\u{10FFFF}"))
    let most = statement.bind(Store.mostNames)
    let anywhere = statement.pattern(key, anywhere: true)
    let parts = (["username_key", "nick_key"] as [SQL]).map { column -> SQL in
      """
      SELECT id FROM (SELECT id FROM accounts WHERE \(column) >= \(start) AND \(column) < \(end) \
      ORDER BY \(column) LIMIT \(most)) AS by_\(column)
      """
    }
    statement.append("\(parts.joined(separator: " UNION ALL "))")
    statement.append(
      """
       UNION ALL SELECT id FROM (SELECT id, username_key, nick_key \
      FROM accounts ORDER BY id DESC LIMIT \(most)) AS newest \
      WHERE username_key LIKE \(anywhere) OR nick_key LIKE \(anywhere))
      """)
    statement.append(" AND (a.is_discoverable = 1 OR a.username_key = \(start)")
    if let asker {
      let id = statement.identifier(asker)
      statement.append(" OR a.id = \(id) OR a.id IN (SELECT followee FROM follows WHERE follower = \(id)))")
      // Accounts that the viewer blocked are found, so that they can be unblocked.
      statement.append(" AND a.id NOT IN (SELECT account FROM blocks WHERE target = \(id))")
      if followedOnly { statement.append(" AND a.id IN (SELECT followee FROM follows WHERE follower = \(id))") }
    } else {
      statement.append(")")
    }
    let beginning = statement.pattern(key, anywhere: false)
    // Sorts followed accounts before others that match equally well.
    let followed: SQL =
      if let asker {
        "a.id IN (SELECT followee FROM follows WHERE follower = \(statement.identifier(asker))) DESC, "
      } else { "" }
    statement.append(
      """
       ORDER BY CASE WHEN a.username_key = \(start) THEN 0 \
      WHEN a.username_key LIKE \(beginning) THEN 1 WHEN a.nick_key LIKE \(beginning) THEN 2 ELSE 3 END, \
      \(followed)a.is_imported, a.followers_count DESC, a.id LIMIT \(limit)
      """)
    return statement
  }
}

struct TagSearch {
  let prefix: String
  let limit: Int

  /// Goes from tag to tag in the index, however many posts each tag has.
  var statement: Statement {
    var statement: Statement = "WITH RECURSIVE names (name, number) AS (SELECT min(name), 1 FROM tags WHERE name >= "
    let start = statement.bind(prefix)
    let end = statement.bind(prefix + "\u{10FFFF}")
    let visible = Visibility.condition(asker: nil, in: &statement)
    statement.append(
      """
      \(start) AND name < \(end) UNION ALL \
      SELECT (SELECT min(t.name) FROM tags t WHERE t.name > names.name AND t.name < \(end)), number + 1 \
      FROM names WHERE names.name IS NOT NULL AND number < 500) \
      SELECT name FROM names WHERE name IS NOT NULL AND EXISTS (SELECT 1 FROM (\
      SELECT post FROM tags WHERE tags.name = names.name ORDER BY post DESC LIMIT 100) newest CROSS JOIN posts p \
      WHERE p.id = newest.post AND p.visibility = 'public' AND \(visible)) ORDER BY number LIMIT \(limit)
      """)
    return statement
  }
}
