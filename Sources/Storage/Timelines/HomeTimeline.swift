import Freshness
public import Social

extension Store {
  /// What the reader and those whom they follow published and reposted, newest first.
  ///
  /// Some replies show: those to the reader, to an account that the reader follows, and those by which an author continues
  /// a thread. Comments on a Moments post show if the reader published that post or follows its author.
  /// Whoever is muted is left out, also behind a repost. Costs one statement if the posts are remembered, six if not; one
  /// more each if something has changed, if the reader has come anew and if there are reposts, and a few where much was
  /// filtered out.
  ///
  /// - Parameter now: in milliseconds; mutes may have ended.
  public func homeTimeline(of reader: Int64, _ cursor: Cursor, now: Int64) async throws -> Slice<TimelineEntry> {
    let moment = revisions.now
    return try await driver.read(dependsOn: .tags([.reader(reader), .marks(reader), .authored(reader)])) { connection in
      let authors = try followed.authors(for: reader, asOf: moment, connection)
      connection.depend(on: authors.authored)
      let timeline = HomeTimeline(
        reader: reader, cursor: cursor, now: now, followedCount: authors.count, hasBlocks: authors.hasBlocks,
        hasMutes: authors.hasMutes)
      let (rows, unread) = try timeline.rows(connection, recent: recent, by: authors.accounts)
      let entries = EntryReader(connection: connection, memory: memory, asker: reader, cursor: cursor)
      return Slice(
        try entries.entries(EntryReader.merged(rows.map(\.entry)), marks: rows.marks), keys: rows.map(\.key),
        cursor: cursor, unread: unread)
    }
  }
}

/// Merges a home timeline while reading it.
///
/// First come the newest posts of all, of which it is known in main memory who wrote them (`RecentPosts`): those of the
/// followed are looked up, half as many again as the page has, and filtered.
///
/// Behind those the next posts of all are looked through, 500 at most: whoever follows a part of those who write finds a
/// page among them, and no more is read than that takes. Whoever follows few has 2,000 looked through, of which only the
/// author is compared with a list of theirs: that is as quick.
///
/// Where that is not enough, of everybody who is followed the nearest entry to where the page begins is looked up in
/// `posts_by_author`. A page of 20 can only come from the authors with the 20 nearest ones, unless entries are filtered
/// out; so the 40 nearest are read, as far as the 41st's, which bounds what is surely complete. If the page is not full
/// then, it goes on behind that bound, a few times at most. So the cost follows the page and the number of the followed,
/// not the number of posts.
struct HomeTimeline {
  let reader: Int64
  var cursor: Cursor
  /// Milliseconds.
  let now: Int64

  /// About how many the reader follows.
  var followedCount = 0
  /// Of all posts, how many are looked through; nil: as many as are worth it.
  var window: Int64?
  /// Whether the reader may have blocked anybody, or been blocked.
  var hasBlocks = true
  /// Whether the reader may have muted anybody.
  var hasMutes = true

  /// Looking somebody up among the followed costs what three comparisons with a list of them do, which has to be made.
  static let mostFew = 150
  /// How often the page goes on behind a bound. It is shorter then, and says where it goes on.
  static let mostRounds = 8
  /// How many of the followed's newest posts are looked up for each that the page lacks, one time after the other.
  static let candidates = [1.5, 4, 16]

