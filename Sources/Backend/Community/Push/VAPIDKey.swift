import Contracts
import Crypto
import Foundation
import JSON
import Storage
import Synchronization

/// The key pair by which push services know this community (RFC 8292). It is made once, is in each backup,
/// and never changes: browsers bind their subscriptions to it.
final class VAPIDKey: Sendable {
  /// The lifetime of a token in seconds. Push services accept a day at most.
  private static let lifetime: Int64 = 12 * 3600
  /// The time after which a token is replaced, in seconds.
  private static let renewal: Int64 = 6 * 3600
  private static let maxTokens = 200

  private let key: P256.Signing.PrivateKey
  private let tokens = Mutex<[String: (token: String, madeAt: Int64)]>([:])

  init(_ key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) { self.key = key }

  /// The public key in base64url, as clients and push services take it.
  var publicKey: String { base64URL(Array(key.publicKey.x963Representation)) }

  /// Returns a token for a push service, the same one for some hours.
  ///
  /// - Parameters:
  ///   - audience: the origin of the push service.
  ///   - subject: the address of those who run the server: `mailto:…` or `https://…`.
  ///   - now: the time in seconds.
  func token(audience: String, subject: String, now: Int64) throws -> String {
    let name = audience + " " + subject
    let known = tokens.withLock { $0[name] }
    if let known, 0..<Self.renewal ~= now - known.madeAt { return known.token }
    let token = try signed(audience: audience, subject: subject, end: now + Self.lifetime)
    tokens.withLock { tokens in
      if tokens.count >= Self.maxTokens { tokens = [:] }
      tokens[name] = (token, now)
    }
    return token
  }

  private func signed(audience: String, subject: String, end: Int64) throws -> String {
    var claims = JSONWriter()
    claims.object { writer in
      writer.member("aud", audience)
      writer.name("exp")
      writer.number(end)
      writer.member("sub", subject)
    }
    let text = base64URL(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8)) + "." + base64URL(claims.bytes)
    let signature = try key.signature(for: Data(text.utf8))
    return text + "." + base64URL(Array(signature.rawRepresentation))
  }

  private static let setting = "push_key"

  /// Loads the key from the database, or makes it.
  static func load(from store: Store) async throws -> VAPIDKey? {
    let made = P256.Signing.PrivateKey()
    let text: String
    if let known = try await store.setting(setting) {
      text = known
    } else {
      // On a full disk push messages begin once the key can be stored.
      guard !store.isReadOnly else { return nil }
      text = try await store.setUnlessSet(setting, to: base64URL(Array(made.rawRepresentation)))
    }
    guard let bytes = base64Decoded(text, .urls) else { return nil }
    return VAPIDKey(try P256.Signing.PrivateKey(rawRepresentation: bytes))
  }
}
