public import Social

extension PeopleTransaction {
  /// Returns whether it is new.
  public func favourite(_ post: Int64, by account: Int64, id: Int64) throws(StorageError) -> Bool {
    let isNew = try collect("favourites", post, by: account, id: id)
    if isNew { try count("posts", "favourites_count", post, 1) }
    return isNew
  }

  public func unfavourite(_ post: Int64, by account: Int64) throws(StorageError) {
    guard try drop("favourites", post, by: account) else { return }
    try count("posts", "favourites_count", post, -1)
  }

  public func bookmark(_ post: Int64, by account: Int64, id: Int64) throws(StorageError) {
    _ = try collect("bookmarks", post, by: account, id: id)
  }

  public func unbookmark(_ post: Int64, by account: Int64) throws(StorageError) {
    _ = try drop("bookmarks", post, by: account)
  }

  public func pin(_ post: Int64, by account: Int64, id: Int64) throws(StorageError) {
    _ = try collect("pins", post, by: account, id: id)
  }

  public func unpin(_ post: Int64, by account: Int64) throws(StorageError) {
    _ = try drop("pins", post, by: account)
  }

  /// Posts on top of an account's page, without this one.
  public func pinsCount(of account: Int64, without post: Int64) throws(StorageError) -> Int {
    let sql = "SELECT count(*) FROM pins WHERE account = $1 AND post <> $2"
    return Int(try connection.rows(Statement(sql, .integer(account), .integer(post))).first?.integer(0) ?? 0)
  }

  public func mute(conversation: Int64, by account: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "INSERT INTO conversation_mutes (account, conversation) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        .integer(account), .integer(conversation)))
  }

  public func unmute(conversation: Int64, by account: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "DELETE FROM conversation_mutes WHERE account = $1 AND conversation = $2", .integer(account),
        .integer(conversation)))
  }

  /// The account's repost of a post.
  public func repost(of post: Int64, by account: Int64) throws(StorageError) -> Int64? {
    let sql = "SELECT id FROM posts WHERE repost_of = $1 AND author = $2"
    return try connection.rows(Statement(sql, .integer(post), .integer(account))).first?.integer(0)
  }

  /// - Parameter now: in milliseconds.
  public func repost(
    _ post: Int64, by account: Int64, id: Int64, _ visibility: Visibility, now: Int64
  ) throws(StorageError) {
    try connection.execute(
      Statement(
        "INSERT INTO posts (id, author, text, visibility, created_at, repost_of) VALUES ($1, $2, '', $3, $4, $5)",
        .integer(id), .integer(account), .text(visibility.rawValue), .integer(now), .integer(post)))
    try count("posts", "reposts_count", post, 1)
  }

  private func collect(_ table: String, _ post: Int64, by account: Int64, id: Int64) throws(StorageError) -> Bool {
    try connection.execute(
      Statement(
        "INSERT INTO \(table) (id, post, account) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", .integer(id),
        .integer(post), .integer(account))) > 0
  }

  private func drop(_ table: String, _ post: Int64, by account: Int64) throws(StorageError) -> Bool {
    try connection.execute(
      Statement("DELETE FROM \(table) WHERE post = $1 AND account = $2", .integer(post), .integer(account))) > 0
  }
}
