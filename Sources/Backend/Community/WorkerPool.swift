import Synchronization

/// A few tasks that work when they are woken, and end when nothing is left to do.
///
/// The work itself is listed in the database, so it survives a restart and takes no memory here.
final class WorkerPool: Sendable {
  private struct State {
    var work: (@Sendable () async -> Void)?
    var tasks: [Int: Task<Void, Never>] = [:]
    var lastTask = 0
    /// True if there is new work since a task last looked.
    var isWoken = false
    var isClosed = false
  }

  /// The maximum number of tasks that work at the same time.
  private let maxAtOnce: Int
  private let state = Mutex(State())

  init(maxAtOnce: Int) { self.maxAtOnce = maxAtOnce }

  /// Starts the work. Before, `wake` has no effect.
  func begin(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { $0.work = work }
    wake()
  }

  func wake() {
    state.withLock { state in
      guard let work = state.work, !state.isClosed else { return }
      state.isWoken = true
      guard state.tasks.count < maxAtOnce else { return }
      state.lastTask += 1
      let number = state.lastTask
      state.tasks[number] = Task.detached(priority: .utility) {
        while self.isWoken(number) { await work() }
      }
    }
  }

  /// Returns true if there is work to do. Otherwise the task ends.
  private func isWoken(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.isWoken, !state.isClosed else {
        state.tasks[number] = nil
        return false
      }
      state.isWoken = false
      return true
    }
  }

  /// Waits until all work is done.
  func finish() async { while let task = state.withLock({ $0.tasks.values.first }) { await task.value } }

  /// Cancels the work, and waits for its end.
  func close() async {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.tasks.values.map(\.self)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
