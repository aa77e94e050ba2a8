import Invalidation
import Social

extension WriteTransaction {
  /// Records that a post and its reposts are about to be removed, or its audience to become narrower. Streams
  /// tell those who may have seen it and can't see it any more.
  func recordRemoval(of post: Int64) throws(StorageError) {
    let found = try connection.rows(
      "SELECT id, author, visibility, repost_of FROM posts WHERE id = \(post) OR repost_of = \(post)"
    ) { row in
      (
        try row.integer(), try row.integer(), Visibility(rawValue: try row.text()) ?? .direct,
        try row.optionalInteger()
      )
    }
    for (id, author, visibility, repeated) in found {
      var removed = RemovedPost(id: id, author: author, visibility: visibility)
      if repeated == nil {
        removed.isListed = removed.visibility == .everybody || removed.visibility == .members
        removed.accounts = try accountsWhoMaySee(removed)
        removed.tags = try tagHashes(of: removed)
      }
      let accounts = removed.accounts
      removed.accounts = Array(accounts.prefix(RemovedPost.maxAccounts))
      record(.removed(removed))
      removed.tags = []
      for start in stride(from: RemovedPost.maxAccounts, to: accounts.count, by: RemovedPost.maxAccounts) {
        removed.accounts = Array(accounts[start..<min(accounts.count, start + RemovedPost.maxAccounts)])
        record(.removed(removed))
      }
    }
  }

  /// Returns the mentioned and the reminded accounts. For circles and direct posts: all accounts that may see the post, as
  /// their follows don't say it.
  private func accountsWhoMaySee(_ post: RemovedPost) throws(StorageError) -> [Int64] {
    guard post.visibility == .circles || post.visibility == .direct else {
      return try connection.integers(
        """
        SELECT account FROM mentions WHERE post = \(post.id) \
        UNION SELECT account FROM post_reminders WHERE post = \(post.id) ORDER BY account
        """)
    }
    var statement: Statement = """
      SELECT a.id FROM (SELECT account AS id FROM mentions WHERE post = \(post.id) \
      UNION SELECT e.account FROM post_recipients e JOIN posts g ON g.conversation = e.post WHERE g.id = \(post.id) \
      UNION SELECT follower FROM follows WHERE followee = \(post.author)) a CROSS JOIN posts p WHERE p.id = \(post.id)
      """
    statement.append(" AND \(Visibility.condition(account: "a.id")) ORDER BY a.id")
    return try connection.integers(statement)
  }

  private func tagHashes(of post: RemovedPost) throws(StorageError) -> [Int64] {
    guard post.isListed else { return [] }
    return try connection.texts("SELECT name FROM tags WHERE post = \(post.id) ORDER BY name").map(
      CacheTag.hash)
  }
}
