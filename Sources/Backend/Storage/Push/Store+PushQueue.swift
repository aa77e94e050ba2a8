import Invalidation
import Social

/// A subscription that one process sends to, and its messages, the oldest first.
public struct ClaimedPush: Equatable, Sendable {
  public var record: PushSubscriptionRecord
  public let account: Int64
  /// The ids of the notifications.
  public let messages: [Int64]
  /// The number of attempts that failed since the last success.
  public let failures: Int
  /// The end of the claim in milliseconds. It is the process's proof: another process that takes over changes
  /// it.
  public let lease: Int64
}

/// The state of the queue of push messages, for those who run the community.
public struct PushState: Equatable, Sendable {
  /// Subscriptions whose last attempt failed with the same problem.
  public struct Problem: Equatable, Sendable {
    public let host: String
    public let problem: String
    public let subscriptions: Int
    /// The time of the last message that one of them got, in milliseconds; `nil` if none did.
    public var lastSentAt: Int64?
  }

  public var subscriptions = 0
  public var waiting = 0
  public var problems: [Problem] = []
}

extension DatabaseConnection {
  /// The maximum number of messages that wait for one subscription.
  static var maxWaitingPush: Int { 200 }
  /// The number of waiting messages from which likes, reposts and edits aren't added, so that a popular post leaves
  /// room for the rest of a night.
  static var maxCommonPush: Int { 100 }

  /// Adds a message to the queue of each subscription that wants the notification, as its alerts and its
  /// policy say. Moderators' decisions pass every policy but `none`.
  func enqueuePush(_ draft: NotificationDraft) throws(StorageError) {
    var statement: Statement = "INSERT INTO push_messages (subscription, notification) SELECT s.id, "
    let notification = statement.identifier(draft.id)
    let account = statement.identifier(draft.account)
    // Bound in the order in which they appear, by which SQLite counts them.
    let alert = statement.pattern(" \(draft.kind.rawValue)=1", anywhere: true)
    statement.append(
      """
      \(notification) FROM tokens t JOIN push_subscriptions s ON s.token = t.id \
      WHERE t.account = \(account) AND s.alerts LIKE \(alert)
      """)
    if moderatorsKinds.contains(draft.kind.rawValue) {
      statement.append(" AND s.policy <> 'none'")
    } else {
      let actor = statement.identifier(draft.actor)
      statement.append(" AND \(policyAllows(actor, for: account))")
    }
    let limit: Int
    switch draft.kind {
    case .favourite, .repost, .update: limit = Self.maxCommonPush
    default: limit = Self.maxWaitingPush
    }
    statement.append(
      " AND (SELECT count(*) FROM push_messages m WHERE m.subscription = s.id) < \(limit)")
    try execute(statement)
  }

  /// Removes messages that wait for a subscription, and that its alerts or its policy don't want any more.
  func dropUnwantedPush(_ subscription: PushSubscription) throws(StorageError) {
    let kinds = subscription.alerts.filter(\.isOn).map(\.kind) + [""]
    try execute(
      """
      DELETE FROM push_messages WHERE subscription = \(subscription.id) AND notification IN (\
      SELECT n.id FROM push_subscriptions s JOIN push_messages m ON m.subscription = s.id \
      JOIN notifications n ON n.id = m.notification \
      WHERE s.id = \(subscription.id) AND NOT (n.kind IN \(kinds) AND (\
      n.kind IN \(moderatorsKinds) AND s.policy <> 'none' OR \(policyAllows("n.actor", for: "n.account")))))
      """)
  }
}

/// The kinds of moderators' decisions. Only the policy `none` holds them back.
private let moderatorsKinds = [Notification.Kind.warning, .reportResolved].map(\.rawValue)

/// The condition that the policy of a subscription `s` allows an actor's notifications for an account.
private func policyAllows(_ actor: SQL, for account: SQL) -> SQL {
  """
  (s.policy = 'all' \
  OR s.policy = 'followed' AND (\(actor) = \(account) \
  OR EXISTS (SELECT 1 FROM follows WHERE follower = \(account) AND followee = \(actor))) \
  OR s.policy = 'follower' AND (\(actor) = \(account) \
  OR EXISTS (SELECT 1 FROM follows WHERE follower = \(actor) AND followee = \(account))))
  """
}

/// The number of failures in a row before which no subscription ends. Some people get no message for months,
/// and the first one after that may meet a push service that is down.
private let hopelessFailures = 10

/// The longest that a claim or a pause lasts, in milliseconds. A `next_at` further ahead comes from a wrong clock.
private let longestPause: Int64 = 25 * 3_600_000

/// The condition on a subscription `s` of an account `a` that has messages to send now.
private func isDue(now: Int64, newest: Int64) -> Statement.Piece {
  """
  (s.next_at <= \(now) OR s.next_at > \(now + longestPause)) AND a.suspended_at IS NULL \
  AND EXISTS (SELECT 1 FROM push_messages m WHERE m.subscription = s.id AND m.notification <= \(newest))
  """
}

