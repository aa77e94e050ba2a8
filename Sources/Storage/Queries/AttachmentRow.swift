import Social

/// A picture of a post as programs know it: a row of `attachments` with its pictures. One of `uploads` reads alike.
enum AttachmentRow {
  static func columns(of table: String) -> String {
    """
    \(identifier(table)), \(table).source, \(table).description, \(table).focus_x, \(table).focus_y, m.blurhash, \
    \(PictureRow.columns("m")), \(PictureRow.columns("h"))
    """
  }

  static let columnCount = 14

  static func tables(_ table: String) -> String {
    "\(table) LEFT JOIN media m ON m.id = t.media LEFT JOIN media h ON h.id = t.thumbnail"
  }

  /// Of one that came with an import, by its place: larger than any that is made in the next thousand years.
  static func identifier(_ table: String) -> String {
    "coalesce(\(table).identifier, \(table).post * 16 + \(table).position)"
  }

  static func attachment(_ row: Row) throws(StorageError) -> Status.Attachment {
    let stored = try PictureRow(row, from: 6)
    var picture = PictureRow.picture(stored, source: try row.optionalText(1), description: try row.text(2))
    picture.focus = try focus(row, from: 3)
    return Status.Attachment(
      id: String(try row.integer(0)), kind: picture.url == PictureRow.missing ? .unknown : .image, picture: picture,
      url: stored?.moving ?? picture.url, blurhash: try row.optionalText(5),
      thumbnail: try PictureRow(row, from: 10)?.picture)
  }

  static func focus(_ row: Row, from column: Int) throws(StorageError) -> Picture.Focus? {
    guard let x = try row.optionalInteger(column), let y = try row.optionalInteger(column + 1) else { return nil }
    return Picture.Focus(x: Int(x), y: Int(y))
  }
}
