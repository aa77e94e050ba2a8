import Testing

@testable import Server

@Suite struct ContentCodingTests {
  @Test(arguments: [
    (nil, ContentCoding.identity), ("", .identity), ("gzip", .gzip), ("gzip, deflate, br, zstd", .brotli),
    ("br;q=0, gzip", .gzip), ("br;q=0.5, gzip;q=0.8", .gzip), ("*", .brotli), ("*;q=0", .identity),
    ("gzip;q=0, *", .brotli), ("identity;q=0", .identity), ("identity, br;q=0.1", .identity),
    ("GZIP ; Q=0.3", .gzip),
    ("x-gzip", .gzip), ("gzip;q=2", .identity), ("gzip;q=abc", .identity), ("gzip;q=0.0001", .identity),
    (",,,;;;=,", .identity), ("gzip;level=9;q=1", .gzip), ("deflate", .identity),
  ])
  func `the best of the codings on offer is chosen`(_ field: String?, _ expected: ContentCoding) {
    #expect(ContentCoding.preferred(by: field, among: [.brotli, .gzip]) == expected)
  }

  @Test func `a coding that is not on offer is never chosen`() {
    #expect(ContentCoding.preferred(by: "br, gzip;q=0.1", among: [.gzip]) == .gzip)
    #expect(ContentCoding.preferred(by: "br", among: []) == .identity)
  }

  @Test func `a field with ten thousand codings is cut off`() {
    let field = String(repeating: "x,", count: 10_000) + "gzip"
    #expect(WeightedList(field).items.count == WeightedList.maxItems)
  }
}
