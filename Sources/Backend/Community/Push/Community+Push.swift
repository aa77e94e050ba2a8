import Contracts
public import Social
import Storage

/// A client's request for a push subscription.
public struct PushSubscriptionDraft: Sendable {
  public var endpoint: String
  /// The receiver's public key in Base 64.
  public var publicKey: String
  /// The authentication secret in Base 64.
  public var secret: String
  public var isStandard = false
  public var alerts: [PushSubscription.Alert] = []
  public var policy = PushSubscription.Policy.all
  public var detail = PushSubscription.Detail.text
  public var format = PushSubscription.Format.mastodon
  /// `nil` if messages come at any time.
  public var quiet: PushSubscription.QuietHours?
  /// The BCP 47 tag of the language of messages.
  public var language = "en"
  /// The server's address as the client knows it: `https://example.org`.
  public var origin = ""

  public init(endpoint: String, publicKey: String, secret: String) {
    self.endpoint = endpoint
    self.publicKey = publicKey
    self.secret = secret
  }
}

/// A change of what a subscription sends.
public struct PushChange: Sendable {
  /// A change of the quiet hours.
  public enum Quiet: Equatable, Sendable {
    case kept, ended
    case set(PushSubscription.QuietHours)
  }

  public let alerts: [PushSubscription.Alert]
  public let policy: PushSubscription.Policy
  /// `nil` keeps the present one.
  public let detail: PushSubscription.Detail?
  public let quiet: Quiet

  public init(
    alerts: [PushSubscription.Alert], policy: PushSubscription.Policy, detail: PushSubscription.Detail?,
    quiet: Quiet
  ) {
    self.alerts = alerts
    self.policy = policy
    self.detail = detail
    self.quiet = quiet
  }
}

extension Community {
  public var push: Push {
    Push(store: store, clock: clock, queue: pushQueue, sealedTokens: sealedTokens, key: vapidKey)
  }

  /// The subscriptions of devices to notifications. Each belongs to a token, and ends with it.
  public struct Push: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let queue: PushQueue
    let sealedTokens: SealedSecrets
    let key: VAPIDKey?
  }
}

extension Community.Push {
  /// The maximum number of a member's subscriptions.
  static let maxSubscriptions = 25

  /// The community's public key in base64url; `nil` while it can't be stored, on a full disk.
  public var publicKey: String? { key?.publicKey }

  /// Stores the subscription of a token, which replaces the earlier one.
  ///
  /// - Parameter token: the token itself. Only Mastodon's format needs it.
  /// - Throws: `CommunityError.invalid` for an endpoint or keys that no message could be sent with.
  public func subscribe(
    _ draft: PushSubscriptionDraft, token: String, _ access: TokenAccess
  ) async throws -> PushSubscription {
    guard let endpoint = PushEndpoint(draft.endpoint, allowsPrivate: queue.allowsPrivate) else {
      throw CommunityError.invalid("Validation failed: Endpoint is not a URL of a push service")
    }
    guard let keys = PushKeys(publicKey: draft.publicKey, secret: draft.secret) else {
      throw CommunityError.invalid("Validation failed: Keys are invalid")
    }
    try check(draft.quiet)
    let subscription = PushSubscription(
      id: 0, endpoint: endpoint.url, isStandard: draft.isStandard, alerts: Self.known(draft.alerts),
      policy: draft.policy, detail: draft.detail, format: draft.format, quiet: draft.quiet)
    let record = PushSubscriptionRecord(
      subscription: subscription, token: access.tokenID, host: endpoint.host,
      publicKey: base64URL(keys.publicKey), secret: base64URL(keys.secret), language: draft.language,
      origin: draft.origin,
      sealedToken: draft.format == .mastodon ? sealedTokens.sealed(token, id: access.tokenID) : nil)
    let now = clock().milliseconds
    let stored = try await store.write {
      try $0.setPushSubscription(record, limit: Self.maxSubscriptions, now: now)
    }
    guard let stored else { throw CommunityError.notFound }
    return stored
  }

