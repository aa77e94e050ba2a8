import Social

/// A picture of a post as programs know it: a row of `attachments` with its pictures. One of `uploads` reads alike.
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

  /// Of one that came with an import, by its place: larger than any that is made in the next thousand years.
  static func identifier(_ table: SQL) -> SQL {
    "coalesce(\(table).identifier, \(table).post * 16 + \(table).position)"
  }

  static func attachment(_ row: inout RowReader) throws(StorageError) -> Status.Attachment {
    let id = try row.integer()
    let (source, description) = (try row.optionalText(), try row.text())
    let focus = try focus(&row)
    let blurhash = try row.optionalText()
    let (stored, thumbnail) = (try PictureRow(&row), try PictureRow(&row))
    var picture = PictureRow.picture(stored, source: source, description: description)
    picture.focus = focus
    return Status.Attachment(
      id: String(id), kind: picture.url == PictureRow.missing ? .unknown : .image, picture: picture,
      url: stored?.moving ?? picture.url, blurhash: blurhash, thumbnail: thumbnail?.picture)
  }

  static func focus(_ row: inout RowReader) throws(StorageError) -> Picture.Focus? {
    let (x, y) = (try row.optionalInteger(), try row.optionalInteger())
    guard let x, let y else { return nil }
    return Picture.Focus(x: Int(x), y: Int(y))
  }
}
