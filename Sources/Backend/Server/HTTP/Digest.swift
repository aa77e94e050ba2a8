import Crypto
import NIOCore

/// Hashes of bytes (FIPS 180-4).
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

/// Encodes Base 64 with padding (RFC 4648 section 4).
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
