import Crypto
import Foundation

/// A file that may be a picture. It is read once from front to end and never held in memory as a whole.
struct PictureFile {
  let format: PictureFormat
  let byteSize: Int
  /// The first half of the HMAC-SHA-256 (RFC 2104) over the salt and the bytes, as 32 hexadecimal digits.
  let hash: String

  /// - Parameters:
  ///   - key: The secret without which the hash can't be computed from the bytes.
  ///   - salt: Returns the salt for files of a format.
  init(
    path: String, maxBytes: Int, key: [UInt8], salt: (PictureFormat) -> String
  ) throws(MediaError) {
    guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable }
    defer { try? handle.close() }
    let size = try Self.size(of: handle)
    guard size <= maxBytes else { throw .tooLarge(limit: maxBytes) }
    var hasher = HMAC<SHA256>(key: SymmetricKey(data: key))
    var format: PictureFormat?
    var total = 0
    while let chunk = try Self.chunk(of: handle) {
      if format == nil {
        guard let found = PictureFormat(firstBytes: [UInt8](chunk.prefix(PictureFormat.signatureLength)))
        else {
          throw .notAPicture
        }
        hasher.update(data: Data(salt(found).utf8))
        format = found
      }
      hasher.update(data: chunk)
      total += chunk.count
      guard total <= maxBytes else { throw .tooLarge(limit: maxBytes) }
    }
    guard let format else { throw .notAPicture }
    self.format = format
    byteSize = total
    hash = FileSum.hexadecimal(hasher.finalize().prefix(16))
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
