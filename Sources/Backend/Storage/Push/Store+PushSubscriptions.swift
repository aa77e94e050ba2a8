import Invalidation
public import Social

extension WriteTransaction {
  /// Stores the subscription of a token, which replaces the token's earlier one and those of the same member
  /// with the same endpoint. Beyond the limit the member's oldest ones end.
  ///
  /// - Parameter now: the time in milliseconds.
  /// - Returns: the subscription with its new id; `nil` if the token was revoked meanwhile.
  public func setPushSubscription(
    _ record: PushSubscriptionRecord, limit: Int, now: Int64
  ) throws(StorageError) -> PushSubscription? {
    guard let account = try connection.integer("SELECT account FROM tokens WHERE id = \(record.token)") else {
      return nil
    }
    var subscription = record.subscription
    // Read before the deletions, so that a sender of the old subscription doesn't take the new one for it.
    subscription.id = try connection.integer("SELECT coalesce(max(id), 0) + 1 FROM push_subscriptions") ?? 1
    try connection.execute(
      """
      DELETE FROM push_subscriptions WHERE token = \(record.token) \
      OR endpoint = \(subscription.endpoint) AND token IN (SELECT id FROM tokens WHERE account = \(account))
      """)
    try connection.execute(
      """
      INSERT INTO push_subscriptions (id, token, endpoint, host, public_key, secret, is_standard, alerts, policy, detail, \
      format, language, origin, sealed_token, quiet, created_at, next_at)
      VALUES (\(subscription.id), \(record.token), \(subscription.endpoint), \(record.host), \(record.publicKey), \
      \(record.secret), \(subscription.isStandard), \(subscription.alerts.stored), \(subscription.policy.rawValue), \
      \(subscription.detail.rawValue), \(subscription.format.rawValue), \(record.language), \(record.origin), \
      \(record.sealedToken), \(subscription.quiet?.stored), \(now), \(now))
      """)
    try connection.execute(
      """
      DELETE FROM push_subscriptions WHERE id IN (SELECT s.id FROM push_subscriptions s \
      JOIN tokens t ON t.id = s.token WHERE t.account = \(account) ORDER BY s.id DESC LIMIT 1000 OFFSET \(limit))
      """)
    return subscription
  }

  /// Changes the choices of a token's subscription, and returns it; `nil` without one. Messages that wait and
  /// aren't wanted any more are removed.
  ///
  /// - Parameters:
  ///   - detail: `nil` keeps the present one.
  ///   - quiet: `nil` keeps the present ones.
  ///   - sealedToken: replaces the sealed token of Mastodon's format; `nil` keeps it.
  public func changePushSubscription(
    of token: Int64, alerts: [PushSubscription.Alert], policy: PushSubscription.Policy,
    detail: PushSubscription.Detail?, quiet: PushSubscription.QuietHours??, sealedToken: String?
  ) throws(StorageError) -> PushSubscription? {
    guard let found = try connection.pushSubscription(of: token)?.subscription else { return nil }
    let kept: PushSubscription.QuietHours? = quiet ?? found.quiet
    try connection.execute(
      """
      UPDATE push_subscriptions SET alerts = \(alerts.stored), policy = \(policy.rawValue), \
      detail = \((detail ?? found.detail).rawValue), quiet = \(kept?.stored) WHERE token = \(token)
      """)
    if let sealedToken { try setSealedToken(sealedToken, of: token) }
    guard let changed = try connection.pushSubscription(of: token)?.subscription else { return nil }
    try connection.dropUnwantedPush(changed)
    return changed
  }

  /// Ends the pause of a token's subscription, so that its messages are sent now.
  ///
  /// - Parameters:
  ///   - now: the time in milliseconds.
  ///   - lease: the latest end of a claim in milliseconds. Until then a process may be sending.
  public func endPushPause(of token: Int64, now: Int64, after lease: Int64) throws(StorageError) {
    try connection.execute(
      "UPDATE push_subscriptions SET next_at = \(now) WHERE token = \(token) AND next_at > \(lease)")
  }

  /// Replaces the sealed token of a subscription in Mastodon's format.
  public func setSealedToken(_ sealedToken: String, of token: Int64) throws(StorageError) {
    try connection.execute(
      """
      UPDATE push_subscriptions SET sealed_token = \(sealedToken) \
      WHERE token = \(token) AND format = \(PushSubscription.Format.mastodon.rawValue)
      """)
  }

  public func deletePushSubscription(of token: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM push_subscriptions WHERE token = \(token)")
  }

  /// Removes a subscription unless the token has another one by now.
  public func deletePushSubscription(_ id: Int64, of token: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM push_subscriptions WHERE id = \(id) AND token = \(token)")
  }
}

extension Store {
  /// Returns the subscription of a token; `nil` without one.
  public func pushSubscription(of token: Int64) async throws -> PushSubscriptionRecord? {
    try await driver.read(dependsOn: .everything) { try $0.pushSubscription(of: token) }
  }

  /// Returns the subscriptions of a member, the oldest first.
  public func pushSubscriptions(ofAccount account: Int64) async throws -> [PushSubscriptionRecord] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.rows(
        """
        SELECT \(PushSubscriptionRecord.columns) FROM push_subscriptions s JOIN tokens t ON t.id = s.token \
        WHERE t.account = \(account) ORDER BY s.id
        """
      ) { row in try PushSubscriptionRecord(&row) }
    }
  }
}

extension DatabaseConnection {
  fileprivate func pushSubscription(of token: Int64) throws(StorageError) -> PushSubscriptionRecord? {
    try first("SELECT \(PushSubscriptionRecord.columns) FROM push_subscriptions s WHERE s.token = \(token)") {
      row in
      try PushSubscriptionRecord(&row)
    }
  }
}
