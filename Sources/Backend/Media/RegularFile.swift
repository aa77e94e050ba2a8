#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that can be sent, unlike a folder or a pipe.
public enum RegularFile {
  /// The size in bytes; nil if the path leads to no regular file. Blocks.
  @available(*, noasync)
  public static func size(at path: String) -> Int? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(info.st_size)
  }
}
