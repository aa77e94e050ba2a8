import JSON
import TestSupport
import Testing

/// Tests arbitrary bytes from the network: the parser returns a value or an error, and never crashes.
struct HostileBytesTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any bytes get a result`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      read((0..<generator.below(80)).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `broken documents get a result`(seed: UInt64) {
    let document = Array(
      #"[{"id":"1","content":"\uD83D\uDE00 朋友\n","images":[{"url":"/a"}],"n":-1.5e+10,"b":[true,false,null,{}]}]"#
        .utf8)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var bytes = document
      for _ in 0...generator.below(3) {
        switch generator.below(4) {
        case 0: bytes.removeSubrange(generator.below(bytes.count + 1)..<bytes.count)
        case 1:
          bytes.insert(UInt8.random(in: 0...255, using: &generator), at: generator.below(bytes.count + 1))
        case 2 where !bytes.isEmpty: bytes.remove(at: generator.below(bytes.count))
        case 3 where !bytes.isEmpty: bytes[generator.below(bytes.count)] = generator.pick(document)
        default: continue
        }
      }
      read(bytes)
    }
  }

  /// Reads the bytes as a whole and element by element; the results have to agree.
  private func read(_ bytes: [UInt8]) {
    let whole = Result { try JSON(parsing: bytes) }
    let parts = Result {
      var reader = try JSONArrayReader(bytes)
      var elements: [JSON] = []
      while let element = try reader.next() { elements.append(element) }
      return JSON.array(elements)
    }
    if case .success(let json) = whole, json.array != nil {
      #expect((try? parts.get()) == json)
    } else {
      #expect((try? parts.get()) == nil, "\(bytes)")
    }
  }
}
