public import Social

extension WriteTransaction {
  /// Adds a favourite (a like) to the table `favourites`. Returns true if it is new.
  public func favourite(_ post: Int64, by account: Int64, id: Int64) throws(StorageError) -> Bool {
    let isNew = try insert("favourites", post, by: account, id: id)
    if isNew {
      try count("posts", "favourites_count", post, 1)
      record(.counted(post))
    }
    return isNew
  }

  public func unfavourite(_ post: Int64, by account: Int64) throws(StorageError) {
    guard try drop("favourites", post, by: account) else { return }
    try count("posts", "favourites_count", post, -1)
    record(.counted(post))
  }

  public func bookmark(_ post: Int64, by account: Int64, id: Int64) throws(StorageError) {
    _ = try insert("bookmarks", post, by: account, id: id)
  }

  public func unbookmark(_ post: Int64, by account: Int64) throws(StorageError) {
    _ = try drop("bookmarks", post, by: account)
  }

  public func pin(_ post: Int64, by account: Int64, id: Int64) throws(StorageError) {
    _ = try insert("pins", post, by: account, id: id)
  }

  public func unpin(_ post: Int64, by account: Int64) throws(StorageError) {
    _ = try drop("pins", post, by: account)
  }

  /// Returns the number of an account's pinned posts, without this one.
  public func pinsCount(of account: Int64, without post: Int64) throws(StorageError) -> Int {
    let sql: Statement = "SELECT count(*) FROM pins WHERE account = \(account) AND post <> \(post)"
    return try connection.count(sql)
  }

  public func mute(conversation: Int64, by account: Int64) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO conversation_mutes (account, conversation) \
      VALUES (\(account), \(conversation)) ON CONFLICT DO NOTHING
      """)
  }

  public func unmute(conversation: Int64, by account: Int64) throws(StorageError) {
    try connection.execute(
      "DELETE FROM conversation_mutes WHERE account = \(account) AND conversation = \(conversation)")
  }

  /// Returns the account's repost of a post.
  public func repost(of post: Int64, by account: Int64) throws(StorageError) -> Int64? {
    let sql: Statement = "SELECT id FROM posts WHERE repost_of = \(post) AND author = \(account)"
    return try connection.integer(sql)
  }

  /// Reposts a post.
  ///
  /// - Parameter now: the time in milliseconds.
  public func repost(
    _ post: Int64, by account: Int64, id: Int64, _ visibility: Visibility, now: Int64
  ) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO posts (id, author, text, visibility, created_at, repost_of) \
      VALUES (\(id), \(account), '', \(visibility.rawValue), \(now), \(post))
      """)
    try count("posts", "reposts_count", post, 1)
    record(.published(id))
    record(.counted(post))
  }

  private func insert(_ table: SQL, _ post: Int64, by account: Int64, id: Int64) throws(StorageError) -> Bool
  {
    try connection.execute(
      "INSERT INTO \(table) (id, post, account) VALUES (\(id), \(post), \(account)) ON CONFLICT DO NOTHING")
      > 0
  }

  private func drop(_ table: SQL, _ post: Int64, by account: Int64) throws(StorageError) -> Bool {
    try connection.execute("DELETE FROM \(table) WHERE post = \(post) AND account = \(account)") > 0
  }
}
