/// Reads code points from a text's UTF-8, which is well-formed because it comes from a `String`.
struct CodePoints {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// - Precondition: `bytes` is well-formed UTF-8.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the code point at `index`, and the index of the next one.
  @inline(never)
  func read(at index: Int) -> (value: UInt32, end: Int) {
    let first = bytes[index]
    guard first >= 0xC0 else { return (UInt32(first), index + 1) }
    let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
    for next in index + 1..<min(index + count, bytes.count) {
      value = value << 6 | UInt32(bytes[next] & 0x3F)
    }
    return (value, min(index + count, bytes.count))
  }

  /// Returns the code point that ends before `index`; `nil` at the start of the text.
  func read(before index: Int) -> UInt32? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return read(at: start).value
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// Ranges of code points, as pairs of first and last, ascending.
struct CodePointRanges {
  let bounds: [UInt32]

  @inline(never)
  func contains(_ value: UInt32) -> Bool {
    var low = 0
    var high = bounds.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > bounds[middle * 2 + 1] { low = middle + 1 } else { high = middle }
    }
    return low * 2 < bounds.count && bounds[low * 2] <= value
  }
}
