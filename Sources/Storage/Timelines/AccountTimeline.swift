import Freshness
public import Social

/// Which posts of an account are wanted.
public struct AccountTimelineFilter: Equatable, Sendable {
  public var onlyMedia: Bool
  /// Replies of the account to itself stay.
  public var excludesReplies: Bool
  public var excludesReposts: Bool
  /// In lower case.
  public var tag: String?

  public init(
    onlyMedia: Bool = false, excludesReplies: Bool = false, excludesReposts: Bool = false, tag: String? = nil
  ) {
    self.onlyMedia = onlyMedia
    self.excludesReplies = excludesReplies
    self.excludesReposts = excludesReposts
    self.tag = tag
  }
}

extension Store {
  /// What an account published and reposted, newest first, as far as the asker may see it.
  public func timeline(
    of author: Int64, _ filter: AccountTimelineFilter, asker: Int64?, _ bounds: PageBounds
  ) async throws -> Page<TimelineEntry> {
    try await driver.read { connection in
      connection.depend(on: .authored(author))
      if filter.onlyMedia { connection.depend(on: .pictures) }
      if let tag = filter.tag { connection.depend(on: .tag(tag)) }
      let timeline = AccountTimeline(author: author, filter: filter, asker: asker, bounds: bounds)
      return try EntryReader(connection: connection, memory: memory, asker: asker, bounds: bounds).page(timeline.list)
    }
  }

  /// What an account put on top of its page, the latest first.
  public func pinned(by author: Int64, asker: Int64?) async throws -> [Status] {
    try await driver.read { connection in
      connection.depend(on: .authored(author))
      let sql: Statement = "SELECT post FROM pins WHERE account = \(author) ORDER BY id DESC"
      let ids = try connection.integers(sql)
      return try StatusReader(connection: connection, memory: memory, asker: asker).statuses(ids)
    }
  }
}

struct AccountTimeline {
  let author: Int64
  let filter: AccountTimelineFilter
  let asker: Int64?
  let bounds: PageBounds

  var list: PostList {
    PostList(table: "posts", key: "id", bounds: bounds, condition: condition, filters: filters)
  }

  private func condition(in statement: inout Statement) -> SQL { "w.author = \(statement.bind(author))" }

  private func filters(in statement: inout Statement) -> SQL {
    var sql: SQL = ""
    if filter.onlyMedia { sql.append(" AND EXISTS (SELECT 1 FROM attachments t WHERE t.post = p.id)") }
    if filter.excludesReplies { sql.append(" AND (p.reply_to_author IS NULL OR p.reply_to_author = p.author)") }
    if filter.excludesReposts { sql.append(" AND p.repost_of IS NULL") }
    if let tag = filter.tag {
      sql.append(" AND EXISTS (SELECT 1 FROM tags t WHERE t.name = \(statement.bind(tag)) AND t.post = p.id)")
    }
    return "\(sql) AND \(Visibility.condition(asker: asker, in: &statement))"
  }
}

/// Lists that somebody keeps of others' posts.
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
  /// What the asker collected, the latest first; paged by the ids of the collecting.
  public func collected(
    _ collection: Collection, by asker: Int64, _ bounds: PageBounds
  ) async throws -> Page<TimelineEntry> {
    try await driver.read { connection in
      var statement: Statement = """
        SELECT v.id, \(EntryReader.columns) FROM \(collection.table) v \
        CROSS JOIN posts p WHERE p.id = v.post AND v.account = CAST(\(asker) AS BIGINT)
        """
      let visible = Visibility.condition(asker: asker, in: &statement)
      let range = bounds.condition("v.id", in: &statement)
      let order = bounds.order("v.id", in: &statement)
      statement.append(" AND \(visible)\(range)\(order)")
      return try EntryReader(connection: connection, memory: memory, asker: asker, bounds: bounds).page(statement)
    }
  }
}
