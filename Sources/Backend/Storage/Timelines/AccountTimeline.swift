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
