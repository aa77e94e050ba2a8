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

/// A picture of a public post.
public struct PublicPicture: Equatable, Sendable {
  public var place: PicturePosition
  public var picture: Picture
  /// The text of the post.
  public var text: String
  public var author: Account
}

extension Store {
  /// Returns the pictures of public posts, the newest post first, each post's pictures in their order. Costs
  /// one statement.
  ///
  /// - Parameter after: the place behind which the page begins; it needn't have a picture.
  public func publicPictures(after place: PicturePosition?, limit: Int) async throws -> [PublicPicture] {
    try await driver.read(dependsOn: .tags([.pictures])) { connection in
      return try connection.rows(PublicPictures.page(after: place, limit: limit)) { row in
        let place = PicturePosition(post: try row.integer(), position: try row.int())
        let (source, description, text) = (try row.optionalText(), try row.text(), try row.text())
        let (stored, author) = (try PictureRow(&row), try FaceRow(&row))
        connection.depend(on: .post(place.post), .account(author.id))
        return PublicPicture(
          place: place, picture: PictureRow.picture(stored, source: source, description: description),
          text: text,
          author: author.account)
      }
    }
  }
}

/// The pictures that strangers may find: of public posts, replies included, for every viewer alike.
///
/// Sensitive pictures (`is_sensitive`) are left out, as the feed's contract can't mark them. So are missing
/// pictures without an address.
enum PublicPictures {
  /// The maximum number of pictures that a page scans. If that many in a row aren't public, the page ends,
  /// although public ones may follow.
  static let window: Int64 = 20_000

  static func page(after place: PicturePosition?, limit: Int) -> Statement {
    var statement: Statement = """
      SELECT t.post, t.position, t.source, t.description, p.text, \(PictureRow.columns("m")), \(FaceRow.columns) FROM \
      attachments t CROSS JOIN posts p CROSS JOIN accounts a LEFT JOIN media m ON m.id = t.media \
      \(FaceRow.tables) WHERE p.id = t.post AND a.id = p.author
      """
    // Always a range, so that the index of the attachments leads and the page's end stops the scan.
    let (post, position) = (statement.bind(place?.post ?? .max), statement.bind(place?.position ?? 0))
    statement.append(" AND t.post <= \(post) AND NOT (t.post = \(post) AND t.position <= \(position))")
    statement.append(
      """
       AND t.post >= coalesce((SELECT w.post FROM attachments w WHERE w.post <= \(post) \
      ORDER BY w.post DESC LIMIT 1 OFFSET \(window)), 0)
      """)
    statement.append(" AND \(condition(in: &statement)) ORDER BY t.post DESC, t.position LIMIT \(limit)")
    return statement
  }

  static func exists(at place: PicturePosition) -> Statement {
    var statement: Statement = """
      SELECT 1 FROM attachments t JOIN posts p ON p.id = t.post \
      WHERE t.post = \(place.post) AND t.position = \(place.position)
      """
    statement.append(" AND \(condition(in: &statement))")
    return statement
  }

  private static func condition(in statement: inout Statement) -> SQL {
    let visible = Visibility.condition(viewer: nil, in: &statement)
    return """
      p.visibility = 'public' AND \(visible) AND p.is_sensitive = 0 AND (t.media IS NOT NULL \
      OR substr(t.source, 1, 7) = 'http://' OR substr(t.source, 1, 8) = 'https://')
      """
  }
}
