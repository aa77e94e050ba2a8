import Foundation

/// One import at a time, over all programs that use the folder.
///
/// The system lets go of it when the program ends, however it ends, so what is hidden while nobody holds it was cut off.
final class ImportLock: Sendable {
  private let descriptor: Int32

  /// nil: somebody holds it.
  ///
  /// - Throws: `StorageError.notWritable`, `diskFull`.
  init?(_ folder: DataFolder) throws(StorageError) {
    let opened = open(folder.importing, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      let problem = errno
      guard problem != ENOSPC else { throw .diskFull }
      throw .notWritable(path: folder.importing, reason: String(cString: strerror(problem)))
    }
    descriptor = opened
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Waits until nobody holds it.
  static func taken(_ folder: DataFolder) async throws -> ImportLock {
    while true {
      if let lock = try ImportLock(folder) { return lock }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
