import Contracts
import Crypto
import Disk
import Foundation
import Synchronization

/// Encrypts the tokens that Mastodon's messages repeat to their clients. The server otherwise stores only
/// hashes of tokens.
///
/// The key is a file in the data folder, outside the database and outside backups. Neither of them is enough to
/// sign in (decision 0075).
final class SealedTokens: Sendable {
  private let path: String
  private let loaded = Mutex<SymmetricKey?>(nil)

  init(path: String) { self.path = path }

  /// Encrypts a token for its row; returns `nil` if the key can't be written.
  ///
  /// - Parameter id: the token's id. The text can be decrypted with the same id alone.
  func sealed(_ token: String, id: Int64) -> String? {
    guard let key = key(isMade: true),
      let box = try? AES.GCM.seal(Data(token.utf8), using: key, authenticating: Data("\(id)".utf8)),
      let bytes = box.combined
    else { return nil }
    return base64URL(Array(bytes))
  }

  /// Decrypts a token; returns `nil` if the key is another one, as after a restore.
  func opened(_ text: String, id: Int64) -> String? {
    guard let key = key(isMade: false), let bytes = base64Decoded(text, .urls),
      let box = try? AES.GCM.SealedBox(combined: bytes),
      let token = try? AES.GCM.open(box, using: key, authenticating: Data("\(id)".utf8))
    else { return nil }
    return String(validating: token, as: UTF8.self)
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
    // Without the folder's entry on the disk, a power cut costs only the tokens of new subscriptions.
    try? Disk.keep(Disk.parent(of: path))
  }
}
