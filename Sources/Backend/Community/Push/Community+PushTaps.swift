import Contracts
import Crypto
import Foundation

extension Community {
  /// Returns the proof that a notification's address comes from this server. Its message has it, which the
  /// receiver's device alone can read. So a made-up link marks nothing as read.
  func tapProof(_ notification: Int64, of account: Int64) -> String {
    let key = SymmetricKey(data: secret.key(for: .pushTaps))
    let name = Data("\(account) \(notification)".utf8)
    let code = HMAC<Crypto.SHA256>.authenticationCode(for: name, using: key)
    return base64URL(Array(code.prefix(12)))
  }

  /// Checks the proof of a notification that the viewer has opened by its address.
  ///
  /// - Throws: `CommunityError.invalid` for another proof.
  public func checkTap(_ notification: Int64, proof: String, _ viewer: Viewer) throws {
    guard proof == tapProof(notification, of: viewer.account) else {
      throw CommunityError.invalid("Validation failed: Proof is wrong")
    }
  }
}
