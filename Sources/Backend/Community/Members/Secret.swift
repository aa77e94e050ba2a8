import Contracts
import Crypto

/// Creates and compares secrets: tokens, codes, client secrets, links. Anyone who has one can use it, so only
/// its hash is stored.
enum Secret {
  /// Returns 256 random bits in characters that never need escaping (RFC 4648 section 5).
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      let word = generator.next()
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return base64URL(bytes)
  }

  /// Returns 256 random bits in letters and digits alone, which clients of OAuth 1.0a expect.
  static func randomHexadecimal() -> String { hash(random()) }

  /// The letters and digits of `randomReadable`: no `0`, `1`, `l` or `o`, which look alike.
  static let readableLetters = Array("23456789abcdefghijkmnpqrstuvwxyz".utf8)
  /// The number of letters of `randomReadable`.
  static let readableLength = 24

  /// Returns 120 random bits to be read from one screen and typed on another: six groups of four letters and
  /// digits, with hyphens between them.
  static func randomReadable() -> String {
    var generator = SystemRandomNumberGenerator()
    var text: [UInt8] = []
    for index in 0..<readableLength {
      if index > 0, index.isMultiple(of: 4) { text.append(UInt8(ascii: "-")) }
      text.append(readableLetters[Int(generator.next() & 31)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the letters and digits of a secret of `randomReadable`, however its groups were separated and its
  /// letters written. Other texts are returned as they are.
  static func canonical(_ typed: String) -> String {
    let letters = typed.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    guard letters.count == readableLength, letters.allSatisfy(readableLetters.contains) else { return typed }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Returns the SHA-256 in hexadecimal. A long random secret doesn't need a slower hash.
  static func hash(_ secret: String) -> String { hexadecimal(Crypto.SHA256.hash(data: Array(secret.utf8))) }

  /// Returns the challenge for a verifier (RFC 7636 section 4.2, S256).
  static func challenge(of verifier: String) -> String {
    base64URL(Array(Crypto.SHA256.hash(data: Array(verifier.utf8))))
  }

  /// Compares in constant time.
  static func areEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
    let (left, right) = (Array(left), Array(right))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}

extension Community {
  /// Returns 256 random bits in characters that never need escaping.
  public static func randomSecret() -> String { Secret.random() }

  /// Compares in constant time.
  public static func areEqualSecrets(_ left: String, _ right: String) -> Bool {
    Secret.areEqual(left.utf8, right.utf8)
  }
}
