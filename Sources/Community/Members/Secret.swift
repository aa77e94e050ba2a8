import Contracts
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
  static func hash(_ secret: String) -> String { hexadecimal(Crypto.SHA256.hash(data: Array(secret.utf8))) }

  /// The challenge that goes with a verifier (RFC 7636 section 4.2, S256).
  static func challenge(of verifier: String) -> String {
    base64URL(Array(Crypto.SHA256.hash(data: Array(verifier.utf8))))
  }

  /// Takes equally long wherever the first difference is.
  static func areEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
    let (left, right) = (Array(left), Array(right))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
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
