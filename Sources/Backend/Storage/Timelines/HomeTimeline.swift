import Invalidation
public import Social

extension Store {
  /// Returns the posts and reposts of the viewer and the accounts that they follow, newest first.
  ///
  /// A reply shows if it answers the viewer or an account that the viewer follows, or if it continues its
  /// author's own thread. Comments on a Moments post show if the viewer published that post or follows its
  /// author. Posts of muted accounts are left out, also reposted ones. A page costs one statement if the
  /// posts are cached, else six. A change since, an uncached viewer and reposts cost one more each, and much
  /// filtering costs a few.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func homeTimeline(of viewer: Int64, _ cursor: Cursor, now: Int64) async throws -> ListPage<
    TimelineEntry
  > {
    let revision = revisions.latest
    return try await driver.read(
      dependsOn: .tags([.viewer(viewer), .interactions(viewer), .authored(viewer)])
    ) {
      connection in
      let authors = try followed.authors(for: viewer, asOf: revision, connection)
      connection.depend(on: authors.authored)
      let timeline = HomeTimeline(
        viewer: viewer, cursor: cursor, now: now, followedCount: authors.count, hasBlocks: authors.hasBlocks,
        hasMutes: authors.hasMutes, hasExclusiveCircles: authors.hasExclusiveCircles)
      let (rows, unread) = try timeline.rows(connection, recent: recent, by: authors.accounts)
      let entries = EntryReader(connection: connection, memory: memory, viewer: viewer, cursor: cursor)
      return ListPage(
        try entries.entries(EntryReader.merged(rows.map(\.entry)), interactions: rows.interactions),
        keys: rows.map(\.key),
        cursor: cursor, unread: unread)
    }
  }
}

/// Merges a home timeline from the followed accounts' posts while it is read, or a circle's timeline from its
/// people's posts (`CircleTimeline`).
///
/// First come the newest posts of all, whose authors are in main memory (`RecentPosts`). Those of followed
/// accounts are looked up, 1.5 times as many as the page needs, and filtered.
///
/// Behind them, up to 500 further posts of all accounts are scanned. A viewer who follows a good part of the
/// active authors finds a page among them, and the scan ends with the page. For a viewer who follows few,
/// 2,000 posts are scanned. Only their authors are compared with a list, which is as quick.
///
/// If that isn't enough, `posts_by_author` gives the entry of each followed account that is nearest to the
/// page's start. A page of 20 can only come from the authors with the 20 nearest ones, unless entries are
/// filtered out. So the 40 nearest authors are read, up to the 41st's entry; up to that bound the result is
/// complete. If the page isn't full then, it continues behind the bound, a few times at most. So the cost
/// depends on the page and the number of followed accounts, not on the number of posts.
struct HomeTimeline {
  let viewer: Int64
  var cursor: Cursor
  /// The time in milliseconds.
  let now: Int64

  /// The approximate number of followed accounts.
  var followedCount = 0
  /// The number of posts to scan; `nil` for the number that is worth it.
  var window: Int64?
  /// True if the viewer may have blocked an account, or been blocked.
  var hasBlocks = true
  /// True if the viewer may have muted an account.
  var hasMutes = true
  /// True if the viewer may have circles that take their people's posts out of home.
  var hasExclusiveCircles = true
  /// The circle whose people's posts are merged; `nil` for home.
  var circle: CircleTimeline?

  /// The maximum for comparing with a list. Looking up a follow costs as much as three comparisons with a
  /// list, which must be built first.
  static let maxFew = 150
  /// The maximum number of bounds behind which a page continues. Then it stays shorter, and returns where it
  /// continues.
  static let maxRounds = 8
  /// The numbers of candidates to look up for each post that the page lacks, in successive rounds.
  static let candidates = [1.5, 4, 16]

