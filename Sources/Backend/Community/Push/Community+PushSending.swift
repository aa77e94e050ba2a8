import Invalidation
import Logging
import Social
import Storage

/// Sends the messages that wait in the database. Requests only add them there.
extension Community {
  /// The time after which a message isn't sent any more, in milliseconds: 48 hours.
  static let pushLifetime: Int64 = 48 * 3_600_000
  /// The time after which a subscription ends that never succeeds: 30 days, in milliseconds.
  static let pushFailureLifetime: Int64 = 30 * 86_400_000
  /// The time for which a process may send to a subscription, in milliseconds. It is longer than `pushBatch`
  /// requests take.
  static let pushLease: Int64 = 150_000
  /// The number of messages that one claim of a subscription sends.
  private static let pushBatch = 10
  private static let pushDeadline = Duration.seconds(10)
  /// The time for which a push service may keep a test message, in seconds.
  private static let testLifetime: Int64 = 600

  /// Starts sending push messages in the background.
  public func beginPush(_ settings: PushSettings, encode: @escaping EncodePushMessage) {
    let outbound = Outbound(wait: settings.wait)
    pushQueue.begin(
      settings,
      watch: { [weak self] in
        var watch = PushWatch()
        while !Task.isCancelled, let latest = self?.store.revisions.latest {
          if watch.isDue(latest) { self?.pushQueue.wake() }
          try? await Task.sleep(for: .seconds(1))
        }
        outbound.close()
      }, work: { [weak self] in await self?.sendPush(settings, outbound, encode) })
  }

  /// Sends due messages, one subscription after the other, until none is left.
  private func sendPush(_ settings: PushSettings, _ outbound: Outbound, _ encode: EncodePushMessage) async {
    do {
      while !Task.isCancelled {
        let now = clock().milliseconds
        let claim = try await store.claimPush(
          now: now, lease: now + Self.pushLease,
          newest: Identifiers.first(ofMillisecond: now - settings.delay),
          exceptHosts: pushQueue.busyHosts, limit: Self.pushBatch)
        guard let claim else { return }
        // Other subscriptions may be due, too.
        pushQueue.wake()
        if let end = quietEnd(of: claim.record, now: now) {
          try await store.releasePush(claim, until: end)
          continue
        }
        guard pushQueue.begin(host: claim.record.host) else {
          try await store.releasePush(claim, until: now)
          continue
        }
        defer { pushQueue.end(host: claim.record.host) }
        do { try await send(claim, settings, outbound, encode) } catch {
          if Task.isCancelled { try await record { try await $0.releasePush(claim, until: now) } }
          throw error
        }
      }
    } catch {
      guard !Task.isCancelled else { return }
      logger.warning("Push messages wait", metadata: ["error": "\(error)"])
    }
  }

  /// Returns the end of a subscription's quiet hours, in milliseconds; `nil` if it isn't quiet.
  private func quietEnd(of record: PushSubscriptionRecord, now: Int64) -> Int64? {
    let quiet = record.subscription.quiet.flatMap { QuietPeriod($0, in: pushQueue.zones) }
    return quiet?.end(after: Timestamp(milliseconds: now))?.milliseconds
  }

  /// Records a result also when the server is stopping, so that no message is sent twice.
  private func record<Value: Sendable>(
    _ body: @escaping @Sendable (Store) async throws -> Value
  ) async throws -> Value {
    try await Task { [store] in try await body(store) }.value
  }

