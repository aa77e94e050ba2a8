import Invalidation
public import Social

/// A search of posts.
public struct PostSearch: Equatable, Sendable {
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
  static let maxPosts: Int64 = 20_000
}

extension Store {
  /// The maximum number of posts that a search adds to the index first.
  static let indexedForSearch = 5000

  /// The number of posts that a search looks through without the index. Writing one into it costs as much as
  /// publishing it; many at once cost little more than one.
  static let searchedByThemselves = 32
  /// The maximum length of their texts.
  static let bytesSearchedByThemselves = 65_536

  /// The words that begin alike are looked for one by one up to this many.
  static let maxEndings = 64

  /// The number of newest accounts that are scanned for a text inside a name.
  static let maxNames: Int64 = 5000

  /// Returns accounts whose username or name contains the text: an equal username first, then those that
  /// begin with the text. Inside names it searches only the newest 5,000 accounts.
  public func searchAccounts(
    _ text: String, viewer: Int64?, followedOnly: Bool, limit: Int
  ) async throws -> [Profile] {
    try await driver.read(dependsOn: .everything) { connection in
      let statement = AccountSearch(text: text, viewer: viewer, followedOnly: followedOnly, limit: limit)
        .statement
      let ids = try connection.integers(statement)
      let profiles = try connection.profiles(ids)
      return ids.compactMap { profiles[$0] }
    }
  }

  /// Returns matching posts that the viewer may see, newest first.
  public func search(_ search: PostSearch, viewer: Int64) async throws -> [Post] {
    let words = search.words.map { SearchWords.query($0) }.filter { !$0.isEmpty }
    guard !words.isEmpty else { return [] }
    if let found = try await find(words, search, viewer: viewer, hasIndexed: false) { return found }
    try await indexIfPossible(atMost: Self.indexedForSearch)
    return try await find(words, search, viewer: viewer, hasIndexed: true) ?? []
  }

  /// - Parameter hasIndexed: all that can be is in the index.
  /// - Returns: `nil` if too many posts are not in the index.
  private func find(
    _ words: [[String]], _ search: PostSearch, viewer: Int64, hasIndexed: Bool
  ) async throws -> [Post]? {
    try await driver.read(dependsOn: .everything) { connection in
      let unindexed = try connection.unindexedPosts(atMost: Self.searchedByThemselves + 1)
      // Imported posts may be long.
      let isShort = unindexed.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) } <= Self.bytesSearchedByThemselves
      guard hasIndexed || isShort && unindexed.count <= Self.searchedByThemselves else { return nil }
      let patterns = try words.map {
        WordPattern(parts: $0, endings: try connection.endings(of: $0[$0.count - 1]))
      }
      var fresh = FreshPosts(ids: unindexed.map(\.id))
      fresh.found = unindexed.filter { post in
        guard let text = post.text else { return false }
        let words = SearchWords.indexed(text)
        return patterns.allSatisfy { $0.isFound(in: words) }
      }.map(\.id)
      let isInIndex = !patterns.contains { $0.endings?.isEmpty == true }
      guard isInIndex || !fresh.found.isEmpty else { return [] }
      var found: [ViewedPost] = []
      for window in connection.dialect.searchWindows(limit: search.cursor.limit) {
        let statement = search.statement(
          isInIndex ? patterns : [], and: fresh, window: window, viewer: viewer, connection.dialect)
        found = try connection.page(statement, search.cursor) { id, row in try ViewedPost(id: id, &row) }.rows
        // The page is full, or all with the words were looked at.
        if found.count >= search.cursor.limit || !isInIndex { break }
        if found.contains(where: { fresh.isEnd($0, of: window) }) { break }
      }
      let interactions = Dictionary(found.map { ($0.id, $0.interactions) }) { $1 }
      let posts = try PostReader(connection: connection, memory: memory, viewer: viewer)
        .read(visible: found.map(\.id), others: [], interactions: interactions).posts
      return found.compactMap { posts[$0.id] }
    }
  }

  /// Returns tags of public posts with that beginning, in alphabetical order. A tag shows if one of its
  /// newest 100 posts is visible; 500 tags are checked at most.
  ///
  /// - Parameter viewer: the viewer's id, who also finds tags of posts for members; `nil` for a stranger.
  public func tags(beginning prefix: String, viewer: Int64?, limit: Int) async throws -> [Post.Tag] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.texts(TagSearch(prefix: prefix, viewer: viewer, limit: limit).statement).map {
        Post.Tag(name: $0, url: "")
      }
    }
  }
}

/// Posts that are searched without the index, as it doesn't have their newest words.
struct FreshPosts {
  var ids: [Int64]
  /// Those with the words.
  var found: [Int64] = []

  /// `true` if the index has no further posts behind the window.
  fileprivate func isEnd(_ post: ViewedPost, of window: Int64) -> Bool {
    post.rows.map { $0 < window - Int64(ids.count) } ?? false
  }
}

/// A post that a search found.
fileprivate struct ViewedPost {
  let id: Int64
  /// The number of posts from the index, without the fresh ones; `nil` for a fresh post.
  let rows: Int64?
  let interactions: Post.Interactions

  init(id: Int64, _ row: inout RowReader) throws(StorageError) {
    self.id = id
    rows = try row.optionalInteger()
    interactions = try Post.Interactions(&row)
  }
}