  /// Returns the rows, newest first, and the id where the page continues although it isn't full.
  func rows(
    _ connection: any DatabaseConnection, recent: RecentPosts, by authors: AccountSet
  ) throws -> (rows: [ListedRow], unread: Int64?) {
    var rows: [ListedRow] = []
    var rest = self
    for share in Self.candidates {
      let most = Int(Double(rest.cursor.limit) * share) + 1
      guard let near = try recent.candidates(by: authors, rest.cursor, most: most, connection) else { break }
      if !near.posts.isEmpty {
        rows += try connection.rows(rest.statement(posts: near.posts, recent.statements)) { row in
          try ListedRow(withInteractions: &row)
        }
      }
      guard let end = near.end, rows.count < cursor.limit else { return (newestFirst(rows), nil) }
      if cursor.isAscending { rest.cursor.minID = end } else { rest.cursor.maxID = end }
      rest.cursor.limit = cursor.limit - rows.count
    }
    let (others, unread) = try rest.rows(connection)
    return (cursor.isAscending ? others + newestFirst(rows) : rows + others, unread)
  }

  /// Reads the rows without `RecentPosts`.
  func rows(_ connection: any DatabaseConnection) throws -> (rows: [ListedRow], unread: Int64?) {
    let window = try connection.rows(windowStatement) { row in try ListedRow(&row) }
    var rows = window
    var rest = self
    if let first = window.first {
      guard let end = first.end, rows.count < cursor.limit else { return (newestFirst(rows), nil) }
      if cursor.isAscending { rest.cursor.minID = end } else { rest.cursor.maxID = end }
      rest.cursor.limit -= rows.count
    }
    for _ in 0..<Self.maxRounds {
      let nearest = try connection.rows(rest.statement(authors: rest.authors)) { row in try ListedRow(&row) }
      rows += nearest
      let bound = try nearest.isEmpty ? rest.bound(connection) : nearest[0].end
      guard let bound, rows.count < cursor.limit else { return (newestFirst(rows), nil) }
      if cursor.isAscending { rest.cursor.minID = bound - 1 } else { rest.cursor.maxID = bound + 1 }
      rest.cursor.limit = cursor.limit - rows.count
    }
    return (newestFirst(rows), cursor.isAscending ? rest.cursor.minID : rest.cursor.maxID)
  }

  /// The number of nearest authors that are read at once.
  private var authors: Int64 { 2 * Int64(cursor.limit) }

  private func newestFirst(_ rows: [ListedRow]) -> [ListedRow] { cursor.isAscending ? rows.reversed() : rows }

  private func bound(_ connection: any DatabaseConnection) throws -> Int64? {
    var statement: Statement = "WITH "
    _ = appendBound(to: &statement, authors: authors)
    statement.append(" SELECT id FROM bound")
    return try connection.integer(statement)
  }

  /// Selects those of the posts that belong on the page. Its columns are those of `statement(authors:)`, and
  /// behind them the viewer's interactions.
  func statement(posts: [Int64]) -> Statement {
    var statement: Statement = "SELECT q.id, q.id, q.author, q.repost_of, q.created_at, q.visibility, NULL"
    let id = statement.identifier(viewer)
    statement.append("\(PostRow.interactionColumns(of: "q", by: id)) FROM posts q WHERE q.id IN \(posts)")
    appendFilters(on: &statement, viewer: id, showsReposts: showsReposts(id))
    let order = cursor.order("q.id", in: &statement)
    statement.append("\(order)")
    return statement
  }

  /// The properties that determine the text of `statement(posts:)`.
  struct Shape: Hashable, Sendable {
    let isAscending: Bool
    let hasHighest: Bool
    let hasLowest: Bool
    let hasBlocks: Bool
    let hasMutes: Bool
    let hasExclusiveCircles: Bool
    /// The circle's policy; `nil` for home.
    let repliesPolicy: Circle.RepliesPolicy?
    /// The number of posts.
    let count: Int
  }

