import Social

/// The stored parent of an imported post.
public struct StoredReply: Equatable, Sendable {
  public var replyTo: Int64?
  public var conversation: Int64

  public init(replyTo: Int64?, conversation: Int64) {
    self.replyTo = replyTo
    self.conversation = conversation
  }
}

extension ImportTransaction {
  /// Returns the parents of posts of earlier imports for that account, by the posts' ids.
  public func replies(of owner: Int64) throws(StorageError) -> [Int64: StoredReply] {
    let sql: Statement = """
      SELECT p.id, p.reply_to, coalesce(p.conversation, p.id) FROM import_items i JOIN posts p ON p.id = i.post
      WHERE i.owner = \(owner)
      """
    var replies: [Int64: StoredReply] = [:]
    try connection.forEach(sql) { row in
      let id = try row.integer()
      replies[id] = StoredReply(replyTo: try row.optionalInteger(), conversation: try row.integer())
    }
    return replies
  }

  /// Gives a post another parent or none, and moves all replies below it to the new conversation.
  public func setReply(of post: Int64, to reply: ImportedPost.Reply?, before: StoredReply)
    throws(StorageError)
  {
    if let answered = before.replyTo, try isCounted(post) { try countReply(to: answered, -1) }
    try connection.execute(
      "UPDATE posts SET reply_to = \(reply?.id), reply_to_author = \(reply?.author) WHERE id = \(post)")
    if let answered = reply?.id, try isCounted(post) { try countReply(to: answered, 1) }
    // UNION, because old and new replies may form a circle until all of them are written.
    try connection.execute(
      """
      WITH RECURSIVE below (id) AS (
        SELECT CAST(\(post) AS BIGINT) UNION SELECT p.id FROM below JOIN posts p ON p.reply_to = below.id)
      UPDATE posts SET conversation = \(reply?.conversation ?? post) WHERE id IN (SELECT id FROM below)
      """)
  }

  private func isCounted(_ post: Int64) throws(StorageError) -> Bool {
    try connection.has("SELECT 1 FROM posts r WHERE r.id = \(post) AND \(Visibility.isCounted("r"))")
  }

  func countReply(to post: Int64, _ difference: Int64) throws(StorageError) {
    try connection.execute(
      Statement(with: difference) {
        """
        UPDATE posts SET replies_count = replies_count + \($0) WHERE id = \(post) AND replies_count + \($0) >= 0
        """
      })
  }

  /// Replaces the mentions and tags of a post.
  public func setEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try connection.setEntities(of: post, mentions: mentions, tags: tags)
  }

  /// Gives an account a newer avatar.
  public func update(avatar: PictureReference, of account: Int64) throws(StorageError) {
    try connection.execute(
      "UPDATE accounts SET avatar = \(avatar.media), avatar_source = \(avatar.source) WHERE id = \(account)")
  }
}
