import Invalidation
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// What is old is removed only by a clock that is believed (29.3).
@Suite struct ClockTrustTests {
  private static let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
  private static let start: Int64 = 1_790_000_000_000

  /// Looks every ten minutes from one time to another; returns the record at the end.
  private func running(_ record: ClockRecord?, from begin: Int64, to end: Int64) -> ClockRecord? {
    stride(from: begin, through: end, by: 600_000).reduce(record) { record, now in
      ClockTrust.looked(at: now, record, latest: 0)
    }
  }

  @Test func `A clock that goes on is believed, also after a short pause`() throws {
    let first = ClockTrust.looked(at: Self.start, nil, latest: Self.start - Self.hour)
    #expect(first.needed == nil)
    let later = ClockTrust.looked(at: Self.start + 6 * Self.hour, first, latest: 0)
    #expect(later == ClockRecord(believedAt: Self.start + 6 * Self.hour, seenAt: Self.start + 6 * Self.hour))
  }

  @Test(arguments: [(2, 2), (400, 7)])
  func `A clock that jumped is believed when it has gone on for as long, or for a week`(
    _ jump: Int64, _ days: Int64
  )
    throws
  {
    let before = ClockRecord(believedAt: Self.start, seenAt: Self.start)
    let begin = Self.start + jump * Self.day
    let almost = running(before, from: begin, to: begin + days * Self.day - Self.hour)
    #expect(try #require(almost).needed != nil && almost?.believedAt == Self.start)
    let later = running(almost, from: begin + days * Self.day - Self.hour, to: begin + days * Self.day)
    #expect(try #require(later).needed == nil)
  }

  @Test func `A clock that is set right is believed at once`() throws {
    let before = ClockRecord(believedAt: Self.start, seenAt: Self.start)
    let wrong = running(before, from: Self.start + 400 * Self.day, to: Self.start + 401 * Self.day)
    let right = ClockTrust.looked(at: Self.start + 2 * Self.hour, wrong, latest: 0)
    #expect(right == ClockRecord(believedAt: Self.start + 2 * Self.hour, seenAt: Self.start + 2 * Self.hour))
  }

  @Test func `A server that runs for some hours a day comes to believe its clock`() throws {
    var record: ClockRecord? = ClockRecord(believedAt: Self.start, seenAt: Self.start)
    var believed = 0
    for day in 1...30 {
      let begin = Self.start + Int64(day) * Self.day
      record = running(record, from: begin, to: begin + 4 * Self.hour)
      if record?.needed == nil { believed += 1 }
    }
    #expect(believed > 0)
  }

  @Test(arguments: [2, 400])
  func `NEW_16 a start with a clock that is ahead ends nothing`(_ days: Int64) async throws {
    try await withTown { town in
      let community = town.community
      try await town.post("x", by: "ada", key: "once")
      let session = try await community.sessions.open(for: town.id("ada"))
      try await community.store.driver.write { connection in
        _ = try connection.execute(
          """
          INSERT INTO uploads (id, account, byte_size, description, created_at) \
          VALUES (77, 1, 1, '', \(town.clock.now.milliseconds))
          """)
      }
      try await community.removeWhatIsOld()
      town.clock.advance(seconds: days * 86_400)
      for _ in 0..<10 {
        try await community.removeWhatIsOld()
        town.clock.advance(seconds: 600)
      }
      // Somebody signs in, invites and publishes meanwhile.
      _ = try await community.sessions.open(for: town.id("ben"))
      _ = try await community.invitations.create(uses: 1, days: 1)
      try await town.post("y", by: "ben", key: "other")
      #expect(try await community.store.uploadCounts().all == 1)
      town.clock.advance(seconds: -days * 86_400)
      #expect(try await community.sessions.member(session)?.username == "ada")
      #expect(try await town.post("x", by: "ada", key: "once").content.typed == "x")
      try await community.removeWhatIsOld()
      #expect(try await community.store.uploadCounts().all == 1)
      // A day that passes as days do.
      for _ in 0..<30 {
        town.clock.advance(seconds: 3600)
        try await community.removeWhatIsOld()
      }
      #expect(try await community.store.uploadCounts().all == 0)
    }
  }

  @Test func `NEW_21 a start with a clock that is ahead ends no poll and no suspension`() async throws {
    try await withTown { town in
      let community = town.community
      let post = try await town.poll(
        PollDraft(options: ["a", "b"], expiresIn: 600, hidesTotals: true), by: "ada")
      _ = try await town.vote([0], in: post, by: "ben")
      let end = town.clock.now.milliseconds + 600_000
      try await community.store.writeMembership {
        try $0.suspend(town.id("cat"), at: 1, reason: "", until: end)
      }
      func isEnded() async throws -> (poll: Bool, suspension: Bool) {
        try await community.store.driver.read(dependsOn: .everything) { connection in
          (
            try connection.has("SELECT 1 FROM polls WHERE is_ended = 1"),
            try !connection.has("SELECT 1 FROM accounts WHERE suspended_at IS NOT NULL")
          )
        }
      }
      func minute() async throws {
        _ = try await community.polls.endDue()
        try await community.members.endSuspensions()
      }
      town.clock.advance(seconds: 400 * 86_400)
      for _ in 0..<10 {
        try await minute()
        town.clock.advance(seconds: 60)
      }
      let shown = try await community.polls.find(number(post.id), viewer: town.viewer("dan"))
      #expect(shown.isEnded, "it shows as expired")
      #expect(shown.options.map(\.votesCount) == [nil, nil], "its numbers stay hidden")
      #expect(try await isEnded() == (false, false))
      #expect(try await town.notices("ben") == [])
      town.clock.advance(seconds: -400 * 86_400 - 600)
      try await minute()
      #expect(try await community.polls.find(number(post.id), viewer: nil).isEnded == false)
      #expect(try await isEnded() == (false, false))
      town.clock.advance(seconds: 600)
      try await minute()
      #expect(try await isEnded() == (true, true))
      #expect(try await town.notices("ben") == ["poll ada Which?"])
    }
  }
}
