import Invalidation
public import Social

/// The place of a picture: its post and its position there.
public struct PicturePosition: Equatable, Hashable, Sendable {
  public var post: Int64
  /// The position, counted from 0.
  public var position: Int

  public init(post: Int64, position: Int) {
    self.post = post
    self.position = position
  }
}

/// A picture in the feed.
public struct FeedPicture: Equatable, Sendable {
  public var place: PicturePosition
  public var picture: Picture
  /// The text of the post.
  public var text: String
  public var author: Account
  /// The location of the post.
  public var location: String?
}

extension Store {
  /// Returns the pictures of the feed, the newest post first, each post's pictures in their order. Costs one
  /// statement.
  ///
  /// - Parameters:
  ///   - after: the place behind which the page begins; it needn't have a picture.
  ///   - viewer: the member whose feed it is; `nil` for the pictures of public posts.
  ///   - now: the time in milliseconds, as mutes may have expired.
  public func feedPictures(
    after place: PicturePosition?, limit: Int, viewer: Int64?, now: Int64
  ) async throws -> [FeedPicture] {
    try await driver.read(dependsOn: .tags([.pictures] + (viewer.map { [.viewer($0)] } ?? []))) {
      connection in
      let feed = FeedPictures(viewer: viewer, now: now)
      return try connection.rows(feed.page(after: place, limit: limit)) { row in
        let place = PicturePosition(post: try row.integer(), position: try row.int())
        let (source, description, text) = (try row.optionalText(), try row.text(), try row.text())
        let location = try row.optionalText()
        let (stored, author) = (try PictureRow(&row), try FaceRow(&row))
        connection.depend(on: .post(place.post), .account(author.id))
        return FeedPicture(
          place: place, picture: PictureRow.picture(stored, source: source, description: description),
          text: text,
          author: author.account, location: location)
      }
    }
  }
}

/// The pictures of the feed, replies included: of public posts, or of those that a member may see and that
/// lists show.
///
/// Sensitive pictures (`is_sensitive`) are left out, as the feed's contract can't mark them. So are missing
/// pictures without an address.
struct FeedPictures {
  /// The member; `nil` for the pictures of public posts.
  let viewer: Int64?
  /// The time in milliseconds, as mutes may have expired.
  let now: Int64

  /// The maximum number of pictures that a page scans. If that many in a row aren't public, the page ends,
  /// although public ones may follow.
  static let window: Int64 = 20_000

  func page(after place: PicturePosition?, limit: Int) -> Statement {
    var statement: Statement = """
      SELECT t.post, t.position, t.source, t.description, p.text, p.location, \(PictureRow.columns("m")), \(FaceRow.columns) FROM \
      attachments t CROSS JOIN posts p CROSS JOIN accounts a LEFT JOIN media m ON m.id = t.media \
      \(FaceRow.tables) WHERE p.id = t.post AND a.id = p.author
      """
    // Always a range, so that the index of the attachments leads and the page's end stops the scan.
    let (post, position) = (statement.bind(place?.post ?? .max), statement.bind(place?.position ?? 0))
    statement.append(" AND t.post <= \(post) AND NOT (t.post = \(post) AND t.position <= \(position))")
    statement.append(
      """
       AND t.post >= coalesce((SELECT w.post FROM attachments w WHERE w.post <= \(post) \
      ORDER BY w.post DESC LIMIT 1 OFFSET \(Self.window)), 0)
      """)
    statement.append(" AND \(condition(in: &statement)) ORDER BY t.post DESC, t.position LIMIT \(limit)")
    return statement
  }

  func exists(at place: PicturePosition) -> Statement {
    var statement: Statement = """
      SELECT 1 FROM attachments t JOIN posts p ON p.id = t.post \
      WHERE t.post = \(place.post) AND t.position = \(place.position)
      """
    statement.append(" AND \(condition(in: &statement))")
    return statement
  }

  private func condition(in statement: inout Statement) -> SQL {
    """
    \(isSeen("p", in: &statement)) AND p.is_sensitive = 0 AND (t.media IS NOT NULL \
    OR substr(t.source, 1, 7) = 'http://' OR substr(t.source, 1, 8) = 'https://')
    """
  }

  /// Returns the condition for a post or a comment to be in the feed, as far as audience and mutes decide.
  ///
  /// - Parameter isComment: true for a comment, which a member also sees unlisted, as on a Moments page.
  func isSeen(_ post: SQL, isComment: Bool = false, in statement: inout Statement) -> SQL {
    let visible = Visibility.condition(viewer: viewer, on: post, in: &statement)
    guard let viewer else { return "\(post).visibility = 'public' AND \(visible)" }
    let unlisted: SQL = isComment ? "('direct')" : "('direct', 'unlisted')"
    let (id, moment) = (statement.identifier(viewer), statement.identifier(now))
    return """
      \(post).visibility NOT IN \(unlisted) AND \(visible) AND NOT \(Mutes.condition("\(post).author", by: id, moment))
      """
  }
}
