import Contracts
import Crypto
import Disk
import Foundation
import Synchronization

/// Encrypts the secrets that the server needs in clear: the tokens that Mastodon's push messages repeat, and
/// those with which clients sign requests. Of all others it stores only hashes.
///
/// The key is a file in the data folder, outside the database and outside backups. Neither of them is enough to
/// sign in (decisions 0075 and 0085).
final class SealedSecrets: Sendable {
  private let path: String
  private let loaded = Mutex<SymmetricKey?>(nil)

  init(path: String) { self.path = path }

  /// Encrypts a secret for its row; returns `nil` if the key can't be written.
  ///
  /// - Parameter id: the row's id. The text can be decrypted with the same id alone.
  func sealed(_ secret: String, id: Int64) -> String? {
    guard let key = key(isMade: true),
      let box = try? AES.GCM.seal(Data(secret.utf8), using: key, authenticating: Data("\(id)".utf8)),
      let bytes = box.combined
    else { return nil }
    return base64URL(Array(bytes))
  }

  /// Decrypts a secret; returns `nil` if the key is another one, as after a restore.
  func opened(_ text: String, id: Int64) -> String? {
    guard let key = key(isMade: false), let bytes = base64Decoded(text, .urls),
      let box = try? AES.GCM.SealedBox(combined: bytes),
      let secret = try? AES.GCM.open(box, using: key, authenticating: Data("\(id)".utf8))
    else { return nil }
    return String(validating: secret, as: UTF8.self)
  }

  private func key(isMade: Bool) -> SymmetricKey? {
    loaded.withLock { loaded in
      if loaded == nil, let key = read() { loaded = key }
      if loaded == nil, isMade {
        make()
        loaded = read()
      }
      return loaded
    }
  }

  private func read() -> SymmetricKey? {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count == 32 else { return nil }
    return SymmetricKey(data: bytes)
  }

  /// Writes a new key, unless another process was sooner: a link never replaces a file.
  private func make() {
    let scratch = path + "." + UUID().uuidString
    let descriptor = open(scratch, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { unlink(scratch) }
    let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    let isKept = count == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isKept, link(scratch, path) == 0 else { return }
    // Without the folder's entry on the disk, a power cut costs only the newest secrets.
    try? Disk.keep(Disk.parent(of: path))
  }
}
