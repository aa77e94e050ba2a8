/// The proof that who asks for the token is who asked for the code (PKCE, RFC 7636).
public struct ProofKey: Equatable, Sendable {
  /// Kept by the app until it asks for the token.
  public let verifier: String

  /// `bytes`: 32 that nobody can guess (RFC 7636 section 4.1).
  public init(bytes: [UInt8]) { verifier = base64URL(bytes) }

  public init(verifier: String) { self.verifier = verifier }

  /// What the server gets to see first: method `S256`.
  public var challenge: String { base64URL(SHA256.hash(Array(verifier.utf8))) }
}

/// Base 64 for URLs, without padding (RFC 4648 section 5).
public func base64URL(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  var text: [UInt8] = []
  var bits: UInt32 = 0
  var count = 0
  for byte in bytes {
    bits = bits << 8 | UInt32(byte)
    count += 8
    while count >= 6 {
      count -= 6
      text.append(alphabet[Int(bits >> UInt32(count) & 63)])
    }
    bits &= 63
  }
  if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
  return String(decoding: text, as: UTF8.self)
}
