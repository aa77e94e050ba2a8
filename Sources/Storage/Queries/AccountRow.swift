import Social

/// A row of `accounts` with the pictures that belong to it.
struct AccountRow {
  static let columns = """
    a.id, a.username, a.nick, a.is_imported, a.avatar_source, a.cover_source, \
    \(PictureRow.columns("v")), \(PictureRow.columns("c"))
    """
  static let tables = "accounts a LEFT JOIN media v ON v.id = a.avatar LEFT JOIN media c ON c.id = a.cover"

  let id: Int64
  let username: String
  let nick: String
  let isImported: Bool
  private let avatar: Picture?
  private let cover: Picture?

  init(_ row: Row) throws(StorageError) {
    id = try row.integer(0)
    username = try row.text(1)
    nick = try row.text(2)
    isImported = try row.bool(3)
    avatar = Self.picture(try PictureRow(row, from: 6), source: try row.optionalText(4))
    cover = Self.picture(try PictureRow(row, from: 10), source: try row.optionalText(5))
  }

  /// Nobody has a missing avatar or cover: then the default is drawn.
  static func picture(_ stored: PictureRow?, source: String?) -> Picture? {
    guard stored != nil || source != nil else { return nil }
    let picture = PictureRow.picture(stored, source: source)
    return picture.url == PictureRow.missing ? nil : picture
  }

  func account(withCover: Bool) -> Account {
    Account(username: username, nick: nick, avatar: avatar, cover: withCover ? cover : nil)
  }
}