  /// Returns the subscription of a token.
  ///
  /// - Throws: `CommunityError.notFound` without one.
  public func find(token: String, _ access: TokenAccess) async throws -> PushSubscription {
    guard let record = try await store.pushSubscription(of: access.tokenID) else {
      throw CommunityError.notFound
    }
    // After a restore the token has to be encrypted with the new key.
    if let sealed = resealed(record, token) {
      try await store.write { try $0.setSealedToken(sealed, of: access.tokenID) }
    }
    return record.subscription
  }

  /// Changes what is sent. Messages that wait for the end of quiet hours are sent if it isn't quiet any more.
  ///
  /// - Throws: `CommunityError.notFound` without a subscription.
  public func change(_ change: PushChange, token: String, _ access: TokenAccess) async throws
    -> PushSubscription
  {
    guard let record = try await store.pushSubscription(of: access.tokenID) else {
      throw CommunityError.notFound
    }
    let (sealed, alerts, old) = (
      resealed(record, token), Self.known(change.alerts), record.subscription.quiet
    )
    // The outer `nil` keeps those that the subscription has when it is changed.
    let quiet: PushSubscription.QuietHours??
    switch change.quiet {
    case .kept: quiet = nil
    case .ended: quiet = .some(nil)
    case .set(let hours):
      // A client that repeats them isn't refused because the system's database has changed.
      if hours != old { try check(hours) }
      quiet = .some(hours)
    }
    let now = clock()
    let ends =
      quiet.map { $0 != old } == true
      && old.flatMap { QuietPeriod($0, in: queue.zones) }?.isQuiet(at: now) == true
    let changed = try await store.write { (transaction) throws(StorageError) in
      let changed = try transaction.changePushSubscription(
        of: access.tokenID, alerts: alerts, policy: change.policy, detail: change.detail, quiet: quiet,
        sealedToken: sealed)
      if ends {
        try transaction.endPushPause(
          of: access.tokenID, now: now.milliseconds, after: now.milliseconds + Community.pushLease)
      }
      return changed
    }
    guard let changed else { throw CommunityError.notFound }
    if ends { queue.wake() }
    return changed
  }

  /// Removes a subscription that its push service doesn't know any more. A client that has registered again
  /// keeps its new one.
  func remove(_ ended: PushSubscriptionRecord) async throws {
    try await store.write { try $0.deletePushSubscription(ended.subscription.id, of: ended.token) }
  }

  /// Removes the subscription of a token, if it has one.
  public func remove(_ access: TokenAccess) async throws {
    guard try await store.pushSubscription(of: access.tokenID) != nil else { return }
    try await store.write { try $0.deletePushSubscription(of: access.tokenID) }
  }

  /// Returns the token encrypted anew; `nil` if the stored one can be decrypted, or isn't needed.
  private func resealed(_ record: PushSubscriptionRecord, _ token: String) -> String? {
    guard record.subscription.format == .mastodon,
      record.sealedToken.flatMap({ sealedTokens.opened($0, id: record.token) }) == nil
    else { return nil }
    return sealedTokens.sealed(token, id: record.token)
  }

  private func check(_ hours: PushSubscription.QuietHours?) throws(CommunityError) {
    guard let hours else { return }
    guard hours.isValid else {
      throw .invalid("Validation failed: Quiet hours are two different times, such as 22:00 and 07:00")
    }
    guard queue.zones.rules(of: hours.zone) != nil else {
      throw .invalid("Validation failed: Zone is not a time zone that this server knows")
    }
  }

  /// Returns the known kinds, each once, in their usual order.
  private static func known(_ alerts: [PushSubscription.Alert]) -> [PushSubscription.Alert] {
    PushSubscription.Alert.known.compactMap { kind in alerts.last { $0.kind == kind } }
  }
}
