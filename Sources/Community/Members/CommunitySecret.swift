import Crypto
import Foundation
import Storage

/// What only this community's servers know: made once, kept in the database, and so in each backup.
struct CommunitySecret: Sendable {
  /// What a key is for. One key tells nothing of another.
  enum Purpose: String {
    /// Addresses of pictures.
    case pictures
    /// Marks of browsers that have signed in before.
    case devices
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
    // On a full disk nothing is signed or stored that has to be known again.
    guard !store.isReadOnly else { return CommunitySecret(made) }
    return CommunitySecret(try await store.setUnlessSet(name, to: made))
  }
}