extension PostSearch {
  /// Selects ids, how many posts the index gave, and what the viewer did with each post.
  ///
  /// - Parameters:
  ///   - words: empty: the index has none of the posts.
  ///   - window: how many posts with the words are looked at, from the newest of the page on.
  func statement(
    _ words: [WordPattern], and fresh: FreshPosts, window most: Int64, viewer: Int64, _ dialect: Dialect
  ) -> Statement {
    var statement: Statement = "SELECT p.id, w.number"
    statement.append("\(PostRow.interactionColumns(viewer: viewer, in: &statement)) FROM (")
    if !words.isEmpty { appendIndexed(words, without: fresh.ids, window: most, dialect, to: &statement) }
    if !fresh.found.isEmpty {
      statement.append(words.isEmpty ? "" : " UNION ALL ")
      statement.append("SELECT id, CAST(NULL AS BIGINT) AS number FROM posts WHERE id IN \(fresh.found)")
      statement.append("\(cursor.condition("id", in: &statement))")
    }
    statement.append(") w CROSS JOIN posts p WHERE p.id = w.id")
    if let author { statement.append(" AND p.author = \(author)") }
    let visible = Visibility.condition(viewer: viewer, in: &statement)
    let outer = cursor.order("p.id", in: &statement)
    statement.append(" AND \(visible)\(outer)")
    return statement
  }
}

extension PostSearch {
  private func appendIndexed(
    _ words: [WordPattern], without fresh: [Int64], window most: Int64, _ dialect: Dialect,
    to statement: inout Statement
  ) {
    let (id, matches) = (dialect.wordsID, dialect.wordsMatch)
    statement.append(
      """
      SELECT id, count(*) OVER () AS number FROM (SELECT \(id) AS id FROM post_words \
      WHERE \(matches.before)\(dialect.wordsQuery(words))\(matches.after)
      """)
    let range = cursor.condition(id, in: &statement)
    var window = cursor
    window.limit = Int(most)
    let order = window.order(id, in: &statement)
    statement.append("\(range)\(order)) AS indexed")
    if !fresh.isEmpty { statement.append(" WHERE id NOT IN \(fresh)") }
  }
}

extension DatabaseConnection {
  /// The newest posts that the index lacks, or has with other words.
  fileprivate func unindexedPosts(atMost limit: Int) throws(StorageError) -> [(id: Int64, text: String?)] {
    try rows(
      """
      SELECT u.post, p.warning, p.text FROM unindexed_posts u LEFT JOIN posts p ON p.id = u.post
      ORDER BY u.post DESC LIMIT \(limit)
      """
    ) { row in
      let (id, warning, text) = (try row.integer(), try row.optionalText(), try row.optionalText())
      return (id, warning.flatMap { warning in text.map { warning + "\n" + $0 } })
    }
  }

  /// The words of posts that begin so, in SQLite.
  ///
  /// FTS5 joins all posts of all such words before it returns the first one: 35 ms for 500,000 posts. For
  /// whole words it reads posts one by one, from the newest on, so the query names the words. The recursion
  /// reads the vocabulary from each word to the next.
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
          FROM words WHERE substr(word, 1, length(\(beginning))) = \(beginning) AND number <= \(Store.maxEndings))
        SELECT word FROM words WHERE substr(word, 1, length(\(beginning))) = \(beginning)
        """
      })
    return words.count > Store.maxEndings ? nil : words
  }
}

struct AccountSearch {
  let text: String
  let viewer: Int64?
  let followedOnly: Bool
  let limit: Int

  /// Selects ids, the best match first.
  var statement: Statement {
    let key = SearchWords.folded(text)
    var statement: Statement = "SELECT a.id FROM accounts a WHERE a.suspended_at IS NULL AND a.id IN ("
    let (start, end) = (statement.bind(key), statement.bind(key + "\u{10FFFF}"))
    let most = statement.bind(Store.maxNames)
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
    if let viewer {
      let id = statement.identifier(viewer)
      statement.append(" OR a.id = \(id) OR a.id IN (SELECT followee FROM follows WHERE follower = \(id)))")
      // Accounts that the viewer blocked are found, so that they can be unblocked.
      statement.append(" AND a.id NOT IN (SELECT account FROM blocks WHERE target = \(id))")
      if followedOnly {
        statement.append(" AND a.id IN (SELECT followee FROM follows WHERE follower = \(id))")
      }
    } else {
      statement.append(")")
    }
    let beginning = statement.pattern(key, anywhere: false)
    // Sorts followed accounts before others that match equally well.
    let followed: SQL =
      if let viewer {
        "a.id IN (SELECT followee FROM follows WHERE follower = \(statement.identifier(viewer))) DESC, "
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
  let viewer: Int64?
  let limit: Int

  /// Goes from tag to tag in the index, however many posts each tag has.
  var statement: Statement {
    var statement: Statement =
      "WITH RECURSIVE names (name, number) AS (SELECT min(name), 1 FROM tags WHERE name >= "
    let start = statement.bind(prefix)
    let end = statement.bind(prefix + "\u{10FFFF}")
    let visible = Visibility.condition(viewer: viewer, in: &statement)
    let listed = Visibility.isListed("p", forMembers: viewer != nil)
    statement.append(
      """
      \(start) AND name < \(end) UNION ALL \
      SELECT (SELECT min(t.name) FROM tags t WHERE t.name > names.name AND t.name < \(end)), number + 1 \
      FROM names WHERE names.name IS NOT NULL AND number < 500) \
      SELECT name FROM names WHERE name IS NOT NULL AND EXISTS (SELECT 1 FROM (\
      SELECT post FROM tags WHERE tags.name = names.name ORDER BY post DESC LIMIT 100) newest CROSS JOIN posts p \
      WHERE p.id = newest.post AND \(listed) AND \(visible)) ORDER BY number LIMIT \(limit)
      """)
    return statement
  }
}
