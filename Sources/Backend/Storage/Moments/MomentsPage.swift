import Invalidation
public import Social

/// The query for a Moments page. It lists the posts of an account and of those that it follows, newest first,
/// if the viewer may see them.
public struct MomentsPage: Sendable {
  public var owner: Int64
  /// The viewer's id; `nil` for a stranger.
  public var viewer: Int64?
  /// The id below which posts are listed; `nil` for all.
  public var before: Int64?
  /// The maximum number of posts; `nil` for all.
  public var limit: Int?
  /// True if posts with a warning or sensitive pictures are included.
  public var hasCovered: Bool

  public init(
    owner: Int64, viewer: Int64? = nil, before: Int64? = nil, limit: Int? = nil, hasCovered: Bool = false
  ) {
    self.hasCovered = hasCovered
    self.owner = owner
    self.viewer = viewer
    self.before = before
    self.limit = limit
  }

  /// Returns the condition on the posts `p` of the list: neither replies nor reposts nor direct posts. The
  /// contract can't mark hidden content, so such posts are left out unless they are wanted.
  func condition(in statement: inout Statement) -> SQL {
    let authors = authors(in: &statement)
    return "p.author IN (\(authors)) AND \(isListed("p", in: &statement))"
  }

  /// Returns the ids of the owner and the accounts that they follow, as a subquery.
  func authors(in statement: inout Statement) -> SQL {
    let owner = statement.identifier(owner)
    return "SELECT \(owner) AS id UNION ALL SELECT followee FROM follows WHERE follower = \(owner)"
  }

  /// Returns the condition for a post of one of the authors to be listed. The index `posts_on_pages` begins
  /// with the same conditions.
  func isListed(_ table: SQL, in statement: inout Statement) -> SQL {
    var sql: SQL = """
      \(table).conversation = \(table).id AND \(table).visibility <> 'direct' AND \
      \(isVisible(table, hasCovered: hasCovered, in: &statement))
      """
    if let before { sql.append(" AND \(table).id < \(statement.bind(before))") }
    return sql
  }

  /// Returns the condition for the viewer to see a post or a comment here. Strangers don't find unlisted ones:
  /// they need the address. A page can't hide comments behind a warning, so it leaves out those with one.
  func isVisible(_ table: SQL, hasCovered: Bool = false, in statement: inout Statement) -> SQL {
    var sql = Visibility.condition(viewer: viewer, on: table, in: &statement)
    if !hasCovered { sql = "\(table).is_sensitive = 0 AND \(table).warning = '' AND \(sql)" }
    return viewer == nil ? "\(table).visibility = 'public' AND \(sql)" : sql
  }
}

extension Store {
  /// Reads a page in three statements if posts and people are cached, in nine if they aren't, and in one if
  /// it is empty. Thousands of comments or likes cost a few more. Each post has its first 1,000 comments, its
  /// first 1,000 likes and the viewer's own like. The viewer's own posts for circles cost one more.
  ///
  /// - Throws: `StorageError`.
  public func posts(_ page: MomentsPage) async throws -> [MomentsPost] {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: isGathered).posts()
    }
  }

  /// The ids of the page's posts, newest first. Runs one statement, and one more if the response's
  /// dependencies are gathered.
  public func ids(of page: MomentsPage) async throws -> [Int64] {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: isGathered).listed().map(\.id)
    }
  }

  /// Those of the posts that are on the page, newest first. Runs three statements if the posts and people are
  /// remembered, nine if they aren't, and one more for the viewer's own posts for circles.
  ///
  /// The result depends on the posts, and not on the page's list: `ids(of:)` says that.
  ///
  /// - Parameter ids: `MomentsStatements.maxNamed` at most.
  public func posts(_ ids: [Int64], on page: MomentsPage) async throws -> [MomentsPost] {
    try await driver.read(dependsOn: .tags(ids.map { .post($0) })) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: false).posts(ids)
    }
  }

  /// The authors of the page's newest posts, the latest first, without their covers.
  public func authors(of page: MomentsPage, limit: Int) async throws -> [Account] {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: isGathered).authors(limit)
    }
  }
}
