import Storage
import TestSupport
import Testing

@testable import Community

@Suite struct TimelineIDsTests {
  private static let now: Int64 = 1_790_000_000_000
  private static let day: Int64 = 1_600_000_000_000
  private static let step = TimelineIDs.step

  private func ids(_ slots: [IDFinder.Slot], taken: Set<Int64> = []) throws -> [Int64] {
    try TimelineIDs(now: Self.now, isTaken: { taken.contains($0) }).ids(slots)
  }

  private func first(_ milliseconds: Int64) -> Int64 { Identifiers.first(ofMillisecond: milliseconds) }

  private func dated(_ date: Int64?) -> IDFinder.Slot { IDFinder.Slot(known: nil, createdAt: date) }

  @Test func `THR_01_A post stands where its date puts it, but behind the one before it`() throws {
    let next = first(Self.day + 1)
    let found = try ids([
      dated(Self.day), dated(Self.day), dated(Self.day + 1), dated(Self.day - 5), dated(nil),
    ])
    let start = first(Self.day)
    #expect(found == [start, start + Self.step, next, next + Self.step, next + 2 * Self.step])
  }

  @Test func `THR_06_Undated posts stand before the first date, or before now`() throws {
    #expect(
      try ids([dated(nil), dated(nil), dated(Self.day)])
        == [2, 1, 0].map { first(Self.day) - $0 * Self.step })
    #expect(try ids([dated(nil), dated(nil)]) == [2, 1].map { first(Self.now) - $0 * Self.step })
    // Dates that say nothing about the order: before 2000, and in the future.
    #expect(try ids([dated(0), dated(Self.now + 1)]) == [2, 1].map { first(Self.now) - $0 * Self.step })
    #expect(try ids([]).isEmpty)
  }

  @Test func `A post that comes later stands between those that are there`() throws {
    let (low, high) = (first(Self.day), first(Self.day) + Self.step)
    let slots = [IDFinder.Slot(known: low), dated(Self.day), IDFinder.Slot(known: high), dated(nil)]
    #expect(try ids(slots) == [low, low + Self.step / 2, high, high + Self.step])
    #expect(try ids(slots, taken: [low + Self.step / 2])[1] == low + Self.step / 2 + 1)
    let full = [IDFinder.Slot(known: low), dated(nil), IDFinder.Slot(known: low + 1)]
    #expect(try ids(full) == [low, low + Self.step, low + 1])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `THR_01_New ids follow the file, and none is given twice`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let slots = (0..<generator.below(30)).map { _ in
      dated(generator.chance(60) ? Self.day + Int64(generator.below(20)) : nil)
    }
    let found = try ids(slots)
    #expect(found == found.sorted() && Set(found).count == found.count)
  }
}
