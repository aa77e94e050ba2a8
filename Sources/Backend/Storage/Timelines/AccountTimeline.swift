import Invalidation
public import Social

extension Store {
  /// Returns an account's posts and reposts, newest first, as far as the viewer may see them.
  ///
  /// - Parameter filter: its tag is in lower case.
  public func timeline(
    of author: Int64, _ filter: AccountFilter, viewer: Int64?, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    try await driver.read(dependsOn: .tags([.authored(author)])) { connection in
      if filter.onlyMedia { connection.depend(on: .pictures) }
      if let tag = filter.tag { connection.depend(on: .tag(tag)) }
      let timeline = AccountTimeline(author: author, filter: filter, viewer: viewer, cursor: cursor)
      return try EntryReader(connection: connection, memory: memory, viewer: viewer, cursor: cursor).page(
        timeline.list)
    }
  }

  /// Returns the reposts of a post, newest first, as far as the viewer may see them.
  public func reposts(
    of post: Int64, viewer: Int64?, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    try await driver.read(dependsOn: .tags([.post(post)])) { connection in
      try EntryReader(connection: connection, memory: memory, viewer: viewer, cursor: cursor).page(
        Reposts(post: post, viewer: viewer, cursor: cursor).list)
    }
  }

  /// Returns the newest visible post or repost of each account, by account. An account is missing if the
  /// viewer sees none of its newest `NewestPosts.window` posts.
  public func newestPosts(of authors: [Int64], viewer: Int64?) async throws -> [Int64: TimelineEntry] {
    try await driver.read(dependsOn: .tags(authors.map { .authored($0) })) { connection in
      if let viewer { connection.depend(on: .viewer(viewer), .interactions(viewer)) }
      let rows = try connection.rows(NewestPosts(authors: authors, viewer: viewer).statement) { row in
        try EntryRow(&row)
      }
      let reader = EntryReader(
        connection: connection, memory: memory, viewer: viewer, cursor: Cursor(limit: rows.count))
      let entries = Dictionary(try reader.entries(rows).map { ($0.id, $0) }) { first, _ in first }
      return Dictionary(rows.compactMap { row in entries[String(row.id)].map { (row.author, $0) } }) {
        first, _ in first
      }
    }
  }

  /// Returns the pinned posts of an account, the latest pin first.
  public func pinned(by author: Int64, viewer: Int64?) async throws -> [Post] {
    try await driver.read(dependsOn: .tags([.authored(author)])) { connection in
      let sql: Statement = "SELECT post FROM pins WHERE account = \(author) ORDER BY id DESC"
      let ids = try connection.integers(sql)
      return try PostReader(connection: connection, memory: memory, viewer: viewer).posts(ids)
    }
  }
}

struct AccountTimeline {
  let author: Int64
  let filter: AccountFilter
  let viewer: Int64?
  let cursor: Cursor

  var list: PostList {
    PostList(table: "posts", key: "id", cursor: cursor, condition: condition, filters: filters)
  }

  private func condition(in statement: inout Statement) -> SQL { "w.author = \(statement.bind(author))" }

  private func filters(in statement: inout Statement) -> SQL {
    var sql: SQL = ""
    if filter.onlyMedia { sql.append(" AND EXISTS (SELECT 1 FROM attachments t WHERE t.post = p.id)") }
    if filter.excludesReplies {
      sql.append(" AND (p.reply_to_author IS NULL OR p.reply_to_author = p.author)")
    }
    if filter.excludesReposts { sql.append(" AND p.repost_of IS NULL") }
    if let tag = filter.tag {
      sql.append(" AND EXISTS (SELECT 1 FROM tags t WHERE t.name = \(statement.bind(tag)) AND t.post = p.id)")
    }
    return "\(sql) AND \(Visibility.condition(viewer: viewer, in: &statement))"
  }
}

struct Reposts {
  let post: Int64
  let viewer: Int64?
  let cursor: Cursor

  var list: PostList {
    PostList(
      table: "posts", key: "id", cursor: cursor, condition: { "w.repost_of = \($0.bind(post))" },
      filters: { " AND \(Visibility.condition(viewer: viewer, in: &$0))" })
  }
}

/// The newest visible post of each of some accounts.
struct NewestPosts {
  /// The number of newest posts of each account among which one is sought. An account that shows the viewer
  /// none costs no more than that.
  static let window = 40

  let authors: [Int64]
  let viewer: Int64?

  var statement: Statement {
    var statement: Statement = "SELECT \(EntryReader.columns) FROM posts p WHERE p.id IN ("
    statement.append("SELECT (SELECT max(p.id) FROM (")
    statement.append(
      "SELECT w.* FROM posts w WHERE w.author = owner.id ORDER BY w.id DESC LIMIT \(Self.window)) p ")
    statement.append("WHERE \(Visibility.condition(viewer: viewer, in: &statement))) ")
    statement.append("FROM accounts owner WHERE owner.id IN \(authors))")
    return statement
  }
}

/// A list in which a member collects posts.
public enum Collection: Sendable {
  case favourites
  case bookmarks

  var table: SQL {
    switch self {
    case .favourites: "favourites"
    case .bookmarks: "bookmarks"
    }
  }
}

extension Store {
  /// Returns a page of the viewer's favourites or bookmarks, the latest first. The cursor holds the ids of
  /// the favourites or bookmarks, not of the posts.
  public func collected(
    _ collection: Collection, by viewer: Int64, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    try await driver.read(dependsOn: .tags([.interactions(viewer), .viewer(viewer)])) { connection in
      try EntryReader(connection: connection, memory: memory, viewer: viewer, cursor: cursor)
        .page(collection.list(of: viewer, cursor))
    }
  }
}

extension Collection {
  func list(of viewer: Int64, _ cursor: Cursor) -> PostList {
    PostList(
      table: table, key: "id", post: "post", cursor: cursor, condition: { "w.account = \($0.bind(viewer))" },
      filters: { " AND \(Visibility.condition(viewer: viewer, in: &$0))" })
  }
}
