import Foundation
import HTTPTypes

/// Where files of a form go while they arrive: to the disk, not into memory.
struct UploadSpool: Sendable {
  /// Of one file.
  let maximumFileBytes: Int
  /// A path of its own for each.
  let newPath: @Sendable () throws -> String
  /// How many of a file's first bytes `refusal` wants to see.
  var headLength = 0
  /// Why a file that begins so is not taken, as a sentence; nil: it may be.
  var refusal: @Sendable (_ head: [UInt8]) -> String? = { _ in nil }
}

/// One file that arrives.
struct SpooledFile {
  /// So much is gathered before the disk is asked to take it.
  private static let piece = 256 << 10

  let path: String
  private(set) var byteCount = 0
  private let spool: UploadSpool
  /// What `refusal` has to see; nil: it has.
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
    // Who sends a film wants to know that films are not taken, not how large one may be.
    if var head {
      head += bytes.prefix(spool.headLength - head.count)
      self.head = head.count < spool.headLength ? head : nil
      if self.head == nil, let refusal = spool.refusal(head) { throw RequestError.invalid(refusal) }
    }
    byteCount += bytes.count
    let limit = spool.maximumFileBytes
    guard byteCount <= limit else {
      throw RequestError(
        status: .contentTooLarge, message: "The file is larger than \(limit / 1_000_000) MB", closesConnection: true)
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

  /// A full disk is said to the client. Everything else (a missing folder, a broken disk) is the server's own fault, which
  /// the log names.
  private static func failure(_ error: any Error) -> any Error {
    (error as? CocoaError)?.code == .fileWriteOutOfSpace ? RequestError.diskFull : error
  }
}
