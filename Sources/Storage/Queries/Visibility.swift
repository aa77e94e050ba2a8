import Social

/// The one rule of who may see a post, as a condition of SQL; it is held whenever posts are read.
///
/// - Posts of suspended accounts are seen by nobody, nor are those of an import that is not complete.
/// - Somebody who blocked or was blocked by the author sees nothing of theirs.
/// - `public` and `unlisted` are seen by everybody else, `private` by the author's followers (those whose request waits
///   are none) and by those who are mentioned, `direct` by the author and those who are mentioned.
/// - A repost is seen by whoever may see it and the post that it repeats.
///
/// Each part looks one thing up in an index. As `NOT IN (SELECT …)` SQLite made a table of each for every statement, which
/// cost more than to judge a page. `OFFSET 0` is for PostgreSQL (`StatusRow.viewerColumns`).
extension Visibility {
  /// The condition on the posts that the statement calls `table`.
  ///
  /// - Parameters:
  ///   - asker: who asks; nil: somebody who is not signed in.
  ///   - hasBlocks: false: it is known that the asker blocked nobody, and nobody the asker.
  static func condition(
    asker: Int64?, hasBlocks: Bool = true, on table: SQL = "p", in statement: inout Statement
  ) -> SQL {
    let asker = asker.map { statement.identifier($0) }
    let repeated: SQL = "x_\(table)"
    return """
      (\(rule(asker, hasBlocks, table)) AND (\(table).repost_of IS NULL OR EXISTS (\
      SELECT 1 FROM posts \(repeated) WHERE \(repeated).id = \(table).repost_of AND \(rule(asker, hasBlocks, repeated)))))
      """
  }

  /// Not for public lists: what a repost repeats is not looked at.
  private static func rule(_ asker: SQL?, _ hasBlocks: Bool, _ post: SQL) -> SQL {
    let isShown: SQL = """
      NOT EXISTS (SELECT 1 FROM accounts s WHERE s.id = \(post).author AND s.suspended_at IS NOT NULL LIMIT 1 OFFSET 0) \
      AND NOT EXISTS (SELECT 1 FROM hidden_posts s WHERE s.post = \(post).id LIMIT 1 OFFSET 0)
      """
    guard let asker else { return "\(post).visibility IN ('public', 'unlisted') AND \(isShown)" }
    let isNotBlocked: SQL = hasBlocks ? " AND \(notBlocked(asker, "\(post).author"))" : ""
    return """
      (\(post).visibility IN ('public', 'unlisted') OR \(post).author = \(asker) \
      OR EXISTS (SELECT 1 FROM mentions m WHERE m.post = \(post).id AND m.account = \(asker)) \
      OR (\(post).visibility = 'private' \
      AND EXISTS (SELECT 1 FROM follows f WHERE f.follower = \(asker) AND f.followee = \(post).author))) \
      AND \(isShown)\(isNotBlocked)
      """
  }

  /// Neither blocks the other.
  ///
  /// - Parameter account: with the name of its table, as `blocks` has columns too.
  static func notBlocked(_ asker: SQL, _ account: SQL) -> SQL {
    """
    NOT EXISTS (SELECT 1 FROM blocks s WHERE s.account = \(asker) AND s.target = \(account) LIMIT 1 OFFSET 0) \
    AND NOT EXISTS (SELECT 1 FROM blocks s WHERE s.target = \(asker) AND s.account = \(account) LIMIT 1 OFFSET 0)
    """
  }
}

extension Visibility {
  /// Counters that everybody sees count such posts only.
  var isForEverybody: Bool { self == .everybody || self == .unlisted }
}
