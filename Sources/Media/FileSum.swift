import Crypto
import Foundation

/// Tells whether a file is as it was when it was made, to the last bit.
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

  /// Of those files of a folder that can be read, by their names.
  static func of(_ names: [String], in folder: String) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = of(folder + "/" + $1) }
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
