import Crypto
import NIOCore

/// Fingerprints of bytes (FIPS 180-4).
enum Digest {
  static func sha256(_ body: ByteBuffer) -> [UInt8] {
    body.withUnsafeReadableBytes { bytes in
      var hash = SHA256()
      hash.update(bufferPointer: bytes)
      return Array(hash.finalize())
    }
  }

  static func sha256(_ text: String) -> [UInt8] { sha256(ByteBuffer(string: text)) }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 0xF)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// RFC 4648 section 4, with padding.
func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var value: UInt32 = 0
    for byte in group { value = value << 8 | UInt32(byte) }
    value <<= 8 * UInt32(3 - group.count)
    for position in 0..<4 {
      let digit = digits[Int(value >> (18 - 6 * UInt32(position)) & 0x3F)]
      text.append(position <= group.count ? digit : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// nil if it is not base64 (RFC 4648 section 4, with or without padding).
func base64Decoded(_ text: some StringProtocol) -> [UInt8]? {
  var bytes: [UInt8] = []
  var value: UInt32 = 0
  var bits = 0
  for byte in text.utf8 where byte != UInt8(ascii: "=") {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): digit = 62
    case UInt8(ascii: "/"): digit = 63
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
