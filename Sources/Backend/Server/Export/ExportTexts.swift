import CZlib
import Community

/// The texts of an archive, one after the other in a file, with the size and sum that ZIP needs for each.
struct ExportTexts: Sendable {
  struct Text: Sendable {
    let name: String
    let offset: UInt64
    var size: UInt64 = 0
    var sum: UInt32 = 0
  }

  let file: ExportFile
  private(set) var all: [Text] = []

  init(_ file: ExportFile) { self.file = file }

  /// Begins a new text; everything added from now on belongs to it.
  mutating func begin(_ name: String) { all.append(Text(name: name, offset: file.size)) }

  mutating func add(_ bytes: [UInt8]) throws {
    guard !all.isEmpty else { return }
    try file.append(bytes)
    all[all.count - 1].size += UInt64(bytes.count)
    all[all.count - 1].sum = Self.sum(of: bytes, after: all[all.count - 1].sum)
  }

  mutating func add(_ text: String) throws { try add(Array(text.utf8)) }

  /// Returns the CRC-32 of bytes that follow others.
  static func sum(of bytes: [UInt8], after sum: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: crc32(UInt(sum), $0.baseAddress, UInt32($0.count)))
    }
  }
}
