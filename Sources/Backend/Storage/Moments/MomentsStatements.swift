import Social

/// The statements of a Moments page. Each reads little more than the page shows.
struct MomentsStatements {
  let page: MomentsPage

  /// The maximum number of comments of each post.
  static let maxComments = 1000
  static let maxLikes = 1000

  /// As many posts as a statement names.
  static let maxNamed = 512

  /// Those of the posts that are on the page.
  ///
  /// - Parameter ids: `maxNamed` at most.
  func posts(_ ids: [Int64]) -> Statement {
    var statement: Statement = "SELECT \(ListedPost.columns) FROM posts p WHERE p.id IN \(ids)"
    statement.append(" AND \(page.condition(in: &statement)) ORDER BY p.id DESC")
    return statement
  }

  func posts() -> Statement {
    guard let limit = page.limit else {
      var statement: Statement = "SELECT \(ListedPost.columns) FROM posts p WHERE "
      statement.append("\(page.condition(in: &statement)) ORDER BY p.id DESC")
      return statement
    }
    var statement: Statement = "WITH "
    appendHeads(to: &statement)
    // SQLite numbers parameters in the order in which they stand.
    let isNear = page.isListed("q", in: &statement)
    let (others, most) = (statement.bind(max(0, limit - 1)), statement.bind(limit))
    let isListed = page.isListed("p", in: &statement)
    statement.append(
      """
      , near AS MATERIALIZED (SELECT h.author, (SELECT q.id FROM posts q WHERE q.author = h.author AND \(isNear) \
      ORDER BY q.id DESC LIMIT 1 OFFSET \(others)) AS last FROM (\
      SELECT author FROM heads WHERE head IS NOT NULL ORDER BY head DESC LIMIT \(most)) h) \
      SELECT \(ListedPost.columns) FROM near n CROSS JOIN posts p WHERE p.author = n.author \
      AND p.id >= coalesce(n.last, \(SQL.least)) AND \(isListed) ORDER BY p.id DESC LIMIT \(most)
      """)
    return statement
  }

  /// Adds the table `heads`: the newest post of each author who may be on the page. A page can only come from
  /// as many authors as it has posts, those with the newest ones.
  private func appendHeads(to statement: inout Statement) {
    let isListed = page.isListed("q", in: &statement)
    let authors = page.authors(in: &statement)
    statement.append(
      """
      heads AS MATERIALIZED (SELECT a.id AS author, (SELECT q.id FROM posts q WHERE q.author = a.id AND \(isListed) \
      ORDER BY q.id DESC LIMIT 1) AS head FROM (\(authors)) a)
      """)
  }

  /// Selects the authors with posts on the page, those with the newest ones first.
  func authors(_ limit: Int) -> Statement {
    var statement: Statement = "WITH "
    appendHeads(to: &statement)
    statement.append(
      """
       SELECT \(AccountRow.columns) FROM heads h CROSS JOIN \(AccountRow.tables) \
      WHERE h.head IS NOT NULL AND a.id = h.author AND a.suspended_at IS NULL ORDER BY h.head DESC LIMIT \(limit)
      """)
    return statement
  }

  /// Adds the table `ends`: the page's posts, each with the id behind which none of its comments or likes is
  /// read.
  ///
  /// - Parameter last: a subquery about the post `p`.
  private func appendEnds(of posts: [Int64], _ last: SQL, to statement: inout Statement) {
    statement.append("WITH ends AS MATERIALIZED (SELECT p.id, (\(last)) AS last FROM posts p WHERE ")
    if posts.count <= Self.maxNamed {
      statement.append("p.id IN \(posts)")
    } else {
      // There may be more posts than a statement can name.
      let condition = page.condition(in: &statement)
      let range = (posts.last ?? 0)...(posts.first ?? 0)
      statement.append("\(condition) AND p.id BETWEEN \(range.lowerBound) AND \(range.upperBound)")
    }
    statement.append(") ")
  }

  /// Selects the comments of posts.
  ///
  /// - Parameter posts: the page's posts, newest first.
  func comments(_ posts: [Int64]) -> Statement {
    var query: Statement = ""
    appendEnds(
      of: posts,
      """
      SELECT d.id FROM posts d WHERE d.conversation = p.id AND d.id <> d.conversation \
      ORDER BY d.id LIMIT 1 OFFSET \(raw: "\(Self.maxComments - 1)")
      """, to: &query)
    let isVisible = page.isVisible("c", in: &query)
    query.append(
      """
      SELECT \(ListedComment.columns) FROM ends e CROSS JOIN posts c WHERE c.conversation = e.id \
      AND c.id <= coalesce(e.last, \(SQL.greatest)) AND c.id <> c.conversation AND \(isVisible) \
      ORDER BY c.conversation, c.place IS NULL, c.place, c.id
      """)
    return query
  }

  /// Selects the likes of posts, unless a block exists between their account and the viewer. The last column
  /// is 1 if the post has more likes than are read.
  ///
  /// - Parameter posts: the page's posts, newest first.
  func likes(_ posts: [Int64]) -> Statement {
    var query: Statement = ""
    appendEnds(
      of: posts,
      """
      SELECT d.id FROM favourites d WHERE d.post = p.id ORDER BY d.id LIMIT 1 OFFSET \(raw: "\(Self.maxLikes - 1)")
      """, to: &query)
    query.append(
      """
      SELECT l.post, l.account, CASE WHEN e.last IS NULL THEN 0 ELSE 1 END \
      FROM ends e CROSS JOIN favourites l WHERE l.post = e.id AND l.id <= coalesce(e.last, \(SQL.greatest))
      """)
    if let viewer = page.viewer {
      query.append(" AND \(Visibility.notBlocked(query.identifier(viewer), "l.account"))")
    }
    query.append(" ORDER BY l.post, l.place IS NULL, l.place, l.id")
    return query
  }
}
