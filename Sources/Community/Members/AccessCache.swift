import Synchronization

/// What tokens allow, remembered as long as none has been taken back.
///
/// A token that this process takes back is forgotten at once, one that another process does (`swiftlet user suspend`)
/// within 200 ms: 100 until the change is noticed, and as long between two looks, as every post is a change too.
final class AccessCache: Sendable {
  private struct State {
    var entries: [String: TokenAccess] = [:]
    var revision: Int64 = -1
    var generation = -1
    var nextLook = ContinuousClock.now
  }

  static let maximumEntries = 5000

  private let state = Mutex(State())

  /// - Parameters:
  ///   - generation: of all data; while it is the same, nothing was taken back.
  ///   - revision: of what lets people in; asked for when the generation changed.
  ///   - find: looks the token up.
  func access(
    hash: String, generation: Int, revision: () async throws -> Int64, find: () async throws -> TokenAccess?
  ) async throws -> TokenAccess? {
    let now = ContinuousClock.now
    if state.withLock({ $0.revision < 0 || ($0.generation != generation && now >= $0.nextLook) }) {
      let current = try await revision()
      state.withLock { state in
        if state.revision != current { state.entries = [:] }
        state.revision = current
        state.generation = generation
        state.nextLook = now + .milliseconds(100)
      }
    }
    let (known, asOf) = state.withLock { ($0.entries[hash], $0.revision) }
    if let known { return known }
    guard let found = try await find() else { return nil }
    state.withLock { state in
      // Taken back while it was looked up: not to be remembered.
      guard state.revision == asOf else { return }
      if state.entries.count >= Self.maximumEntries { state.entries = [:] }
      state.entries[hash] = found
    }
    return found
  }

  /// Something was taken back by this process.
  func forget() {
    state.withLock { state in
      state.entries = [:]
      state.revision = -1
    }
  }
}
