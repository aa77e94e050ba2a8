import Foundation
import HTTPTypes

/// The destination of uploaded files while they arrive: the disk instead of the memory.
struct UploadSpool: Sendable {
  /// The limit for one file, in bytes.
  let maxFileBytes: Int
  /// Returns a new path for each file.
  let newPath: @Sendable () throws -> String
  /// The number of first bytes that `refusal` needs.
  var headLength = 0
  /// Returns a sentence if a file that begins with these bytes is refused; `nil` if it may be accepted.
  var refusal: @Sendable (_ head: [UInt8]) -> String? = { _ in nil }
}

/// A file that is being received.
struct SpooledFile {
  /// The number of bytes that are collected for one write to the disk.
  private static let piece = 256 << 10

  let path: String
  private(set) var byteCount = 0
  private let spool: UploadSpool
  /// The first bytes, collected for `refusal`; `nil` after it has checked them.
  private var head: [UInt8]? = []
  private let handle: FileHandle
  private var pending: [UInt8] = []

  init(_ spool: UploadSpool) async throws {
    self.spool = spool
    do {
      (path, handle) = try await offload {
        let path = try spool.newPath()
        let url = URL(filePath: path)
        try Data().write(to: url)
        return (path, try FileHandle(forWritingTo: url))
      }
    } catch {
      throw Self.failure(error)
    }
  }

  mutating func take(_ bytes: [UInt8]) async throws {
    // The type is checked before the size: for a video the useful message is that videos aren't accepted.
    if var head {
      head += bytes.prefix(spool.headLength - head.count)
      self.head = head.count < spool.headLength ? head : nil
      if self.head == nil, let refusal = spool.refusal(head) { throw RequestError.invalid(refusal) }
    }
    byteCount += bytes.count
    let limit = spool.maxFileBytes
    guard byteCount <= limit else {
      throw RequestError(
        status: .contentTooLarge, message: "The file is larger than \(limit / 1_000_000) MB",
        closesConnection: true)
    }
    pending += bytes
    if pending.count >= Self.piece { try await write() }
  }

  mutating func close() async throws {
    try await write()
    let handle = handle
    try await offload { try handle.close() }
  }

  private mutating func write() async throws {
    guard !pending.isEmpty else { return }
    let (bytes, handle) = (Data(pending), handle)
    pending = []
    do { try await offload { try handle.write(contentsOf: bytes) } } catch { throw Self.failure(error) }
  }

  /// Tells the client if the disk is full. Other errors (a missing folder, a broken disk) are the server's
  /// own fault and go to the log.
  private static func failure(_ error: any Error) -> any Error {
    (error as? CocoaError)?.code == .fileWriteOutOfSpace ? RequestError.diskFull : error
  }
}
