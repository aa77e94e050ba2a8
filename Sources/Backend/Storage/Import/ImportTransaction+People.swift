/// A picture of an account or a post: stored, or known only by its address.
public struct PictureReference: Equatable, Sendable {
  public var media: Int64?
  /// The original address; at most 4096 characters.
  public var source: String?

  public init(media: Int64?, source: String?) {
    self.media = media
    self.source = source
  }
}

/// An account to insert.
public struct AccountDraft: Equatable, Sendable {
  public var id: Int64
  public var username: String
  public var nick: String
  public var avatar: PictureReference?
  public var cover: PictureReference?
  public var isImported: Bool
  /// Milliseconds.
  public var createdAt: Int64

  public init(
    id: Int64, username: String, nick: String, avatar: PictureReference? = nil,
    cover: PictureReference? = nil,
    isImported: Bool, createdAt: Int64
  ) {
    self.id = id
    self.username = username
    self.nick = nick
    self.avatar = avatar
    self.cover = cover
    self.isImported = isImported
    self.createdAt = createdAt
  }
}

extension ImportTransaction {
  public func account(named username: String) throws(StorageError) -> AccountRecord? {
    try connection.account(named: username)
  }

  public func insert(_ account: AccountDraft) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO accounts (id, username, username_key, nick, nick_key, avatar, avatar_source, cover, cover_source,
        is_imported, created_at, suspended_at) \
      VALUES (\(account.id), \(account.username), \(account.username.lowercased()), \(account.nick), \
      \(SearchWords.folded(account.nick)), \(account.avatar?.media), \(account.avatar?.source), \
      \(account.cover?.media), \(account.cover?.source), \(account.isImported), \(account.createdAt), \
      \(isStaged ? account.createdAt : nil))
      """)
    guard isStaged else { return }
    try connection.execute("INSERT INTO hidden_accounts (account) VALUES (\(account.id))")
  }

  /// Gives an account the draft's name and pictures; its username stays.
  public func update(profile: AccountDraft) throws(StorageError) {
    try connection.execute(
      """
      UPDATE accounts SET nick = \(profile.nick), nick_key = \(SearchWords.folded(profile.nick)), \
      avatar = \(profile.avatar?.media), avatar_source = \(profile.avatar?.source), cover = \(profile.cover?.media), \
      cover_source = \(profile.cover?.source)
      WHERE id = \(profile.id)
      """)
  }

  /// Adds the avatar that could not be fetched before.
  public func fill(avatar media: Int64, of account: Int64) throws(StorageError) {
    try connection.execute("UPDATE accounts SET avatar = \(media) WHERE id = \(account) AND avatar IS NULL")
  }

  public func rename(_ account: Int64, to username: String) throws(StorageError) {
    try connection.execute(
      "UPDATE accounts SET username = \(username), username_key = \(username.lowercased()) WHERE id = \(account)"
    )
  }

  /// Returns the people of earlier imports for that account, by their keys.
  public func people(of owner: Int64) throws(StorageError) -> [String: Int64] {
    var people: [String: Int64] = [:]
    let sql: Statement = "SELECT key, account FROM import_people WHERE owner = \(owner)"
    try connection.forEach(sql) { row in
      let key = try row.text()
      people[key] = try row.integer()
    }
    return people
  }

  public func remember(person key: String, account: Int64, owner: Int64) throws(StorageError) {
    try connection.execute(
      "INSERT INTO import_people (owner, key, account) VALUES (\(owner), \(key), \(account))")
  }

  /// Adds a follow unless it exists. Before an import is complete, only accounts that it added can be
  /// followed.
  public func follow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    let added = try connection.execute(
      """
      INSERT INTO follows (id, follower, followee)
      SELECT coalesce(max(id), 0) + 1, CAST(\(follower) AS BIGINT), CAST(\(followee) AS BIGINT) FROM follows WHERE true
      ON CONFLICT DO NOTHING
      """)
    guard added > 0 else { return }
    guard isStaged else { return try connection.countFollow(of: followee, by: follower, 1) }
    try connection.execute("UPDATE accounts SET followers_count = followers_count + 1 WHERE id = \(followee)")
  }
}

extension DatabaseConnection {
  /// Adds `difference` to the follower's and the followee's counters.
  func countFollow(of followee: Int64, by follower: Int64, _ difference: Int64) throws(StorageError) {
    // A counter that was too low stays at 0.
    try execute(
      """
      UPDATE accounts SET followers_count = followers_count + \(difference)
      WHERE id = \(followee) AND followers_count + \(difference) >= 0
      """)
    try execute(
      """
      UPDATE accounts SET following_count = following_count + \(difference)
      WHERE id = \(follower) AND following_count + \(difference) >= 0
      """)
  }
}
