import Contracts
import Crypto
import Foundation

/// The keys of a receiver of push messages (RFC 8291, section 3).
struct PushKeys: Equatable, Sendable {
  /// A point on P-256, 65 bytes.
  let publicKey: [UInt8]
  /// The authentication secret, 16 bytes.
  let secret: [UInt8]

  /// Accepts Base 64 of both alphabets, with and without padding, because clients send all of them.
  ///
  /// - Returns: `nil` if the public key isn't a point on the curve, or a length is wrong.
  init?(publicKey: String, secret: String) {
    guard let publicKey = Self.bytes(publicKey), let secret = Self.bytes(secret), publicKey.count == 65,
      secret.count == 16, (try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)) != nil
    else { return nil }
    self.publicKey = publicKey
    self.secret = secret
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= 200 else { return nil }
    let standard = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      // A form turns an unescaped plus into a blank.
      case UInt8(ascii: " "): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    return base64Decoded(String(decoding: standard, as: UTF8.self), .standard)
  }
}
