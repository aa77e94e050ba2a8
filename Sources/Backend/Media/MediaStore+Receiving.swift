import Disk
import Foundation

/// Uploaded pictures whose copies don't exist yet: `<folder>/incoming/<id>`.
extension MediaStore {
  private var incoming: String { folder + "/incoming" }

  public func receivedPath(_ id: Int64) -> String { "\(incoming)/\(id)" }

  /// Checks the first bytes and the size of a file that may be a picture.
  ///
  /// - Returns: The size in bytes.
  public func look(at path: String) async throws(MediaError) -> Int {
    let limit = limits.maxBytes
    return try await queue.run { () throws(MediaError) in
      guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable }
      defer { try? handle.close() }
      let head = (try? handle.read(upToCount: PictureFormat.signatureLength)).flatMap { $0 } ?? Data()
      guard PictureFormat(firstBytes: [UInt8](head)) != nil else { throw .notAPicture }
      guard let size = try? handle.seekToEnd() else { throw .unreadable }
      guard size <= limit else { throw .tooLarge(limit: limit) }
      return Int(size)
    }
  }

  /// Moves a file to where it waits for its copies to be made. After it returns, the file survives a power
  /// failure.
  public func receive(_ path: String, as id: Int64) async throws(MediaError) {
    try await queue.run { () throws(MediaError) in
      do throws(Disk.Failure) {
        try Disk.makeFolder(self.incoming)
        try Disk.keep(path)
        try Disk.rename(path, to: self.receivedPath(id))
        try Disk.keep(self.incoming)
      } catch {
        throw .cannotWrite(error.path)
      }
    }
  }

  /// Removes pictures that are not needed any more, or never will be.
  public func forget(received ids: [Int64]) async {
    await fileWork.run {
      for id in ids { try? FileManager.default.removeItem(atPath: self.receivedPath(id)) }
    }
  }

  /// Removes a file at a `temporaryPath` without keeping anybody waiting.
  public func forget(temporary path: String) {
    fileWork.begin { try? FileManager.default.removeItem(atPath: path) }
  }
}
