import Synchronization

/// Removes in the background what removed members left. One task does it; what is left when it ends or is cut
/// off stands in the database.
final class RemovalWork: Sendable {
  private struct State {
    var running: Task<Void, Never>?
    /// The work was asked for again while it ran.
    var isWanted = false
    var isClosed = false
  }

  private let state = Mutex(State())

  func begin(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isWanted = true
      guard state.running == nil else { return }
      state.running = Task.detached(priority: .utility) { while self.goesOn() { await work() } }
    }
  }

  private func goesOn() -> Bool {
    state.withLock { state in
      defer { state.isWanted = false }
      if !state.isWanted || state.isClosed { state.running = nil }
      return state.running != nil
    }
  }

  /// Returns when the work has come to its end.
  func finish() async { await state.withLock { $0.running }?.value }

  /// Ends the work after its present transaction.
  func close() async {
    let running = state.withLock { state in
      state.isClosed = true
      return state.running
    }
    running?.cancel()
    await running?.value
  }
}
