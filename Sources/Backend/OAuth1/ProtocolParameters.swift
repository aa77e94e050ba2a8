/// The reason why a request can't be checked.
public enum OAuth1Error: Error, Equatable, Sendable {
  /// A parameter is missing or empty.
  case missing(String)
  /// A parameter of OAuth appears twice (RFC 5849 §3.1).
  case repeated(String)
  case malformed(String)
  case unsupportedMethod(String)
  case tooManyParameters
}

/// The ways to sign (RFC 5849 §3.4). `PLAINTEXT` sends the secrets themselves, so it isn't accepted.
public enum SignatureMethod: String, Sendable {
  case hmacSHA1 = "HMAC-SHA1"
  case hmacSHA256 = "HMAC-SHA256"
}

/// The parameters of OAuth in a signed request (RFC 5849 §3.1).
public struct ProtocolParameters: Equatable, Sendable {
  public let clientKey: String
  /// The request token or access token; `nil` if it is missing or empty.
  public let token: String?
  public let method: SignatureMethod
  /// The signature in Base 64.
  public let signature: String
  /// Seconds since 1970-01-01T00:00:00Z by the client's clock.
  public let timestamp: Int64
  public let nonce: String
  /// The address to which the client wants the member to return, or `oob`.
  public let callback: String?
  /// The text that proves the member's consent.
  public let verifier: String?

  /// The maximum length of a value in bytes.
  static let maxLength = 2048

  private static let names = [
    "oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_signature", "oauth_timestamp",
    "oauth_nonce", "oauth_callback", "oauth_verifier", "oauth_version",
  ]

  /// Returns `nil` for a request that isn't signed.
  init?(_ parameters: [RequestParameter]) throws(OAuth1Error) {
    var values: [String: String] = [:]
    for parameter in parameters where parameter.isOfProtocol {
      let name = String(decoding: parameter.name, as: UTF8.self)
      guard Self.names.contains(name) else { continue }
      guard values[name] == nil else { throw .repeated(name) }
      guard parameter.value.count <= Self.maxLength else { throw .malformed(name) }
      values[name] = String(decoding: parameter.value, as: UTF8.self)
    }
    guard values["oauth_consumer_key"] != nil || values["oauth_signature"] != nil else { return nil }
    func value(_ name: String) throws(OAuth1Error) -> String {
      guard let value = values[name], !value.isEmpty else { throw .missing(name) }
      return value
    }
    clientKey = try value("oauth_consumer_key")
    token = values["oauth_token"].flatMap { $0.isEmpty ? nil : $0 }
    let method = try value("oauth_signature_method")
    guard let known = SignatureMethod(rawValue: method) else { throw .unsupportedMethod(method) }
    self.method = known
    // A `+` that wasn't encoded in a query or form reads as a space.
    signature = String(try value("oauth_signature").map { $0 == " " ? "+" : $0 })
    guard let timestamp = Int64(try value("oauth_timestamp")), timestamp > 0 else {
      throw .malformed("oauth_timestamp")
    }
    self.timestamp = timestamp
    nonce = try value("oauth_nonce")
    callback = values["oauth_callback"]
    verifier = values["oauth_verifier"]
    guard values["oauth_version", default: "1.0"] == "1.0" else { throw .malformed("oauth_version") }
  }
}
