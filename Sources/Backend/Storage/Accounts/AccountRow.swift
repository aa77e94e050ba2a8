import Social

/// A row of `accounts` with its pictures.
struct AccountRow {
  static let columns: SQL = """
    a.id, a.username, a.nick, a.is_imported, a.avatar_source, a.cover_source, \
    \(PictureRow.columns("v")), \(PictureRow.columns("c"))
    """
  static let tables: SQL =
    "accounts a LEFT JOIN media v ON v.id = a.avatar LEFT JOIN media c ON c.id = a.cover"

  let id: Int64
  let username: String
  let nick: String
  let isImported: Bool
  private let avatar: Picture?
  private let cover: Picture?
  private let banner: Picture?

  /// The part of the cover that comes with an account.
  enum CoverPart {
    case without
    case whole
    /// The banner, or the whole cover if it has none.
    case banner
  }

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    username = try row.text()
    nick = try row.text()
    isImported = try row.bool()
    let (avatarSource, coverSource) = (try row.optionalText(), try row.optionalText())
    avatar = Self.picture(try PictureRow(&row), source: avatarSource)
    let stored = try PictureRow(&row)
    cover = Self.picture(stored, source: coverSource)
    banner = stored?.banner ?? cover
  }

  /// Returns `nil` for a missing avatar or cover, so that the default is drawn.
  static func picture(_ stored: PictureRow?, source: String?) -> Picture? {
    guard stored != nil || source != nil else { return nil }
    let picture = PictureRow.picture(stored, source: source)
    return picture.url == PictureRow.missing ? nil : picture
  }

  func account(cover part: CoverPart) -> Account {
    let cover =
      switch part {
      case .without: Picture?.none
      case .whole: self.cover
      case .banner: banner
      }
    return Account(username: username, nick: nick, avatar: avatar, cover: cover)
  }
}
