/// How somebody follows.
public struct FollowOptions: Equatable, Sendable {
  /// nil: as it is; of a new follow, reposts show and nothing is told.
  public var showsReposts: Bool?
  public var notifies: Bool?

  public init(showsReposts: Bool? = nil, notifies: Bool? = nil) {
    self.showsReposts = showsReposts
    self.notifies = notifies
  }
}

extension PeopleTransaction {
  /// Returns whether it is new.
  public func follow(
    _ followee: Int64, by follower: Int64, id: Int64, _ options: FollowOptions
  ) throws(StorageError) -> Bool {
    let isNew = try put("follows", id: id, followee, by: follower, options)
    if isNew { try connection.countFollow(of: followee, by: follower, 1) }
    try endRequest(to: followee, by: follower)
    return isNew
  }

  public func isFollowing(_ followee: Int64, by follower: Int64) throws(StorageError) -> Bool {
    try connection.has(
      Statement(
        "SELECT 1 FROM follows WHERE follower = $1 AND followee = $2", .integer(follower), .integer(followee)))
  }

  /// Returns whether the request is new.
  public func request(
    _ followee: Int64, by follower: Int64, id: Int64, _ options: FollowOptions
  ) throws(StorageError) -> Bool {
    try put("follow_requests", id: id, followee, by: follower, options)
  }

  /// Whoever follows asks no more, also if the account was unlocked before it answered.
  private func endRequest(to followee: Int64, by follower: Int64) throws(StorageError) {
    let pair = [SQLValue.integer(follower), .integer(followee)]
    let ended = try connection.execute(
      Statement("DELETE FROM follow_requests WHERE follower = $1 AND followee = $2", pair[0], pair[1]))
    guard ended > 0 else { return }
    try connection.execute(
      Statement(
        "DELETE FROM notifications WHERE actor = $1 AND account = $2 AND kind = 'follow_request'", pair[0], pair[1]))
  }

  private func put(
    _ table: String, id: Int64, _ followee: Int64, by follower: Int64, _ options: FollowOptions
  ) throws(StorageError) -> Bool {
    let known = try connection.execute(
      Statement(
        """
        UPDATE \(table) SET shows_reposts = coalesce($1, shows_reposts), notifies = coalesce($2, notifies)
        WHERE follower = $3 AND followee = $4
        """, SQLValue(options.showsReposts.map { $0 ? 1 : 0 }), SQLValue(options.notifies.map { $0 ? 1 : 0 }),
        .integer(follower), .integer(followee)))
    guard known == 0 else { return false }
    try connection.execute(
      Statement(
        """
        INSERT INTO \(table) (id, follower, followee, shows_reposts, notifies) VALUES ($1, $2, $3, $4, $5)
        """, .integer(id), .integer(follower), .integer(followee), SQLValue(options.showsReposts ?? true),
        SQLValue(options.notifies ?? false)))
    return true
  }

  /// Ends following and asking for it, and what was told of it.
  public func unfollow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    let pair = [SQLValue.integer(follower), .integer(followee)]
    let ended = try connection.execute(
      Statement("DELETE FROM follows WHERE follower = $1 AND followee = $2", pair[0], pair[1]))
    if ended > 0 { try connection.countFollow(of: followee, by: follower, -1) }
    try connection.execute(
      Statement("DELETE FROM follow_requests WHERE follower = $1 AND followee = $2", pair[0], pair[1]))
    try connection.execute(
      Statement(
        """
        DELETE FROM notifications WHERE actor = $1 AND account = $2 AND kind IN ('follow', 'follow_request')
        """, pair[0], pair[1]))
  }

  /// Takes a request away; returns how it wanted to follow, nil if there was none.
  public func takeRequest(of follower: Int64, to followee: Int64) throws(StorageError) -> FollowOptions? {
    let sql = "SELECT shows_reposts, notifies FROM follow_requests WHERE follower = $1 AND followee = $2"
    let rows = try connection.rows(Statement(sql, .integer(follower), .integer(followee)))
    guard let row = rows.first else { return nil }
    let options = FollowOptions(showsReposts: try row.bool(0), notifies: try row.bool(1))
    try endRequest(to: followee, by: follower)
    return options
  }

  /// Neither follows the other any more, and neither hears of the other.
  public func block(_ target: Int64, by account: Int64, id: Int64) throws(StorageError) {
    try unfollow(target, by: account)
    try unfollow(account, by: target)
    try connection.execute(
      Statement(
        """
        DELETE FROM notifications WHERE (account = $1 AND actor = $2) OR (account = $2 AND actor = $1)
        """, .integer(account), .integer(target)))
    try connection.execute(
      Statement(
        "INSERT INTO blocks (id, account, target) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", .integer(id),
        .integer(account), .integer(target)))
  }

  public func unblock(_ target: Int64, by account: Int64) throws(StorageError) {
    try connection.execute(
      Statement("DELETE FROM blocks WHERE account = $1 AND target = $2", .integer(account), .integer(target)))
  }

  /// - Parameter end: in milliseconds; nil: for ever.
  public func mute(
    _ target: Int64, by account: Int64, id: Int64, hidesNotifications: Bool, until end: Int64?
  ) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO mutes (id, account, target, hides_notifications, expires_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (account, target) DO UPDATE SET
          hides_notifications = excluded.hides_notifications, expires_at = excluded.expires_at
        """, .integer(id), .integer(account), .integer(target), SQLValue(hidesNotifications), SQLValue(end)))
  }

  public func unmute(_ target: Int64, by account: Int64) throws(StorageError) {
    try connection.execute(
      Statement("DELETE FROM mutes WHERE account = $1 AND target = $2", .integer(account), .integer(target)))
  }

  /// - Parameter words: at most 2,000 characters; empty: nothing any more.
  public func note(_ words: String, on target: Int64, by account: Int64) throws(StorageError) {
    let pair = [SQLValue.integer(account), .integer(target)]
    guard !words.isEmpty else {
      try connection.execute(
        Statement("DELETE FROM account_notes WHERE account = $1 AND target = $2", pair[0], pair[1]))
      return
    }
    try connection.execute(
      Statement(
        """
        INSERT INTO account_notes (account, target, words) VALUES ($1, $2, $3)
        ON CONFLICT (account, target) DO UPDATE SET words = excluded.words
        """, pair[0], pair[1], .text(words)))
  }
}
