import Freshness
import Synchronization

/// What tokens allow, remembered as long as none has been taken back.
///
/// A token that this process takes back is forgotten at once, one that another process does (`swiftlet user suspend`)
/// within 100 ms.
final class AccessCache: Sendable {
  private struct State {
    var entries: [String: TokenAccess] = [:]
    /// All that was taken back up to this change is not in `entries`.
    var moment: UInt64 = 0
  }

  static let maximumEntries = 5000
  private static let dependencies = Dependencies.Places([.access])

  private let state = Mutex(State())

  /// - Parameters:
  ///   - revisions: which know of what other processes did.
  ///   - find: looks the token up.
  func access(
    hash: String, revisions: Revisions, find: () async throws -> TokenAccess?
  ) async throws -> TokenAccess? {
    let now = revisions.now
    let known = state.withLock { state in
      if !revisions.areCurrent(Self.dependencies, asOf: state.moment) { state.entries = [:] }
      state.moment = now
      return state.entries[hash]
    }
    if let known { return known }
    guard let found = try await find() else { return nil }
    state.withLock { state in
      // Taken back while it was looked up: not to be remembered.
      guard revisions.areCurrent(Self.dependencies, asOf: now) else { return }
      if state.entries.count >= Self.maximumEntries { state.entries = [:] }
      state.entries[hash] = found
    }
    return found
  }
}
