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
  /// The comments of a post that came with an import, in their order.
  public func comments(of post: Int64) throws(StorageError) -> [CommentDraft] {
    let sql = """
      SELECT id, author, text, nullif(reply_to, conversation), created_at, place FROM posts
      WHERE conversation = $1 AND id <> $1 AND place IS NOT NULL ORDER BY place, id
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

  /// Writes a comment as a post that replies, seen by whoever sees the post.
  public func insert(_ comment: CommentDraft) throws(StorageError) {
    let answered = comment.replyTo ?? comment.post
    try connection.execute(
      Statement(
        """
        INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, place,
          is_comment)
        SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, p.visibility, CAST($4 AS BIGINT), r.id, r.author, p.id,
          CAST($5 AS BIGINT), 1
        FROM posts p JOIN posts r ON r.id = $6 WHERE p.id = $7
        """, .integer(comment.id), .integer(comment.author), .text(comment.text), SQLValue(comment.createdAt),
        .integer(Int64(comment.position)), .integer(answered), .integer(comment.post)))
    if isStaged { try hide(post: comment.id) } else { try countPost(of: comment.author) }
    guard try isCountedNow(answered) else { return }
    try connection.execute(
      Statement(
        """
        UPDATE posts SET replies_count = replies_count + 1
        WHERE id = $1 AND (SELECT visibility FROM posts WHERE id = $2) IN ('public', 'unlisted')
        """, .integer(answered), .integer(comment.post)))
  }

  public func move(comment id: Int64, to position: Int) throws(StorageError) {
    try connection.execute(
      Statement("UPDATE posts SET place = $1 WHERE id = $2", .integer(Int64(position)), .integer(id)))
  }

  /// Who likes a post according to imports, in their order.
  public func likes(of post: Int64) throws(StorageError) -> [Int64] {
    let sql = "SELECT account FROM favourites WHERE post = $1 AND place IS NOT NULL ORDER BY place, id"
    var accounts: [Int64] = []
    for row in try connection.rows(Statement(sql, .integer(post))) { accounts.append(try row.integer(0)) }
    return accounts
  }

  /// Writes a like, or moves it to that position.
  public func like(_ post: Int64, by account: Int64, at position: Int) throws(StorageError) {
    let place = SQLValue.integer(Int64(position))
    let known = try connection.execute(
      Statement(
        "UPDATE favourites SET place = $1 WHERE post = $2 AND account = $3", place, .integer(post), .integer(account)))
    guard known == 0 else { return }
    try connection.execute(
      Statement(
        """
        INSERT INTO favourites (id, post, account, place)
        SELECT coalesce(max(id), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM favourites
        """, .integer(post), .integer(account), place))
    try connection.execute(
      Statement("UPDATE posts SET favourites_count = favourites_count + 1 WHERE id = $1", .integer(post)))
  }
}
