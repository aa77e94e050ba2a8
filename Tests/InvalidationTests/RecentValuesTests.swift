import Testing

@testable import Invalidation

@Suite struct RecentValuesTests {
  @Test func `NEW_16 what is used stays, what is not goes, and the limit holds`() {
    var values = RecentValues<Int, String>(byteLimit: 1000)
    values.insert("used", for: -1, cost: 10)
    for number in 0..<1000 {
      values.insert("\(number)", for: number, cost: 10)
      #expect(values.value(for: -1) == "used")
      #expect(values.bytes <= 1000)
      #expect(values.bytes == values.count * 10)
    }
    #expect(values.value(for: 999) == "999")
    #expect(values.value(for: 0) == nil)
  }

  @Test func `NEW_16 a value is replaced, not cached twice, and one that is too large is not cached`() {
    var values = RecentValues<Int, String>(byteLimit: 100)
    for text in ["a", "b"] { values.insert(text, for: 1, cost: 20) }
    #expect(values.value(for: 1) == "b" && values.bytes == 20)
    values.insert("c", for: 1, cost: 90)
    #expect(values.value(for: 1) == nil && values.bytes == 0)
  }
}
