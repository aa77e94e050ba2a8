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
        INSERT INTO accounts (id, username, username_key, nick, avatar, avatar_source, cover, cover_source,
          is_imported, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """, .integer(account.id), .text(account.username), .text(account.username.lowercased()), .text(account.nick),
        SQLValue(account.avatar?.media), SQLValue(account.avatar?.source), SQLValue(account.cover?.media),
        SQLValue(account.cover?.source), SQLValue(account.isImported), .integer(account.createdAt)))
  }

  /// Gives an account the name and pictures of that draft; its username stays.
  public func update(profile: AccountDraft) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        UPDATE accounts SET nick = $1, avatar = $2, avatar_source = $3, cover = $4, cover_source = $5 WHERE id = $6
        """, .text(profile.nick), SQLValue(profile.avatar?.media), SQLValue(profile.avatar?.source),
        SQLValue(profile.cover?.media), SQLValue(profile.cover?.source), .integer(profile.id)))
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

  /// Nothing happens if it is so already.
  public func follow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        "INSERT INTO follows (follower, followee) VALUES ($1, $2) ON CONFLICT DO NOTHING", .integer(follower),
        .integer(followee)))
  }
}
