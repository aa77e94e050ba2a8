import Synchronization
import Testing

@testable import Community

/// One thing after the other, and first what somebody waits for.
struct PictureQueueTests {
  private let work = PictureQueue()
  private let done = Steps()

  /// What was done, in its order; the first thing lasts until it is let go.
  private final class Steps: Sendable {
    let names = Mutex<[String]>([])
    let gate = AsyncStream.makeStream(of: Void.self)

    func add(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  private func begin(_ name: String, _ turn: PictureQueue.Turn = .inOrder) -> Task<Void, any Error> {
    work.begin(turn) { [done] in done.add(name) }
  }

  private func beginLong() async -> Task<Void, any Error> {
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = work.begin { [done] in
      continuation.finish()
      for await _ in done.gate.stream {}
      done.add("long")
    }
    for await _ in started {}
    return task
  }

  @Test func `NEW_13 a profile's picture waits for one upload, not for all`() async throws {
    let long = await beginLong()
    var tasks = ["1", "2", "3"].map { begin($0) }
    tasks += ["avatar", "cover"].map { begin($0, .next) }
    tasks.append(begin("4"))
    done.gate.continuation.finish()
    for task in [long] + tasks { try await task.value }
    #expect(done.all == ["long", "avatar", "cover", "1", "2", "3", "4"])
    try await begin("5").value
    #expect(done.all.last == "5", "it goes on after a rest")
  }

  @Test func `What waits does not begin once it is closed`() async throws {
    let long = await beginLong()
    let waiting = [begin("1"), begin("2", .next)]
    async let closed: Void = work.close()
    // Until the queue is closed.
    while !work.isClosed { await Task.yield() }
    done.gate.continuation.finish()
    await closed
    try await long.value
    for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(done.all == ["long"])
    await #expect(throws: CancellationError.self) { try await begin("3").value }
  }
}
