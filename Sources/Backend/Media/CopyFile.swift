import Foundation

/// A file that the store wrote.
enum CopyFile {
  /// Returns true if the file is complete, as far as its format tells. A WebP states its length (RFC 9649
  /// section 2.3); a JPEG ends with a marker (ITU T.81, section B.1.1.3).
  static func isWhole(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    guard let end = try? handle.seekToEnd(), end >= 12, (try? handle.seek(toOffset: 0)) != nil,
      let head = try? handle.read(upToCount: 12).map([UInt8].init), head.count == 12
    else { return false }
    if path.hasSuffix(".webp") {
      let size = (0..<4).reduce(UInt64(0)) { $0 | UInt64(head[4 + $1]) << UInt64(8 * $1) }
      return head.starts(with: Array("RIFF".utf8)) && head[8...].elementsEqual("WEBP".utf8) && size + 8 == end
    }
    guard head.starts(with: [0xFF, 0xD8]), (try? handle.seek(toOffset: end - 2)) != nil else { return false }
    return (try? handle.read(upToCount: 2)).flatMap { $0 }.map([UInt8].init) == [0xFF, 0xD9]
  }
}
