public import Social

/// What is searched among posts.
public struct StatusSearch: Equatable, Sendable {
  /// All of them are in the text.
  public var words: [String]
  public var author: Int64?
  public var bounds: PageBounds

  public init(words: [String], author: Int64?, bounds: PageBounds) {
    self.words = words
    self.author = author
    self.bounds = bounds
  }

  /// Only so many posts are looked through, from the newest of the page on.
  static let mostPosts: Int64 = 20_000
}

extension Store {
  /// Accounts whose username or nick holds the text: the one of that username first, then those that begin with it.
  public func searchAccounts(
    _ text: String, asker: Int64?, followedOnly: Bool, limit: Int
  ) async throws -> [Profile] {
    try await driver.read { connection in
      var statement = Statement("SELECT \(ProfileRow.columns) FROM \(AccountRow.tables) WHERE a.suspended_at IS NULL")
      let key = text.lowercased()
      let anywhere = statement.pattern(key, anywhere: true)
      statement.append(" AND (a.username_key LIKE \(anywhere) OR a.nick_key LIKE \(anywhere))")
      if let asker {
        let id = statement.identifier(asker)
        // Those whom the asker blocked are found: how else could they be unblocked?
        statement.append(" AND a.id NOT IN (SELECT account FROM blocks WHERE target = \(id))")
        if followedOnly { statement.append(" AND a.id IN (SELECT followee FROM follows WHERE follower = \(id))") }
      }
      let exact = statement.parameter(.text(key))
      let beginning = statement.pattern(key, anywhere: false)
      statement.append(
        """
         ORDER BY CASE WHEN a.username_key = \(exact) THEN 0 \
        WHEN a.username_key LIKE \(beginning) THEN 1 WHEN a.nick_key LIKE \(beginning) THEN 2 ELSE 3 END, \
        a.is_imported, a.followers_count DESC, a.id LIMIT \(statement.parameter(.integer(Int64(limit))))
        """)
      return try connection.rows(statement).map { try ProfileRow($0).profile }
    }
  }

  /// Posts that the asker may see, newest first.
  public func search(_ search: StatusSearch, asker: Int64) async throws -> [Status] {
    guard !search.words.isEmpty else { return [] }
    return try await driver.read { connection in
      let (_, keys) = try connection.page(statement(search, asker: asker), search.bounds)
      return try StatusReader(connection: connection, memory: memory, asker: asker).statuses(keys)
    }
  }

  private func statement(_ search: StatusSearch, asker: Int64) -> Statement {
    var statement = Statement("SELECT p.id FROM (SELECT q.id FROM posts q WHERE q.repost_of IS NULL")
    if let author = search.author { statement.append(" AND q.author = \(statement.parameter(.integer(author)))") }
    let range = search.bounds.condition("q.id", in: &statement)
    var window = search.bounds
    window.limit = Int(StatusSearch.mostPosts)
    let order = window.order("q.id", in: &statement)
    statement.append("\(range)\(order)) w CROSS JOIN posts p WHERE p.id = w.id")
    for word in search.words {
      statement.append(" AND lower(p.text) LIKE \(statement.pattern(word, anywhere: true))")
    }
    let visible = Visibility.condition(asker: asker, in: &statement)
    let outer = search.bounds.order("p.id", in: &statement)
    statement.append(" AND \(visible)\(outer)")
    return statement
  }

  /// Tags of public posts that begin so, in the order of the alphabet.
  public func tags(beginning prefix: String, limit: Int) async throws -> [Status.Tag] {
    try await driver.read { connection in
      var statement = Statement(
        "SELECT DISTINCT t.name FROM tags t CROSS JOIN posts p WHERE p.id = t.post AND t.name >= ")
      statement.append(statement.parameter(.text(prefix)))
      statement.append(" AND t.name < \(statement.parameter(.text(prefix + "\u{10FFFF}")))")
      let visible = Visibility.condition(asker: nil, in: &statement)
      statement.append(" AND p.visibility = 'public' AND \(visible) ORDER BY t.name")
      statement.append(" LIMIT \(statement.parameter(.integer(Int64(limit))))")
      return try connection.rows(statement).map { Status.Tag(name: try $0.text(0), url: "") }
    }
  }
}
