import Invalidation
public import Social

/// A filter of the public timeline.
public struct PublicFilter: Equatable, Sendable {
  /// The only tag to show, in lower case; replies show too then. `nil` for all posts.
  public var tag: String?
  /// True if only posts with attachments show.
  public var onlyMedia: Bool

  public init(tag: String? = nil, onlyMedia: Bool = false) {
    self.tag = tag
    self.onlyMedia = onlyMedia
  }
}

extension Store {
  /// Returns public posts of all members, and for a member also those for members, without reposts, without
  /// comments and replies to others, and without muted authors.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func publicTimeline(
    _ filter: PublicFilter, viewer: Int64?, _ cursor: Cursor, now: Int64
  ) async throws -> ListPage<TimelineEntry> {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      connection.depend(on: filter.tag.map { .tag($0) } ?? .publicPosts)
      if filter.onlyMedia { connection.depend(on: .pictures) }
      let timeline = PublicTimeline(filter: filter, viewer: viewer, cursor: cursor, now: now)
      return try EntryReader(connection: connection, memory: memory, viewer: viewer, cursor: cursor).page(
        timeline.list)
    }
  }
}

struct PublicTimeline {
  let filter: PublicFilter
  let viewer: Int64?
  let cursor: Cursor
  let now: Int64

  /// The list, led by the table with the rarest rows.
  var list: PostList {
    if let tag = filter.tag {
      return PostList(
        table: "tags", key: "post", cursor: cursor,
        condition: { "w.name = \($0.bind(tag))" }, filters: filters)
    }
    return filter.onlyMedia
      ? PostList(
        table: "attachments", key: "post", cursor: cursor, condition: { _ in "w.position = 0" },
        filters: filters)
      : PostList(
        table: "posts", key: "id", cursor: cursor,
        condition: { _ in "\(Visibility.isListed("w", forMembers: viewer != nil)) AND w.repost_of IS NULL" },
        filters: filters)
  }

  private func filters(in statement: inout Statement) -> SQL {
    var sql: SQL = " AND \(Visibility.isListed("p", forMembers: viewer != nil)) AND p.repost_of IS NULL"
    if filter.tag == nil {
      sql.append(" AND p.is_comment = 0 AND (p.reply_to_author IS NULL OR p.reply_to_author = p.author)")
    }
    if filter.tag != nil, filter.onlyMedia {
      sql.append(" AND EXISTS (SELECT 1 FROM attachments h WHERE h.post = p.id)")
    }
    sql.append(" AND \(Visibility.condition(viewer: viewer, in: &statement))")
    if let viewer {
      let (id, moment) = (statement.identifier(viewer), statement.identifier(now))
      sql.append(" AND NOT \(Mutes.condition("p.author", by: id, moment))")
    }
    return sql
  }
}
