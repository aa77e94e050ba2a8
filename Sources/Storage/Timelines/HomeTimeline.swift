import Freshness
public import Social

extension Store {
  /// What the reader and those whom they follow published and reposted, newest first.
  ///
  /// Replies show if they go to the reader, to somebody whom the reader follows, or on with the author's own thread.
  /// Whoever is muted is left out, also behind a repost. Costs six statements; seven where much was filtered out.
  ///
  /// - Parameter now: in milliseconds; mutes may have ended.
  public func homeTimeline(of reader: Int64, _ bounds: PageBounds, now: Int64) async throws -> Page<TimelineEntry> {
    let followed = Dependencies.current == nil ? nil : followed
    let moment = revisions.now
    return try await driver.read { connection in
      connection.depend(on: .reader(reader), .marks(reader), .authored(reader))
      if let followed { try connection.depend(on: followed.authored(of: reader, asOf: moment, connection)) }
      let timeline = HomeTimeline(reader: reader, bounds: bounds, now: now)
      let (rows, keys) = try timeline.rows(connection)
      let entries = EntryReader(connection: connection, asker: reader, bounds: bounds)
      return Page(try entries.entries(EntryReader.merged(rows.map { try EntryRow($0) })), keys: keys, bounds: bounds)
    }
  }
}

/// Merges a home timeline while reading it.
///
/// Of everybody who is followed the nearest entry to where the page begins is looked up in `posts_by_author`. A page
/// of 20 can only come from the authors with the 20 nearest ones, unless entries are filtered out; so the 40 nearest
/// are read, as far as the 41st's, which bounds what is surely complete. If the page is not full then, everybody is
/// read. So the cost follows the page and the number of the followed, not the number of posts.
struct HomeTimeline {
  let reader: Int64
  let bounds: PageBounds
  /// Milliseconds.
  let now: Int64

  func rows(_ connection: any DatabaseConnection) throws -> (rows: [Row], keys: [Int64]) {
    let nearest = try connection.page(statement(authors: 2 * Int64(bounds.limit)), bounds)
    let isComplete = try nearest.rows.count >= bounds.limit || nearest.rows.first?.optionalInteger(5) == nil
    if isComplete, !nearest.rows.isEmpty { return nearest }
    return try connection.page(statement(authors: .max), bounds)
  }

  /// Selects `EntryReader.columns` behind their key, and the bound behind them: NULL if everybody was read.
  ///
  /// - Parameter authors: how many of the nearest are read.
  func statement(authors: Int64) -> Statement {
    let (nearest, further) = bounds.isUpwards ? ("ASC", "<") : ("DESC", ">")
    var statement = Statement(
      """
      WITH heads AS MATERIALIZED (SELECT f.author, f.shows_reposts, (SELECT q.id FROM posts q WHERE q.author = f.author
      """)
    let headRange = bounds.condition("q.id", in: &statement)
    statement.append("\(headRange) ORDER BY q.id \(nearest) LIMIT 1) AS head FROM (SELECT ")
    let id = statement.identifier(reader)
    statement.append(
      """
      \(id) AS author, 1 AS shows_reposts UNION ALL \
      SELECT followee, shows_reposts FROM follows WHERE follower = \(id)) f), \
      bound AS MATERIALIZED (SELECT (SELECT head FROM heads WHERE head IS NOT NULL ORDER BY head \(nearest) \
      LIMIT 1 OFFSET \(statement.parameter(.integer(authors)))) AS id) \
      SELECT p.id, \(EntryReader.columns), b.id FROM bound b CROSS JOIN heads h CROSS JOIN posts p \
      WHERE (b.id IS NULL OR h.head \(further) b.id) AND p.id IN (SELECT q.id FROM posts q WHERE q.author = h.author \
      AND (b.id IS NULL OR q.id \(further) b.id)
      """)
    appendFilters(on: &statement, reader: id)
    let inner = bounds.order("q.id", in: &statement)
    let outer = bounds.order("p.id", in: &statement)
    statement.append("\(inner))\(outer)")
    return statement
  }

  /// Which posts `q` of the author `h` belong on the page.
  private func appendFilters(on statement: inout Statement, reader id: String) {
    let range = bounds.condition("q.id", in: &statement)
    let visible = Visibility.condition(asker: reader, on: "q", in: &statement)
    let muted = Mutes.targets(of: reader, now: now, in: &statement)
    statement.append(
      """
      \(range) AND \(visible) AND q.author NOT IN (\(muted)) \
      AND (q.repost_of IS NULL OR (h.shows_reposts = 1 AND NOT EXISTS (SELECT 1 FROM posts o WHERE o.id = q.repost_of \
      AND o.author IN (\(muted))))) \
      AND (q.reply_to_author IS NULL OR q.author = \(id) OR q.reply_to_author IN (q.author, \(id)) \
      OR q.reply_to_author IN (SELECT followee FROM follows WHERE follower = \(id)))
      """)
  }
}

/// Whom somebody does not want to hear of.
enum Mutes {
  /// A subquery of the muted accounts.
  static func targets(of account: Int64, now: Int64, in statement: inout Statement) -> String {
    let id = statement.identifier(account)
    let moment = statement.identifier(now)
    return """
      SELECT target FROM mutes WHERE account = \(id) AND (expires_at IS NULL OR expires_at > \(moment))
      """
  }
}
