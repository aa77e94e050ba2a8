import Testing

@testable import Server

@Suite struct ByteRangeTests {
  @Test(arguments: [
    (nil, ByteRange.whole), ("bytes=0-0", .part(0...0)), ("bytes=2-", .part(2...9)),
    ("bytes=2-100", .part(2...9)),
    ("bytes=-3", .part(7...9)), ("bytes=-100", .part(0...9)), ("bytes=10-", .unsatisfiable),
    ("bytes=-0", .unsatisfiable),
    ("bytes=5-2", .whole), ("bytes=a-b", .whole), ("bytes=0-1,3-4", .whole), ("lines=1-2", .whole),
    ("bytes=-", .whole),
    ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=--1", .whole),
    ("bytes=0-99999999999999999999", .part(0...9)),
  ])
  func `ranges are read as RFC 9110 says`(_ field: String?, _ expected: ByteRange) {
    #expect(ByteRange(field, size: 10) == expected)
  }

  @Test func `an empty file has no ranges`() {
    #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-1", size: 0) == .unsatisfiable)
  }
}
