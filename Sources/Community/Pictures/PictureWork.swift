import Media
import Synchronization

/// What is done with members' pictures: one thing after the other, on a thread to which the system gives what the rest of
/// the server leaves.
///
/// One after the other also means that no picture's files are removed between the moment when they are found for another
/// upload of the same bytes and the moment when its row is there.
final class PictureWork: Sendable {
  let thread = QuietThread()

  private struct State {
    var last: Task<Void, Never>?
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Begins the work when all that was given before is done. It goes on if whoever gave it doesn't wait for it any longer.
  func begin<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
    state.withLock { state in
      let previous = state.last
      let task = Task.detached {
        await previous?.value
        guard !self.isClosed else { throw CancellationError() }
        return try await body()
      }
      state.last = Task.detached { _ = await task.result }
      return task
    }
  }

  /// The same, and waits for it.
  func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await begin(body).value
  }

  /// Lets what is at work come to its end, and what waits not begin.
  func close() async {
    let last = state.withLock { state in
      state.isClosed = true
      return state.last
    }
    await last?.value
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }
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
