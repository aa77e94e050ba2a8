import Social

/// A comment to insert.
public struct CommentDraft: Equatable, Sendable {
  public var id: Int64
  public var post: Int64
  public var author: Int64
  public var text: String
  public var replyTo: Int64?
  /// Milliseconds.
  public var createdAt: Int64?
  /// The position among the post's comments.
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
  /// Returns the imported comments of a post, in their order.
  public func comments(of post: Int64) throws(StorageError) -> [CommentDraft] {
    let sql = Statement(with: post) {
      """
      SELECT id, author, text, nullif(reply_to, conversation), created_at, place FROM posts
      WHERE conversation = \($0) AND id <> \($0) AND place IS NOT NULL ORDER BY place, id
      """
    }
    return try connection.rows(sql) { row in
      CommentDraft(
        id: try row.integer(), post: post, author: try row.integer(), text: try row.text(),
        replyTo: try row.optionalInteger(), createdAt: try row.optionalInteger(), position: try row.int())
    }
  }

  /// Inserts a comment as a reply with the post's visibility.
  public func insert(_ comment: CommentDraft) throws(StorageError) {
    let answered = comment.replyTo ?? comment.post
    try connection.execute(
      """
      INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, place,
        is_comment)
      SELECT CAST(\(comment.id) AS BIGINT), CAST(\(comment.author) AS BIGINT), \(comment.text), p.visibility, \
      CAST(\(comment.createdAt) AS BIGINT), r.id, r.author, p.id,
        CAST(\(comment.position) AS BIGINT), 1
      FROM posts p JOIN posts r ON r.id = \(answered) WHERE p.id = \(comment.post)
      """)
    if isStaged { try hide(post: comment.id) }
    guard try isCountedNow(answered) else { return }
    try connection.execute(
      """
      UPDATE posts SET replies_count = replies_count + 1
      WHERE id = \(answered)
        AND EXISTS (SELECT 1 FROM posts r WHERE r.id = \(comment.id) AND \(Visibility.isCounted("r")))
      """)
  }

  public func move(comment id: Int64, to position: Int) throws(StorageError) {
    try connection.execute("UPDATE posts SET place = \(position) WHERE id = \(id)")
  }

  /// Returns the accounts that like a post according to imports, in their order.
  public func likes(of post: Int64) throws(StorageError) -> [Int64] {
    let sql: Statement =
      "SELECT account FROM favourites WHERE post = \(post) AND place IS NOT NULL ORDER BY place, id"
    return try connection.integers(sql)
  }

  /// Inserts a favourite, or moves an existing one to that position.
  public func like(_ post: Int64, by account: Int64, at position: Int) throws(StorageError) {
    let known = try connection.execute(
      "UPDATE favourites SET place = \(position) WHERE post = \(post) AND account = \(account)")
    guard known == 0 else { return }
    try connection.execute(
      """
      INSERT INTO favourites (id, post, account, place)
      SELECT coalesce(max(id), 0) + 1, CAST(\(post) AS BIGINT), CAST(\(account) AS BIGINT), \
      CAST(\(position) AS BIGINT) FROM favourites
      """)
    try connection.execute("UPDATE posts SET favourites_count = favourites_count + 1 WHERE id = \(post)")
  }
}
