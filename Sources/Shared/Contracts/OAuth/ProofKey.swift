/// The proof that the client that asks for the token is the one that asked for the code (PKCE, RFC 7636).
public struct ProofKey: Equatable, Sendable {
  /// The secret that the app stores until it asks for the token.
  public let verifier: String

  /// - Parameter bytes: 32 unpredictable bytes (RFC 7636 section 4.1).
  public init(bytes: [UInt8]) { verifier = base64URL(bytes) }

  public init(verifier: String) { self.verifier = verifier }

  /// The hash of the verifier that the server gets first: method `S256`.
  public var challenge: String { base64URL(SHA256.hash(Array(verifier.utf8))) }
}

/// Encodes Base 64 for URLs, without padding (RFC 4648 section 5).
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