  /// Sends the messages of a claim in their order, until one fails.
  private func send(
    _ claim: ClaimedPush, _ settings: PushSettings, _ outbound: Outbound, _ encode: EncodePushMessage
  ) async throws {
    var claim = claim
    let accounts =
      claim.record.subscription.format == .mastodon
      ? [] : try await store.accountsSharingPush(claim.record.subscription.id)
    for id in claim.messages {
      // The member may have changed the choices, or ended the subscription.
      guard let present = try await store.currentPush(id, of: claim) else { return }
      guard present.isWaiting else { continue }
      claim.record = present.record
      if let end = quietEnd(of: claim.record, now: clock().milliseconds) {
        return try await store.releasePush(claim, until: end)
      }
      guard let message = try await message(id, claim, settings, accounts),
        try await !isReplaced(message, id, claim, settings)
      else {
        guard try await store.endPush(id, of: claim, sentAt: nil) else { return }
        continue
      }
      switch try await PushOutcome(send(message, encode, claim.record, settings, outbound)) {
      case .sent:
        let now = clock().milliseconds
        let isRecorded = try await record { [claim] in try await $0.endPush(id, of: claim, sentAt: now) }
        guard isRecorded else { return }
      case .gone:
        logger.info("A push subscription ended", metadata: ["host": "\(claim.record.host)"])
        return try await record { [claim] in try await $0.deletePush(claim) }
      case .failed(let failure):
        let now = clock().milliseconds
        logger.log(
          level: failure.isOurs ? .warning : .info, "A push message was not sent",
          metadata: ["host": "\(claim.record.host)", "problem": "\(failure.problem)"])
        let end = now + failure.pause(after: claim.failures)
        return try await record { [claim] in
          try await $0.pausePush(
            claim, until: end, problem: String(failure.problem.prefix(200)),
            dropping: failure.dropsMessage ? id : nil)
        }
      }
    }
    try await store.releasePush(claim, until: clock().milliseconds)
  }

  /// Returns true if a later message that waits takes the place of a message on the device, as after quiet hours.
  private func isReplaced(
    _ message: PushMessage, _ id: Int64, _ claim: ClaimedPush, _ settings: PushSettings
  ) async throws -> Bool {
    guard message.topic != nil else { return false }
    let newest = Identifiers.first(ofMillisecond: clock().milliseconds - settings.delay)
    // Those who liked may be blocked by now.
    for later in try await store.laterPush(than: id, of: claim, newest: newest, limit: 3)
    where try await self.message(later, claim, settings) != nil { return true }
    return false
  }

  /// Returns a message with what its receiver may see now; `nil` if it is too old, read already, or about
  /// something that is gone.
  ///
  /// - Parameter accounts: those that get messages on the device.
  private func message(
    _ id: Int64, _ claim: ClaimedPush, _ settings: PushSettings, _ accounts: [PushAccount] = []
  ) async throws -> PushMessage? {
    let now = clock().milliseconds
    guard now - Identifiers.millisecond(of: id) < Self.pushLifetime else { return nil }
    let found = try await store.notifications(
      of: claim.account, NotificationFilter(id: id), Cursor(limit: 1), now: now
    ).items.first
    guard let found else { return nil }
    let marker = try await store.markers(of: claim.account).first { $0.timeline == .notifications }
    guard marker?.lastRead ?? 0 < id else { return nil }
    let subscription = claim.record.subscription
    let topic =
      subscription.format == .mastodon
      ? nil : PushMessage.topic(of: found, for: claim.account, key: secret.key(for: .pushTopics))
    var unread: [PushMessage.UnreadCount] = []
    for account in accounts.counted(for: claim.account) {
      let count = try await store.unreadCount(of: account.id, limit: Notifications.maxUnread, now: now)
      unread.append(PushMessage.UnreadCount(account: account.id, count: count))
    }
    return PushMessage(
      notification: found, account: claim.account, format: subscription.format, detail: subscription.detail,
      language: claim.record.language, origin: settings.ownAddress ?? claim.record.origin,
      community: try await self.settings.title(),
      token: subscription.format == .mastodon
        ? claim.record.sealedToken.flatMap { sealedTokens.opened($0, id: claim.record.token) } : nil,
      unread: unread, topic: topic, accountName: accounts.name(of: claim.account),
      lastRead: marker?.lastRead, tapProof: tapProof(id, of: claim.account))
  }

  private func send(
    _ message: PushMessage, _ encode: EncodePushMessage, _ record: PushSubscriptionRecord,
    _ settings: PushSettings, _ outbound: Outbound
  ) async throws -> Result<ResponseHead, OutboundError> {
    let now = clock().milliseconds
    let created = message.notification.createdAt?.milliseconds ?? now
    return try await send(
      encode(message), message.envelope(lifetime: max(0, (Self.pushLifetime - (now - created)) / 1000)),
      record, origin: message.origin, settings, outbound)
  }

