import Synchronization
import Testing

@testable import Server

@Suite struct TurnsTests {
  @Test func each_asker_has_one_turn_at_a_time_and_others_do_not_wait_for_it() async throws {
    let turns = Turns<String>()
    let running = Mutex<[String: Int]>([:])
    let most = Mutex<[String: Int]>([:])
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for number in 0..<16 {
        let key = number % 2 == 0 ? "ann" : "bob"
        tasks.addTask {
          try await turns.taking(key) {
            let now = running.withLock { running in
              running[key, default: 0] += 1
              return running[key] ?? 0
            }
            most.withLock { $0[key] = max($0[key] ?? 0, now) }
            try await Task.sleep(for: .milliseconds(2))
            running.withLock { $0[key, default: 0] -= 1 }
          }
        }
      }
      try await tasks.waitForAll()
    }
    #expect(most.withLock { $0 } == ["ann": 1, "bob": 1])
    #expect(turns.count == 0)
  }

  @Test func who_waits_too_often_is_refused_and_an_error_ends_the_turn() async throws {
    let turns = Turns<Int>()
    let outcomes = await withTaskGroup(of: Bool.self) { tasks in
      for _ in 0..<12 {
        tasks.addTask {
          do {
            try await turns.taking(1) {
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
    #expect(outcomes == 12 - 1 - Turns<Int>.mostWaiting)
    #expect(turns.count == 0)
  }
}
