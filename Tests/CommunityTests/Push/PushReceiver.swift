import Contracts
import Crypto
import Foundation
import JSON

@testable import Community

/// A device with a push subscription. It decrypts what is sent to it, as RFC 8291 tells the receiver to.
struct PushReceiver: Sendable {
  let key: P256.KeyAgreement.PrivateKey
  let secret: [UInt8]

  struct Broken: Error {}

  init(
    key: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(),
    secret: [UInt8] = Array(repeating: 7, count: 16)
  ) {
    self.key = key
    self.secret = secret
  }

  var publicKey: String { base64URL(Array(key.publicKey.x963Representation)) }

  var keys: PushKeys {
    get throws {
      guard let keys = PushKeys(publicKey: publicKey, secret: base64URL(secret)) else { throw Broken() }
      return keys
    }
  }

  /// Decrypts a body of RFC 8291, and removes its padding.
  func opened(_ body: [UInt8]) throws -> [UInt8] {
    guard body.count > 86, body[20] == 65 else { throw Broken() }
    let (salt, sender) = (Array(body[..<16]), Array(body[21..<86]))
    let info = Array("WebPush: info\0".utf8) + Array(key.publicKey.x963Representation) + sender
    let record = try opened(
      Array(body[86...]), salt: salt, input(sender, info), "Content-Encoding: aes128gcm\0", [])
    guard let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else { throw Broken() }
    return Array(record[..<end])
  }

  /// Decrypts a body of the draft, whose parameters are in header fields.
  func opened(_ body: [UInt8], encryption: String, cryptoKey: String) throws -> [UInt8] {
    guard let salt = base64Decoded(encryption.dropFirst("salt=".count), .urls),
      let field = cryptoKey.split(separator: ";").first(where: { $0.hasPrefix("dh=") }),
      let sender = base64Decoded(field.dropFirst("dh=".count), .urls)
    else { throw Broken() }
    let context =
      Array("P-256\0".utf8) + [0, 65] + Array(key.publicKey.x963Representation) + [0, 65] + sender
    let record = try opened(
      body, salt: salt, input(sender, Array("Content-Encoding: auth\0".utf8)), "Content-Encoding: aesgcm\0",
      context)
    guard record.starts(with: [0, 0]) else { throw Broken() }
    return Array(record.dropFirst(2))
  }

  private func input(_ sender: [UInt8], _ info: [UInt8]) throws -> SymmetricKey {
    try key.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: sender))
      .hkdfDerivedSymmetricKey(using: Crypto.SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
  }

  private func opened(
    _ body: [UInt8], salt: [UInt8], _ input: SymmetricKey, _ name: String, _ context: [UInt8]
  ) throws -> [UInt8] {
    func derived(_ name: String, _ count: Int) -> SymmetricKey {
      HKDF<Crypto.SHA256>.deriveKey(
        inputKeyMaterial: input, salt: salt, info: Array(name.utf8) + context, outputByteCount: count)
    }
    let nonce = derived("Content-Encoding: nonce\0", 12).withUnsafeBytes { Array($0) }
    let box = try AES.GCM.SealedBox(combined: nonce + body)
    return Array(try AES.GCM.open(box, using: derived(name, 16)))
  }
}
