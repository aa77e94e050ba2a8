/// A picture of an account or a post: stored, or known by its address only.
public struct PictureReference: Equatable, Sendable {
  public var media: Int64?
  /// Where it came from; at most 4096 characters.
  public var source: String?

  public init(media: Int64?, source: String?) {
    self.media = media
    self.source = source
  }
}

/// What is written of an account.
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
    id: Int64, username: String, nick: String, avatar: PictureReference? = nil, cover: PictureReference? = nil,
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
      Statement(
        """
        INSERT INTO accounts (id, username, username_key, nick, nick_key, avatar, avatar_source, cover, cover_source,
          is_imported, created_at, suspended_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        """, .integer(account.id), .text(account.username), .text(account.username.lowercased()), .text(account.nick),
        .text(SearchWords.folded(account.nick)), SQLValue(account.avatar?.media), SQLValue(account.avatar?.source),
        SQLValue(account.cover?.media), SQLValue(account.cover?.source), SQLValue(account.isImported),
        .integer(account.createdAt), isStaged ? .integer(account.createdAt) : .null))
    guard isStaged else { return }
    try connection.execute(Statement("INSERT INTO hidden_accounts (account) VALUES ($1)", .integer(account.id)))
  }

  /// Gives an account the name and pictures of that draft; its username stays.
  public func update(profile: AccountDraft) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        UPDATE accounts SET nick = $1, nick_key = $2, avatar = $3, avatar_source = $4, cover = $5, cover_source = $6
        WHERE id = $7
        """, .text(profile.nick), .text(SearchWords.folded(profile.nick)), SQLValue(profile.avatar?.media),
        SQLValue(profile.avatar?.source), SQLValue(profile.cover?.media), SQLValue(profile.cover?.source),
        .integer(profile.id)))
  }

  /// Gives an account the avatar that could not be had before.
  public func fill(avatar media: Int64, of account: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "UPDATE accounts SET avatar = $1 WHERE id = $2 AND avatar IS NULL", .integer(media), .integer(account)))
  }

  public func rename(_ account: Int64, to username: String) throws(StorageError) {
    try connection.execute(
      Statement(
        "UPDATE accounts SET username = $1, username_key = $2 WHERE id = $3", .text(username),
        .text(username.lowercased()), .integer(account)))
  }

  /// The people of earlier imports for that account, by their keys.
  public func people(of owner: Int64) throws(StorageError) -> [String: Int64] {
    var people: [String: Int64] = [:]
    let sql = "SELECT key, account FROM import_people WHERE owner = $1"
    for row in try connection.rows(Statement(sql, .integer(owner))) {
      people[try row.text(0)] = try row.integer(1)
    }
    return people
  }

  public func remember(person key: String, account: Int64, owner: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "INSERT INTO import_people (owner, key, account) VALUES ($1, $2, $3)", .integer(owner), .text(key),
        .integer(account)))
  }

  /// Nothing happens if it is so already. Before an import is complete only what it made can be followed.
  public func follow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    let added = try connection.execute(
      Statement(
        """
        INSERT INTO follows (id, follower, followee)
        SELECT coalesce(max(id), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM follows WHERE true
        ON CONFLICT DO NOTHING
        """, .integer(follower), .integer(followee)))
    guard added > 0 else { return }
    guard isStaged else { return try connection.countFollow(of: followee, by: follower, 1) }
    try connection.execute(
      Statement("UPDATE accounts SET followers_count = followers_count + 1 WHERE id = $1", .integer(followee)))
  }
}

extension DatabaseConnection {
  /// Adds to what both accounts say of whom they follow, and who follows them.
  func countFollow(of followee: Int64, by follower: Int64, _ difference: Int64) throws(StorageError) {
    try execute(
      Statement(
        "UPDATE accounts SET followers_count = followers_count + $1 WHERE id = $2", .integer(difference),
        .integer(followee)))
    try execute(
      Statement(
        "UPDATE accounts SET following_count = following_count + $1 WHERE id = $2", .integer(difference),
        .integer(follower)))
  }
}
