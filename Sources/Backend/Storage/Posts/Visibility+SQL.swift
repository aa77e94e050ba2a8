import Social

/// The one rule of who may see a post, as an SQL condition that every query of posts applies.
///
/// - Posts of suspended accounts and of incomplete imports are hidden.
/// - A block between viewer and author, in either direction, hides the author's posts.
/// - All others see `public` and `unlisted` posts. Signed-in members see `members` ones. The author,
///   mentioned accounts and followers (without pending requests) see `private` ones. The author and mentioned
///   accounts see `direct` ones.
/// - The first post of a conversation says who sees its `circles` posts: its author, and its recipients or
///   all members or followers but the excepted people. Both were recorded when it was published (decision
///   0059).
/// - A repost is visible to viewers who may see it and the reposted post.
///
/// Each part looks up one row in an index. For `NOT IN (SELECT …)` SQLite built a table in every statement,
/// which cost more than judging a page. `OFFSET 0` is for PostgreSQL (`PostRow.interactionColumns`).
extension Visibility {
  /// Returns the condition on the posts that the statement calls `table`.
  ///
  /// - Parameters:
  ///   - viewer: the viewer's id; `nil` for a stranger.
  ///   - hasBlocks: false if the viewer certainly has no blocks in either direction.
  static func condition(
    viewer: Int64?, hasBlocks: Bool = true, on table: SQL = "p", in statement: inout Statement
  ) -> SQL {
    condition(of: viewer.map { statement.identifier($0) }, hasBlocks, table)
  }

  /// Returns the same condition for the account in a column.
  static func condition(account: SQL, on table: SQL = "p") -> SQL { condition(of: account, true, table) }

  private static func condition(of viewer: SQL?, _ hasBlocks: Bool, _ table: SQL) -> SQL {
    let repeated: SQL = "x_\(table)"
    return """
      (\(rule(viewer, hasBlocks, table)) AND (\(table).repost_of IS NULL OR EXISTS (\
      SELECT 1 FROM posts \(repeated) WHERE \(repeated).id = \(table).repost_of AND \(rule(viewer, hasBlocks, repeated)))))
      """
  }

  /// Returns the rule without the check of the reposted post, so lists must not use it directly.
  private static func rule(_ viewer: SQL?, _ hasBlocks: Bool, _ post: SQL) -> SQL {
    let isShown: SQL = """
      NOT EXISTS (SELECT 1 FROM accounts s WHERE s.id = \(post).author AND s.suspended_at IS NOT NULL LIMIT 1 OFFSET 0) \
      AND NOT EXISTS (SELECT 1 FROM hidden_posts s WHERE s.post = \(post).id LIMIT 1 OFFSET 0)
      """
    guard let viewer else { return "\(post).visibility IN ('public', 'unlisted') AND \(isShown)" }
    let isNotBlocked: SQL = hasBlocks ? " AND \(notBlocked(viewer, "\(post).author"))" : ""
    return """
      (\(post).visibility IN ('public', 'unlisted', 'members') OR \(post).author = \(viewer) \
      OR EXISTS (SELECT 1 FROM mentions m WHERE m.post = \(post).id AND m.account = \(viewer)) \
      OR (\(post).visibility = 'private' \
      AND EXISTS (SELECT 1 FROM follows f WHERE f.follower = \(viewer) AND f.followee = \(post).author)) \
      OR (\(post).visibility = 'circles' AND \(isRecipient(viewer, of: "\(post).conversation")))) \
      AND \(isShown)\(isNotBlocked)
      """
  }

  /// Returns the condition that an account belongs to the audience that the first post of a conversation has.
  private static func isRecipient(_ viewer: SQL, of conversation: SQL) -> SQL {
    let isNamed: SQL = "SELECT 1 FROM post_recipients e WHERE e.post = d.post AND e.account = \(viewer)"
    return """
      EXISTS (SELECT 1 FROM post_audiences d CROSS JOIN posts o WHERE d.post = \(conversation) AND o.id = d.post \
      AND (o.author = \(viewer) OR (d.base = 'circles' AND EXISTS (\(isNamed) AND e.is_excepted = 0)) \
      OR (d.base <> 'circles' AND NOT EXISTS (\(isNamed) AND e.is_excepted = 1) AND (d.base = 'members' \
      OR EXISTS (SELECT 1 FROM follows f WHERE f.follower = \(viewer) AND f.followee = o.author)))))
      """
  }

  /// Returns the condition that neither account blocks the other.
  ///
  /// - Parameter account: the column with its table's name, because `blocks` has columns too.
  static func notBlocked(_ viewer: SQL, _ account: SQL) -> SQL {
    """
    NOT EXISTS (SELECT 1 FROM blocks s WHERE s.account = \(viewer) AND s.target = \(account) LIMIT 1 OFFSET 0) \
    AND NOT EXISTS (SELECT 1 FROM blocks s WHERE s.target = \(viewer) AND s.account = \(account) LIMIT 1 OFFSET 0)
    """
  }
}

extension Visibility {
  /// Returns the condition that public timelines, trends and searches of tags list a post, as far as its
  /// audience decides. The index `posts_listed` has such posts without reposts.
  ///
  /// - Parameter forMembers: true if a member asks, false for a stranger.
  static func isListed(_ post: SQL, forMembers: Bool) -> SQL {
    let listed: SQL = "\(post).visibility IN ('public', 'members')"
    return forMembers ? listed : "\(listed) AND \(post).visibility = 'public'"
  }

  /// Returns the condition that a post counts on its author's profile: others don't learn of direct posts,
  /// and of posts for circles.
  static func isCountedOnProfile(_ post: SQL) -> SQL {
    "\(post).is_comment = 0 AND \(post).visibility NOT IN ('circles', 'direct')"
  }

  /// True if such a post counts on its author's profile, as `isCountedOnProfile(_:)` says in SQL.
  var isCountedOnProfile: Bool { self != .circles && self != .direct }

  /// Returns the condition that a reply counts for its parent: all viewers of the parent and its count may
  /// see the reply.
  static func isCounted(_ reply: SQL) -> SQL {
    """
    (\(reply).visibility IN ('public', 'unlisted') OR (\(reply).visibility IN ('members', 'circles') AND EXISTS (\
    SELECT 1 FROM posts x_parent WHERE x_parent.id = \(reply).reply_to AND x_parent.visibility = \(reply).visibility)))
    """
  }

  /// True if such a reply counts for a parent with that audience, as `isCounted(_:)` says in SQL.
  func isCounted(below parent: Visibility) -> Bool {
    isForEverybody || (self == .members || self == .circles) && parent == self
  }

  /// The audience of new posts whose author has chosen none: the community's setting; without one, members in
  /// a closed community and everyone in an open one.
  static let communityDefault: SQL = """
    coalesce((SELECT value FROM settings WHERE name = 'audience'), \
    CASE coalesce((SELECT value FROM settings WHERE name = 'privacy'), CASE (SELECT value FROM settings \
    WHERE name = 'registration') WHEN 'open' THEN 'open' ELSE 'members' END) WHEN 'open' THEN 'public' ELSE 'members' END)
    """

  /// Returns the audience of an account's new posts: the member's choice, else the community's.
  static func defaultAudience(of account: SQL) -> SQL {
    "coalesce(\(account).default_audience, \(communityDefault))"
  }
}