  /// Newest first; and where the page goes on although it is not full.
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
          try ListedRow(marked: &row)
        }
      }
      guard let end = near.end, rows.count < cursor.limit else { return (newestFirst(rows), nil) }
      if cursor.isUpwards { rest.cursor.minID = end } else { rest.cursor.maxID = end }
      rest.cursor.limit = cursor.limit - rows.count
    }
    let (others, unread) = try rest.rows(connection)
    return (cursor.isUpwards ? others + newestFirst(rows) : rows + others, unread)
  }

  /// The same without knowing whose the newest posts are.
  func rows(_ connection: any DatabaseConnection) throws -> (rows: [ListedRow], unread: Int64?) {
    let window = try connection.rows(windowStatement) { row in try ListedRow(&row) }
    var rows = window
    var rest = self
    if let first = window.first {
      guard let end = first.end, rows.count < cursor.limit else { return (newestFirst(rows), nil) }
      if cursor.isUpwards { rest.cursor.minID = end } else { rest.cursor.maxID = end }
      rest.cursor.limit -= rows.count
    }
    for _ in 0..<Self.mostRounds {
      let nearest = try connection.rows(rest.statement(authors: rest.authors)) { row in try ListedRow(&row) }
      rows += nearest
      let bound = try nearest.isEmpty ? rest.bound(connection) : nearest[0].end
      guard let bound, rows.count < cursor.limit else { return (newestFirst(rows), nil) }
      if cursor.isUpwards { rest.cursor.minID = bound - 1 } else { rest.cursor.maxID = bound + 1 }
      rest.cursor.limit = cursor.limit - rows.count
    }
    return (newestFirst(rows), cursor.isUpwards ? rest.cursor.minID : rest.cursor.maxID)
  }

  /// How many of the nearest authors are read at once.
  private var authors: Int64 { 2 * Int64(cursor.limit) }

  private func newestFirst(_ rows: [ListedRow]) -> [ListedRow] { cursor.isUpwards ? rows.reversed() : rows }

  private func bound(_ connection: any DatabaseConnection) throws -> Int64? {
    var statement: Statement = "WITH "
    _ = appendBound(to: &statement, authors: authors)
    statement.append(" SELECT id FROM bound")
    return try connection.integer(statement)
  }

  /// Which of those posts belong on the page. Selects as `statement(authors:)` does, and behind that what the reader did
  /// with each.
  func statement(posts: [Int64]) -> Statement {
    var statement: Statement = "SELECT q.id, q.id, q.author, q.repost_of, q.created_at, q.visibility, NULL"
    let id = statement.identifier(reader)
    statement.append("\(StatusRow.viewerColumns(of: "q", by: id)) FROM posts q WHERE q.id IN \(posts)")
    appendFilters(on: &statement, reader: id, showsReposts: showsReposts(id))
    let order = cursor.order("q.id", in: &statement)
    statement.append("\(order)")
    return statement
  }

  /// All that decides about the text of `statement(posts:)`.
  struct Shape: Hashable, Sendable {
    let isUpwards: Bool
    let hasHighest: Bool
    let hasLowest: Bool
    let hasBlocks: Bool
    let hasMutes: Bool
    /// Of posts.
    let count: Int
  }

  /// The same statement, whose text is made once.
  func statement(posts: [Int64], _ forms: StatementForms<Shape>) -> Statement {
    var posts = posts
    // As in a list of a statement, so that there are few texts.
    while posts.count & (posts.count - 1) != 0, let last = posts.last { posts.append(last) }
    let lowest = [cursor.sinceID, cursor.minID].compactMap(\.self).max()
    let shape = Shape(
      isUpwards: cursor.isUpwards, hasHighest: cursor.maxID != nil, hasLowest: lowest != nil, hasBlocks: hasBlocks,
      hasMutes: hasMutes, count: posts.count)
    let values = [reader, now, Int64(cursor.limit), cursor.maxID ?? 0, lowest ?? 0] + posts
    return forms.statement(shape, values) { values in
      var cursor = Cursor(maxID: shape.hasHighest ? values[3] : nil)
      if shape.hasLowest {
        if shape.isUpwards { cursor.minID = values[4] } else { cursor.sinceID = values[4] }
      }
      cursor.limit = Int(values[2])
      let timeline = HomeTimeline(
        reader: values[0], cursor: cursor, now: values[1], hasBlocks: shape.hasBlocks, hasMutes: shape.hasMutes)
      return timeline.statement(posts: Array(values[5...]))
    }
  }

  /// Looks through the posts of all, as far as the window goes. Selects as `statement` does.
  var windowStatement: Statement { followedCount <= Self.mostFew ? windowForFew : windowForMany }

  /// Gathers the posts of the followed first, half as many again as the page has, and then looks which belong on it.
  private var windowForFew: Statement {
    let (nearest, further, last): (SQL, SQL, SQL) = cursor.isUpwards ? ("ASC", "<=", "max") : ("DESC", ">=", "min")
    let furthest: SQL = cursor.isUpwards ? .greatest : .least
    var statement: Statement = "WITH near AS MATERIALIZED (SELECT w.id FROM posts w WHERE w.id \(further) coalesce("
    let range = cursor.condition("w.id", in: &statement)
    let skipped = statement.bind(window ?? 2000)
    let id = statement.identifier(reader)
    let most = statement.bind(cursor.limit + cursor.limit / 2)
    let end: SQL =
      "(SELECT w.id FROM posts w WHERE true\(range) ORDER BY w.id \(nearest) LIMIT 1 OFFSET \(skipped))"
    statement.append(
      """
      \(end), \(furthest))\(range) \
      AND w.author IN (SELECT \(id) UNION ALL SELECT followee FROM follows WHERE follower = \(id)) \
      ORDER BY w.id \(nearest) LIMIT \(most)) \
      SELECT q.id, q.id, q.author, q.repost_of, q.created_at, q.visibility, \
      (SELECT CASE WHEN count(*) = \(most) THEN \(last)(near.id) ELSE \(end) END FROM near) \
      FROM near n CROSS JOIN posts q WHERE q.id = n.id
      """)
    appendFilters(on: &statement, reader: id, showsReposts: showsReposts(id))
    let order = cursor.order("q.id", in: &statement)
    statement.append("\(order)")
    return statement
  }

  /// The window's end is no table of its own, as then SQLite would sort what it finds, and so find all.
  private var windowForMany: Statement {
    let (nearest, further): (SQL, SQL) = cursor.isUpwards ? ("ASC", "<=") : ("DESC", ">=")
    var statement: Statement = "SELECT q.id, q.id, q.author, q.repost_of, q.created_at, q.visibility, "
    let range = cursor.condition("w.id", in: &statement)
    let skipped = statement.bind(window ?? 500)
    let end: SQL =
      "(SELECT w.id FROM posts w WHERE true\(range) ORDER BY w.id \(nearest) LIMIT 1 OFFSET \(skipped))"
    let id = statement.identifier(reader)
    statement.append(
      """
      \(end) FROM posts q WHERE q.id \(further) coalesce(\(end), \(cursor.isUpwards ? SQL.greatest : .least)) \
      AND (q.author = \(id) OR EXISTS (SELECT 1 FROM follows w WHERE w.follower = \(id) AND w.followee = q.author))
      """)
    appendFilters(on: &statement, reader: id, showsReposts: showsReposts(id))
    let order = cursor.order("q.id", in: &statement)
    statement.append("\(order)")
    return statement
  }

  private func showsReposts(_ reader: SQL) -> SQL {
    """
    (q.author = \(reader) OR EXISTS (SELECT 1 FROM follows w \
    WHERE w.follower = \(reader) AND w.followee = q.author AND w.shows_reposts = 1))
    """
  }

  /// Selects `EntryReader.columns` behind their key, and the bound behind them: NULL if everybody was read.
  ///
  /// - Parameter authors: how many of the nearest are read.
  func statement(authors: Int64) -> Statement {
    let further: SQL = cursor.isUpwards ? "<" : ">"
    var statement: Statement = "WITH "
    let id = appendBound(to: &statement, authors: authors)
    statement.append(
      """
       SELECT p.id, \(EntryReader.columns), b.id FROM bound b CROSS JOIN heads h CROSS JOIN posts p \
      WHERE (b.id IS NULL OR h.head \(further) b.id) AND p.id IN (SELECT q.id FROM posts q WHERE q.author = h.author \
      AND (b.id IS NULL OR q.id \(further) b.id)
      """)
    appendFilters(on: &statement, reader: id, showsReposts: "h.shows_reposts = 1")
    let inner = cursor.order("q.id", in: &statement)
    let outer = cursor.order("p.id", in: &statement)
    statement.append("\(inner))\(outer)")
    return statement
  }

  /// `heads`, the nearest entry of each who is followed, and `bound`, behind which not everybody is read. Returns the
  /// reader's parameter.
  private func appendBound(to statement: inout Statement, authors: Int64) -> SQL {
    let nearest: SQL = cursor.isUpwards ? "ASC" : "DESC"
    statement.append(
      """
      heads AS MATERIALIZED (SELECT f.author, f.shows_reposts, (SELECT q.id FROM posts q WHERE q.author = f.author
      """)
    let headRange = cursor.condition("q.id", in: &statement)
    statement.append("\(headRange) ORDER BY q.id \(nearest) LIMIT 1) AS head FROM (SELECT ")
    let id = statement.identifier(reader)
    statement.append(
      """
      \(id) AS author, 1 AS shows_reposts UNION ALL \
      SELECT followee, shows_reposts FROM follows WHERE follower = \(id)) f), \
      bound AS MATERIALIZED (SELECT (SELECT head FROM heads WHERE head IS NOT NULL ORDER BY head \(nearest) \
      LIMIT 1 OFFSET \(authors)) AS id)
      """)
    return id
  }

  /// Which posts `q` of somebody who is followed belong on the page.
  private func appendFilters(on statement: inout Statement, reader id: SQL, showsReposts: SQL) {
    let range = cursor.condition("q.id", in: &statement)
    let visible = Visibility.condition(asker: reader, hasBlocks: hasBlocks, on: "q", in: &statement)
    let (isMuted, isRepeatedMuted) = mutes(on: &statement, reader: id)
    statement.append(
      """
      \(range) AND \(visible)\(isMuted) AND (q.repost_of IS NULL OR (\(showsReposts)\(isRepeatedMuted))) \
      AND (q.reply_to_author IS NULL OR q.author = \(id) OR q.reply_to_author IN (q.author, \(id)) \
      OR EXISTS (SELECT 1 FROM follows w WHERE w.follower = \(id) AND w.followee = q.reply_to_author)) \
      AND (q.is_comment = 0 OR q.author = \(id) OR EXISTS (SELECT 1 FROM posts r WHERE r.id = q.conversation AND (r.author = \(id) \
      OR EXISTS (SELECT 1 FROM follows w WHERE w.follower = \(id) AND w.followee = r.author))))
      """)
  }
}

extension HomeTimeline {
  /// Conditions on the author of the post `q`, and on that of what it repeats; nothing if nobody is muted.
  private func mutes(on statement: inout Statement, reader id: SQL) -> (SQL, SQL) {
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

/// Whom somebody does not want to hear of.
enum Mutes {
  /// Whether the account wants to hear nothing of that author. Looked up for each, as `Visibility` does.
  static func condition(_ author: SQL, by account: SQL, _ moment: SQL) -> SQL {
    """
    EXISTS (SELECT 1 FROM mutes s WHERE s.account = \(account) AND s.target = \(author) \
    AND (s.expires_at IS NULL OR s.expires_at > \(moment)) LIMIT 1 OFFSET 0)
    """
  }
}
