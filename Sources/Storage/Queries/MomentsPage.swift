import Freshness
public import Social

/// The posts of an account and of those whom it follows, newest first, as far as the asker may see them.
public struct MomentsPage: Sendable {
  public var owner: Int64
  /// nil: somebody who is not signed in.
  public var asker: Int64?
  /// Only posts with a smaller id.
  public var before: Int64?
  /// At most this many; nil: all.
  public var limit: Int?
  /// Also posts with a warning or sensitive pictures.
  public var hasCovered: Bool

  public init(
    owner: Int64, asker: Int64? = nil, before: Int64? = nil, limit: Int? = nil, hasCovered: Bool = false
  ) {
    self.hasCovered = hasCovered
    self.owner = owner
    self.asker = asker
    self.before = before
    self.limit = limit
  }

  /// The condition on the posts `p` of the list: neither replies nor reposts nor messages. The contract has no word for what is to be
  /// shown only when asked for, so that is left out unless it is wanted.
  func condition(in statement: inout Statement) -> SQL {
    let authors = authors(in: &statement)
    return "p.author IN (\(authors)) AND \(isListed("p", in: &statement))"
  }

  /// The ids of the owner and of those whom they follow, as a subquery.
  func authors(in statement: inout Statement) -> SQL {
    let owner = statement.identifier(owner)
    return "SELECT \(owner) AS id UNION ALL SELECT followee FROM follows WHERE follower = \(owner)"
  }

  /// Whether a post of one of the authors is on the list. The index `posts_on_pages` begins as this does.
  func isListed(_ table: SQL, in statement: inout Statement) -> SQL {
    var sql: SQL = """
      \(table).conversation = \(table).id AND \(table).visibility <> 'direct' AND \
      \(isVisible(table, hasCovered: hasCovered, in: &statement))
      """
    if let before { sql.append(" AND \(table).id < \(statement.bind(before))") }
    return sql
  }

  /// Whether the asker sees a post or a comment here. A stranger finds no unlisted ones, who needs their addresses.
  /// Comments have no cover: they always are left out.
  func isVisible(_ table: SQL, hasCovered: Bool = false, in statement: inout Statement) -> SQL {
    var sql = Visibility.condition(asker: asker, on: table, in: &statement)
    if !hasCovered { sql = "\(table).is_sensitive = 0 AND \(table).warning = '' AND \(sql)" }
    return asker == nil ? "\(table).visibility = 'public' AND \(sql)" : sql
  }
}

extension Store {
  /// Runs three statements if the posts and people are remembered, nine if they aren't, and one if there are no posts. A
  /// page with thousands of comments or likes costs a few more. Of each post the first 1,000 comments and the first 1,000
  /// likes are read, and the asker's own like.
  ///
  /// - Throws: `StorageError`.
  public func posts(_ page: MomentsPage) async throws -> [Post] {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: isGathered).posts()
    }
  }

  /// The ids of the page's posts, newest first. Runs one statement, and one more if the response's dependencies are
  /// gathered.
  public func ids(of page: MomentsPage) async throws -> [Int64] {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: isGathered).listed().map(\.id)
    }
  }

  /// Those of the posts that are on the page, newest first. Runs three statements if the posts and people are remembered,
  /// nine if they aren't.
  ///
  /// The result depends on the posts, and not on the page's list: `ids(of:)` says that.
  ///
  /// - Parameter ids: `MomentsStatements.mostNamed` at most.
  public func posts(_ ids: [Int64], on page: MomentsPage) async throws -> [Post] {
    try await driver.read(dependsOn: .tags(ids.map { .post($0) })) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: false).posts(ids)
    }
  }

  /// Who of the page's people posted last, the latest first, without their covers.
  public func authors(of page: MomentsPage, limit: Int) async throws -> [Account] {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      try MomentsPageReader(connection, memory, page, isGathered: isGathered).authors(limit)
    }
  }
}
