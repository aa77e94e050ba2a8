import Freshness
import Synchronization

/// What tokens allow, remembered as long as none has been taken back.
///
/// A token that this process takes back is forgotten at once, one that another process does (`swiftlet user suspend`)
/// within 100 ms.
///
/// It also knows when each token was last used, to the hour, so that not every request writes to the database.
final class AccessCache: Sendable {
  struct Found: Sendable {
    let access: TokenAccess
    /// When the database says that it was last used, in milliseconds.
    var usedAt: Int64
  }

  private struct State {
    var entries: [String: Found] = [:]
    /// All that was taken back up to this change is not in `entries`.
    var moment: UInt64 = 0
  }

  static let maximumEntries = 5000
  /// How old `usedAt` may become while the token is used, in milliseconds.
  static let coarseness: Int64 = 3_600_000
  private static let dependencies = Dependencies.Places([.access])

  private let state = Mutex(State())

  /// - Parameters:
  ///   - revisions: which know of what other processes did.
  ///   - time: now, in milliseconds.
  ///   - find: looks the token up.
  /// - Returns: also whether its use is to be noted; said once an hour.
  func access(
    hash: String, revisions: Revisions, time: Int64, find: () async throws -> Found?
  ) async throws -> (access: TokenAccess, isToBeNoted: Bool)? {
    let now = revisions.now
    let known = state.withLock { state -> (TokenAccess, Bool)? in
      if !revisions.areCurrent(Self.dependencies, asOf: state.moment) { state.entries = [:] }
      state.moment = now
      guard let known = state.entries[hash] else { return nil }
      let isOld = time - known.usedAt >= Self.coarseness
      if isOld { state.entries[hash]?.usedAt = time }
      return (known.access, isOld)
    }
    if let known { return known }
    guard var found = try await find() else { return nil }
    let isOld = time - found.usedAt >= Self.coarseness
    if isOld { found.usedAt = time }
    state.withLock { [found] state in
      // Taken back while it was looked up: not to be remembered.
      guard revisions.areCurrent(Self.dependencies, asOf: now) else { return }
      if state.entries.count >= Self.maximumEntries { state.entries = [:] }
      state.entries[hash] = found
    }
    return (found.access, isOld)
  }
}
