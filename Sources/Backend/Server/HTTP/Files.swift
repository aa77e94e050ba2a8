import Media
import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The length of a regular file; `nil` if the path has no regular file. Blocks.
@available(*, noasync)
func fileSize(_ path: String) -> Int? {
  RegularFile.size(at: path)
}

/// A whole file; nil if it can't be read. Blocks.
@available(*, noasync)
func fileContents(_ path: String) -> ByteBuffer? {
  guard let size = fileSize(path) else { return nil }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var buffer = ByteBufferAllocator().buffer(capacity: size)
  while buffer.readableBytes < size {
    let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size - buffer.readableBytes) {
      space in
      space.baseAddress.map { max(0, read(descriptor, $0, space.count)) } ?? 0
    }
    guard count > 0 else { return nil }
  }
  return buffer
}

/// Returns the folder of the running program's file.
public func executableFolder() -> String? {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let length = buffer.withUnsafeMutableBytes { space in
    space.baseAddress.map { readlink("/proc/self/exe", $0, space.count) } ?? -1
  }
  let path: String
  if length > 0 {
    path = String(decoding: buffer[..<length], as: UTF8.self)
  } else {
    guard let resolved = realpath(CommandLine.arguments.first ?? "", nil) else { return nil }
    defer { free(resolved) }
    path = String(cString: resolved)
  }
  return path.lastIndex(of: "/").map { String(path[..<$0]) }
}
