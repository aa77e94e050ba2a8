public import Social

extension WriteTransaction {
  /// The number of posts that one statement names.
  private static let namedAtOnce = 500

  /// Narrows the audience of a post and of all replies below that have a wider one, and counts again what
  /// depends on it. Reposts stay, as they show at most to those who see the post.
  ///
  /// - Returns: the ids of the narrowed posts.
  public func narrow(_ post: Int64, to audience: Visibility) throws(StorageError) -> [Int64] {
    let wider = Visibility.allCases.filter { audience.isNarrower(than: $0) }.map(\.rawValue)
    let narrowed = try connection.integers(
      """
      WITH RECURSIVE below (id) AS (
        SELECT CAST(\(post) AS BIGINT) UNION SELECT p.id FROM below JOIN posts p ON p.reply_to = below.id)
      SELECT p.id FROM below JOIN posts p ON p.id = below.id WHERE p.visibility IN \(wider) ORDER BY p.id
      """)
    for post in narrowed {
      try recordRemoval(of: post)
      record(.edited(post))
    }
    for start in stride(from: 0, to: narrowed.count, by: Self.namedAtOnce) {
      let some = Array(narrowed[start..<min(narrowed.count, start + Self.namedAtOnce)])
      if audience == .direct { try leaveProfiles(some) }
      try connection.execute("UPDATE posts SET visibility = \(audience.rawValue) WHERE id IN \(some)")
      try mentionParents(of: some, audience)
    }
    // A reply's count depends on the audience of its parent, so all posts are narrowed first.
    for start in stride(from: 0, to: narrowed.count, by: Self.namedAtOnce) {
      try countReplies(of: Array(narrowed[start..<min(narrowed.count, start + Self.namedAtOnce)]))
    }
    return narrowed
  }

  /// Mentions the authors of the parents, who may not follow the replies' authors, so that they still see the
  /// replies.
  private func mentionParents(of replies: [Int64], _ audience: Visibility) throws(StorageError) {
    guard audience.isNarrower(than: .members) else { return }
    try connection.execute(
      """
      INSERT INTO mentions (post, account) SELECT id, reply_to_author FROM posts
      WHERE id IN \(replies) AND reply_to_author IS NOT NULL AND reply_to_author <> author ON CONFLICT DO NOTHING
      """)
  }

  /// Takes posts that become direct off the profiles: they aren't counted, and can't be pinned there.
  private func leaveProfiles(_ posts: [Int64]) throws(StorageError) {
    try connection.execute("DELETE FROM pins WHERE post IN \(posts)")
    try connection.execute(
      """
      UPDATE accounts SET posts_count = CASE WHEN posts_count > n.count THEN posts_count - n.count ELSE 0 END FROM (
        SELECT p.author, count(*) AS count FROM posts p WHERE p.id IN \(posts)
          AND \(Visibility.isCountedOnProfile("p")) AND p.id NOT IN (SELECT post FROM hidden_posts) GROUP BY p.author) n
      WHERE n.author = accounts.id
      """)
  }

  /// Counts the replies of these posts and of their parents again. Replies that an import hides count only
  /// where their parent is hidden too (`Staging`).
  private func countReplies(of posts: [Int64]) throws(StorageError) {
    try connection.execute(
      """
      UPDATE posts AS c SET replies_count = (SELECT count(*) FROM posts r
        WHERE r.reply_to = c.id AND \(Visibility.isCounted("r"))
          AND (r.id NOT IN (SELECT post FROM hidden_posts) OR c.id IN (SELECT post FROM hidden_posts)))
      WHERE c.id IN \(posts) OR c.id IN (SELECT q.reply_to FROM posts q WHERE q.id IN \(posts))
      """)
  }
}
