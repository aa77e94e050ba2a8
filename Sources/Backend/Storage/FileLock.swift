import Foundation

/// A lock file that one holder at a time has locked, across all processes of a machine.
///
/// The system releases the lock when the process ends, however it ends. So hidden rows of an import were left
/// by an interrupted one if its lock is free.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Locks the file; returns `nil` if it is locked already.
  ///
  /// - Parameter path: the file, which is created if it is missing, and stays. A file that can only be read
  ///   is enough.
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
