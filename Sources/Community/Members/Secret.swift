import Crypto

/// What lets somebody in: tokens, codes, keys of programs, links. Whoever has one may do what it is for, so only its
/// hash is stored.
enum Secret {
  /// 256 random bits, in letters that need no escaping anywhere (RFC 4648 section 5).
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      let word = generator.next()
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
    }
    return base64URL(bytes)
  }

  /// SHA-256, in hexadecimal. A secret that is random and long needs no slower one.
  static func hash(_ secret: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * SHA256.byteCount)
    for byte in SHA256.hash(data: Array(secret.utf8)) { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The challenge that goes with a verifier (RFC 7636 section 4.2, S256).
  static func challenge(of verifier: String) -> String { base64URL(Array(SHA256.hash(data: Array(verifier.utf8)))) }

  /// Takes equally long wherever the first difference is.
  static func areEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
    let (left, right) = (Array(left), Array(right))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }

  /// Without padding.
  static func base64URL(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    var value: UInt32 = 0
    var bits = 0
    for byte in bytes {
      value = value << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(digits[Int(value >> UInt32(bits) & 0x3F)])
      }
      value &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { text.append(digits[Int(value << UInt32(6 - bits) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil if it is not what `base64URL` writes.
  static func bytes(base64URL text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var value: UInt32 = 0
    var bits = 0
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "_"): digit = 63
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
}

extension Community {
  /// 256 random bits, in letters that need no escaping anywhere.
  public static func randomSecret() -> String { Secret.random() }

  /// Takes equally long wherever the first difference is.
  public static func areEqualSecrets(_ left: String, _ right: String) -> Bool {
    Secret.areEqual(left.utf8, right.utf8)
  }
}
