import Contracts
import Social
import TestSupport
import Testing

@testable import Community

/// Which items a file has, what they reply to, and whose they are.
@Suite struct TimelineBatchTests {
  private static func batch(_ items: String) throws -> TimelineBatch {
    try TimelineBatch(Array("{\"timeline\":[\(items)]}".utf8), place: "file")
  }

  /// `id`, or `id<parent`.
  private static func replies(_ text: String) throws -> TimelineBatch {
    let items = text.split(separator: " ").map { word in
      let ids = word.split(separator: "<")
      let reply = ids.count > 1 ? ",\"inReplyTo\":\"\(ids[1])\"" : ""
      return "{\"id\":\"\(ids[0])\",\"author\":\"@ada\",\"content\":\"x\"\(reply)}"
    }
    return try batch(items.joined(separator: ","))
  }

  @Test(
    arguments: [
      ("a b<a c<b", [nil, 0, 1], [], 0), ("b<a a", [1, nil], [], 0), ("a<x b<a", [nil, 0], [], 1),
      ("a<a", [nil], [1], 0), ("a<b b<a", [nil, 0], [1], 0), ("x<c a<b b<c c<a", [3, nil, 3, 1], [2], 0),
      ("a<b b<a c<d d<c e<d", [nil, 0, nil, 2, 3], [1, 3], 0),
    ] as [(String, [Int?], [Int], Int)])
  func `THR_06_Whoever follows replies comes to an end`(
    text: String, parents: [Int?], circles: [Int], unknown: Int
  ) throws {
    let batch = try Self.replies(text)
    #expect(batch.items.map(\.parent) == parents)
    #expect(batch.report.circles == circles && batch.report.unknownReplies == unknown)
    var placed: Set<Int> = []
    for index in batch.parentsFirst {
      if let parent = batch.items[index].parent { #expect(placed.contains(parent)) }
      placed.insert(index)
    }
    #expect(placed.count == parents.count && batch.parentsFirst.count == parents.count)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `THR_06_Any graph of replies becomes threads`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = 1 + generator.below(25)
    let words = (0..<count).map { generator.chance(80) ? "i\($0)<i\(generator.below(count + 2))" : "i\($0)" }
    let batch = try Self.replies(words.joined(separator: " "))
    for index in batch.items.indices {
      var steps = 0
      var next = batch.items[index].parent
      while let current = next, steps <= count {
        steps += 1
        next = batch.items[current].parent
      }
      #expect(steps < count)
    }
    #expect(batch.parentsFirst.sorted() == Array(0..<count))
  }

  @Test func `THR_06_A circle of a hundred thousand ends at once`() throws {
    let count = 100_000
    let batch = try Self.replies((0..<count).map { "i\($0)<i\(($0 + 1) % count)" }.joined(separator: " "))
    #expect(batch.report.circles == [1] && batch.parentsFirst.count == count)
  }

  @Test func `THR_04_Handles that differ in case are one person, with the last avatar`() throws {
    let batch = try Self.batch(
      """
      {"id":"1","author":"@Ada","content":"x","avatar":"http://a.example/1"},
      {"id":"2","author":"@a b/c","content":"x"},
      {"id":"3","author":"@ADA","content":"x","avatar":"http://a.example/2"},
      {"id":"4","author":"@ada","content":"x","avatar":""},
      {"id":"5","author":"@..","content":"x"}
      """)
    #expect(batch.people.map(\.account.username) == ["Ada", "a_b_c", "_"])
    #expect(batch.people.map(\.account.nick) == ["Ada", "a b/c", ".."])
    #expect(batch.people.map(\.account.avatar?.url) == ["http://a.example/2", nil, nil])
    #expect(batch.people.map(\.number) == [3, 2, 5])
    #expect(batch.items.map(\.author) == [0, 1, 0, 0, 2])
    #expect(batch.items.map(\.number) == [1, 2, 3, 4, 5])
  }

  @Test func `THR_06_What can't be stored is left out`() throws {
    let batch = try Self.batch(
      """
      {"id":"1","author":"@ada","content":"\(String(repeating: "x", count: 100_001))"},
      {"id":"2","author":"@ada","content":"\\u0000"},
      {"id":"3","author":"@ada","content":"a\\u0000b"},
      {"id":"4","author":"@ada","content":"\\u200b"}
      """)
    #expect(batch.report.leftOut.map(\.reason) == [.tooLong, .empty, .empty])
    #expect(batch.items.map(\.post.text) == ["ab"] && batch.report.undated == 1)
  }
}
