public import Social

/// A member's post to insert.
public struct MemberPostDraft: Equatable, Sendable {
  public var id: Int64
  public var author: Int64
  public var text: String
  public var warning: String
  public var isSensitive: Bool
  public var visibility: Visibility
  public var language: String?
  public var client: Post.Client?
  /// Milliseconds.
  public var createdAt: Int64
  public var replyTo: PostFacts?
  /// True if it is a comment under the first post of its conversation.
  public var isComment: Bool
  public var location: String?

  public init(
    id: Int64, author: Int64, text: String, warning: String, isSensitive: Bool, visibility: Visibility,
    language: String?, client: Post.Client?, createdAt: Int64, replyTo: PostFacts?, isComment: Bool = false,
    location: String? = nil
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.visibility = visibility
    self.language = language
    self.client = client
    self.createdAt = createdAt
    self.replyTo = replyTo
    self.isComment = isComment
    self.location = location
  }
}

/// The author's defaults, and the facts that decide on a new post.
public struct PublishingFacts: Equatable, Sendable {
  /// The author's defaults.
  public var visibility: Visibility
  public var isSensitive: Bool
  public var language: String?
  /// The largest id of a post; 0 in an empty community.
  public var newestPost: Int64
  /// The post that was published with the same key; `nil` if the key is new.
  public var known: Int64?
  /// A follower is notified of all posts.
  public var hasListeners: Bool
}

/// The facts about a post that the rules need.
public struct PostFacts: Equatable, Sendable {
  public var id: Int64
  public var author: Int64
  public var visibility: Visibility
  /// The id of the conversation; 0 for a repost.
  public var conversation: Int64
  public var repostOf: Int64?
  public var isComment: Bool
}

extension WriteTransaction {
  /// Returns a post or a repost, if the viewer may see it.
  public func post(_ id: Int64, viewer: Int64) throws(StorageError) -> PostFacts? {
    var statement: Statement = """
      SELECT p.id, p.author, p.visibility, coalesce(p.conversation, 0), p.repost_of, p.is_comment
      FROM posts p WHERE p.id = \(id)
      """
    statement.append(" AND \(Visibility.condition(viewer: viewer, in: &statement))")
    return try connection.first(statement) { row in
      PostFacts(
        id: try row.integer(), author: try row.integer(),
        visibility: Visibility(rawValue: try row.text()) ?? .direct,
        conversation: try row.integer(), repostOf: try row.optionalInteger(), isComment: try row.bool())
    }
  }

  public func insert(_ post: MemberPostDraft) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO posts (id, author, text, warning, is_sensitive, visibility, language, application, created_at,
        reply_to, reply_to_author, conversation, application_website, is_comment, location)
      VALUES (\(post.id), \(post.author), \(post.text), \(post.warning), \(post.isSensitive), \
      \(post.visibility.rawValue), \(post.language), \(post.client?.name), \(post.createdAt), \
      \(post.replyTo?.id), \(post.replyTo?.author), \(post.replyTo?.conversation ?? post.id), \
      \(post.client?.website), \(post.isComment), \(post.location))
      """)
    if !post.isComment, post.visibility.isCountedOnProfile {
      try count("accounts", "posts_count", post.author, 1)
    }
    record(.published(post.id))
    if let replyTo = post.replyTo, post.visibility.isCounted(below: replyTo.visibility) {
      try count("posts", "replies_count", replyTo.id, 1)
      record(.counted(replyTo.id))
      // A Moments page shows all comments below the first post.
      if post.isComment, replyTo.conversation != replyTo.id { record(.counted(replyTo.conversation)) }
    }
  }

  /// Replaces the mentions and tags of a post.
  public func setEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try connection.setEntities(of: post, mentions: mentions, tags: tags)
  }

  public func addEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try connection.addEntities(of: post, mentions: mentions, tags: tags)
  }

  /// The facts that publishing begins with; `nil` if the account is gone or suspended.
  ///
  /// - Parameters:
  ///   - key: the idempotency key; `nil` if the request has none.
  ///   - moment: older keys don't count; in milliseconds.
  public func publishingFacts(
    of account: Int64, idempotencyKey key: String?, since moment: Int64
  ) throws(StorageError) -> PublishingFacts? {
    try connection.first(
      """
      SELECT \(Visibility.defaultAudience(of: "a")), a.default_sensitive, a.default_language,
        (SELECT coalesce(max(id), 0) FROM posts),
        (SELECT k.post FROM idempotency_keys k
         WHERE k.account = a.id AND k.key = \(key ?? "") AND k.created_at >= \(moment)),
        CASE WHEN EXISTS (SELECT 1 FROM follows f WHERE f.followee = a.id AND f.notifies = 1) THEN 1 ELSE 0 END
      FROM accounts a WHERE a.id = \(account) AND a.suspended_at IS NULL
      """
    ) { row in
      PublishingFacts(
        visibility: Visibility(rawValue: try row.text()) ?? .followers, isSensitive: try row.bool(),
        language: try row.optionalText(), newestPost: try row.integer(), known: try row.optionalInteger(),
        hasListeners: try row.bool())
    }
  }

  public func remember(idempotencyKey key: String, of account: Int64, post: Int64, at now: Int64)
    throws(StorageError)
  {
    try connection.execute(
      """
      INSERT INTO idempotency_keys (account, key, post, created_at) VALUES (\(account), \(key), \(post), \(now)) \
      ON CONFLICT (account, key) DO UPDATE SET post = excluded.post, created_at = excluded.created_at
      """)
  }

  /// Deletes a post or repost. Replies stay without their parent; reposts of the post are deleted too.
  public func delete(_ post: PostFacts) throws(StorageError) {
    let isCounted = post.repostOf == nil && !post.isComment && post.visibility.isCountedOnProfile
    if isCounted { try count("accounts", "posts_count", post.author, -1) }
    try recordRemoval(of: post.id)
    if let repeated = post.repostOf {
      try count("posts", "reposts_count", repeated, -1)
      record(.counted(repeated))
    }
    if let parent = try connection.integer("SELECT reply_to FROM posts WHERE id = \(post.id)") {
      record(.counted(parent))
      if post.isComment, post.conversation != parent { record(.counted(post.conversation)) }
    }
    try connection.execute(
      """
      UPDATE posts SET replies_count = replies_count - 1
      WHERE id = (SELECT r.reply_to FROM posts r WHERE r.id = \(post.id) AND \(Visibility.isCounted("r")))
        AND replies_count > 0
      """)
    try connection.execute("DELETE FROM posts WHERE id = \(post.id)")
  }

  func count(_ table: SQL, _ column: SQL, _ id: Int64, _ difference: Int64) throws(StorageError) {
    try connection.execute(
      Statement(with: difference) {
        """
        UPDATE \(table) SET \(column) = \(column) + \($0) WHERE id = \(id) AND \(column) + \($0) >= 0
        """
      })
  }
}

extension DatabaseConnection {
  /// Replaces the mentions and tags of a post.
  func setEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    try execute("DELETE FROM mentions WHERE post = \(post)")
    try execute("DELETE FROM tags WHERE post = \(post)")
    try addEntities(of: post, mentions: mentions, tags: tags)
  }

  func addEntities(of post: Int64, mentions: [Int64], tags: [String]) throws(StorageError) {
    for account in mentions {
      try execute("INSERT INTO mentions (post, account) VALUES (\(post), \(account)) ON CONFLICT DO NOTHING")
    }
    for tag in tags {
      try execute("INSERT INTO tags (name, post) VALUES (\(tag), \(post)) ON CONFLICT DO NOTHING")
    }
  }
}
