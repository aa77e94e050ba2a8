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
