import TestSupport
import Testing

@testable import ImageCaching

struct LeastRecentlyUsedTests {
  private func cache(_ costs: [(String, Int)]) -> LeastRecentlyUsed<String, Int> {
    var cache = LeastRecentlyUsed<String, Int>()
    for (key, cost) in costs { cache.insert(key, cost, cost: cost) }
    return cache
  }

  @Test func `MOM_07 the least recently used go first`() {
    var cache = cache([("a", 1), ("b", 2), ("c", 3)])
    cache.use("a")
    #expect(cache.evict(downTo: 4) == ["b"])
    #expect(cache.evict(downTo: 0) == ["c", "a"])
    #expect(cache.totalCost == 0)
    #expect(cache.count == 0)
  }

  @Test func `MOM_07 inserting again replaces the cost and is a use`() {
    var cache = cache([("a", 1), ("b", 2)])
    cache.insert("a", 10, cost: 10)
    #expect(cache.totalCost == 12)
    #expect(cache.valuesByUse == [2, 10])
  }

  @Test func `MOM_07 a pinned entry counts but is not evicted`() {
    var cache = cache([("a", 5), ("b", 5)])
    cache.pin("a")
    #expect(cache.evict(downTo: 0) == ["b"])
    #expect(cache.totalCost == 5)
    cache.insert("c", 1, cost: 1)
    cache.unpin("a")
    #expect(cache.evictAll() == ["c", "a"])
  }

  @Test func `MOM_07 costs that are too large together do not stop it`() {
    var cache = cache([("a", .max), ("b", .max), ("c", 3)])
    for key in ["a", "b"] { cache.remove(key) }
    #expect(cache.totalCost == 3)
  }

  @Test func `MOM_07 looking is not a use`() {
    var cache = cache([("a", 1), ("b", 1)])
    #expect(cache["a"] == 1)
    cache["a"] = 7
    cache["unknown"] = 7
    #expect(cache.valuesByUse == [7, 1])
    #expect(cache["unknown"] == nil)
  }

  @Test func `MOM_07 agrees with a simple list under random use`() {
    var generator = SeededGenerator(seed: 7)
    var cache = LeastRecentlyUsed<Int, Int>()
    var order: [Int] = []
    var pinned: [Int] = []
    var costs: [Int: Int] = [:]
    for _ in 0..<20_000 {
      let key = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...4:
        let cost = Int.random(in: 0..<10, using: &generator)
        let isPinned = Bool.random(using: &generator)
        cache.insert(key, key, cost: cost, isPinned: isPinned)
        order.removeAll { $0 == key }
        pinned.removeAll { $0 == key }
        if isPinned { pinned.append(key) } else { order.append(key) }
        costs[key] = cost
      case 5, 6:
        cache.use(key)
        if order.contains(key) { order = order.filter { $0 != key } + [key] }
      case 7:
        cache.pin(key)
        if order.contains(key) { pinned.append(key) }
        order.removeAll { $0 == key }
      case 8:
        cache.unpin(key)
        if pinned.contains(key) { order.append(key) }
        pinned.removeAll { $0 == key }
      case 9:
        #expect(cache.remove(key) == (costs.removeValue(forKey: key) != nil))
        order.removeAll { $0 == key }
        pinned.removeAll { $0 == key }
      default:
        let limit = Int.random(in: 0..<150, using: &generator)
        var expected: [Int] = []
        while costs.values.reduce(0, +) > limit, !order.isEmpty {
          expected.append(order.removeFirst())
          costs.removeValue(forKey: expected.last ?? 0)
        }
        #expect(cache.evict(downTo: limit) == expected)
      }
      #expect(cache.valuesByUse == order)
      #expect(cache.totalCost == costs.values.reduce(0, +))
      #expect(cache.count == costs.count)
      #expect(cache.isPinned(key) == pinned.contains(key))
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `MOM_07 a hundred thousand uses of five thousand entries are quick`() {
    var cache = cache((0..<5000).map { ("https://example.org/\($0).jpg", 1) })
    for use in 0..<100_000 { cache.use("https://example.org/\(use &* 7919 % 5000).jpg") }
    #expect(cache.evict(downTo: 2500).count == 2500)
  }
}
