import Social

/// The link preview of a post `p`, as it is read together with the post.
enum LinkPreviewRow {
  static let columns: SQL = """
    lc.url, lc.title, lc.description, lc.site, lc.author, lc.language, lc.picture_description, lm.blurhash, \
    \(PictureRow.columns("lm"))
    """

  /// Joins the preview; one without content yet is left out.
  static let join: SQL = """
    LEFT JOIN post_links l ON l.post = p.id LEFT JOIN link_cards lc ON lc.id = l.card AND lc.title <> '' \
    LEFT JOIN media lm ON lm.id = lc.picture
    """

  static func card(_ row: inout RowReader) throws(StorageError) -> Post.LinkPreview? {
    guard let url = try row.optionalText() else {
      row.skip(11)
      return nil
    }
    let (title, description, site, author) = (try row.text(), try row.text(), try row.text(), try row.text())
    let (language, pictureDescription) = (try row.optionalText(), try row.text())
    let blurhash = try row.optionalText()
    var picture = try PictureRow(&row)?.picture
    picture?.description = pictureDescription
    return Post.LinkPreview(
      url: url, title: title, description: description, site: site, author: author, language: language,
      picture: picture, blurhash: blurhash)
  }
}
