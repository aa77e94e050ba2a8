import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files and folders that a power cut doesn't take back.
///
/// A file that was written is on the disk after `keep`; its name is there after `keep` of the folder (POSIX, fsync).
public enum Disk {
  /// Why a file could not be written or kept.
  public struct Failure: Error, Equatable, Sendable {
    public let path: String
    /// POSIX's number (errno).
    public let code: Int32

    public init(path: String, code: Int32) {
      self.path = path
      self.code = code
    }

    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// `No space left on device`
    public var reason: String { String(cString: strerror(code)) }
  }

  /// Returns when the disk has the content of a file, or the names in a folder.
  public static func keep(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    defer { close(descriptor) }
    while fsync(descriptor) != 0 {
      // Some network disks can't do that for a folder, and keep its names by themselves.
      if errno == EINVAL || errno == ENOTSUP { return }
      guard errno == EINTR else { throw Failure(path: path, code: errno) }
    }
  }

  /// Makes a folder and those above it, as far as they are missing, so that they stay.
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

  /// Lets nobody but its owner into a file or folder. If its group may write to it, the group keeps what it may.
  ///
  /// Somebody else's is left as it is.
  public static func protect(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_uid == geteuid() else { return }
    let mode = facts.st_mode & 0o7777
    let protected = mode & (isShared(mode) ? 0o7770 : 0o7700)
    if protected != mode { chmod(path, protected) }
  }

  /// Whether a group works with a folder together. `false` if it is missing.
  public static func isShared(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && isShared(facts.st_mode)
  }

  private static func isShared(_ mode: mode_t) -> Bool { mode & 0o020 != 0 }

  /// Gives a file or folder another name, whose place must be free or a file. The folder is not kept yet.
  public static func rename(_ path: String, to other: String) throws(Failure) {
    #if canImport(Glibc)
      guard Glibc.rename(path, other) == 0 else { throw Failure(path: other, code: errno) }
    #else
      guard Darwin.rename(path, other) == 0 else { throw Failure(path: other, code: errno) }
    #endif
  }

  /// Lets the system forget what it remembers of a file that was kept, so that reading it asks the disk.
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
