import TestSupport
import Testing

@testable import ImageCaching

struct StoredIndexTests {
  private let entries = [
    entry("https://example.org/ä.jpg", bytes: 1234, etag: "\"1\"", fetchedAt: 1_700_000_000_000, usedAt: 5),
    entry("/b?x=1", bytes: 1, isImmutable: true, fetchedAt: -1, usedAt: 0),
    entry("/tab\tline\nback\\slash\\t", bytes: .max >> 24, etag: "W/\"\t\""),
  ]

  @Test func `MOM_07 the stored index is read as it was written`() {
    #expect(StoredIndex.entries(in: StoredIndex.bytes(of: entries)) == entries)
    #expect(StoredIndex.entries(in: StoredIndex.bytes(of: [])) == [])
  }

  @Test func `MOM_07 a damaged line loses only itself`() {
    let bytes = StoredIndex.bytes(of: entries)
    for position in bytes.indices {
      for damage in [UInt8(0), 9, 10, 49, 255] where bytes[position] != damage {
        var damaged = bytes
        damaged[position] = damage
        let read = StoredIndex.entries(in: damaged)
        let lost = entries.count { !read.contains($0) }
        // A line without its line break is joined to the next one. The last line needs no break.
        let isLineEnd = bytes[position] == 10
        #expect(lost <= (isLineEnd ? 2 : 1))
        #expect(read.allSatisfy { entries.contains($0) })
      }
    }
  }

  @Test func `MOM_07 an index that was cut off keeps its whole lines`() {
    let bytes = StoredIndex.bytes(of: entries)
    for length in bytes.indices {
      let read = StoredIndex.entries(in: Array(bytes[..<length]))
      #expect(read == Array(entries[..<read.count]))
      #expect(read.count >= bytes[..<length].count { $0 == 10 })
    }
  }

  @Test func `MOM_07 lines of another version are left alone`() {
    #expect(StoredIndex.entries(in: Array("2\t1\t1\t1\t0\t/a\t\t99\n".utf8)) == [])
    #expect(StoredIndex.entries(in: Array("{\"json\": true}\n\n\t\t\t\t\t\t\t\n".utf8)) == [])
  }

  @Test func `MOM_07 random bytes are no entries`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let bytes: [UInt8] = (0..<60).map { _ in [9, 10, 49, 50, 92, 255].randomElement(using: &generator) ?? 0
      }
      #expect(StoredIndex.entries(in: bytes) == [])
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `MOM_07 five thousand entries are written and read quickly`() {
    let many = (0..<5000).map {
      entry("https://example.org/images/\($0).jpg", bytes: 1 + $0, etag: "\"\($0)\"")
    }
    #expect(StoredIndex.entries(in: StoredIndex.bytes(of: many)) == many)
  }
}