extension DatabaseConnection {
  /// Claims a subscription; returns `nil` if it isn't due any more.
  fileprivate func claimPush(
    _ id: Int64, now: Int64, lease: Int64, newest: Int64, limit: Int
  ) throws(StorageError) -> ClaimedPush? {
    let found = try first(
      """
      SELECT \(PushSubscriptionRecord.columns), t.account, s.failures FROM push_subscriptions s \
      JOIN tokens t ON t.id = s.token JOIN accounts a ON a.id = t.account \
      WHERE s.id = \(id) AND \(isDue(now: now, newest: newest))
      """
    ) { row in
      let record = try PushSubscriptionRecord(&row)
      return (record: record, account: try row.integer(), failures: try row.int())
    }
    guard let found else { return nil }
    try execute("UPDATE push_subscriptions SET next_at = \(lease) WHERE id = \(id)")
    let messages = try integers(
      """
      SELECT notification FROM push_messages WHERE subscription = \(id) AND notification <= \(newest) \
      ORDER BY notification LIMIT \(limit)
      """)
    return ClaimedPush(
      record: found.record, account: found.account, messages: messages, failures: found.failures, lease: lease
    )
  }
}

/// The query for the subscription whose due messages have waited longest.
///
/// It walks along an index of `next_at` and stops at the first one, however many are due. `CROSS JOIN` keeps
/// SQLite from beginning with another table.
struct DuePush {
  let now: Int64
  let newest: Int64
  let busyHosts: [String]

  var statement: Statement {
    var due: Statement = """
      SELECT s.id FROM push_subscriptions s CROSS JOIN tokens t CROSS JOIN accounts a \
      WHERE t.id = s.token AND a.id = t.account AND \(isDue(now: now, newest: newest))
      """
    if !busyHosts.isEmpty { due.append(" AND s.host NOT IN \(busyHosts)") }
    due.append(" ORDER BY s.next_at, s.id LIMIT 1")
    return due
  }
}

/// An account that gets messages on a device. A suspended one gets none.
public struct PushAccount: Equatable, Sendable {
  public let id: Int64
  public let username: String

  /// The query for the accounts with the endpoint of a subscription.
  static func sharing(_ subscription: Int64) -> Statement {
    """
    SELECT DISTINCT a.id, a.username FROM push_subscriptions s \
    JOIN push_subscriptions o ON o.endpoint = s.endpoint JOIN tokens t ON t.id = o.token \
    JOIN accounts a ON a.id = t.account WHERE s.id = \(subscription) AND a.suspended_at IS NULL ORDER BY a.id
    """
  }
}

extension Store {
  /// Claims one subscription with messages that are due, the one that waited longest; returns `nil`
  /// without one. No other process sends to it until the lease ends.
  ///
  /// - Parameters:
  ///   - now: the time in milliseconds.
  ///   - newest: the largest id of a notification that may be sent already.
  ///   - busy: the hosts that get no further connection.
  public func claimPush(
    now: Int64, lease: Int64, newest: Int64, exceptHosts busy: [String], limit: Int
  ) async throws -> ClaimedPush? {
    // Reads first, because a write makes other processes wait.
    let due = DuePush(now: now, newest: newest, busyHosts: busy).statement
    while let id = try await driver.read(dependsOn: .everything, { try $0.integer(due) }) {
      let claim = try await driver.write { connection in
        try connection.claimPush(id, now: now, lease: lease, newest: newest, limit: limit)
      }
      if let claim { return claim }
      // Another process was sooner.
      try Task.checkCancellation()
    }
    return nil
  }

