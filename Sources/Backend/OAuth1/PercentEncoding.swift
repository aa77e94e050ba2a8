/// Percent-encoding of OAuth 1.0 (RFC 5849 §3.6).
enum PercentEncoding {
  /// Encodes every byte but letters, digits, `-`, `.`, `_` and `~`, with upper-case digits.
  static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return encoded
  }

  /// Decodes `%` and two hexadecimal digits. A `%` without them stays.
  ///
  /// - Parameter plus: The byte that a `+` stands for: a space in queries and forms.
  static func decoded(_ bytes: ArraySlice<UInt8>, plus: UInt8 = UInt8(ascii: "+")) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index > 2,
        let high = value(of: bytes[index + 1]), let low = value(of: bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? plus : bytes[index])
        index += 1
      }
    }
    return decoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
