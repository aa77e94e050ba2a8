import Social

/// The author of a list's item: names and picture.
struct FaceRow {
  static let columns: SQL = "a.id, a.username, a.nick, a.avatar_source, \(PictureRow.columns("f"))"
  /// The joins behind `accounts a`.
  static let tables: SQL = "LEFT JOIN media f ON f.id = a.avatar"

  let id: Int64
  let account: Account

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    let (username, nick) = (try row.text(), try row.text())
    let source = try row.optionalText()
    account = Account(
      username: username, nick: nick, avatar: AccountRow.picture(try PictureRow(&row), source: source))
  }
}
