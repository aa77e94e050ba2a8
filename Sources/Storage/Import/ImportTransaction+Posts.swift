public import Social

/// What is written of a post.
public struct PostDraft: Equatable, Sendable {
  public struct Attachment: Equatable, Sendable {
    public var picture: PictureReference
    public var description: String

    public init(picture: PictureReference, description: String) {
      self.picture = picture
      self.description = description
    }
  }

  public var id: Int64
  public var author: Int64
  public var text: String
  public var visibility: Visibility
  /// Milliseconds.
  public var createdAt: Int64?
  public var attachments: [Attachment]
  public var replyTo: Reply?
  public var warning: String
  public var isSensitive: Bool

  /// The post that another one answers.
  public struct Reply: Equatable, Sendable {
    public var id: Int64
    public var author: Int64
    /// The id of the post that everything began with.
    public var conversation: Int64

    public init(id: Int64, author: Int64, conversation: Int64) {
      self.id = id
      self.author = author
      self.conversation = conversation
    }
  }

  public init(
    id: Int64, author: Int64, text: String, visibility: Visibility, createdAt: Int64?, attachments: [Attachment],
    replyTo: Reply? = nil, warning: String = "", isSensitive: Bool = false
  ) {
    self.warning = warning
    self.isSensitive = isSensitive
    self.id = id
    self.author = author
    self.text = text
    self.visibility = visibility
    self.createdAt = createdAt
    self.attachments = attachments
    self.replyTo = replyTo
  }
}

extension ImportTransaction {
  public func hasPost(_ id: Int64) throws(StorageError) -> Bool {
    try !connection.rows(Statement("SELECT 1 FROM posts WHERE id = $1", .integer(id))).isEmpty
  }

  public func insert(_ post: PostDraft) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, warning,
          is_sensitive) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """, .integer(post.id), .integer(post.author), .text(post.text), .text(post.visibility.rawValue),
        SQLValue(post.createdAt), SQLValue(post.replyTo?.id), SQLValue(post.replyTo?.author),
        .integer(post.replyTo?.conversation ?? post.id), .text(post.warning), SQLValue(post.isSensitive)))
    try insertAttachments(of: post)
    if isStaged { try hide(post: post.id) } else { try countPost(of: post.author) }
    guard let answered = post.replyTo?.id, post.visibility.isForEverybody else { return }
    if try isCountedNow(answered) { try countReply(to: answered, 1) }
  }

  func hide(post id: Int64) throws(StorageError) {
    try connection.execute(Statement("INSERT INTO hidden_posts (post) VALUES ($1)", .integer(id)))
  }

  /// Whether replies to that post are counted when they are written: nobody sees it, or they are seen at once.
  func isCountedNow(_ post: Int64) throws(StorageError) -> Bool {
    guard isStaged else { return true }
    return try connection.has(Statement("SELECT 1 FROM hidden_posts WHERE post = $1", .integer(post)))
  }

  /// Imports bring no direct posts, which are not counted.
  func countPost(of account: Int64) throws(StorageError) {
    try connection.execute(
      Statement("UPDATE accounts SET posts_count = posts_count + 1 WHERE id = $1", .integer(account)))
  }

  /// Gives a post the author, text, date and pictures of that draft.
  public func replaceContent(_ post: PostDraft) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        UPDATE accounts SET posts_count = posts_count - 1 WHERE id = (SELECT author FROM posts WHERE id = $1)
        """, .integer(post.id)))
    try countPost(of: post.author)
    try connection.execute(
      Statement(
        "UPDATE posts SET author = $1, text = $2, created_at = $3, warning = $4, is_sensitive = $5 WHERE id = $6",
        .integer(post.author), .text(post.text), SQLValue(post.createdAt), .text(post.warning),
        SQLValue(post.isSensitive), .integer(post.id)))
    try connection.execute(Statement("DELETE FROM attachments WHERE post = $1", .integer(post.id)))
    try insertAttachments(of: post)
  }

  private func insertAttachments(of post: PostDraft) throws(StorageError) {
    for (position, attachment) in post.attachments.enumerated() {
      try connection.execute(
        Statement(
          "INSERT INTO attachments (post, position, media, source, description) VALUES ($1, $2, $3, $4, $5)",
          .integer(post.id), .integer(Int64(position)), SQLValue(attachment.picture.media),
          SQLValue(attachment.picture.source), .text(attachment.description)))
    }
  }

  /// Where pictures of a post are missing that could not be had.
  public func missingPictures(of post: Int64) throws(StorageError) -> [Int] {
    let sql = "SELECT position FROM attachments WHERE post = $1 AND media IS NULL ORDER BY position"
    var positions: [Int] = []
    for row in try connection.rows(Statement(sql, .integer(post))) { positions.append(Int(try row.integer(0))) }
    return positions
  }

  /// Puts a picture where it could not be had before.
  public func fill(attachment position: Int, of post: Int64, with media: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "UPDATE attachments SET media = $1 WHERE post = $2 AND position = $3 AND media IS NULL", .integer(media),
        .integer(post), .integer(Int64(position))))
  }

  /// The posts of earlier imports for that account, by the keys of their items.
  public func items(of owner: Int64) throws(StorageError) -> [String: ImportedItem] {
    var items: [String: ImportedItem] = [:]
    let sql = "SELECT key, fingerprint, post FROM import_items WHERE owner = $1"
    for row in try connection.rows(Statement(sql, .integer(owner))) {
      items[try row.text(0)] = ImportedItem(fingerprint: try row.text(1), post: try row.integer(2))
    }
    return items
  }

  /// Remembers which post an item of the source became.
  public func remember(item key: String, _ item: ImportedItem, owner: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO import_items (owner, key, fingerprint, post) VALUES ($1, $2, $3, $4)
        ON CONFLICT (owner, key) DO UPDATE SET fingerprint = excluded.fingerprint
        """, .integer(owner), .text(key), .text(item.fingerprint), .integer(item.post)))
  }
}

/// What an import remembers of an item.
public struct ImportedItem: Equatable, Sendable {
  /// Over what the post is made of; another one means that it was edited.
  public var fingerprint: String
  public var post: Int64

  public init(fingerprint: String, post: Int64) {
    self.fingerprint = fingerprint
    self.post = post
  }
}
