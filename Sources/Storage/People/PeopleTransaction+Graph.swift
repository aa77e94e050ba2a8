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
    try connection.has("SELECT 1 FROM follows WHERE follower = \(follower) AND followee = \(followee)")
  }

  /// Returns whether the request is new.
  public func request(
    _ followee: Int64, by follower: Int64, id: Int64, _ options: FollowOptions
  ) throws(StorageError) -> Bool {
    try put("follow_requests", id: id, followee, by: follower, options)
  }

  /// Whoever follows asks no more, also if the account was unlocked before it answered.
  private func endRequest(to followee: Int64, by follower: Int64) throws(StorageError) {
    let ended = try connection.execute(
      "DELETE FROM follow_requests WHERE follower = \(follower) AND followee = \(followee)")
    guard ended > 0 else { return }
    try connection.execute(
      "DELETE FROM notifications WHERE actor = \(follower) AND account = \(followee) AND kind = 'follow_request'")
  }

  private func put(
    _ table: SQL, id: Int64, _ followee: Int64, by follower: Int64, _ options: FollowOptions
  ) throws(StorageError) -> Bool {
    let known = try connection.execute(
      """
      UPDATE \(table) SET shows_reposts = coalesce(\(options.showsReposts), shows_reposts), \
      notifies = coalesce(\(options.notifies), notifies)
      WHERE follower = \(follower) AND followee = \(followee)
      """)
    guard known == 0 else { return false }
    try connection.execute(
      """
      INSERT INTO \(table) (id, follower, followee, shows_reposts, notifies) \
      VALUES (\(id), \(follower), \(followee), \(options.showsReposts ?? true), \(options.notifies ?? false))
      """)
    return true
  }

  /// Ends following and asking for it, and what was told of it.
  public func unfollow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    let ended = try connection.execute("DELETE FROM follows WHERE follower = \(follower) AND followee = \(followee)")
    if ended > 0 { try connection.countFollow(of: followee, by: follower, -1) }
    try connection.execute("DELETE FROM follow_requests WHERE follower = \(follower) AND followee = \(followee)")
    try connection.execute(
      """
      DELETE FROM notifications \
      WHERE actor = \(follower) AND account = \(followee) AND kind IN ('follow', 'follow_request')
      """)
  }

  /// Takes a request away; returns how it wanted to follow, nil if there was none.
  public func takeRequest(of follower: Int64, to followee: Int64) throws(StorageError) -> FollowOptions? {
    let sql: Statement = """
      SELECT shows_reposts, notifies FROM follow_requests WHERE follower = \(follower) AND followee = \(followee)
      """
    let options = try connection.first(sql) { row in
      FollowOptions(showsReposts: try row.bool(), notifies: try row.bool())
    }
    guard let options else { return nil }
    try endRequest(to: followee, by: follower)
    return options
  }

  /// Neither follows the other any more, and neither hears of the other.
  public func block(_ target: Int64, by account: Int64, id: Int64) throws(StorageError) {
    try unfollow(target, by: account)
    try unfollow(account, by: target)
    try connection.execute(
      """
      DELETE FROM notifications \
      WHERE (account = \(account) AND actor = \(target)) OR (account = \(target) AND actor = \(account))
      """)
    try connection.execute(
      "INSERT INTO blocks (id, account, target) VALUES (\(id), \(account), \(target)) ON CONFLICT DO NOTHING")
  }

  public func unblock(_ target: Int64, by account: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM blocks WHERE account = \(account) AND target = \(target)")
  }

  /// - Parameter end: in milliseconds; nil: for ever.
  public func mute(
    _ target: Int64, by account: Int64, id: Int64, hidesNotifications: Bool, until end: Int64?
  ) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO mutes (id, account, target, hides_notifications, expires_at) \
      VALUES (\(id), \(account), \(target), \(hidesNotifications), \(end))
      ON CONFLICT (account, target) DO UPDATE SET
        hides_notifications = excluded.hides_notifications, expires_at = excluded.expires_at
      """)
  }

  public func unmute(_ target: Int64, by account: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM mutes WHERE account = \(account) AND target = \(target)")
  }

  /// - Parameter words: at most 2,000 characters; empty: nothing any more.
  public func note(_ words: String, on target: Int64, by account: Int64) throws(StorageError) {
    guard !words.isEmpty else {
      try connection.execute("DELETE FROM account_notes WHERE account = \(account) AND target = \(target)")
      return
    }
    try connection.execute(
      """
      INSERT INTO account_notes (account, target, words) VALUES (\(account), \(target), \(words))
      ON CONFLICT (account, target) DO UPDATE SET words = excluded.words
      """)
  }
}
