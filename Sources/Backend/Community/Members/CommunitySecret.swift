import Crypto
import Foundation
import Storage

/// The secret that only this community's servers know. It is created once and stored in the database, and so
/// in each backup.
struct CommunitySecret: Sendable {
  /// The purpose of a derived key. Keys reveal nothing about each other.
  enum Purpose: String {
    /// The key for the addresses of pictures.
    case pictures
    /// The key for the marks of browsers in which members have signed in.
    case devices
    /// The key for the topics of push messages.
    case pushTopics
    /// The key for the proofs in the addresses of push messages.
    case pushTaps
  }

  private let secret: SymmetricKey

  init(_ text: String) { secret = SymmetricKey(data: Data(text.utf8)) }

  func key(for purpose: Purpose) -> [UInt8] {
    Array(HMAC<Crypto.SHA256>.authenticationCode(for: Data(purpose.rawValue.utf8), using: secret))
  }

  private static let name = "secret"

  static func load(from store: Store) async throws -> CommunitySecret {
    if let known = try await store.setting(name) { return CommunitySecret(known) }
    let made = Secret.random()
    // On a full disk, nothing is signed or stored that must be recognized later.
    guard !store.isReadOnly else { return CommunitySecret(made) }
    return CommunitySecret(try await store.setUnlessSet(name, to: made))
  }
}
