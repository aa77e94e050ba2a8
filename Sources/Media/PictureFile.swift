import Crypto
import Foundation

/// A file that may be a picture, read once from front to end without being held in memory.
struct PictureFile {
  let format: PictureFormat
  let byteSize: Int
  /// Half of the SHA-256 over the salt and the bytes, as 32 hexadecimal digits.
  let hash: String

  /// - Parameter salt: for files of that format.
  init(path: String, maximumBytes: Int, salt: (PictureFormat) -> String) throws(MediaError) {
    guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable }
    defer { try? handle.close() }
    let size = try Self.size(of: handle)
    guard size <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    var hasher = SHA256()
    var format: PictureFormat?
    var total = 0
    while let chunk = try Self.chunk(of: handle) {
      if format == nil {
        guard let found = PictureFormat(firstBytes: [UInt8](chunk.prefix(PictureFormat.signatureLength))) else {
          throw .notAPicture
        }
        hasher.update(data: Data(salt(found).utf8))
        format = found
      }
      hasher.update(data: chunk)
      total += chunk.count
      guard total <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    }
    guard let format else { throw .notAPicture }
    self.format = format
    byteSize = total
    let digits = Array("0123456789abcdef".utf8)
    hash = String(
      decoding: hasher.finalize().prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func size(of handle: FileHandle) throws(MediaError) -> UInt64 {
    do {
      let size = try handle.seekToEnd()
      try handle.seek(toOffset: 0)
      return size
    } catch {
      throw .unreadable
    }
  }

  private static func chunk(of handle: FileHandle) throws(MediaError) -> Data? {
    do {
      let chunk = try handle.read(upToCount: 1 << 16)
      return chunk.flatMap { $0.isEmpty ? nil : $0 }
    } catch {
      throw .unreadable
    }
  }
}
