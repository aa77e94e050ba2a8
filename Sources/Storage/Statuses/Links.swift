/// A link whose page should be asked what it is.
public struct DueLink: Equatable, Sendable {
  public var id: Int64
  public var url: String
  /// The member who published it.
  public var author: Int64
}

/// What a page said of itself; within the limits of `link_cards`.
public struct CardContent: Equatable, Sendable {
  /// The title of a page that says nothing is empty.
  public var title: String
  public var description: String
  public var site: String
  public var author: String
  public var language: String?
  public var pictureDescription: String

  public init(
    title: String, description: String, site: String, author: String, language: String?, pictureDescription: String
  ) {
    self.title = title
    self.description = description
    self.site = site
    self.author = author
    self.language = language
    self.pictureDescription = pictureDescription
  }
}

/// The picture of a card.
public enum CardPicture: Equatable, Sendable {
  /// The one that it has stays: a newer one could not be had.
  case kept
  case none
  /// An id of media.
  case media(Int64)
}

extension PeopleTransaction {
  /// Says which link's card a post shows; nil: none.
  ///
  /// - Parameter id: for a link that is new here.
  /// - Returns: pictures of the card that it showed before, if nobody shows it any more.
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

  /// The id of the card that a post shows.
  public func link(of post: Int64) throws(StorageError) -> Int64? {
    try connection.integer("SELECT card FROM post_links WHERE post = \(post)")
  }

  /// Forgets a card that no post shows.
  ///
  /// - Returns: its picture, as an id of media, for `removeUnused`.
  public func removeUnused(card: Int64) throws(StorageError) -> [Int64] { try connection.removeUnusedCard(card) }

  /// Those that no post shows.
  public func unusedCards(limit: Int) throws(StorageError) -> [Int64] {
    let sql: Statement = """
      SELECT c.id FROM link_cards c WHERE NOT EXISTS (SELECT 1 FROM post_links l WHERE l.card = c.id) LIMIT \(limit)
      """
    return try connection.integers(sql)
  }

  /// The link whose page is to be asked for now, which nobody else is told until `later`.
  ///
  /// - Parameters:
  ///   - now: in milliseconds.
  ///   - oldest: the page of a link that only posts with lower ids have is asked for no more.
  ///   - authors: whose links have to wait.
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

  /// Asks again at that moment.
  public func setFetch(_ card: Int64, _ moment: Int64?) throws(StorageError) {
    try connection.execute("UPDATE link_cards SET fetch_at = \(moment) WHERE id = \(card)")
  }

  /// Writes what a page said, unless nobody has the link any more.
  ///
  /// - Returns: the picture that it had, and the new one if it isn't needed, as ids of media, for `removeUnused`.
  public func set(
    card: Int64, to content: CardContent, picture: CardPicture, fetchAt: Int64
  ) throws(StorageError) -> [Int64] {
    let old = try connection.integer("SELECT picture FROM link_cards WHERE id = \(card)")
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
    return [old, new].compactMap(\.self)
  }
}

extension DatabaseConnection {
  func removeUnusedCard(_ card: Int64) throws(StorageError) -> [Int64] {
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
