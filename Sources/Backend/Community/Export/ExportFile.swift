import Disk
import Foundation
import Storage
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file that is closed when its last holder is gone.
public final class ExportFile: Sendable {
  private struct Written {
    var waiting: [UInt8] = []
    var length: UInt64 = 0
  }

  private static let bufferSize = 1 << 16

  private let path: String
  private let descriptor: Int32
  private let written = Mutex(Written())
  private let sizeAtFirst: UInt64

  /// A new file without a name, whose room on the disk is free again when it is closed, however the process
  /// ends. Blocks.
  ///
  /// - Throws: a `DescribedError`.
  @available(*, noasync)
  init(withoutNameAt path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    sizeAtFirst = 0
    guard descriptor >= 0 else { throw Self.failure(path) }
    unlink(path)
  }

  /// Opens a file for reading. Fails if the file is missing, or if it is a folder or a link.
  public init?(reading path: String) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    var facts = stat()
    let isPlain = descriptor >= 0 && fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    sizeAtFirst = isPlain ? UInt64(facts.st_size) : 0
    guard isPlain else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The size in bytes.
  public var size: UInt64 { sizeAtFirst + written.withLock { $0.length } }

  /// Adds bytes at the end. Blocks.
  ///
  /// - Throws: a `DescribedError`.
  @available(*, noasync)
  public func append(_ bytes: [UInt8]) throws {
    try written.withLock { written in
      written.waiting += bytes
      written.length += UInt64(bytes.count)
      if written.waiting.count >= Self.bufferSize { try flush(&written) }
    }
  }

  /// Reads up to `count` bytes from an offset on, and waits for the disk. Blocks.
  ///
  /// - Throws: a `DescribedError`.
  @available(*, noasync)
  public func read(at offset: UInt64, _ count: Int) throws -> [UInt8] {
    try written.withLock { try flush(&$0) }
    var isOver = false
    return try [UInt8](unsafeUninitializedCapacity: count) { space, initialized in
      while initialized < count, !isOver {
        let length = pread(
          descriptor, space.baseAddress.map { $0 + initialized }, count - initialized,
          off_t(offset) + off_t(initialized))
        if length > 0 { initialized += length }
        isOver = length == 0
        guard length >= 0 || errno == EINTR else { throw failure }
      }
    }
  }

  private func flush(_ written: inout Written) throws {
    var done = 0
    while done < written.waiting.count {
      let length = written.waiting.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      guard length >= 0 || errno == EINTR else { throw failure }
      done += max(0, length)
    }
    written.waiting.removeAll(keepingCapacity: true)
  }

  private var failure: StorageError { Self.failure(path) }

  /// Returns the error of the last system call.
  private static func failure(_ path: String) -> StorageError {
    let failure = Disk.Failure(path: path, code: errno)
    return failure.isFull ? .diskFull : .notWritable(path: path, reason: failure.reason)
  }
}
