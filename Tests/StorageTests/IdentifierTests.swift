import Testing

@testable import Storage

/// Ids are unique, ordered, and exact in programs that read them as floating-point numbers.
@Suite struct IdentifierTests {
  /// 2026-11-26, and 2100-01-01.
  @Test(arguments: [1_795_651_200_000, 4_102_444_800_000] as [Int64], [nil, 0, 1, 63])
  func `NEW_02 an id survives a number of 53 bits`(now: Int64, process: Int?) throws {
    let identifiers = Identifiers()
    identifiers.number = process
    var last: Int64 = 0
    for index in 0..<3000 {
      // The clock goes back now and then.
      let id = identifiers.next(milliseconds: now - Int64(index % 7))
      #expect(id > last)
      #expect(try #require(Int64(exactly: Double(id))) == id)
      if let process { #expect(id / Identifiers.step % 64 == Int64(process)) }
      last = id
    }
    // 3,000 ids a moment don't run far ahead of the clock.
    #expect(Identifiers.millisecond(of: last) - now < 200)
  }

  @Test func `NEW_08 processes with different numbers never make the same id`() {
    var seen: Set<Int64> = []
    for number in 0..<Identifiers.maxProcesses {
      let identifiers = Identifiers()
      identifiers.number = number
      for _ in 0..<50 { seen.insert(identifiers.next(milliseconds: 1_795_651_200_000)) }
    }
    #expect(seen.count == Identifiers.maxProcesses * 50)
  }
}
