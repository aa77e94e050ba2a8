import Media
import Synchronization

/// What is done with members' pictures: one thing after the other, on a thread to which the system gives what the rest of
/// the server leaves.
///
/// One after the other also means that no picture's files are removed between the moment when they are found for another
/// upload of the same bytes and the moment when its row is there.
///
/// A profile's picture is made while its request waits: it goes before the uploads, of which there may be many.
final class PictureWork: Sendable {
  let thread = QuietThread()

  enum Turn {
    /// When all that was given before is done.
    case inOrder
    /// Before what waits for its turn: somebody waits for the answer.
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

  /// Begins the work when its turn has come. It goes on if whoever gave it doesn't wait for it any longer.
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

  /// The same, and waits for it.
  func run<Value: Sendable>(
    _ turn: Turn = .inOrder, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await begin(turn, body).value
  }

  /// Lets what is at work come to its end, and what waits not begin.
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
  /// Whether it came to its end in that time.
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
