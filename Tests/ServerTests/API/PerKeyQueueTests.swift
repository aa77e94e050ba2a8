import Synchronization
import Testing

@testable import Server

@Suite struct PerKeyQueueTests {
  /// The number of tasks that run now for each key, and the highest number so far.
  private final class Tally: Sendable {
    private let counts = Mutex<(running: [String: Int], most: [String: Int])>(([:], [:]))

    var most: [String: Int] { counts.withLock { $0.most } }

    func begin(_ key: String) {
      counts.withLock { counts in
        let running = (counts.running[key] ?? 0) + 1
        counts.running[key] = running
        counts.most[key] = max(counts.most[key] ?? 0, running)
      }
    }

    func end(_ key: String) { counts.withLock { $0.running[key, default: 0] -= 1 } }
  }

  /// The time stands still where only the number of those who wait counts, however busy the machine is.
  private let start = ContinuousClock.now

  @Test func `each caller runs one task at a time and others do not wait for it`() async throws {
    let queue = PerKeyQueue<String>()
    let tally = Tally()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for number in 0..<16 {
        let key = number % 2 == 0 ? "ann" : "bob"
        tasks.addTask {
          try await queue.run(key) {
            tally.begin(key)
            try await Task.sleep(for: .milliseconds(2))
            tally.end(key)
          }
        }
      }
      try await tasks.waitForAll()
    }
    #expect(tally.most == ["ann": 1, "bob": 1])
    #expect(queue.count == 0)
  }

  @Test func `who waits too often is refused and an error lets the next one run`() async throws {
    let queue = PerKeyQueue<Int> { [start] in start }
    let outcomes = await withTaskGroup(of: Bool.self) { tasks in
      for _ in 0..<80 {
        tasks.addTask {
          do {
            try await queue.run(1) {
              try await Task.sleep(for: .milliseconds(50))
              throw RequestError.notFound
            }
            return false
          } catch { return error as? RequestError == .busy }
        }
      }
      var refused = 0
      for await isRefused in tasks where isRefused { refused += 1 }
      return refused
    }
    #expect(outcomes == 80 - 1 - queue.maxWaiting)
    #expect(queue.count == 0)
  }

  @Test func `as many as an address may have connections wait at once, and none is refused`() async throws {
    let queue = StrangersQueue { [start] in start }
    let most = ServerLimits().connectionsPerAddress
    let served = try await withThrowingTaskGroup(of: Int.self) { tasks in
      for number in 0..<most {
        tasks.addTask { try await queue.run(ClientAddress(text: "192.0.2.1")) { number } }
      }
      return try await tasks.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(served == Set(0..<most))
  }

  @Test func `a request that waited for too long is refused, and the next one runs`() async throws {
    let time = Mutex(ContinuousClock.now)
    let queue = PerKeyQueue<Int>(timeout: .seconds(20)) { time.withLock { $0 } }
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    let first = Task { try await queue.run(1) { for await _ in ending {} } }
    while queue.count == 0 { await Task.yield() }
    let late = Task { try await queue.run(1) {} }
    while queue.waitingCount(1) < 1 { await Task.yield() }
    time.withLock { $0 += .seconds(21) }
    let timely = Task { try await queue.run(1) { "served" } }
    while queue.waitingCount(1) < 2 { await Task.yield() }
    end.finish()
    try await first.value
    await #expect(throws: RequestError.busy) { try await late.value }
    #expect(try await timely.value == "served")
    #expect(queue.count == 0)
  }

  @Test func `an address that asks for too much at once holds up no other stranger`() async throws {
    let queue = StrangersQueue { [start] in start }
    let (busy, other) = (ClientAddress(text: "192.0.2.1"), ClientAddress(text: "192.0.2.2"))
    let tally = Tally()
    try await withThrowingTaskGroup(of: Bool.self) { tasks in
      for _ in 0..<100 {
        tasks.addTask {
          do {
            try await queue.run(busy) {
              tally.begin("busy")
              try await Task.sleep(for: .milliseconds(5))
            }
            return true
          } catch { return false }
        }
      }
      while tally.most.isEmpty { await Task.yield() }
      try await queue.run(other) {}
      var served = 0
      for try await isServed in tasks where isServed { served += 1 }
      #expect(served >= 65 && served < 100)
    }
  }
}
