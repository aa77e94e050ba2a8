import Invalidation
public import Social

/// A post, and the time when it was published.
public struct PostDate: Equatable, Sendable {
  public let id: Int64
  public let createdAt: Timestamp
}

extension Store {
  /// Returns the newest posts of an account that the viewer may see, newest first, without replies, comments
  /// and reposts.
  public func postDates(of author: Int64, viewer: Int64?, limit: Int) async throws -> [PostDate] {
    try await driver.read(dependsOn: .tags([.authored(author)])) { connection in
      if let viewer { connection.depend(on: .viewer(viewer)) }
      return try connection.rows(PostDates(author: author, viewer: viewer, limit: limit).statement) { row in
        let id = try row.integer()
        let time = try row.optionalInteger() ?? Identifiers.millisecond(of: id)
        return PostDate(id: id, createdAt: Timestamp(milliseconds: time))
      }
    }
  }
}

struct PostDates {
  let author: Int64
  let viewer: Int64?
  let limit: Int
  /// The number of the account's newest posts, replies and reposts that are judged, which bounds the cost for
  /// viewers who may see few of them.
  var window: Int64 = 50_000

  var statement: Statement {
    var statement: Statement = "SELECT p.id, p.created_at FROM posts p WHERE p.author = \(author)"
    // The end is a subquery, as in `PostList.statement`.
    statement.append(
      """
       AND p.id > coalesce((SELECT w.id FROM posts w WHERE w.author = \(author) \
      ORDER BY w.id DESC LIMIT 1 OFFSET \(window)), \(SQL.least))
      """)
    statement.append(" AND p.repost_of IS NULL AND p.reply_to IS NULL AND p.is_comment = 0 AND ")
    statement.append("\(Visibility.condition(viewer: viewer, in: &statement)) ")
    statement.append("ORDER BY p.id DESC LIMIT \(Int64(limit))")
    return statement
  }
}
