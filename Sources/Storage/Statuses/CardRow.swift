import Social

/// What the link of a post `p` leads to, as it is read together with the post.
enum CardRow {
  static let columns = """
    lc.url, lc.title, lc.description, lc.site, lc.author, lc.language, lc.picture_description, lm.blurhash, \
    \(PictureRow.columns("lm"))
    """

  /// One that says nothing yet is left out.
  static let join = """
    LEFT JOIN post_links l ON l.post = p.id LEFT JOIN link_cards lc ON lc.id = l.card AND lc.title <> '' \
    LEFT JOIN media lm ON lm.id = lc.picture
    """

  static func card(_ row: Row, from column: Int) throws(StorageError) -> Status.Card? {
    guard let url = try row.optionalText(column) else { return nil }
    var picture = try PictureRow(row, from: column + 8)?.picture
    picture?.description = try row.text(column + 6)
    return Status.Card(
      url: url, title: try row.text(column + 1), description: try row.text(column + 2), site: try row.text(column + 3),
      author: try row.text(column + 4), language: try row.optionalText(column + 5), picture: picture,
      blurhash: try row.optionalText(column + 7))
  }
}
