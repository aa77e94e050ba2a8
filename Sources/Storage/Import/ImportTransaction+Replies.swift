/// What an imported post answers, as it is stored.
public struct StoredReply: Equatable, Sendable {
  public var replyTo: Int64?
  public var conversation: Int64

  public init(replyTo: Int64?, conversation: Int64) {
    self.replyTo = replyTo
    self.conversation = conversation
  }
}

extension ImportTransaction {
  /// What the posts of earlier imports for that account answer, by the posts' ids.
  public func replies(of owner: Int64) throws(StorageError) -> [Int64: StoredReply] {
    let sql = """
      SELECT p.id, p.reply_to, coalesce(p.conversation, p.id) FROM import_items i JOIN posts p ON p.id = i.post
      WHERE i.owner = $1
      """
    var replies: [Int64: StoredReply] = [:]
    for row in try connection.rows(Statement(sql, .integer(owner))) {
      replies[try row.integer(0)] = StoredReply(
        replyTo: try row.optionalInteger(1), conversation: try row.integer(2))
    }
    return replies
  }

  /// Lets a post answer another one than before, or none, and moves what answers it to that conversation.
  public func setReply(of post: Int64, to reply: PostDraft.Reply?, before: StoredReply) throws(StorageError) {
    if try isCounted(post) {
      if let answered = before.replyTo { try countReply(to: answered, -1) }
      if let answered = reply?.id { try countReply(to: answered, 1) }
    }
    try connection.execute(
      Statement(
        "UPDATE posts SET reply_to = $1, reply_to_author = $2 WHERE id = $3", SQLValue(reply?.id),
        SQLValue(reply?.author), .integer(post)))
    // UNION, as the old replies and the new ones may be a circle until all of them are written.
    try connection.execute(
      Statement(
        """
        WITH RECURSIVE below (id) AS (
          SELECT CAST($1 AS BIGINT) UNION SELECT p.id FROM below JOIN posts p ON p.reply_to = below.id)
        UPDATE posts SET conversation = $2 WHERE id IN (SELECT id FROM below)
        """, .integer(post), .integer(reply?.conversation ?? post)))
  }

  private func isCounted(_ post: Int64) throws(StorageError) -> Bool {
    try connection.has(
      Statement("SELECT 1 FROM posts WHERE id = $1 AND visibility IN ('public', 'unlisted')", .integer(post)))
  }

  func countReply(to post: Int64, _ difference: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "UPDATE posts SET replies_count = replies_count + $1 WHERE id = $2 AND replies_count + $1 >= 0",
        .integer(difference), .integer(post)))
  }

  /// Replaces what a post names.
  public func setEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try connection.setEntities(of: post, mentions: mentions, tags: tags)
  }

  /// Gives an account a newer avatar.
  public func update(avatar: PictureReference, of account: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "UPDATE accounts SET avatar = $1, avatar_source = $2 WHERE id = $3", SQLValue(avatar.media),
        SQLValue(avatar.source), .integer(account)))
  }
}
