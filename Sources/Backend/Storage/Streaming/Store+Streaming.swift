import Invalidation
public import Social

/// The facts about a post or repost that say on which streams it may be.
public struct StreamedPost: Equatable, Sendable {
  public var id: Int64
  public var author: Int64
  public var visibility: Visibility
  public var repostOf: Int64?
  /// The id of the conversation; 0 for a repost.
  public var conversation: Int64
  /// True if timelines of its tags list it, for those who may see it.
  public var isListed: Bool
  /// True if it is a comment, or a reply to another account. Public timelines don't list those.
  public var isCommentOrReply: Bool
  public var hasMedia: Bool
  public var hasPoll: Bool
  /// Its tags in lower case.
  public var tags: [String] = []
}

/// An account that may see a post now.
public struct PostViewer: Equatable, Sendable {
  public var account: Int64
  /// True if the account's home has the post.
  public var isAtHome: Bool
  /// True if the account muted the author.
  public var isMuting: Bool
  public var isMentioned: Bool
  /// True if the account wrote the post, or was reminded of it; for a repost, the reposted one.
  public var knowsReminders: Bool
  /// The account's interactions with the post; for a repost, with the reposted one.
  public var interactions: Post.Interactions
}

extension Store {
  /// The number of accounts that one statement names.
  private static let namedAtOnce = 512

  /// Returns the facts about a post; `nil` if it is gone.
  public func streamedPost(_ id: Int64) async throws -> StreamedPost? {
    try await driver.read(dependsOn: .everything) { connection in
      let listed = Visibility.isListed("p", forMembers: true)
      var post = try connection.first(
        """
        SELECT p.id, p.author, p.visibility, p.repost_of, coalesce(p.conversation, 0), \
        CASE WHEN \(listed) AND p.repost_of IS NULL THEN 1 ELSE 0 END, \
        CASE WHEN p.is_comment = 1 OR p.reply_to_author <> p.author THEN 1 ELSE 0 END, \
        CASE WHEN EXISTS (SELECT 1 FROM attachments h WHERE h.post = p.id) THEN 1 ELSE 0 END, \
        CASE WHEN EXISTS (SELECT 1 FROM polls l WHERE l.post = coalesce(p.repost_of, p.id)) THEN 1 ELSE 0 END \
        FROM posts p WHERE p.id = \(id)
        """
      ) { row in
        StreamedPost(
          id: try row.integer(), author: try row.integer(),
          visibility: Visibility(rawValue: try row.text()) ?? .direct, repostOf: try row.optionalInteger(),
          conversation: try row.integer(), isListed: try row.bool(), isCommentOrReply: try row.bool(),
          hasMedia: try row.bool(), hasPoll: try row.bool())
      }
      if post?.isListed == true {
        post?.tags = try connection.texts("SELECT name FROM tags WHERE post = \(id) ORDER BY name")
      }
      return post
    }
  }

  /// Returns those of the accounts that may see a post now, by the rules of the timelines.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func viewers(
    of post: Int64, among accounts: [Int64], now: Int64
  ) async throws -> [PostViewer] {
    try await inParts(of: accounts) { connection, accounts in
      var statement: Statement = "SELECT viewers.id, "
      let home = HomeTimeline.condition(account: "viewers.id", now: now, in: &statement)
      let moment = statement.identifier(now)
      statement.append(
        """
        CASE WHEN \(home) THEN 1 ELSE 0 END, \
        CASE WHEN \(Mutes.condition("q.author", by: "viewers.id", moment)) THEN 1 ELSE 0 END, \
        CASE WHEN EXISTS (SELECT 1 FROM mentions m WHERE m.post = q.id AND m.account = viewers.id) THEN 1 ELSE 0 END, \
        CASE WHEN shown.author = viewers.id OR \(Visibility.isReminded("viewers.id", of: "shown.id")) THEN 1 ELSE 0 END\
        \(PostRow.interactionColumns(of: "shown", by: "viewers.id")) FROM accounts viewers CROSS JOIN posts q \
        JOIN posts shown ON shown.id = coalesce(q.repost_of, q.id) \
        WHERE q.id = \(post) AND viewers.id IN \(accounts) AND \(Visibility.condition(account: "viewers.id", on: "q"))
        """)
      return try connection.rows(statement) { row in
        PostViewer(
          account: try row.integer(), isAtHome: try row.bool(), isMuting: try row.bool(),
          isMentioned: try row.bool(), knowsReminders: try row.bool(),
          interactions: try Post.Interactions(&row))
      }
    }
  }

  /// Returns those of the accounts that follow an account.
  public func followers(of account: Int64, among accounts: [Int64]) async throws -> [Int64] {
    try await inParts(of: accounts) { connection, accounts in
      try connection.integers(
        "SELECT follower FROM follows WHERE followee = \(account) AND follower IN \(accounts)")
    }
  }

  /// Returns those of the accounts that have no block with an account, in either direction.
  public func accounts(_ accounts: [Int64], withoutBlocksOf account: Int64) async throws -> [Int64] {
    try await inParts(of: accounts) { connection, accounts in
      var statement: Statement = "SELECT viewers.id FROM accounts viewers WHERE viewers.id IN \(accounts)"
      let other = statement.identifier(account)
      statement.append(" AND \(Visibility.notBlocked("viewers.id", other))")
      return try connection.integers(statement)
    }
  }

  /// Returns those of the circles that an account is in.
  public func circles(_ circles: [Int64], with account: Int64) async throws -> [Int64] {
    try await inParts(of: circles) { connection, circles in
      try connection.integers(
        "SELECT circle FROM circle_members WHERE account = \(account) AND circle IN \(circles)")
    }
  }

  /// Returns the owner of a circle; `nil` if the circle doesn't exist.
  public func owner(ofCircle circle: Int64) async throws -> Int64? {
    try await driver.read(dependsOn: .everything) {
      try $0.integer("SELECT owner FROM circles WHERE id = \(circle)")
    }
  }

  /// Returns those of the tokens that are still valid.
  public func validTokens(_ tokens: [Int64]) async throws -> [Int64] {
    try await inParts(of: tokens) { connection, tokens in
      try connection.integers(
        """
        SELECT t.id FROM tokens t JOIN accounts a ON a.id = t.account \
        WHERE t.id IN \(tokens) AND a.suspended_at IS NULL
        """)
    }
  }

  /// Returns an announcement; `nil` if it was removed.
  public func announcement(_ id: Int64) async throws -> AnnouncementRecord? {
    try await announcements().first { $0.id == id }
  }

  /// Reads for some ids at a time.
  private func inParts<Value: Sendable>(
    of ids: [Int64], _ read: @escaping @Sendable (any DatabaseConnection, [Int64]) throws -> [Value]
  ) async throws -> [Value] {
    guard !ids.isEmpty else { return [] }
    return try await driver.read(dependsOn: .everything) { connection in
      var values: [Value] = []
      for start in stride(from: 0, to: ids.count, by: Self.namedAtOnce) {
        values += try read(connection, Array(ids[start..<min(ids.count, start + Self.namedAtOnce)]))
      }
      return values
    }
  }
}