  /// Returns the same statement with a cached text.
  func statement(posts: [Int64], _ forms: StatementForms<Shape>) -> Statement {
    var posts = posts
    // Repeats the last post up to a power of two, as `Statement` does in lists, so that there are few texts.
    while posts.count & (posts.count - 1) != 0, let last = posts.last { posts.append(last) }
    let lowest = [cursor.sinceID, cursor.minID].compactMap(\.self).max()
    let shape = Shape(
      isAscending: cursor.isAscending, hasHighest: cursor.maxID != nil, hasLowest: lowest != nil,
      hasBlocks: hasBlocks,
      hasMutes: hasMutes, hasExclusiveCircles: hasExclusiveCircles, repliesPolicy: circle?.repliesPolicy,
      count: posts.count)
    let values = [viewer, now, Int64(cursor.limit), cursor.maxID ?? 0, lowest ?? 0, circle?.id ?? 0] + posts
    return forms.statement(shape, values) { values in
      var cursor = Cursor(maxID: shape.hasHighest ? values[3] : nil)
      if shape.hasLowest {
        if shape.isAscending { cursor.minID = values[4] } else { cursor.sinceID = values[4] }
      }
      cursor.limit = Int(values[2])
      let timeline = HomeTimeline(
        viewer: values[0], cursor: cursor, now: values[1], hasBlocks: shape.hasBlocks,
        hasMutes: shape.hasMutes,
        hasExclusiveCircles: shape.hasExclusiveCircles,
        circle: shape.repliesPolicy.map { CircleTimeline(id: values[5], repliesPolicy: $0) })
      return timeline.statement(posts: Array(values[6...]))
    }
  }

  /// Scans the posts of all accounts up to the window's end. Selects the columns of `statement(authors:)`.
  var windowStatement: Statement { followedCount <= Self.maxFew ? windowForFew : windowForMany }

  /// Gathers the followed accounts' posts first, 1.5 times as many as the page needs, and then filters them.
  private var windowForFew: Statement {
    let (nearest, further, last): (SQL, SQL, SQL) =
      cursor.isAscending ? ("ASC", "<=", "max") : ("DESC", ">=", "min")
    let furthest: SQL = cursor.isAscending ? .greatest : .least
    var statement: Statement =
      "WITH near AS MATERIALIZED (SELECT w.id FROM posts w WHERE w.id \(further) coalesce("
    let range = cursor.condition("w.id", in: &statement)
    let skipped = statement.bind(window ?? 2000)
    let id = statement.identifier(viewer)
    let most = statement.bind(cursor.limit + cursor.limit / 2)
    let end: SQL =
      "(SELECT w.id FROM posts w WHERE true\(range) ORDER BY w.id \(nearest) LIMIT 1 OFFSET \(skipped))"
    statement.append(
      """
      \(end), \(furthest))\(range) \
      AND w.author IN (\(authorSelection(id, in: &statement))) \
      ORDER BY w.id \(nearest) LIMIT \(most)) \
      SELECT q.id, q.id, q.author, q.repost_of, q.created_at, q.visibility, \
      (SELECT CASE WHEN count(*) = \(most) THEN \(last)(near.id) ELSE \(end) END FROM near) \
      FROM near n CROSS JOIN posts q WHERE q.id = n.id
      """)
    appendFilters(on: &statement, viewer: id, showsReposts: showsReposts(id))
    let order = cursor.order("q.id", in: &statement)
    statement.append("\(order)")
    return statement
  }

  /// Scans posts for a viewer who follows many accounts. The window's end is a subquery, because with a table
  /// for it SQLite would read and sort all results.
  private var windowForMany: Statement {
    let (nearest, further): (SQL, SQL) = cursor.isAscending ? ("ASC", "<=") : ("DESC", ">=")
    var statement: Statement = "SELECT q.id, q.id, q.author, q.repost_of, q.created_at, q.visibility, "
    let range = cursor.condition("w.id", in: &statement)
    let skipped = statement.bind(window ?? 500)
    let end: SQL =
      "(SELECT w.id FROM posts w WHERE true\(range) ORDER BY w.id \(nearest) LIMIT 1 OFFSET \(skipped))"
    let id = statement.identifier(viewer)
    statement.append(
      """
      \(end) FROM posts q WHERE q.id \(further) coalesce(\(end), \(cursor.isAscending ? SQL.greatest : .least)) \
      AND \(isByAuthor(id, in: &statement))
      """)
    appendFilters(on: &statement, viewer: id, showsReposts: showsReposts(id))
    let order = cursor.order("q.id", in: &statement)
    statement.append("\(order)")
    return statement
  }

