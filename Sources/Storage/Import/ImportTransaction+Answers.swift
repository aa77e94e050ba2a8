/// What is written of a comment.
public struct CommentDraft: Equatable, Sendable {
  public var id: Int64
  public var post: Int64
  public var author: Int64
  public var text: String
  public var replyTo: Int64?
  /// Milliseconds.
  public var createdAt: Int64?
  /// Comments of a post are shown in this order.
  public var position: Int

  public init(
    id: Int64, post: Int64, author: Int64, text: String, replyTo: Int64?, createdAt: Int64?, position: Int
  ) {
    self.id = id
    self.post = post
    self.author = author
    self.text = text
    self.replyTo = replyTo
    self.createdAt = createdAt
    self.position = position
  }
}

extension ImportTransaction {
  /// The comments of a post, in their order.
  public func comments(of post: Int64) throws(StorageError) -> [CommentDraft] {
    let sql = """
      SELECT id, author, text, reply_to, created_at, position FROM comments WHERE post = $1 ORDER BY position, id
      """
    var comments: [CommentDraft] = []
    for row in try connection.rows(Statement(sql, .integer(post))) {
      comments.append(
        CommentDraft(
          id: try row.integer(0), post: post, author: try row.integer(1), text: try row.text(2),
          replyTo: try row.optionalInteger(3), createdAt: try row.optionalInteger(4),
          position: Int(try row.integer(5))))
    }
    return comments
  }

  public func insert(_ comment: CommentDraft) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO comments (id, post, author, text, reply_to, created_at, position)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, .integer(comment.id), .integer(comment.post), .integer(comment.author), .text(comment.text),
        SQLValue(comment.replyTo), SQLValue(comment.createdAt), .integer(Int64(comment.position))))
  }

  public func move(comment id: Int64, to position: Int) throws(StorageError) {
    try connection.execute(
      Statement("UPDATE comments SET position = $1 WHERE id = $2", .integer(Int64(position)), .integer(id)))
  }

  /// Who likes a post, in their order.
  public func likes(of post: Int64) throws(StorageError) -> [Int64] {
    let sql = "SELECT account FROM likes WHERE post = $1 ORDER BY position, account"
    var accounts: [Int64] = []
    for row in try connection.rows(Statement(sql, .integer(post))) { accounts.append(try row.integer(0)) }
    return accounts
  }

  /// Writes a like, or moves it to that position.
  public func like(_ post: Int64, by account: Int64, at position: Int) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO likes (post, account, position) VALUES ($1, $2, $3)
        ON CONFLICT (post, account) DO UPDATE SET position = excluded.position
        """, .integer(post), .integer(account), .integer(Int64(position))))
  }
}
