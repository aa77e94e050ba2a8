import Social

/// What a list shows of whoever wrote something: names and picture.
struct FaceRow {
  static let columns = "a.id, a.username, a.nick, a.avatar_source, \(PictureRow.columns("f"))"
  /// For the tables behind `accounts a`.
  static let tables = "LEFT JOIN media f ON f.id = a.avatar"

  let id: Int64
  let account: Account

  init(_ row: Row, from column: Int) throws(StorageError) {
    id = try row.integer(column)
    let avatar = AccountRow.picture(
      try PictureRow(row, from: column + 4), source: try row.optionalText(column + 3))
    account = Account(username: try row.text(column + 1), nick: try row.text(column + 2), avatar: avatar)
  }
}
