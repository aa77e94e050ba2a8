import Invalidation
public import Social

extension Store {
  /// Returns an account's scrapbooks, the last made first. Viewers other than the account get those with a post
  /// that they may see.
  ///
  /// - Parameter post: Leaves out scrapbooks without this post; `nil` for all.
  public func scrapbooks(of owner: Int64, viewer: Int64?, with post: Int64? = nil) async throws -> [Scrapbook]
  {
    try await driver.read(dependsOn: .tags([.authored(owner)])) { connection in
      try ScrapbookReader(connection: connection, memory: memory, owner: owner, viewer: viewer)
        .scrapbooks(with: post, id: nil)
    }
  }

  /// Returns a scrapbook; `nil` if it doesn't exist, or the viewer may see none of its posts and isn't its
  /// owner.
  public func scrapbook(_ id: Int64, viewer: Int64?) async throws -> Scrapbook? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      guard let owner = try connection.owner(ofScrapbook: id) else { return nil }
      connection.depend(on: .authored(owner))
      return try ScrapbookReader(connection: connection, memory: memory, owner: owner, viewer: viewer)
        .scrapbooks(with: nil, id: id).first
    }
  }

  /// Returns a page of a scrapbook's posts that the viewer may see, newest first; `nil` if it doesn't exist.
  public func posts(
    ofScrapbook id: Int64, viewer: Int64?, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry>? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      guard let owner = try connection.owner(ofScrapbook: id) else { return nil }
      connection.depend(on: .authored(owner))
      return try EntryReader(connection: connection, memory: memory, viewer: viewer, cursor: cursor).page(
        ScrapbookPosts(viewer: viewer).list(id, cursor))
    }
  }
}

extension DatabaseConnection {
  /// Returns the account that made a scrapbook; `nil` if it doesn't exist.
  func owner(ofScrapbook id: Int64) throws(StorageError) -> Int64? {
    try integer("SELECT owner FROM scrapbooks WHERE id = \(id)")
  }
}

/// Reads the scrapbooks of an account for a viewer.
private struct ScrapbookReader {
  /// The visible posts of a scrapbook.
  private struct Summary {
    let scrapbook: Int64
    let count: Int
    /// The newest post without a content warning.
    let cover: Int64?
  }

  let connection: any DatabaseConnection
  let memory: PostCache
  let owner: Int64
  let viewer: Int64?

  func scrapbooks(with post: Int64?, id: Int64?) throws -> [Scrapbook] {
    if let viewer { connection.depend(on: .viewer(viewer)) }
    let posts = ScrapbookPosts(viewer: viewer)
    let titles = try connection.rows(posts.titles(of: owner, with: post, id: id)) { row in
      (id: try row.integer(), title: try row.text())
    }
    let summaries = try connection.rows(posts.summaries(of: owner, with: post, id: id)) { row in
      Summary(scrapbook: try row.integer(), count: try row.int(), cover: try row.optionalInteger())
    }
    let known = Dictionary(summaries.map { ($0.scrapbook, $0) }) { first, _ in first }
    let covers = try PostReader(connection: connection, memory: memory, viewer: viewer)
      .read(visible: titles.compactMap { known[$0.id]?.cover }, others: []).posts
    return titles.compactMap { id, title in
      let summary = known[id]
      guard viewer == owner || summary != nil else { return nil }
      let cover = summary?.cover.flatMap { covers[$0] }
      return Scrapbook(
        id: String(id), owner: String(owner), title: title, postsCount: summary?.count ?? 0,
        cover: cover?.attachments.first { $0.kind == .image })
    }
  }
}

/// The statements of scrapbooks for a viewer. They count and list the posts with pictures that the viewer may
/// see (`Visibility.condition`).
struct ScrapbookPosts {
  let viewer: Int64?

  func titles(of owner: Int64, with post: Int64?, id: Int64?) -> Statement {
    var statement: Statement = "SELECT c.id, c.title FROM scrapbooks c WHERE c.owner = \(owner)"
    Self.limit(&statement, to: post, id)
    statement.append(" ORDER BY c.id DESC")
    return statement
  }

  private static func limit(_ statement: inout Statement, to post: Int64?, _ id: Int64?) {
    if let post {
      statement.append(
        " AND EXISTS (SELECT 1 FROM scrapbook_posts e WHERE e.scrapbook = c.id AND e.post = \(post))")
    }
    if let id { statement.append(" AND c.id = \(id)") }
  }

  /// The number of posts of each scrapbook that has any, and the post of its cover.
  func summaries(of owner: Int64, with post: Int64? = nil, id: Int64?) -> Statement {
    var statement: Statement = """
      SELECT c.id, count(*), max(CASE WHEN p.is_sensitive = 0 AND p.warning = '' THEN p.id END) \
      FROM scrapbooks c CROSS JOIN scrapbook_posts w CROSS JOIN posts p WHERE c.owner = \(owner)
      """
    Self.limit(&statement, to: post, id)
    statement.append(" AND w.scrapbook = c.id AND p.id = w.post")
    statement.append("\(filters(in: &statement)) GROUP BY c.id")
    return statement
  }

  func list(_ scrapbook: Int64, _ cursor: Cursor) -> PostList {
    PostList(
      table: "scrapbook_posts", key: "post", cursor: cursor,
      condition: { "w.scrapbook = \($0.bind(scrapbook))" }, filters: filters)
  }

  /// An edit may have taken a post's pictures away.
  private func filters(in statement: inout Statement) -> SQL {
    let visible = Visibility.condition(viewer: viewer, in: &statement)
    return " AND EXISTS (SELECT 1 FROM attachments t WHERE t.post = p.id) AND \(visible)"
  }
}
