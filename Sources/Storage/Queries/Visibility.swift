import Social

/// The one rule of who may see a post, as a condition of SQL; it is held whenever posts are read.
///
/// - Posts of suspended accounts are seen by nobody, nor are those of an import that is not complete.
/// - Somebody who blocked or was blocked by the author sees nothing of theirs.
/// - `public` and `unlisted` are seen by everybody else, `private` by the author's followers (those whose request waits
///   are none) and by those who are mentioned, `direct` by the author and those who are mentioned.
/// - A repost is seen by whoever may see it and the post that it repeats.
extension Visibility {
  /// The condition on the posts that the statement calls `table`.
  ///
  /// - Parameter asker: who asks; nil: somebody who is not signed in.
  static func condition(asker: Int64?, on table: SQL = "p", in statement: inout Statement) -> SQL {
    let asker = asker.map { statement.identifier($0) }
    let repeated: SQL = "x_\(table)"
    return """
      (\(rule(asker, table)) AND (\(table).repost_of IS NULL OR EXISTS (\
      SELECT 1 FROM posts \(repeated) WHERE \(repeated).id = \(table).repost_of AND \(rule(asker, repeated)))))
      """
  }

  /// Not for public lists: what a repost repeats is not looked at.
  private static func rule(_ asker: SQL?, _ post: SQL) -> SQL {
    let isShown: SQL = """
      \(post).author NOT IN (SELECT id FROM accounts WHERE suspended_at IS NOT NULL) \
      AND \(post).id NOT IN (SELECT post FROM hidden_posts)
      """
    guard let asker else { return "\(post).visibility IN ('public', 'unlisted') AND \(isShown)" }
    return """
      (\(post).visibility IN ('public', 'unlisted') OR \(post).author = \(asker) \
      OR EXISTS (SELECT 1 FROM mentions m WHERE m.post = \(post).id AND m.account = \(asker)) \
      OR (\(post).visibility = 'private' \
      AND EXISTS (SELECT 1 FROM follows f WHERE f.follower = \(asker) AND f.followee = \(post).author))) \
      AND \(isShown) AND \(notBlocked(asker, "\(post).author"))
      """
  }

  /// Neither blocks the other.
  static func notBlocked(_ asker: SQL, _ account: SQL) -> SQL {
    """
    \(account) NOT IN (SELECT target FROM blocks WHERE account = \(asker) \
    UNION ALL SELECT account FROM blocks WHERE target = \(asker))
    """
  }
}

extension Visibility {
  /// Counters that everybody sees count such posts only.
  var isForEverybody: Bool { self == .everybody || self == .unlisted }
}
