import Freshness
public import Social

/// Which public posts are wanted.
public struct PublicFilter: Equatable, Sendable {
  /// Only posts with this tag, in lower case; then replies belong to it too.
  public var tag: String?
  /// Only posts with attachments.
  public var onlyMedia: Bool

  public init(tag: String? = nil, onlyMedia: Bool = false) {
    self.tag = tag
    self.onlyMedia = onlyMedia
  }
}

extension Store {
  /// Public posts of everybody, without reposts, without replies to others, and without those whom the asker muted.
  ///
  /// - Parameter now: in milliseconds; mutes may have ended.
  public func publicTimeline(
    _ filter: PublicFilter, asker: Int64?, _ bounds: PageBounds, now: Int64
  ) async throws -> Page<TimelineEntry> {
    try await driver.read { connection in
      connection.depend(on: filter.tag.map { .tag($0) } ?? .publicPosts)
      if filter.onlyMedia { connection.depend(on: .pictures) }
      let timeline = PublicTimeline(filter: filter, asker: asker, bounds: bounds, now: now)
      return try EntryReader(connection: connection, memory: memory, asker: asker, bounds: bounds).page(
        timeline.statement)
    }
  }
}

struct PublicTimeline {
  let filter: PublicFilter
  let asker: Int64?
  let bounds: PageBounds
  let now: Int64

  var statement: Statement {
    var statement = Statement("SELECT p.id, \(EntryReader.columns) FROM ")
    // Whatever is rarest leads, so that nobody can make the server read all posts for one page.
    let key: String
    if let tag = filter.tag {
      key = "t.post"
      statement.append("tags t CROSS JOIN posts p WHERE t.name = \(statement.parameter(.text(tag))) AND p.id = t.post")
      if filter.onlyMedia { statement.append(" AND EXISTS (SELECT 1 FROM attachments h WHERE h.post = p.id)") }
    } else {
      key = filter.onlyMedia ? "t.post" : "p.id"
      statement.append(
        filter.onlyMedia
          ? "attachments t CROSS JOIN posts p WHERE t.position = 0 AND p.id = t.post" : "posts p WHERE true")
      statement.append(" AND (p.reply_to_author IS NULL OR p.reply_to_author = p.author)")
    }
    let visible = Visibility.condition(asker: asker, in: &statement)
    statement.append(" AND p.visibility = 'public' AND p.repost_of IS NULL AND \(visible)")
    if let asker {
      let muted = Mutes.targets(of: asker, now: now, in: &statement)
      statement.append(" AND p.author NOT IN (\(muted))")
    }
    let range = bounds.condition(key, in: &statement)
    let order = bounds.order(key, in: &statement)
    statement.append(range + order)
    return statement
  }
}
