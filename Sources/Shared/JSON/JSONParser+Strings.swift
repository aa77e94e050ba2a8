extension JSONParser {
  /// Reads a string (RFC 8259 section 7), with its escapes resolved.
  @inline(never)
  mutating func string() throws(JSONError) -> String {
    try expect(UInt8(ascii: "\""))
    let start = offset
    while try peek() != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\") {
      guard bytes[offset] >= 0x20 else { throw error(.unexpectedByte(bytes[offset])) }
      offset += 1
    }
    if bytes[offset] == UInt8(ascii: "\"") {
      let text = try validated(bytes[start..<offset])
      offset += 1
      return text
    }
    return try escapedString(from: start)
  }

  private func validated(_ slice: ArraySlice<UInt8>) throws(JSONError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else { throw error(.invalidUTF8) }
    return text
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text = Array(bytes[start..<offset])
    while true {
      let byte = try peek()
      guard byte >= 0x20 else { throw error(.unexpectedByte(byte)) }
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return try validated(text[...])
      case UInt8(ascii: "\\"): try escape(into: &text)
      default: text.append(byte)
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let byte = try peek()
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): appendUTF8(of: try unicodeEscape(), to: &text)
    default: throw error(.invalidEscape)
    }
  }

  private mutating func unicodeEscape() throws(JSONError) -> UInt32 {
    let first = try fourHexDigits()
    guard first & 0xF800 == 0xD800 else { return first }
    let replacement: UInt32 = 0xFFFD
    guard first < 0xDC00, offset + 1 < bytes.count,
      bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
    else { return replacement }
    let beforeSecond = offset
    offset += 2
    let second = try fourHexDigits()
    guard second & 0xFC00 == 0xDC00 else {
      offset = beforeSecond
      return replacement
    }
    return 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF)
  }

  private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32((byte | 0x20) - UInt8(ascii: "a") + 10)
      default: throw error(.invalidEscape)
      }
      offset += 1
    }
    return value
  }

  private func appendUTF8(of scalar: UInt32, to text: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: text.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      text.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      text.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      text.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}
