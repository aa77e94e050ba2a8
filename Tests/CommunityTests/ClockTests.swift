import DatabaseTestSupport
import Logging
import Social
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Community

@Suite struct ClockTests {
  /// A wall clock that is set, beside a clock that only goes on.
  private final class Clocks: Sendable {
    private let values = Mutex((wall: Int64(1_790_000_000_000), steady: ContinuousClock.now))

    var wall: Timestamp { Timestamp(milliseconds: values.withLock { $0.wall }) }
    var steady: ContinuousClock.Instant { values.withLock { $0.steady } }

    func pass(seconds: Int64) {
      values.withLock { values in
        values.wall += seconds * 1000
        values.steady += .seconds(seconds)
      }
    }

    func set(seconds: Int64) { values.withLock { $0.wall += seconds * 1000 } }
  }

  private func withClock(_ body: (Clocks, SteadyClock, ClockLog) -> Void) {
    let clocks = Clocks()
    let lines = ClockLog()
    let logger = Logger(label: "test") { _ in lines }
    let clock = SteadyClock(wall: { clocks.wall }, steady: { clocks.steady }, logger: logger)
    body(clocks, clock, lines)
  }

  @Test func `The clock is believed as long as it jumps by an hour at most`() {
    withClock { clocks, clock, lines in
      for step in [0, 5, 3600, -3600, -20] as [Int64] {
        clocks.set(seconds: step)
        clocks.pass(seconds: 10)
        #expect(clock.now == clocks.wall)
      }
      #expect(lines.levels.isEmpty)
    }
  }

  @Test(arguments: [86_400, -86_400, 3602] as [Int64])
  func `NEW_16 a jump of more than an hour is said, and held back for an hour`(_ jump: Int64) {
    withClock { clocks, clock, lines in
      clocks.set(seconds: jump)
      for _ in 0..<59 {
        clocks.pass(seconds: 60)
        #expect(clock.now == clocks.wall.advanced(byMilliseconds: -jump * 1000))
      }
      #expect(lines.levels == [.warning])
      clocks.pass(seconds: 120)
      #expect(clock.now == clocks.wall)
      #expect(lines.levels == [.warning, .warning])
    }
  }

  @Test func `NEW_16 a clock that is set right again was never believed`() {
    withClock { clocks, clock, lines in
      clocks.set(seconds: 1_000_000)
      clocks.pass(seconds: 600)
      #expect(clock.now == clocks.wall.advanced(byMilliseconds: -1_000_000_000))
      clocks.set(seconds: -1_000_000)
      clocks.pass(seconds: 1)
      #expect(clock.now == clocks.wall)
      #expect(lines.levels == [.warning, .notice])
      clocks.pass(seconds: 100_000)
      #expect(clock.now == clocks.wall)
    }
  }

  @Test func `A clock that was behind what is there already is believed when it is set`() {
    withClock { clocks, clock, lines in
      clock.expect(notBefore: clocks.wall.advanced(byMilliseconds: 50_000_000_000))
      clocks.set(seconds: 51_000_000)
      clocks.pass(seconds: 5)
      #expect(clock.now == clocks.wall)
      #expect(lines.levels == [.notice])
    }
  }

  @Test func `NEW_16 after a clock has gone forward and back, who reads on misses nothing`() async throws {
    try await withTown { town in
      try await town.post("before", by: "ada")
      town.clock.advance(seconds: 86_400)
      let ahead = number(try await town.post("ahead", by: "ada").id)
      town.clock.advance(seconds: -86_400)
      try await town.post("back", by: "ada")
      let viewer = town.viewer("ada")
      let new = try await town.community.timelines.home(viewer, Cursor(sinceID: ahead)).items
      #expect(new.map(\.shown) == ["back"])
      #expect(try await town.home("ada") == ["back", "ahead", "before"])
    }
  }

  @Test func `NEW_16 also a process that was started again goes on from the largest id`() async throws {
    try await withTemporaryFolder { folder in
      let clock = TestClock()
      func opened() async throws -> Community {
        try await Community.open(
          folder: folder, database: TestDatabase.address(for: folder), clock: { clock.now }, logger: silent)
      }
      let first = try await opened()
      try await first.store.importing {
        try $0.insert(AccountDraft(id: 1, username: "ada", nick: "Ada", isImported: false, createdAt: 0))
      }
      let viewer = Viewer(account: 1, client: .init(name: "Test"))
      clock.advance(seconds: 86_400)
      // A second process, which is not told what the first one does.
      let second = try await opened()
      func post(_ text: String, _ community: Community) async throws -> Int64 {
        number(
          try await community.posts.publish(
            PostDraft(text: text), viewer: viewer, idempotencyKey: nil
          ).id)
      }
      let ahead = try await post("ahead", first)
      clock.advance(seconds: -86_400)
      let beside = try await post("beside", second)
      #expect(beside > ahead)
      try await first.close()
      try await second.close()
      let third = try await opened()
      #expect(try await post("after", third) > beside)
      let new = try await third.timelines.home(viewer, Cursor(sinceID: ahead)).items
      #expect(new.map(\.shown) == ["after", "beside"])
      try await third.close()
    }
  }
}

private final class ClockLog: LogHandler, Sendable {
  private let seen = Mutex<[Logger.Level]>([])

  var levels: [Logger.Level] { seen.withLock { $0 } }

  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) { seen.withLock { $0.append(event.level) } }
}
