public import Social

/// A post to insert.
public struct ImportedPost: Equatable, Sendable {
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
  /// One line of at most 60 characters.
  public var location: String?

  /// The parent of a reply.
  public struct Reply: Equatable, Sendable {
    public var id: Int64
    public var author: Int64
    /// The id of the conversation's first post.
    public var conversation: Int64

    public init(id: Int64, author: Int64, conversation: Int64) {
      self.id = id
      self.author = author
      self.conversation = conversation
    }
  }

  public init(
    id: Int64, author: Int64, text: String, visibility: Visibility, createdAt: Int64?,
    attachments: [Attachment],
    replyTo: Reply? = nil, warning: String = "", isSensitive: Bool = false, location: String? = nil
  ) {
    self.location = location
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
    try connection.has("SELECT 1 FROM posts WHERE id = \(id)")
  }

  public func insert(_ post: ImportedPost) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, warning,
        is_sensitive, location) \
      VALUES (\(post.id), \(post.author), \(post.text), \(post.visibility.rawValue), \(post.createdAt), \
      \(post.replyTo?.id), \(post.replyTo?.author), \(post.replyTo?.conversation ?? post.id), \(post.warning), \
      \(post.isSensitive), \(post.location))
      """)
    try insertAttachments(of: post)
    if isStaged { try hide(post: post.id) } else { try countPost(of: post.author) }
    guard let answered = post.replyTo?.id, post.visibility.isForEverybody else { return }
    if try isCountedNow(answered) { try countReply(to: answered, 1) }
  }

  func hide(post id: Int64) throws(StorageError) {
    try connection.execute("INSERT INTO hidden_posts (post) VALUES (\(id))")
  }

  /// Returns true if replies to that post are counted at once: the post is still hidden, or the reply isn't
  /// staged.
  func isCountedNow(_ post: Int64) throws(StorageError) -> Bool {
    guard isStaged else { return true }
    return try connection.has("SELECT 1 FROM hidden_posts WHERE post = \(post)")
  }

  /// Counts a post. Direct posts aren't counted, but imports bring none.
  func countPost(of account: Int64) throws(StorageError) {
    try connection.execute("UPDATE accounts SET posts_count = posts_count + 1 WHERE id = \(account)")
  }

  /// Replaces author, text, date and pictures of a post by the draft's.
  public func replaceContent(_ post: ImportedPost) throws(StorageError) {
    try connection.execute(
      """
      UPDATE accounts SET posts_count = posts_count - 1 WHERE id = (SELECT author FROM posts WHERE id = \(post.id))
      """)
    try countPost(of: post.author)
    try connection.execute(
      """
      UPDATE posts SET author = \(post.author), text = \(post.text), created_at = \(post.createdAt), \
      warning = \(post.warning), is_sensitive = \(post.isSensitive), location = \(post.location) \
      WHERE id = \(post.id)
      """)
    try connection.execute("DELETE FROM attachments WHERE post = \(post.id)")
    try insertAttachments(of: post)
  }

  private func insertAttachments(of post: ImportedPost) throws(StorageError) {
    for (position, attachment) in post.attachments.enumerated() {
      try connection.execute(
        """
        INSERT INTO attachments (post, position, media, source, description) \
        VALUES (\(post.id), \(position), \(attachment.picture.media), \(attachment.picture.source), \
        \(attachment.description))
        """)
    }
  }

  /// Returns the positions of a post's pictures that could not be fetched.
  public func missingPictures(of post: Int64) throws(StorageError) -> [Int] {
    let sql: Statement =
      "SELECT position FROM attachments WHERE post = \(post) AND media IS NULL ORDER BY position"
    return try connection.rows(sql) { row in try row.int() }
  }

  /// Adds a picture that could not be fetched before.
  public func fill(attachment position: Int, of post: Int64, with media: Int64) throws(StorageError) {
    try connection.execute(
      "UPDATE attachments SET media = \(media) WHERE post = \(post) AND position = \(position) AND media IS NULL"
    )
  }

  /// Returns the posts of earlier imports for that account, by the keys of their items.
  public func items(of owner: Int64) throws(StorageError) -> [String: ImportedItem] {
    var items: [String: ImportedItem] = [:]
    let sql: Statement = "SELECT key, fingerprint, post FROM import_items WHERE owner = \(owner)"
    try connection.forEach(sql) { row in
      let key = try row.text()
      items[key] = ImportedItem(fingerprint: try row.text(), post: try row.integer())
    }
    return items
  }

  /// Records which post an item of the source became.
  public func remember(item key: String, _ item: ImportedItem, owner: Int64) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO import_items (owner, key, fingerprint, post) \
      VALUES (\(owner), \(key), \(item.fingerprint), \(item.post))
      ON CONFLICT (owner, key) DO UPDATE SET fingerprint = excluded.fingerprint
      """)
  }
}

/// An imported item, by which a later import recognises it.
public struct ImportedItem: Equatable, Sendable {
  /// A fingerprint of the item's content; it changes if the item is edited.
  public var fingerprint: String
  public var post: Int64

  public init(fingerprint: String, post: Int64) {
    self.fingerprint = fingerprint
    self.post = post
  }
}
