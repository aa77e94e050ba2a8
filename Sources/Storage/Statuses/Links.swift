/// A link whose page should be asked what it is.
public struct DueLink: Equatable, Sendable {
  public var id: Int64
  public var url: String
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
        Statement(
          """
          INSERT INTO link_cards (id, url, fetch_at) VALUES ($1, $2, 0)
          ON CONFLICT (url) DO UPDATE SET fetch_at = coalesce(link_cards.fetch_at, 0)
          """, .integer(id), .text(url)))
      try connection.execute(
        Statement(
          """
          INSERT INTO post_links (post, card) SELECT CAST($1 AS BIGINT), id FROM link_cards WHERE url = $2
          ON CONFLICT (post) DO UPDATE SET card = excluded.card
          """, .integer(post), .text(url)))
    } else {
      try connection.execute(Statement("DELETE FROM post_links WHERE post = $1", .integer(post)))
    }
    guard let old else { return [] }
    return try removeUnused(card: old)
  }

  /// The id of the card that a post shows.
  public func link(of post: Int64) throws(StorageError) -> Int64? {
    try connection.rows(Statement("SELECT card FROM post_links WHERE post = $1", .integer(post))).first?.integer(0)
  }

  /// Forgets a card that no post shows.
  ///
  /// - Returns: its picture, as an id of media, for `removeUnused`.
  public func removeUnused(card: Int64) throws(StorageError) -> [Int64] { try connection.removeUnusedCard(card) }

  /// Those that no post shows.
  public func unusedCards(limit: Int) throws(StorageError) -> [Int64] {
    let sql = """
      SELECT c.id FROM link_cards c WHERE NOT EXISTS (SELECT 1 FROM post_links l WHERE l.card = c.id) LIMIT $1
      """
    var cards: [Int64] = []
    for row in try connection.rows(Statement(sql, .integer(Int64(limit)))) { cards.append(try row.integer(0)) }
    return cards
  }

  /// The link whose page is to be asked for now, which nobody else is told until `later`.
  ///
  /// - Parameters:
  ///   - now: in milliseconds.
  ///   - oldest: the page of a link that only posts with lower ids have is asked for no more.
  public func takeDueLink(now: Int64, later: Int64, oldest: Int64) throws(StorageError) -> DueLink? {
    let sql = """
      SELECT c.id, c.url, EXISTS (SELECT 1 FROM post_links l WHERE l.card = c.id AND l.post >= $1)
      FROM link_cards c WHERE c.fetch_at <= $2 ORDER BY c.fetch_at LIMIT 1
      """
    while let row = try connection.rows(Statement(sql, .integer(oldest), .integer(now))).first {
      let link = DueLink(id: try row.integer(0), url: try row.text(1))
      let isWanted = try row.bool(2)
      try setFetch(link.id, isWanted ? later : nil)
      if isWanted { return link }
    }
    return nil
  }

  /// Asks again at that moment.
  public func setFetch(_ card: Int64, _ moment: Int64?) throws(StorageError) {
    try connection.execute(
      Statement("UPDATE link_cards SET fetch_at = $1 WHERE id = $2", SQLValue(moment), .integer(card)))
  }

  /// Writes what a page said, unless nobody has the link any more.
  ///
  /// - Returns: the picture that it had, and the new one if it isn't needed, as ids of media, for `removeUnused`.
  public func set(
    card: Int64, to content: CardContent, picture: CardPicture, fetchAt: Int64
  ) throws(StorageError) -> [Int64] {
    let known = try connection.rows(Statement("SELECT picture FROM link_cards WHERE id = $1", .integer(card))).first
    let old = try known?.optionalInteger(0)
    let new: Int64? =
      switch picture {
      case .kept: old
      case .none: nil
      case .media(let id): id
      }
    try connection.execute(
      Statement(
        """
        UPDATE link_cards SET title = $1, description = $2, site = $3, author = $4, language = $5, picture = $6,
          picture_description = $7, fetch_at = $8
        WHERE id = $9
        """, .text(content.title), .text(content.description), .text(content.site), .text(content.author),
        SQLValue(content.language), SQLValue(new), .text(content.pictureDescription), .integer(fetchAt), .integer(card))
    )
    return [old, new].compactMap(\.self)
  }
}

extension DatabaseConnection {
  func removeUnusedCard(_ card: Int64) throws(StorageError) -> [Int64] {
    let sql = """
      SELECT picture FROM link_cards
      WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM post_links WHERE card = $1)
      """
    guard let row = try rows(Statement(sql, .integer(card))).first else { return [] }
    try execute(Statement("DELETE FROM link_cards WHERE id = $1", .integer(card)))
    return try [row.optionalInteger(0)].compactMap(\.self)
  }
}
