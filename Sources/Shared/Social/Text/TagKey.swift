/// Normalizes tags for comparisons that ignore case.
public enum TagKey {
  /// Returns the name in lower case. It covers alphabets whose capitals are at a fixed distance: ASCII,
  /// Latin-1, Greek, Cyrillic, Armenian and full-width ASCII. Other letters stay unchanged, as the app has no
  /// Unicode tables.
  public static func lowercased(_ name: String) -> String {
    let text = CodePoints(name)
    var result: [UInt8] = []
    var index = 0
    while index < text.bytes.count {
      let (value, end) = text.read(at: index)
      append(value + distance(value), to: &result)
      index = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the distance from a capital to its small letter; 0 for all other code points.
  private static func distance(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A1, 0x3A3...0x3AB, 0x410...0x42F, 0xFF21...0xFF3A:
      0x20
    case 0x400...0x40F: 0x50
    case 0x531...0x556: 0x30
    default: 0
    }
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    if value < 0x80 {
      bytes.append(UInt8(value))
      return
    }
    let rest = UInt8(truncatingIfNeeded: value & 0x3F) | 0x80
    if value < 0x800 {
      bytes += [UInt8(truncatingIfNeeded: value >> 6) | 0xC0, rest]
      return
    }
    let middle = UInt8(truncatingIfNeeded: value >> 6 & 0x3F) | 0x80
    if value < 0x1_0000 {
      bytes += [UInt8(truncatingIfNeeded: value >> 12) | 0xE0, middle, rest]
    } else {
      let upper = UInt8(truncatingIfNeeded: value >> 12 & 0x3F) | 0x80
      bytes += [UInt8(truncatingIfNeeded: value >> 18) | 0xF0, upper, middle, rest]
    }
  }
}
