import Social

/// Reminders: an author tells people of a post, also if they muted the author (decision 0089). They don't count
/// for `Visibility.condition`.
extension WriteTransaction {
  /// Returns the people who were reminded of a post. Some may not see it any more.
  public func reminded(of post: Int64) throws(StorageError) -> [Int64] {
    try connection.integers("SELECT account FROM post_reminders WHERE post = \(post)")
  }

  /// Reminds those members among the accounts who may see the post, but not its author. Others are left out.
  ///
  /// - Returns: the people who weren't reminded before.
  public func remind(_ accounts: [Int64], of post: Int64, by author: Int64) throws(StorageError) -> [Int64] {
    guard !accounts.isEmpty else { return [] }
    var statement: Statement = "SELECT a.id FROM accounts a CROSS JOIN posts p WHERE p.id = "
    let id = statement.identifier(post)
    statement.append(
      """
      \(id) AND a.id IN \(accounts) AND a.id <> \(author) AND a.suspended_at IS NULL AND a.is_imported = 0 \
      AND NOT \(Visibility.isReminded("a.id", of: "p.id")) AND \(Visibility.condition(account: "a.id"))
      """)
    let reminded = try connection.integers(statement)
    for account in reminded {
      try connection.execute("INSERT INTO post_reminders (post, account) VALUES (\(post), \(account))")
    }
    return reminded.sorted()
  }
}

extension Visibility {
  /// Returns the condition that the author of a post reminded an account of it, for which a mute of the author
  /// doesn't count.
  static func isReminded(_ account: SQL, of post: SQL) -> SQL {
    "EXISTS (SELECT 1 FROM post_reminders r WHERE r.post = \(post) AND r.account = \(account) LIMIT 1 OFFSET 0)"
  }
}