  /// Sends one message, and returns the response's head.
  private func send(
    _ plaintext: [UInt8], _ envelope: PushEnvelope, _ record: PushSubscriptionRecord, origin: String,
    _ settings: PushSettings, _ outbound: Outbound
  ) async throws -> Result<ResponseHead, OutboundError> {
    guard let endpoint = PushEndpoint(record.subscription.endpoint, allowsPrivate: settings.allowsPrivate),
      let keys = PushKeys(publicKey: record.publicKey, secret: record.secret), let vapidKey
    else { return .failure(.badAddress) }
    guard plaintext.count <= PushEncryption.maxBytes else {
      return .failure(.tooLarge(limit: PushEncryption.maxBytes))
    }
    let token = try vapidKey.token(
      audience: endpoint.origin, subject: try await pushSubject(origin), now: clock().milliseconds / 1000)
    let body = try envelope.request(
      plaintext, to: keys, isStandard: record.subscription.isStandard, token: token,
      publicKey: vapidKey.publicKey)
    do throws(OutboundError) {
      return .success(
        try await outbound.send(
          body, to: endpoint.url, within: Self.pushDeadline, allowingPrivate: settings.allowsPrivate))
    } catch {
      guard error != .cancelled else { throw CancellationError() }
      return .failure(error)
    }
  }

  /// Sends a message by which a member sees if notifications reach the device, and waits for the push service.
  ///
  /// - Returns: the problem in a few words; `nil` if the push service has taken it.
  /// - Throws: `CommunityError.notFound` without a subscription, and `CommunityError.invalid` for one in
  ///   Mastodon's format, whose messages are about notifications alone.
  public func sendTestPush(
    _ access: TokenAccess, encode: (PushTest) -> [UInt8]
  ) async throws -> String? {
    guard let record = try await store.pushSubscription(of: access.tokenID),
      let account = access.viewer?.account
    else { throw CommunityError.notFound }
    guard record.subscription.format == .declarative else {
      throw CommunityError.invalid("Validation failed: Format must be declarative")
    }
    guard let settings = pushQueue.settings else { return "push messages are not being sent" }
    let test = PushTest(
      account: account, language: record.language, origin: settings.ownAddress ?? record.origin,
      community: try await self.settings.title(),
      accountName: record.subscription.detail == .kind
        ? nil : try await store.accountsSharingPush(record.subscription.id).name(of: account))
    let outbound = Outbound(wait: settings.wait)
    defer { outbound.close() }
    let result = try await send(
      encode(test), PushEnvelope(lifetime: Self.testLifetime), record, origin: test.origin, settings, outbound
    )
    switch PushOutcome(result) {
    case .sent: return nil
    case .gone:
      try await push.remove(record)
      return "the subscription has ended"
    case .failed(let failure): return failure.problem
    }
  }

  /// Returns the address of those who run the community, for push services (RFC 8292, section 2.1).
  private func pushSubject(_ origin: String) async throws -> String {
    let contact = try await settings.contact()
    return contact.isEmpty ? origin : "mailto:" + contact
  }

  /// Removes messages that are too old to be sent, and subscriptions that have failed for too long.
  func removeOldPush(by now: Int64) async throws {
    try await store.removeOldPush(
      before: Identifiers.first(ofMillisecond: now - Self.pushLifetime),
      failingSince: now - Self.pushFailureLifetime)
  }
}

extension [PushAccount] {
  /// Returns those whose unread notifications a message adds up: on a device with too many accounts, only the
  /// receiver.
  func counted(for receiver: Int64) -> [PushAccount] {
    count > PushMessage.maxAccounts ? filter { $0.id == receiver } : self
  }

  /// Returns the username of an account; `nil` if it is alone on its device.
  fileprivate func name(of account: Int64) -> String? {
    count > 1 ? first { $0.id == account }?.username : nil
  }
}

/// Decides when to look for due messages: every second for a while after any change of the data, and else twice
/// a minute. So an idle server asks the database nothing.
private struct PushWatch {
  private var revision = UInt64.max
  private var lookedAt = ContinuousClock.now
  private var end = ContinuousClock.now

  mutating func isDue(_ latest: UInt64) -> Bool {
    let now = ContinuousClock.now
    if latest != revision { end = now + .seconds(15) }
    revision = latest
    guard now < end || now - lookedAt >= .seconds(30) else { return false }
    lookedAt = now
    return true
  }
}
