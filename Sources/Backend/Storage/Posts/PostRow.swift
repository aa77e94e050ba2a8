import Social

/// A row of `posts` that isn't a repost.
struct PostRow: Sendable {
  static let columns: SQL = """
    p.id, p.author, p.text, p.warning, p.is_sensitive, p.visibility, p.language, p.created_at, p.edited_at, \
    p.reply_to, p.reply_to_author, p.replies_count, p.reposts_count, p.favourites_count, p.application, \
    p.application_website, CASE WHEN p.is_comment = 1 THEN p.conversation END, p.location, \
    \(LinkPreviewRow.columns)
    """
  static let tables: SQL = "posts p \(LinkPreviewRow.join)"

  /// Returns columns with the viewer's interactions with the posts `p`. They begin with a comma.
  ///
  /// `OFFSET 0` keeps PostgreSQL from building a table of all the viewer's interactions for each page: it
  /// leaves such conditions as they are (`simplify_EXISTS_query`).
  static func interactionColumns(viewer: Int64?, in statement: inout Statement) -> SQL {
    guard let viewer else { return ", 0, 0, 0, 0, 0" }
    return interactionColumns(of: "p", by: statement.identifier(viewer))
  }

  /// Returns the same columns for posts with another name.
  static func interactionColumns(of posts: SQL, by id: SQL) -> SQL {
    let interactions: [SQL] = [
      "favourites v WHERE v.post = \(posts).id AND v.account = \(id)",
      "posts v WHERE v.repost_of = \(posts).id AND v.author = \(id)",
      "bookmarks v WHERE v.post = \(posts).id AND v.account = \(id)",
      "conversation_mutes v WHERE v.conversation = \(posts).conversation AND v.account = \(id)",
      "pins v WHERE v.post = \(posts).id AND v.account = \(id)",
    ]
    return interactions.map {
      ", CASE WHEN EXISTS (SELECT 1 FROM \($0) LIMIT 1 OFFSET 0) THEN 1 ELSE 0 END" as SQL
    }
    .joined()
  }

  let id: Int64
  let author: Int64
  let text: String
  let warning: String
  let isSensitive: Bool
  let visibility: Visibility
  let language: String?
  /// The time of the post. If an import gave no date, the time comes from its id.
  let createdAt: Timestamp
  let editedAt: Timestamp?
  let replyTo: Post.Reply?
  let repliesCount: Int
  let repostsCount: Int
  let favouritesCount: Int
  let client: Post.Client?
  let commentOf: String?
  let location: String?
  let linkPreview: Post.LinkPreview?

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    author = try row.integer()
    text = try row.text()
    warning = try row.text()
    isSensitive = try row.bool()
    // The schema allows no other values; if one occurred, only the author would see the post.
    visibility = Visibility(rawValue: try row.text()) ?? .direct
    language = try row.optionalText()
    createdAt = Timestamp(milliseconds: try row.optionalInteger() ?? Identifiers.millisecond(of: id))
    editedAt = try row.optionalInteger().map(Timestamp.init(milliseconds:))
    let (answered, answeredAuthor) = (try row.optionalInteger(), try row.optionalInteger())
    replyTo = answered.map { Post.Reply(id: String($0), author: answeredAuthor.map { String($0) }) }
    repliesCount = try row.int()
    repostsCount = try row.int()
    favouritesCount = try row.int()
    let (client, website) = (try row.optionalText(), try row.optionalText())
    self.client = client.map { Post.Client(name: $0, website: website) }
    commentOf = try row.optionalInteger().map { String($0) }
    location = try row.optionalText()
    linkPreview = try LinkPreviewRow.card(&row)
  }
}

extension Post.Interactions {
  /// Reads `PostRow.interactionColumns`.
  init(_ row: inout RowReader) throws(StorageError) {
    self.init()
    isFavourite = try row.bool()
    isReposted = try row.bool()
    isBookmarked = try row.bool()
    isMuted = try row.bool()
    isPinned = try row.bool()
  }
}
