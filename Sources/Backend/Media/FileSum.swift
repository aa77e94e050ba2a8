import Crypto
import Foundation

/// Checksums that detect any change to a file since it was written.
enum FileSum {
  /// Half of the SHA-256 over a file, as 32 hexadecimal digits; `nil` if it can't be read. Blocks.
  @available(*, noasync)
  static func of(_ path: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    var hasher = SHA256()
    do {
      while let chunk = try handle.read(upToCount: 1 << 18), !chunk.isEmpty { hasher.update(data: chunk) }
    } catch {
      return nil
    }
    return hexadecimal(hasher.finalize().prefix(16))
  }

  /// Returns the sums of the files in a folder by file name, without the files that can't be read.
  static func of(_ names: [String], in folder: String) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = of(folder + "/" + $1) }
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
