import Foundation

/// Held by one at a time, over all programs of one machine.
///
/// The system lets go of it when the program ends, however it ends, so what an import hid while nobody holds its lock was
/// cut off.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// nil: somebody holds it.
  ///
  /// - Parameter path: of a file that is made if it is missing, and stays. One that is there can only be read, perhaps.
  /// - Throws: `StorageError.notWritable`, `diskFull`.
  init?(_ path: String) throws(StorageError) {
    var opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    if opened < 0 {
      let problem = errno
      opened = open(path, O_RDONLY | O_CLOEXEC)
      if opened < 0 { errno = problem }
    }
    guard opened >= 0 else {
      let problem = errno
      guard problem != ENOSPC else { throw .diskFull }
      throw .notWritable(path: path, reason: String(cString: strerror(problem)))
    }
    descriptor = opened
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit { close(descriptor) }
}
