import Crypto
import Foundation

/// A request that is signed with OAuth 1.0a (RFC 5849), and the check of its signature.
///
/// The check needs the secrets of client and token in clear. It says nothing about the time and the nonce:
/// `NonceCache` does.
public struct SignedRequest: Sendable {
  public let parameters: ProtocolParameters
  private let method: String
  private let path: String
  /// The parameters as normalized, and as sent if that differs.
  private let normalized: [[UInt8]]

  /// Returns `nil` for a request that isn't signed.
  public init?(_ parts: RequestParts) throws(OAuth1Error) {
    let all = try parts.parameters()
    guard let parameters = try ProtocolParameters(all) else { return nil }
    self.parameters = parameters
    method = parts.method.uppercased()
    path = parts.path.isEmpty ? "/" : parts.path
    let covered = all.filter { !$0.name.elementsEqual("oauth_signature".utf8) }
    let normalized = Self.joined(covered.map(\.pair))
    // Clients of AFNetworking's time sign some characters as they send them.
    let sent = Self.joined(covered.map(\.sent))
    self.normalized = sent == normalized ? [normalized] : [normalized, sent]
  }

  /// Returns true if one of the secrets made the signature, for one of the origins.
  ///
  /// - Parameters:
  ///   - tokenSecrets: The secrets that the client may have used; an empty one stands for no token.
  ///   - origins: Those of `SignedOrigins`.
  public func isSigned(clientSecret: String, tokenSecrets: [String], at origins: [String]) -> Bool {
    guard let signature = Data(base64Encoded: parameters.signature) else { return false }
    for parameters in normalized {
      for origin in origins {
        let base = baseString(parameters, at: origin)
        for tokenSecret in tokenSecrets {
          let key = Self.key(clientSecret: clientSecret, tokenSecret: tokenSecret)
          if isValid(signature, of: base, key: key) { return true }
        }
      }
    }
    return false
  }

  /// Returns the signature base string (RFC 5849 §3.4.1.1).
  func baseString(at origin: String) -> String {
    String(decoding: baseString(normalized[0], at: origin), as: UTF8.self)
  }

  /// Returns the signature in Base 64, as a client makes it.
  func signature(clientSecret: String, tokenSecret: String, at origin: String) -> String {
    let key = Self.key(clientSecret: clientSecret, tokenSecret: tokenSecret)
    let base = baseString(normalized[0], at: origin)
    return switch parameters.method {
    case .hmacSHA1:
      Data(HMAC<Insecure.SHA1>.authenticationCode(for: base, using: key)).base64EncodedString()
    case .hmacSHA256: Data(HMAC<SHA256>.authenticationCode(for: base, using: key)).base64EncodedString()
    }
  }

  private func baseString(_ parameters: [UInt8], at origin: String) -> [UInt8] {
    let parts = [Array(method.utf8), Array((origin + path).utf8), parameters]
    return Array(parts.map { PercentEncoding.encoded($0) }.joined(separator: [UInt8(ascii: "&")]))
  }

  /// Takes the same time for every wrong signature.
  private func isValid(_ signature: Data, of base: [UInt8], key: SymmetricKey) -> Bool {
    switch parameters.method {
    case .hmacSHA1:
      HMAC<Insecure.SHA1>.isValidAuthenticationCode(signature, authenticating: base, using: key)
    case .hmacSHA256: HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: base, using: key)
    }
  }

  /// Joins the pairs in order (RFC 5849 §3.4.1.3.2).
  private static func joined(_ pairs: [ParameterPair]) -> [UInt8] {
    var joined: [UInt8] = []
    for pair in pairs.sorted() {
      if !joined.isEmpty { joined.append(UInt8(ascii: "&")) }
      joined += pair.name + [UInt8(ascii: "=")] + pair.value
    }
    return joined
  }

  private static func key(clientSecret: String, tokenSecret: String) -> SymmetricKey {
    let secrets = [clientSecret, tokenSecret].map { PercentEncoding.encoded(Array($0.utf8)) }
    return SymmetricKey(data: Array(secrets.joined(separator: [UInt8(ascii: "&")])))
  }
}