  /// Returns later messages of a claim's subscription about the same kind and post as one of its messages, the
  /// newest first.
  ///
  /// - Parameter newest: the largest id of a notification that may be sent already.
  public func laterPush(
    than notification: Int64, of claim: ClaimedPush, newest: Int64, limit: Int
  ) async throws -> [Int64] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.integers(
        """
        SELECT m.notification FROM notifications n JOIN notifications l \
        ON l.account = n.account AND l.kind = n.kind AND l.post = n.post \
        JOIN push_messages m ON m.notification = l.id \
        WHERE n.id = \(notification) AND m.subscription = \(claim.record.subscription.id) \
        AND m.notification > \(notification) AND m.notification <= \(newest) \
        ORDER BY m.notification DESC LIMIT \(limit)
        """)
    }
  }

  /// Returns the subscription of a claim as it is now, and if one of the claim's messages still waits; `nil`
  /// if the claim was lost. Choices count at once, also for messages that were claimed before.
  public func currentPush(
    _ notification: Int64, of claim: ClaimedPush
  ) async throws -> (record: PushSubscriptionRecord, isWaiting: Bool)? {
    let id = claim.record.subscription.id
    return try await driver.read(dependsOn: .everything) { connection in
      try connection.first(
        """
        SELECT \(PushSubscriptionRecord.columns), (SELECT count(*) FROM push_messages m \
        WHERE m.subscription = s.id AND m.notification = \(notification)) \
        FROM push_subscriptions s WHERE s.id = \(id) AND s.next_at = \(claim.lease)
        """
      ) { row in
        let record = try PushSubscriptionRecord(&row)
        return (record: record, isWaiting: try row.int() > 0)
      }
    }
  }

  /// Returns the accounts that get messages at the endpoint of a subscription, in the order of their ids.
  public func accountsSharingPush(_ subscription: Int64) async throws -> [PushAccount] {
    let statement = PushAccount.sharing(subscription)
    return try await driver.read(dependsOn: .everything) { connection in
      try connection.rows(statement) { row in
        PushAccount(id: try row.integer(), username: try row.text())
      }
    }
  }

  /// Removes a message that was sent; returns false if the claim was lost.
  ///
  /// - Parameter now: the time in milliseconds; `nil` if the message was left out rather than sent.
  public func endPush(
    _ notification: Int64, of claim: ClaimedPush, sentAt now: Int64?
  ) async throws -> Bool {
    let id = claim.record.subscription.id
    return try await driver.write { connection in
      try connection.execute(
        "DELETE FROM push_messages WHERE subscription = \(id) AND notification = \(notification)")
      guard let now else {
        return try connection.has(
          "SELECT 1 FROM push_subscriptions WHERE id = \(id) AND next_at = \(claim.lease)")
      }
      return try connection.execute(
        """
        UPDATE push_subscriptions SET failures = 0, problem = NULL, sent_at = \(now) \
        WHERE id = \(id) AND next_at = \(claim.lease)
        """) > 0
    }
  }

  /// Ends a claim.
  ///
  /// - Parameter next: the time in milliseconds from which the subscription may be claimed again.
  public func releasePush(_ claim: ClaimedPush, until next: Int64) async throws {
    let id = claim.record.subscription.id
    _ = try await driver.write { connection in
      try connection.execute(
        "UPDATE push_subscriptions SET next_at = \(next) WHERE id = \(id) AND next_at = \(claim.lease)")
    }
  }

  /// Ends a claim after a failure, and notes why.
  ///
  /// - Parameters:
  ///   - end: the time of the next attempt in milliseconds.
  ///   - dropped: a message that is not sent again; `nil` to try it again.
  public func pausePush(_ claim: ClaimedPush, until end: Int64, problem: String, dropping dropped: Int64?)
    async throws
  {
    let id = claim.record.subscription.id
    _ = try await driver.write { connection in
      if let dropped {
        try connection.execute(
          "DELETE FROM push_messages WHERE subscription = \(id) AND notification = \(dropped)")
      }
      return try connection.execute(
        """
        UPDATE push_subscriptions SET failures = failures + 1, problem = \(problem), next_at = \(end) \
        WHERE id = \(id) AND next_at = \(claim.lease)
        """)
    }
  }

  /// Removes a subscription that the push service doesn't know any more.
  public func deletePush(_ claim: ClaimedPush) async throws {
    let id = claim.record.subscription.id
    _ = try await driver.write { connection in
      try connection.execute("DELETE FROM push_subscriptions WHERE id = \(id) AND next_at = \(claim.lease)")
    }
  }

  /// Removes messages of notifications before an id, and subscriptions that have failed many times and had no
  /// success since a time, in milliseconds.
  public func removeOldPush(before notification: Int64, failingSince moment: Int64) async throws {
    let failing: Statement.Piece =
      "failures >= \(hopelessFailures) AND coalesce(sent_at, created_at) < \(moment)"
    let isNeeded = try await driver.read(dependsOn: .everything) { connection in
      try connection.has("SELECT 1 FROM push_messages WHERE notification < \(notification) LIMIT 1")
        || connection.has("SELECT 1 FROM push_subscriptions WHERE \(failing) LIMIT 1")
    }
    guard isNeeded else { return }
    _ = try await driver.write { connection in
      try connection.execute("DELETE FROM push_messages WHERE notification < \(notification)")
      return try connection.execute("DELETE FROM push_subscriptions WHERE \(failing)")
    }
  }

  /// Returns the state of the queue, with the most frequent problems.
  public func pushState() async throws -> PushState {
    try await driver.read(dependsOn: .everything) { connection in
      PushState(
        subscriptions: try connection.count("SELECT count(*) FROM push_subscriptions"),
        waiting: try connection.count("SELECT count(*) FROM push_messages"),
        problems: try connection.rows(
          """
          SELECT host, problem, count(*), max(sent_at) FROM push_subscriptions WHERE problem IS NOT NULL \
          GROUP BY host, problem ORDER BY 3 DESC, 1, 2 LIMIT 20
          """
        ) { row in
          PushState.Problem(
            host: try row.text(), problem: try row.text(), subscriptions: try row.int(),
            lastSentAt: try row.optionalInteger())
        })
    }
  }
}
