/// The options of a follow.
public struct FollowOptions: Equatable, Sendable {
  /// True if reposts show; `nil` keeps the value. A new follow shows reposts, and doesn't notify of posts.
  public var showsReposts: Bool?
  public var notifies: Bool?

  public init(showsReposts: Bool? = nil, notifies: Bool? = nil) {
    self.showsReposts = showsReposts
    self.notifies = notifies
  }
}

extension WriteTransaction {
  /// Follows an account, or changes an existing follow. Returns true if the follow is new.
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

  /// Requests to follow an account. Returns true if the request is new.
  public func request(
    _ followee: Int64, by follower: Int64, id: Int64, _ options: FollowOptions
  ) throws(StorageError) -> Bool {
    try put("follow_requests", id: id, followee, by: follower, options)
  }

  /// Removes the request of a follow that now exists, also if the account was unlocked before it answered.
  private func endRequest(to followee: Int64, by follower: Int64) throws(StorageError) {
    let ended = try connection.execute(
      "DELETE FROM follow_requests WHERE follower = \(follower) AND followee = \(followee)")
    guard ended > 0 else { return }
    try connection.execute(
      "DELETE FROM notifications WHERE actor = \(follower) AND account = \(followee) AND kind = 'follow_request'"
    )
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

  /// Ends a follow or a request, and removes their notifications.
  public func unfollow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    let ended = try connection.execute(
      "DELETE FROM follows WHERE follower = \(follower) AND followee = \(followee)")
    if ended > 0 { try connection.countFollow(of: followee, by: follower, -1) }
    try connection.execute(
      "DELETE FROM follow_requests WHERE follower = \(follower) AND followee = \(followee)")
    try connection.execute(
      """
      DELETE FROM notifications \
      WHERE actor = \(follower) AND account = \(followee) AND kind IN ('follow', 'follow_request')
      """)
  }

  /// Removes a request, and returns its options; `nil` if it didn't exist.
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

  /// Blocks an account, ends follows in both directions, removes the notifications of each about the other,
  /// and takes each out of the other's circles, and of what was posted to them.
  public func block(_ target: Int64, by account: Int64, id: Int64) throws(StorageError) {
    try unfollow(target, by: account)
    try unfollow(account, by: target)
    try connection.execute(
      """
      DELETE FROM notifications \
      WHERE (account = \(account) AND actor = \(target)) OR (account = \(target) AND actor = \(account))
      """)
    for (owner, person) in [(account, target), (target, account)] {
      try connection.execute("DELETE FROM circle_members WHERE owner = \(owner) AND account = \(person)")
      try connection.execute(
        """
        DELETE FROM post_recipients WHERE account = \(person) AND is_excepted = 0 \
        AND post IN (SELECT p.id FROM posts p WHERE p.author = \(owner))
        """)
    }
    try connection.execute(
      "INSERT INTO blocks (id, account, target) VALUES (\(id), \(account), \(target)) ON CONFLICT DO NOTHING")
  }

  public func unblock(_ target: Int64, by account: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM blocks WHERE account = \(account) AND target = \(target)")
  }

  /// Mutes an account.
  ///
  /// - Parameter end: the time in milliseconds; `nil` to mute for ever.
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

  /// Sets a member's private note on an account.
  ///
  /// - Parameter words: at most 2,000 characters; empty to remove the note.
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
