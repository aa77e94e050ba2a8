/// A link whose page should be fetched for a preview.
public struct DueLink: Equatable, Sendable {
  public var id: Int64
  public var url: String
  /// The member who published the link.
  public var author: Int64
}

/// The preview that a page gives of itself, within the limits of `link_cards`.
public struct LinkPreviewContent: Equatable, Sendable {
  /// The title; empty if the page gives no preview.
  public var title: String
  public var description: String
  public var site: String
  public var author: String
  public var language: String?
  public var pictureDescription: String

  public init(
    title: String, description: String, site: String, author: String, language: String?,
    pictureDescription: String
  ) {
    self.title = title
    self.description = description
    self.site = site
    self.author = author
    self.language = language
    self.pictureDescription = pictureDescription
  }
}

/// The picture of a link preview.
public enum LinkPreviewPicture: Equatable, Sendable {
  /// The present picture stays, because a newer one could not be fetched.
  case kept
  case none
  /// A new picture with its id in `media`.
  case media(Int64)
}

extension WriteTransaction {
  /// Sets the link whose preview a post shows; `nil` removes it.
  ///
  /// - Parameter id: the id of the preview if the link is new here.
  /// - Returns: pictures of the previous preview if no post shows it any more.
  public func setLink(of post: Int64, to url: String?, id: Int64) throws(StorageError) -> [Int64] {
    let old = try link(of: post)
    if let url {
      try connection.execute(
        """
        INSERT INTO link_cards (id, url, fetch_at) VALUES (\(id), \(url), 0)
        ON CONFLICT (url) DO UPDATE SET fetch_at = coalesce(link_cards.fetch_at, 0)
        """)
      try connection.execute(
        """
        INSERT INTO post_links (post, card) SELECT CAST(\(post) AS BIGINT), id FROM link_cards WHERE url = \(url)
        ON CONFLICT (post) DO UPDATE SET card = excluded.card
        """)
    } else {
      try connection.execute("DELETE FROM post_links WHERE post = \(post)")
    }
    guard let old else { return [] }
    return try removeUnused(card: old)
  }

  /// Returns the id of the preview that a post shows.
  public func link(of post: Int64) throws(StorageError) -> Int64? {
    try connection.integer("SELECT card FROM post_links WHERE post = \(post)")
  }

  /// Removes a preview that no post shows.
  ///
  /// - Returns: its picture, as an id of `media`, for `removeUnused`.
  public func removeUnused(card: Int64) throws(StorageError) -> [Int64] {
    try connection.removeUnusedLinkPreview(card)
  }

  /// Returns previews that no post shows.
  public func unusedLinkPreviews(limit: Int) throws(StorageError) -> [Int64] {
    let sql: Statement = """
      SELECT c.id FROM link_cards c WHERE NOT EXISTS (SELECT 1 FROM post_links l WHERE l.card = c.id) LIMIT \(limit)
      """
    return try connection.integers(sql)
  }

  /// Returns the next link whose page is due, and reserves it until `later`, so that no other process fetches
  /// it.
  ///
  /// - Parameters:
  ///   - now: the time in milliseconds.
  ///   - oldest: the lowest id of a post whose link is still fetched. Links of older posts only are never
  ///     fetched again.
  ///   - authors: members whose links must wait.
  public func takeDueLink(
    now: Int64, later: Int64, oldest: Int64, exceptBy authors: [Int64] = []
  ) throws(StorageError) -> DueLink? {
    let wanted = Statement(with: oldest) { oldest in
      """
      SELECT d.id, d.url, d.author FROM (
        SELECT c.id, c.url, c.fetch_at, (SELECT p.author FROM post_links l JOIN posts p ON p.id = l.post
          WHERE l.card = c.id AND l.post >= \(oldest) ORDER BY l.post LIMIT 1) AS author
        FROM link_cards c WHERE c.fetch_at <= \(now)) d
      WHERE coalesce(d.author, 0) NOT IN \(authors + [-1])
      ORDER BY d.fetch_at, d.id LIMIT 1
      """
    }
    while let (id, url, author) = try connection.first(
      wanted, { row in (try row.integer(), try row.text(), try row.optionalInteger()) })
    {
      try setFetch(id, author != nil ? later : nil)
      if let author { return DueLink(id: id, url: url, author: author) }
    }
    return nil
  }

  /// Sets the time of the next fetch; `nil` for never.
  public func setFetch(_ card: Int64, _ moment: Int64?) throws(StorageError) {
    try connection.execute("UPDATE link_cards SET fetch_at = \(moment) WHERE id = \(card)")
  }

  /// Stores a preview, unless its link was removed meanwhile.
  ///
  /// - Returns: the previous picture, and the new one if it isn't needed, as ids of `media`, for
  ///   `removeUnused`.
  public func set(
    card: Int64, to content: LinkPreviewContent, picture: LinkPreviewPicture, fetchAt: Int64
  ) throws(StorageError) -> [Int64] {
    let old = try connection.integer("SELECT picture FROM link_cards WHERE id = \(card)")
    let title = try connection.text("SELECT title FROM link_cards WHERE id = \(card)")
    let new: Int64? =
      switch picture {
      case .kept: old
      case .none: nil
      case .media(let id): id
      }
    try connection.execute(
      """
      UPDATE link_cards SET title = \(content.title), description = \(content.description), site = \(content.site), \
      author = \(content.author), language = \(content.language), picture = \(new),
        picture_description = \(content.pictureDescription), fetch_at = \(fetchAt)
      WHERE id = \(card)
      """
    )
    guard title != content.title else { return [old, new].compactMap(\.self) }
    for post in try connection.integers(
      "SELECT post FROM post_links WHERE card = \(card) ORDER BY post DESC LIMIT \(Self.maxNotes)")
    { record(.edited(post)) }
    return [old, new].compactMap(\.self)
  }

  /// The number of posts that streams show again with their new preview; older ones are read again anyway.
  private static let maxNotes: Int64 = 20
}

extension DatabaseConnection {
  func removeUnusedLinkPreview(_ card: Int64) throws(StorageError) -> [Int64] {
    let sql = Statement(with: card) {
      """
      SELECT picture FROM link_cards
      WHERE id = \($0) AND NOT EXISTS (SELECT 1 FROM post_links WHERE card = \($0))
      """
    }
    guard let picture = try first(sql, { row in try row.optionalInteger() }) else { return [] }
    try execute("DELETE FROM link_cards WHERE id = \(card)")
    return [picture].compactMap(\.self)
  }
}
