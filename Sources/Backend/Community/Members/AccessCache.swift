import Invalidation
import Synchronization

/// Caches the access of tokens until any token is revoked.
///
/// A revocation by this process takes effect at once, one by another process (`swiftlet user suspend`) within
/// 100 ms.
///
/// It also knows the hour of each token's last use, so that not every request writes to the database.
final class AccessCache: Sendable {
  struct Found: Sendable {
    let access: TokenAccess
    /// The secrets of a token that signs requests; `nil` for a bearer token.
    var credentials: SigningCredentials?
    /// The last use according to the database, in milliseconds.
    var usedAt: Int64
  }

  private struct State {
    var entries: [String: Found] = [:]
    /// The revision up to which revoked tokens are not in `entries`.
    var revision: UInt64 = 0
  }

  static let maxEntries = 5000
  /// The maximum age of `usedAt` while the token is in use, in milliseconds.
  static let coarseness: Int64 = 3_600_000
  private static let dependencies = Dependencies.Slots([.access])

  private let state = Mutex(State())

  /// - Parameters:
  ///   - revisions: include the changes of other processes.
  ///   - time: now, in milliseconds.
  ///   - find: looks the token up.
  /// - Returns: The token, and true if the caller should record the use, which happens once an hour.
  func access(
    hash: String, revisions: Revisions, time: Int64, find: () async throws -> Found?
  ) async throws -> (token: Found, isToBeNoted: Bool)? {
    let now = revisions.latest
    let known = state.withLock { state -> (Found, Bool)? in
      if !revisions.areCurrent(Self.dependencies, asOf: state.revision) { state.entries = [:] }
      state.revision = now
      guard let known = state.entries[hash] else { return nil }
      let isOld = time - known.usedAt >= Self.coarseness
      if isOld { state.entries[hash]?.usedAt = time }
      return (known, isOld)
    }
    if let known { return known }
    guard var found = try await find() else { return nil }
    let isOld = time - found.usedAt >= Self.coarseness
    if isOld { found.usedAt = time }
    state.withLock { [found] state in
      // A token that was revoked during the look-up isn't cached.
      guard revisions.areCurrent(Self.dependencies, asOf: now) else { return }
      if state.entries.count >= Self.maxEntries { state.entries = [:] }
      state.entries[hash] = found
    }
    return (found, isOld)
  }
}
