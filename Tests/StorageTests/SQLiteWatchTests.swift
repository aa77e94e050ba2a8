import DatabaseTestSupport
import GRDB
import Invalidation
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct SQLiteWatchTests {
  @Test func `A change during a look is seen by whoever asks 100 ms later`() async throws {
    try await withTemporaryFolder { folder in
      let other = try DatabasePool(path: folder + "/watch.sqlite")
      try await other.write { try $0.execute(sql: "CREATE TABLE changes (number INTEGER)") }
      let change = { try await other.write { try $0.execute(sql: "INSERT INTO changes VALUES (1)") } }
      let watch = try SQLiteWatch(
        path: folder + "/watch.sqlite", timeout: .seconds(1), revisions: Revisions())
      let writer = SlowWriter()

      await writer.refresh(watch)
      try await change()
      try await Task.sleep(for: .milliseconds(110))
      async let first: Void = writer.refresh(watch)
      await writer.untilAsked()
      try await change()
      try await Task.sleep(for: .milliseconds(110))
      async let second: Void = writer.refresh(watch)
      try await Task.sleep(for: .milliseconds(20))
      writer.answer()
      _ = await (first, second)

      #expect(writer.looks == 3)
      try watch.close()
      try other.close()
    }
  }
}

/// A writer whose second answer waits.
private final class SlowWriter: Sendable {
  private let count = Mutex(0)
  private let asked = AsyncStream.makeStream(of: Void.self)
  private let answers = AsyncStream.makeStream(of: Void.self)

  var looks: Int { count.withLock { $0 } }

  func refresh(_ watch: SQLiteWatch) async {
    await watch.refresh {
      let number = self.count.withLock { count in
        count += 1
        return count
      }
      if number == 2 {
        self.asked.continuation.yield()
        for await _ in self.answers.stream { break }
      }
      return Int64(number)
    } availability: {
      .free
    }
  }

  func untilAsked() async {
    for await _ in asked.stream { break }
  }

  func answer() { answers.continuation.yield() }
}
