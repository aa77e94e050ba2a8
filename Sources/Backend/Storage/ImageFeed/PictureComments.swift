import Invalidation
public import Social

/// A reply to the post of a picture.
public struct PictureComment: Equatable, Sendable {
  public var id: Int64
  public var text: String
  public var createdAt: Timestamp
  public var author: Account
}

extension Store {
  /// Returns the replies below a picture's post, in the order of the Moments page; `nil` if the feed doesn't
  /// have the picture. Costs two statements.
  ///
  /// - Parameters:
  ///   - viewer: the member whose feed it is; `nil` for public pictures and replies.
  ///   - now: the time in milliseconds, as mutes may have expired.
  public func comments(
    onPicture place: PicturePosition, atMost limit: Int, viewer: Int64?, now: Int64
  ) async throws -> [PictureComment]? {
    try await driver.read(dependsOn: .everything) { connection in
      let feed = FeedPictures(viewer: viewer, now: now)
      guard try connection.has(feed.exists(at: place)) else { return nil }
      return try connection.rows(PictureComments.below(place.post, atMost: limit, in: feed)) { row in
        let (id, text) = (try row.integer(), try row.text())
        let createdAt = try row.optionalInteger() ?? Identifiers.millisecond(of: id)
        return PictureComment(
          id: id, text: text, createdAt: Timestamp(milliseconds: createdAt), author: try FaceRow(&row).account
        )
      }
    }
  }
}

enum PictureComments {
  /// The maximum number of replies that are scanned.
  private static let maxLookedAt: Int64 = 10_000

  /// Selects the conversation that the post began, and all replies that lead back to the post.
  static func below(_ post: Int64, atMost limit: Int, in feed: FeedPictures) -> Statement {
    var statement: Statement = "WITH RECURSIVE all_below (id) AS (SELECT id FROM posts WHERE conversation = "
    let post = statement.identifier(post)
    statement.append(
      """
      \(post) AND id <> \(post) UNION SELECT id FROM posts WHERE reply_to = \(post)
      UNION SELECT p.id FROM all_below JOIN posts p ON p.reply_to = all_below.id),
      below (id) AS (SELECT id FROM all_below LIMIT \(maxLookedAt))
      SELECT c.id, c.text, c.created_at, \(FaceRow.columns) FROM below CROSS JOIN posts c
      JOIN accounts a ON a.id = c.author \(FaceRow.tables) \
      WHERE c.id = below.id AND c.text <> '' AND c.warning = '' \
      AND \(feed.isSeen("c", isComment: true, in: &statement)) \
      ORDER BY c.place IS NULL, c.place, c.id LIMIT \(limit)
      """)
    return statement
  }
}
