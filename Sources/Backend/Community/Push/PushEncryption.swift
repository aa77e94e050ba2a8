import Contracts
import Crypto
import Foundation

/// The encryption of one push message. Each message has key pair and salt of its own.
struct PushEncryption {
  /// The record size in the header of `aes128gcm` (RFC 8188, section 2.1). A message is one record.
  private static let recordSize: UInt32 = 4096
  /// The maximum length of a plaintext, so that a body has at most 4,096 bytes (RFC 8291, section 4).
  static let maxBytes = 3993

  private let receiver: PushKeys
  private let sender: P256.KeyAgreement.PrivateKey
  private let salt: [UInt8]

  /// - Parameters:
  ///   - sender: the sender's key pair. Only tests pass one.
  ///   - salt: 16 bytes. Only tests pass them.
  init(
    to receiver: PushKeys, sender: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(),
    salt: [UInt8] = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
  ) {
    self.receiver = receiver
    self.sender = sender
    self.salt = salt
  }

  private var senderKey: [UInt8] { Array(sender.publicKey.x963Representation) }

  /// Encrypts with the coding of RFC 8291, with everything that the receiver needs in the body.
  ///
  /// - Parameter step: the padded length is a multiple of this number of bytes; 1 leaves the padding out.
  func standard(_ plaintext: [UInt8], paddedTo step: Int = 1) throws -> [UInt8] {
    let input = try key(
      info: Array("WebPush: info\0".utf8) + receiver.publicKey + senderKey, bytes: 32)
    let record = plaintext + [2]
    let padding = (step - record.count % step) % step
    let encrypted = try sealed(
      record + [UInt8](repeating: 0, count: min(padding, max(0, Self.maxBytes + 1 - record.count))), input,
      key: "Content-Encoding: aes128gcm\0", nonce: "Content-Encoding: nonce\0", context: [])
    let size = withUnsafeBytes(of: Self.recordSize.bigEndian) { Array($0) }
    return salt + size + [UInt8(senderKey.count)] + senderKey + encrypted
  }

  /// Encrypts with the coding `aesgcm` (draft-ietf-webpush-encryption-04), which older clients know alone.
  ///
  /// - Returns: the body, and the header fields `Encryption` and the beginning of `Crypto-Key`.
  func draft(_ plaintext: [UInt8]) throws -> (body: [UInt8], encryption: String, cryptoKey: String) {
    let input = try key(info: Array("Content-Encoding: auth\0".utf8), bytes: 32)
    let context =
      Array("P-256\0".utf8) + [0, 65] + receiver.publicKey + [0, UInt8(senderKey.count)] + senderKey
    // The record begins with the length of its padding.
    let encrypted = try sealed(
      [0, 0] + plaintext, input, key: "Content-Encoding: aesgcm\0", nonce: "Content-Encoding: nonce\0",
      context: context)
    return (encrypted, "salt=" + base64URL(salt), "dh=" + base64URL(senderKey))
  }

  /// Derives a key from both key pairs and the authentication secret.
  private func key(info: [UInt8], bytes: Int) throws -> SymmetricKey {
    let publicKey = try P256.KeyAgreement.PublicKey(x963Representation: receiver.publicKey)
    return try sender.sharedSecretFromKeyAgreement(with: publicKey).hkdfDerivedSymmetricKey(
      using: Crypto.SHA256.self, salt: receiver.secret, sharedInfo: info, outputByteCount: bytes)
  }

  /// Encrypts a record, and appends its tag.
  private func sealed(
    _ record: [UInt8], _ input: SymmetricKey, key: String, nonce: String, context: [UInt8]
  ) throws -> [UInt8] {
    func derived(_ name: String, _ count: Int) -> SymmetricKey {
      HKDF<Crypto.SHA256>.deriveKey(
        inputKeyMaterial: input, salt: salt, info: Array(name.utf8) + context, outputByteCount: count)
    }
    let nonce = try derived(nonce, 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    let box = try AES.GCM.seal(record, using: derived(key, 16), nonce: nonce)
    return Array(box.ciphertext) + Array(box.tag)
  }
}
