import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files and folders that survive a power cut.
///
/// A file's content is on the disk after `keep` of the file. Its name is on the disk after `keep` of the
/// folder (POSIX, fsync).
public enum Disk {
  /// An error of the file system.
  public struct Failure: Error, Equatable, Sendable {
    public let path: String
    /// The POSIX error number (errno).
    public let code: Int32

    public init(path: String, code: Int32) {
      self.path = path
      self.code = code
    }

    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// The system's message, such as `No space left on device`.
    public var reason: String { String(cString: strerror(code)) }
  }

  /// Returns once the content of a file, or the names in a folder, are on the disk.
  public static func keep(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    defer { close(descriptor) }
    while fsync(descriptor) != 0 {
      // Some network file systems can't sync a folder; they store its names by themselves.
      if errno == EINVAL || errno == ENOTSUP { return }
      guard errno == EINTR else { throw Failure(path: path, code: errno) }
    }
  }

  /// Creates a folder and its missing parents, and returns once they are on the disk.
  public static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) != 0 {
      switch errno {
      case ENOENT:
        let parent = parent(of: path)
        guard parent != path else { throw Failure(path: path, code: ENOENT) }
        try makeFolder(parent)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure(path: path, code: errno) }
      case EEXIST:
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw Failure(path: path, code: errno) }
        guard facts.st_mode & S_IFMT == S_IFDIR else { throw Failure(path: path, code: ENOTDIR) }
        return
      default: throw Failure(path: path, code: errno)
      }
    }
    try keep(parent(of: path))
  }

  /// Removes the permissions of others on a file or folder. Its group keeps its permissions if it may write.
  ///
  /// A file or folder of another user stays unchanged.
  public static func protect(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_uid == geteuid() else { return }
    let mode = facts.st_mode & 0o7777
    let protected = mode & (isShared(mode) ? 0o7770 : 0o7700)
    if protected != mode { chmod(path, protected) }
  }

  /// Returns true if the folder's group may write to it, and false if the folder doesn't exist.
  public static func isShared(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && isShared(facts.st_mode)
  }

  private static func isShared(_ mode: mode_t) -> Bool { mode & 0o020 != 0 }

  /// Renames a file or folder and replaces a file that has the new name. It doesn't sync the folder.
  public static func rename(_ path: String, to other: String) throws(Failure) {
    #if canImport(Glibc)
      guard Glibc.rename(path, other) == 0 else { throw Failure(path: other, code: errno) }
    #else
      guard Darwin.rename(path, other) == 0 else { throw Failure(path: other, code: errno) }
    #endif
  }

  /// Drops a file that was synced from the system's page cache, so that the next read comes from the disk.
  public static func forget(_ path: String) {
    #if canImport(Glibc)
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      close(descriptor)
    #endif
  }

  public static func parent(of path: String) -> String {
    let parent = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    return parent.isEmpty ? "/" : parent
  }
}
