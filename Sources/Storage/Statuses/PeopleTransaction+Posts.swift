public import Social

/// What is written of a member's post.
public struct MemberPostDraft: Equatable, Sendable {
  public var id: Int64
  public var author: Int64
  public var text: String
  public var warning: String
  public var isSensitive: Bool
  public var visibility: Visibility
  public var language: String?
  public var application: Status.Application?
  /// Milliseconds.
  public var createdAt: Int64
  public var replyTo: PostFacts?
  /// It stands under the post that its conversation began with.
  public var isComment: Bool

  public init(
    id: Int64, author: Int64, text: String, warning: String, isSensitive: Bool, visibility: Visibility,
    language: String?, application: Status.Application?, createdAt: Int64, replyTo: PostFacts?, isComment: Bool = false
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.visibility = visibility
    self.language = language
    self.application = application
    self.createdAt = createdAt
    self.replyTo = replyTo
    self.isComment = isComment
  }
}

/// What the rules need to know of a post.
public struct PostFacts: Equatable, Sendable {
  public var id: Int64
  public var author: Int64
  public var visibility: Visibility
  /// 0: of a repost.
  public var conversation: Int64
  public var repostOf: Int64?
  public var isComment: Bool
}

extension PeopleTransaction {
  /// A post or a repost, if the asker may see it.
  public func post(_ id: Int64, asker: Int64) throws(StorageError) -> PostFacts? {
    var statement = Statement(
      """
      SELECT p.id, p.author, p.visibility, coalesce(p.conversation, 0), p.repost_of, p.is_comment
      FROM posts p WHERE p.id =
      """)
    statement.append(" " + statement.parameter(.integer(id)) + " AND ")
    statement.append(Visibility.condition(asker: asker, in: &statement))
    guard let row = try connection.rows(statement).first else { return nil }
    return PostFacts(
      id: try row.integer(0), author: try row.integer(1), visibility: Visibility(rawValue: try row.text(2)) ?? .direct,
      conversation: try row.integer(3), repostOf: try row.optionalInteger(4),
      isComment: try row.bool(5))
  }

  public func insert(_ post: MemberPostDraft) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO posts (id, author, text, warning, is_sensitive, visibility, language, application, created_at,
          reply_to, reply_to_author, conversation, application_website, is_comment)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        """, .integer(post.id), .integer(post.author), .text(post.text), .text(post.warning),
        SQLValue(post.isSensitive), .text(post.visibility.rawValue), SQLValue(post.language),
        SQLValue(post.application?.name), .integer(post.createdAt), SQLValue(post.replyTo?.id),
        SQLValue(post.replyTo?.author), .integer(post.replyTo?.conversation ?? post.id),
        SQLValue(post.application?.website), SQLValue(post.isComment)))
    if post.visibility != .direct { try count("accounts", "posts_count", post.author, 1) }
    if let replyTo = post.replyTo, post.visibility.isForEverybody { try count("posts", "replies_count", replyTo.id, 1) }
  }

  /// Replaces what a post names.
  public func setEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try connection.setEntities(of: post, mentions: mentions, tags: tags)
  }

  public func addEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try connection.addEntities(of: post, mentions: mentions, tags: tags)
  }

  /// The post that the account published with that key, not before that moment; what is older is forgotten.
  public func post(idempotencyKey key: String, of account: Int64, since moment: Int64) throws(StorageError) -> Int64? {
    try connection.execute(Statement("DELETE FROM idempotency_keys WHERE created_at < $1", .integer(moment)))
    let sql = "SELECT post FROM idempotency_keys WHERE account = $1 AND key = $2"
    return try connection.rows(Statement(sql, .integer(account), .text(key))).first?.integer(0)
  }

  public func remember(idempotencyKey key: String, of account: Int64, post: Int64, at now: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "INSERT INTO idempotency_keys (account, key, post, created_at) VALUES ($1, $2, $3, $4)", .integer(account),
        .text(key), .integer(post), .integer(now)))
  }

  /// Replies stay, without what they replied to; reposts go too.
  public func delete(_ post: PostFacts) throws(StorageError) {
    let isCounted = post.repostOf == nil && post.visibility != .direct
    if isCounted { try count("accounts", "posts_count", post.author, -1) }
    if let repeated = post.repostOf { try count("posts", "reposts_count", repeated, -1) }
    try connection.execute(
      Statement(
        """
        UPDATE posts SET replies_count = replies_count - 1
        WHERE id = (SELECT reply_to FROM posts WHERE id = $1 AND visibility IN ('public', 'unlisted'))
          AND replies_count > 0
        """, .integer(post.id)))
    try connection.execute(Statement("DELETE FROM posts WHERE id = $1", .integer(post.id)))
  }

  func count(_ table: String, _ column: String, _ id: Int64, _ difference: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "UPDATE \(table) SET \(column) = \(column) + $1 WHERE id = $2 AND \(column) + $1 >= 0", .integer(difference),
        .integer(id)))
  }
}

extension DatabaseConnection {
  /// Replaces what a post names.
  func setEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try execute(Statement("DELETE FROM mentions WHERE post = $1", .integer(post)))
    try execute(Statement("DELETE FROM tags WHERE post = $1", .integer(post)))
    try addEntities(of: post, mentions: mentions, tags: tags)
  }

  func addEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    for account in mentions {
      try execute(
        Statement(
          "INSERT INTO mentions (post, account) VALUES ($1, $2) ON CONFLICT DO NOTHING", .integer(post),
          .integer(account)))
    }
    for tag in tags {
      try execute(
        Statement("INSERT INTO tags (name, post) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(tag), .integer(post)))
    }
  }
}
