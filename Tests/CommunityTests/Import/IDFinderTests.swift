import Testing

@testable import Community

@Suite struct IDFinderTests {
  private let now: Int64 = 1_800_000_000_000

  private func ids(_ slots: [IDFinder.Slot], taken: Set<Int64> = []) throws -> [Int64] {
    let (ids, full) = try IDFinder(now: now, isTaken: { taken.contains($0) }).ids(slots)
    #expect(full == nil)
    return ids
  }

  private func new(_ count: Int, createdAt: Int64? = nil) -> [IDFinder.Slot] {
    Array(repeating: IDFinder.Slot(known: nil, createdAt: createdAt), count: count)
  }

  private func isDescending(_ ids: [Int64]) -> Bool { zip(ids, ids.dropFirst()).allSatisfy { $0 > $1 } }

  @Test func `A new list stands in its order, in the past`() throws {
    let ids = try ids(new(10_000))
    #expect(isDescending(ids) && ids[0] <= now << 16 && ids[9999] > 0)
  }

  @Test func `Dates decide where they can, and never against the order`() throws {
    let dates: [Int64?] = [now - 5000, now - 90_000, now - 10_000, nil, 0, now + 9_000_000, now - 200_000]
    let ids = try ids(dates.map { IDFinder.Slot(known: nil, createdAt: $0) })
    #expect(isDescending(ids))
    #expect(ids[0] == (now - 5000) << 16 && ids[1] == (now - 90_000) << 16 && ids[6] == (now - 200_000) << 16)
  }

  @Test func `New posts go between their neighbours, again and again`() throws {
    var slots = try ids(new(2)).map { IDFinder.Slot(known: $0, createdAt: nil) }
    for _ in 0..<15 {
      slots.insert(contentsOf: new(1), at: 1)
      let found = try ids(slots)
      #expect(isDescending(found))
      slots = found.map { IDFinder.Slot(known: $0, createdAt: nil) }
    }
    slots.insert(contentsOf: new(1000), at: 16)
    #expect(isDescending(try ids(slots)))
  }

  @Test func `Ids that somebody else has are left out`() throws {
    let date = now - 60_000
    let found = try ids(new(1, createdAt: date), taken: [date << 16, (date << 16) - 1])
    #expect(found == [(date << 16) - 2])
  }

  @Test func `New posts on top are above what is there, even if the clock went back`() throws {
    let future = (now + 5_000_000) << 16
    let found = try ids(new(3) + [IDFinder.Slot(known: future, createdAt: nil)] + new(2))
    #expect(isDescending(found) && found[3] == future)
  }

  @Test func `Where there is no room, it is said`() throws {
    let slots =
      [IDFinder.Slot(known: 11, createdAt: nil)] + new(1) + [IDFinder.Slot(known: 10, createdAt: nil)]
    let (_, full) = try IDFinder(now: now, isTaken: { _ in false }).ids(slots)
    #expect(full == 1)
  }

  @Test func `A source that changed its order harms nobody`() throws {
    let slots = [1, 3, 2].map { IDFinder.Slot(known: Int64($0) << 40, createdAt: nil) }
    let found = try ids([slots[0]] + new(1) + [slots[1]] + new(1) + [slots[2]])
    #expect(Set(found).count == 5)
  }
}
