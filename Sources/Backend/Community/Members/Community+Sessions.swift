import Logging
public import Social
import Storage

/// A session, a token or a reading address with which a member is signed in.
public struct SignedIn: Equatable, Sendable {
  public enum Kind: Sendable {
    case client
    /// A session of the sign-in page.
    case browser
    /// An address with which an old client reads.
    case address
  }

  public let id: Int64
  public let kind: Kind
  /// The client's name; `nil` for a browser session on the sign-in pages and for a reading address.
  public let client: String?
  public let website: String?
  /// A name such as `Chrome, Android`; `nil` if it isn't known.
  public let device: String?
  public let createdAt: Timestamp
  /// The time of the last use, exact to an hour.
  public let lastUsedAt: Timestamp
  /// True if it made this request.
  public let isCurrent: Bool
}

extension Community {
  public var sessions: Sessions {
    Sessions(
      store: store, clock: clock, identifiers: identifiers, passwords: passwords, throttle: throttle,
      messages: messages, secret: secret, logger: logger)
  }

  /// Signing in, and the browsers and clients with which members are signed in.
  public struct Sessions: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let passwords: Passwords
    let throttle: SignInThrottle
    let messages: MessageBus
    let secret: CommunitySecret
    let logger: Logger
  }
}

extension Community.Sessions {
  /// The lifetime of a browser session in milliseconds: 30 days.
  public static let lifetime: Int64 = 30 * 86_400_000

  /// - Parameter agent: the browser's `User-Agent`.
  /// - Returns: The secret that the browser keeps.
  public func open(for account: Int64, agent: String? = nil) async throws -> String {
    let secret = Secret.random()
    let now = clock().milliseconds
    try await store.insertSession(
      id: identifiers.next(milliseconds: now), secret: Secret.hash(secret), account: account,
      device: agent.flatMap { DeviceName.of(agent: $0) }, end: now + Self.lifetime)
    return secret
  }

  /// Returns the member of a browser session; `nil` if the session has ended.
  public func member(_ secret: String) async throws -> Member? {
    guard 1...200 ~= secret.utf8.count else { return nil }
    let now = clock().milliseconds
    guard let found = try await store.session(secret: Secret.hash(secret), now: now) else { return nil }
    if now - max(found.lastUsedAt, Identifiers.millisecond(of: found.id)) >= AccessCache.coarseness {
      UseNote(logger).write("session") { [store] in try await store.noteUse(ofSession: found.id, at: now) }
    }
    return Member(found.member)
  }

  public func close(_ secret: String) async throws { try await store.endSession(secret: Secret.hash(secret)) }

  private static let maxListed = 100

  /// Lists the sessions and clients with which the member is signed in, last used first.
  ///
  /// - Throws: `CommunityError.notFound` for a client's own token.
  public func list(_ access: TokenAccess) async throws -> [SignedIn] {
    let viewer = try access.member()
    let found = try await store.signedIn(viewer, now: clock().milliseconds, limit: Self.maxListed)
    return found.map { record in
      SignedIn(
        id: record.id, kind: SignedIn.Kind(record.kind), client: record.client, website: record.website,
        device: record.device,
        createdAt: Timestamp(milliseconds: record.createdAt),
        lastUsedAt: Timestamp(milliseconds: record.lastUsedAt),
        isCurrent: record.id == access.tokenID)
    }
  }

  /// - Throws: `CommunityError.notFound`, also for another member's session.
  public func end(_ id: Int64, _ access: TokenAccess) async throws {
    let viewer = try access.member()
    let isEnded = try await store.writeMembership { try $0.endSession(id, of: viewer) }
    guard isEnded else { throw CommunityError.notFound }
  }
}

extension TokenAccess {
  /// Returns the member's account.
  ///
  /// - Throws: `CommunityError.notFound` for a client's own token.
  func member() throws -> Int64 {
    guard let viewer else { throw CommunityError.notFound }
    return viewer.account
  }
}

extension SignedIn.Kind {
  fileprivate init(_ kind: SignedInRecord.Kind) {
    self =
      switch kind {
      case .client: .client
      case .browser: .browser
      case .address: .address
      }
  }
}
