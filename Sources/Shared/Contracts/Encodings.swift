/// Returns two lower-case digits a byte.
public func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var digits: [UInt8] = []
  for byte in bytes {
    for digit in [byte >> 4, byte & 15] { digits.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
  }
  return String(decoding: digits, as: UTF8.self)
}

/// The alphabets of Base 64 (RFC 4648), which differ in the characters for 62 and 63.
public enum Base64Alphabet: Sendable {
  /// Section 4, with padding.
  case standard
  /// Section 5: for URLs, without padding.
  case urls
}

/// Returns the bytes; `nil` if the text isn't Base 64.
public func base64Decoded(_ text: some StringProtocol, _ alphabet: Base64Alphabet) -> [UInt8]? {
  var bytes: [UInt8] = []
  var value: UInt32 = 0
  var bits = 0
  for byte in Array(text.utf8) {
    let digit: UInt8
    switch (byte, alphabet) {
    case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): digit = byte - UInt8(ascii: "A")
    case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): digit = byte - UInt8(ascii: "a") + 26
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): digit = byte - UInt8(ascii: "0") + 52
    case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .urls): digit = 62
    case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .urls): digit = 63
    case (UInt8(ascii: "="), .standard): continue
    default: return nil
    }
    value = value << 6 | UInt32(digit)
    bits += 6
    if bits >= 8 {
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
    }
    value &= (1 << UInt32(bits)) - 1
  }
  return bytes
}
