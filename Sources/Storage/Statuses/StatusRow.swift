import Social

/// A row of `posts` that is no repost.
struct StatusRow: Sendable {
  static let columns = """
    p.id, p.author, p.text, p.warning, p.is_sensitive, p.visibility, p.language, p.created_at, p.edited_at, \
    p.reply_to, p.reply_to_author, p.replies_count, p.reposts_count, p.favourites_count, p.application, \
    p.application_website, CASE WHEN p.is_comment = 1 THEN p.conversation END, \
    \(CardRow.columns)
    """
  static let tables = "posts p \(CardRow.join)"

  /// What the asker did with the posts `p`. Begins with a comma.
  static func viewerColumns(asker: Int64?, in statement: inout Statement) -> String {
    guard let asker else { return ", 0, 0, 0, 0, 0" }
    let id = statement.identifier(asker)
    return [
      "favourites v WHERE v.post = p.id AND v.account = \(id)", "posts v WHERE v.repost_of = p.id AND v.author = \(id)",
      "bookmarks v WHERE v.post = p.id AND v.account = \(id)",
      "conversation_mutes v WHERE v.conversation = p.conversation AND v.account = \(id)",
      "pins v WHERE v.post = p.id AND v.account = \(id)",
    ].map { ", CASE WHEN EXISTS (SELECT 1 FROM \($0)) THEN 1 ELSE 0 END" }.joined()
  }

  let id: Int64
  let author: Int64
  let text: String
  let warning: String
  let isSensitive: Bool
  let visibility: Visibility
  let language: String?
  /// Of a post that was imported without a date: the moment of its place.
  let createdAt: Timestamp
  let editedAt: Timestamp?
  let replyTo: Status.Reply?
  let repliesCount: Int
  let repostsCount: Int
  let favouritesCount: Int
  let application: Status.Application?
  let commentOf: String?
  let card: Status.Card?

  init(_ row: Row) throws(StorageError) {
    id = try row.integer(0)
    author = try row.integer(1)
    text = try row.text(2)
    warning = try row.text(3)
    isSensitive = try row.bool(4)
    // The schema holds no other values; nobody but the author would see one.
    visibility = Visibility(rawValue: try row.text(5)) ?? .direct
    language = try row.optionalText(6)
    createdAt = Timestamp(milliseconds: try row.optionalInteger(7) ?? Identifiers.millisecond(of: id))
    editedAt = try row.optionalInteger(8).map(Timestamp.init(milliseconds:))
    let replyAuthor = try row.optionalInteger(10)
    replyTo = try row.optionalInteger(9).map { Status.Reply(id: String($0), author: replyAuthor.map { String($0) }) }
    repliesCount = Int(try row.integer(11))
    repostsCount = Int(try row.integer(12))
    favouritesCount = Int(try row.integer(13))
    commentOf = try row.optionalInteger(16).map { String($0) }
    card = try CardRow.card(row, from: 17)
    let website = try row.optionalText(15)
    application = try row.optionalText(14).map { Status.Application(name: $0, website: website) }
  }
}

extension Status.Viewer {
  /// - Parameter column: the first of `StatusRow.viewerColumns`.
  init(_ row: Row, from column: Int) throws(StorageError) {
    self.init()
    isFavourite = try row.bool(column)
    isReposted = try row.bool(column + 1)
    isBookmarked = try row.bool(column + 2)
    isMuted = try row.bool(column + 3)
    isPinned = try row.bool(column + 4)
  }
}