  /// Selects the key, `EntryReader.columns`, and the bound, which is NULL if all authors were read.
  ///
  /// - Parameter authors: the number of nearest authors to read.
  func statement(authors: Int64) -> Statement {
    let further: SQL = cursor.isAscending ? "<" : ">"
    var statement: Statement = "WITH "
    let id = appendBound(to: &statement, authors: authors)
    statement.append(
      """
       SELECT p.id, \(EntryReader.columns), b.id FROM bound b CROSS JOIN heads h CROSS JOIN posts p \
      WHERE (b.id IS NULL OR h.head \(further) b.id) AND p.id IN (SELECT q.id FROM posts q WHERE q.author = h.author \
      AND (b.id IS NULL OR q.id \(further) b.id)
      """)
    appendFilters(on: &statement, viewer: id, showsReposts: "h.shows_reposts = 1")
    let inner = cursor.order("q.id", in: &statement)
    let outer = cursor.order("p.id", in: &statement)
    statement.append("\(inner))\(outer)")
    return statement
  }

  /// Adds the tables `heads`, the nearest entry of each followed account, and `bound`, up to which the result
  /// is complete. Returns the viewer's parameter.
  private func appendBound(to statement: inout Statement, authors: Int64) -> SQL {
    let nearest: SQL = cursor.isAscending ? "ASC" : "DESC"
    statement.append(
      """
      heads AS MATERIALIZED (SELECT f.author, f.shows_reposts, (SELECT q.id FROM posts q WHERE q.author = f.author
      """)
    let headRange = cursor.condition("q.id", in: &statement)
    statement.append("\(headRange) ORDER BY q.id \(nearest) LIMIT 1) AS head FROM (")
    let id = statement.identifier(viewer)
    statement.append(
      """
      \(authorsAndReposts(id, in: &statement))) f), \
      bound AS MATERIALIZED (SELECT (SELECT head FROM heads WHERE head IS NOT NULL ORDER BY head \(nearest) \
      LIMIT 1 OFFSET \(authors)) AS id)
      """)
    return id
  }

  /// Adds the conditions on the posts `q` of a followed account.
  private func appendFilters(on statement: inout Statement, viewer id: SQL, showsReposts: SQL) {
    let range = cursor.condition("q.id", in: &statement)
    let visible = Visibility.condition(viewer: viewer, hasBlocks: hasBlocks, on: "q", in: &statement)
    let (isMuted, isRepeatedMuted) = mutes(on: &statement, viewer: id)
    let isWanted = isWanted(id, in: &statement)
    statement.append(
      """
      \(range) AND \(visible)\(isMuted) AND (q.repost_of IS NULL OR (\(showsReposts)\(isRepeatedMuted))) AND \(isWanted)
      """)
  }
}

extension HomeTimeline {
  /// Returns the condition that home of the account in a column has the post `q`, if the account may see it.
  ///
  /// - Parameter now: the time in milliseconds.
  static func condition(account: SQL, now: Int64, in statement: inout Statement) -> SQL {
    let home = HomeTimeline(viewer: 0, cursor: Cursor(limit: 1), now: now)
    let (isMuted, isRepeatedMuted) = home.mutes(on: &statement, viewer: account)
    return """
      \(home.isByAuthor(account, in: &statement))\(isMuted) \
      AND (q.repost_of IS NULL OR (\(home.showsReposts(account))\(isRepeatedMuted))) \
      AND \(home.isWanted(account, in: &statement))
      """
  }

  /// Returns conditions on the author of the post `q`, and on the author of the post that it reposts; both
  /// are empty without mutes.
  private func mutes(on statement: inout Statement, viewer id: SQL) -> (SQL, SQL) {
    guard hasMutes else { return ("", "") }
    let moment = statement.identifier(now)
    return (
      " AND NOT \(Mutes.condition("q.author", by: id, moment))",
      """
       AND NOT EXISTS (SELECT 1 FROM posts o WHERE o.id = q.repost_of \
      AND \(Mutes.condition("o.author", by: id, moment)))
      """
    )
  }
}

/// The accounts that an account muted.
enum Mutes {
  /// Returns a condition that is true if the account muted the author. It looks up each author, as
  /// `Visibility` does.
  static func condition(_ author: SQL, by account: SQL, _ moment: SQL) -> SQL {
    """
    EXISTS (SELECT 1 FROM mutes s WHERE s.account = \(account) AND s.target = \(author) \
    AND (s.expires_at IS NULL OR s.expires_at > \(moment)) LIMIT 1 OFFSET 0)
    """
  }
}
