import Social

/// A post's picture as clients see it: a row of `attachments` with its pictures. Rows of `uploads` are read
/// alike.
enum AttachmentRow {
  static func columns(of table: SQL) -> SQL {
    """
    \(identifier(table)), \(table).source, \(table).description, \(table).focus_x, \(table).focus_y, m.blurhash, \
    \(PictureRow.columns("m")), \(PictureRow.columns("h"))
    """
  }

  static func tables(_ table: SQL) -> SQL {
    "\(table) LEFT JOIN media m ON m.id = t.media LEFT JOIN media h ON h.id = t.thumbnail"
  }

  /// Returns the id. An imported picture's comes from its post and position: it is larger than any id made in
  /// the next thousand years.
  static func identifier(_ table: SQL) -> SQL {
    "coalesce(\(table).identifier, \(table).post * 16 + \(table).position)"
  }

  static func attachment(_ row: inout RowReader) throws(StorageError) -> Post.Attachment {
    let id = try row.integer()
    let (source, description) = (try row.optionalText(), try row.text())
    let focus = try focus(&row)
    let blurhash = try row.optionalText()
    let (stored, thumbnail) = (try PictureRow(&row), try PictureRow(&row))
    var picture = PictureRow.picture(stored, source: source, description: description)
    picture.focus = focus
    return Post.Attachment(
      id: String(id), kind: picture.url == PictureRow.missing ? .unknown : .image, picture: picture,
      url: stored?.moving ?? picture.url, blurhash: blurhash, thumbnail: thumbnail?.picture)
  }

  static func focus(_ row: inout RowReader) throws(StorageError) -> Picture.Focus? {
    let (x, y) = (try row.optionalInteger(), try row.optionalInteger())
    guard let x, let y else { return nil }
    return Picture.Focus(x: Int(x), y: Int(y))
  }
}
