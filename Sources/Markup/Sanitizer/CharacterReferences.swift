/// Character references of HTML (HTML 13.2.5.72), as far as texts of posts use them: numbers, and the names below.
public enum CharacterReferences {
  private static let names: [(StaticString, UInt32)] = [
    ("amp", 0x26), ("lt", 0x3C), ("gt", 0x3E), ("quot", 0x22), ("apos", 0x27), ("nbsp", 0xA0), ("hellip", 0x2026),
    ("ndash", 0x2013), ("mdash", 0x2014), ("lsquo", 0x2018), ("rsquo", 0x2019), ("ldquo", 0x201C), ("rdquo", 0x201D),
    ("laquo", 0xAB), ("raquo", 0xBB), ("middot", 0xB7), ("bull", 0x2022), ("copy", 0xA9), ("reg", 0xAE),
    ("Tab", 0x09), ("NewLine", 0x0A), ("colon", 0x3A), ("lpar", 0x28), ("rpar", 0x29),
  ]

  /// The text with its references resolved; what is none stays as it is written.
  public static func resolved(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = reference(in: bytes, after: index + 1) {
        result.append(contentsOf: Array(String(scalar).utf8))
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func reference(in bytes: ArraySlice<UInt8>, after start: Int) -> (Unicode.Scalar, end: Int)? {
    guard start < bytes.endIndex else { return nil }
    if bytes[start] == UInt8(ascii: "#") { return number(in: bytes, after: start + 1) }
    for (name, value) in names {
      let end = start + name.utf8CodeUnitCount
      guard end <= bytes.endIndex, let scalar = Unicode.Scalar(value) else { continue }
      let isSame = (0..<name.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == name.utf8Start[$0] }
      if isSame, end < bytes.endIndex, bytes[end] == UInt8(ascii: ";") { return (scalar, end + 1) }
    }
    return nil
  }

  /// Also without a semicolon at the end, as browsers read it. What is no character is U+FFFD.
  private static func number(in bytes: ArraySlice<UInt8>, after start: Int) -> (Unicode.Scalar, end: Int)? {
    var index = start
    let isHexadecimal = index < bytes.endIndex && bytes[index] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let digitsStart = index
    var value: UInt32 = 0
    while index < bytes.endIndex, let digit = digit(bytes[index]), isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      index += 1
    }
    guard index > digitsStart else { return nil }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ";") { index += 1 }
    return (Unicode.Scalar(value == 0 ? 0xFFFD : value) ?? "\u{FFFD}", index)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      UInt32(byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
