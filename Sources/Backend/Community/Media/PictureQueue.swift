import Media
import Synchronization

/// Processes members' pictures one at a time, on a thread with low priority.
///
/// A new upload may have the same bytes as an unused picture. Processing them one at a time ensures that the
/// files aren't deleted before the new upload's row exists.
///
/// The request for a profile's picture waits for its processing. So it goes before the uploads, of which
/// there may be many.
final class PictureQueue: Sendable {
  let thread = BackgroundThread()

  enum Turn {
    /// Runs after all work that was added before.
    case inOrder
    /// Runs before all waiting work, because a request waits for it.
    case next
  }

  private typealias Work = @Sendable () async -> Void

  private struct State {
    var waiting: [Work] = []
    var next: [Work] = []
    var running: Task<Void, Never>?
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Begins the work at its turn. It continues even if the caller stops waiting for it.
  func begin<Value: Sendable>(
    _ turn: Turn = .inOrder, _ body: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    let (begins, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task.detached {
      for await _ in begins {}
      guard !self.isClosed else { throw CancellationError() }
      return try await body()
    }
    add(turn) {
      continuation.finish()
      _ = await task.result
    }
    return task
  }

  /// Runs the work at its turn, and waits for it.
  func run<Value: Sendable>(
    _ turn: Turn = .inOrder, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await begin(turn, body).value
  }

  /// Waits for the running work, and doesn't begin any other.
  func close() async {
    let running = state.withLock { state in
      state.isClosed = true
      return state.running
    }
    await running?.value
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  private func add(_ turn: Turn, _ work: @escaping Work) {
    state.withLock { state in
      switch turn {
      case .inOrder: state.waiting.append(work)
      case .next: state.next.append(work)
      }
      guard state.running == nil else { return }
      state.running = Task.detached { while let work = self.take() { await work() } }
    }
  }

  private func take() -> Work? {
    state.withLock { state in
      if !state.next.isEmpty { return state.next.removeFirst() }
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running = nil
      return nil
    }
  }
}

extension Task where Failure == any Error {
  /// Returns true if the task ends within that time.
  func isDone(within limit: Duration) async -> Bool {
    let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
    Task<Void, Never> {
      _ = await self.result
      continuation.yield()
      continuation.finish()
    }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in ends { return true }
        return false
      }
      group.addTask {
        try? await Task<Never, Never>.sleep(for: limit)
        return false
      }
      let isDone = await group.next() ?? false
      group.cancelAll()
      return isDone
    }
  }
}
