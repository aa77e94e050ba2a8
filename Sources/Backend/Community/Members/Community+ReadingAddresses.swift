import Logging
import Social
import Storage

extension Community {
  public var readingAddresses: ReadingAddresses {
    ReadingAddresses(store: store, clock: clock, identifiers: identifiers, logger: logger)
  }

  /// Addresses with which old clients read for a member without a token (decision 0053). A member ends them
  /// as sessions (`Sessions.end`).
  public struct ReadingAddresses: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let logger: Logger
  }
}

extension Community.ReadingAddresses {
  /// The limit for a member.
  static let limit = 20

  /// Makes an address.
  ///
  /// - Returns: Its id, and its key, which can't be retrieved again.
  /// - Throws: `CommunityError.notAllowed` if the member has too many.
  public func make(_ viewer: Viewer) async throws -> (id: Int64, key: String) {
    let key = Secret.random()
    let now = clock().milliseconds
    let id = identifiers.next(milliseconds: now)
    guard
      try await store.insertReadingAddress(
        id: id, key: Secret.hash(key), account: viewer.account, now: now, limit: Self.limit)
    else { throw CommunityError.notAllowed("A member has at most \(Self.limit) addresses to read") }
    return (id, key)
  }

  /// Returns the member of a key; `nil` if it is unknown or revoked.
  public func viewer(_ key: String) async throws -> Viewer? {
    guard 1...200 ~= key.utf8.count else { return nil }
    let now = clock().milliseconds
    guard let found = try await store.readingAddress(key: Secret.hash(key)) else { return nil }
    if now - found.lastUsedAt >= AccessCache.coarseness {
      UseNote(logger).write("reading address") { [store] in
        try await store.noteUse(ofReadingAddress: found.id, at: now)
      }
    }
    return Viewer(account: found.account)
  }
}
