public import Social

/// A notification to insert.
public struct NotificationDraft: Equatable, Sendable {
  public var id: Int64
  public var account: Int64
  public var kind: Notification.Kind
  public var actor: Int64
  public var post: Int64?
  public var report: Int64?

  public init(
    id: Int64, account: Int64, kind: Notification.Kind, actor: Int64, post: Int64? = nil, report: Int64? = nil
  ) {
    self.id = id
    self.account = account
    self.kind = kind
    self.actor = actor
    self.post = post
    self.report = report
  }
}

extension WriteTransaction {
  /// Inserts a notification unless it exists already or the actor is the account itself, whose own poll may
  /// end. A block and a mute of the actor's notifications or of the conversation prevent it too, but not a
  /// moderator's warning. A mute of the actor doesn't prevent a reminder. The account's push subscriptions get their messages in the same transaction.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func notify(_ draft: NotificationDraft, now: Int64) throws(StorageError) {
    guard draft.account != draft.actor || draft.kind == .poll else { return }
    var statement: Statement = "INSERT INTO notifications (id, account, kind, actor, post, report) SELECT "
    let id = statement.identifier(draft.id)
    let account = statement.identifier(draft.account)
    let kind: SQL = "CAST(\(statement.bind(draft.kind.rawValue)) AS TEXT)"
    let actor = statement.identifier(draft.actor)
    let post: SQL = "CAST(\(statement.bind(draft.post)) AS BIGINT)"
    let report: SQL = "CAST(\(statement.bind(draft.report)) AS BIGINT)"
    statement.append("\(id), \(account), \(kind), \(actor), \(post), \(report) WHERE ")
    if draft.kind == .warning {
      statement.append("true")
    } else {
      let notBlocked = Visibility.notBlocked(account, actor)
      let moment = statement.identifier(now)
      let isReminded: SQL =
        draft.kind == .mention ? " OR \(Visibility.isReminded(account, of: post))" : ""
      statement.append(
        """
        \(notBlocked) \
        AND (NOT EXISTS (SELECT 1 FROM mutes WHERE account = \(account) AND target = \(actor) \
        AND hides_notifications = 1 AND (expires_at IS NULL OR expires_at > \(moment)))\(isReminded)) \
        AND NOT EXISTS (SELECT 1 FROM conversation_mutes m JOIN posts p ON p.conversation = m.conversation \
        WHERE m.account = \(account) AND p.id = \(post))
        """)
    }
    statement.append(" ON CONFLICT DO NOTHING")
    guard try connection.execute(statement) > 0 else { return }
    record(.notified(id: draft.id, account: draft.account))
    try connection.enqueuePush(draft)
  }

  /// Removes the notifications of an interaction that was undone.
  public func forget(
    _ kind: Notification.Kind, by actor: Int64, of post: Int64
  ) throws(StorageError) {
    try connection.execute(
      "DELETE FROM notifications WHERE post = \(post) AND actor = \(actor) AND kind = \(kind.rawValue)")
  }

  /// Returns the accounts that want notifications of everything that an account publishes.
  public func listeners(of account: Int64) throws(StorageError) -> [Int64] {
    try connection.integers("SELECT follower FROM follows WHERE followee = \(account) AND notifies = 1")
  }

  /// Returns the accounts that reposted a post.
  public func reposters(of post: Int64) throws(StorageError) -> [Int64] {
    try connection.integers("SELECT author FROM posts WHERE repost_of = \(post)")
  }

  public func dismiss(notification id: Int64, of account: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM notifications WHERE id = \(id) AND account = \(account)")
  }

  public func clearNotifications(of account: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM notifications WHERE account = \(account)")
  }
}
