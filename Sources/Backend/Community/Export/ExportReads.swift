import Synchronization

/// Lets few reads of exports run at the same time, so that readers of the database are free for everybody
/// else.
///
/// Each read is one page, and an export waits for its turn again with the next one.
final class ExportReads: Sendable {
  /// Of all exports together. There are five readers on SQLite, six on PostgreSQL.
  static let limit = 2

  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Pages that are being read.
  var running: Int { state.withLock { $0.running } }

  /// Exports that wait for their turn.
  var waiting: Int { state.withLock { $0.waiting.count } }

  func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
    await withCheckedContinuation { continuation in
      let begins = state.withLock { state in
        guard state.running >= Self.limit else {
          state.running += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if begins { continuation.resume() }
    }
    defer { end() }
    return try await body()
  }

  /// The export that waits longest takes over.
  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.resume()
  }
}
