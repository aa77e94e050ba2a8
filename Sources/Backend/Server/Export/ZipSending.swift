import Community
import Hummingbird
import NIOCore

/// A ZIP archive on its way to a client. Only pieces of its files are in memory, and the directory at its end is
/// a file.
struct ZipSending: Sendable {
  private struct Truncated: Error { let name: String }

  private static let pieceLength = 1 << 17

  /// Collects the entries of the directory.
  let directory: ExportFile
  /// The time that all files of the archive have.
  let moment: DOSTime
  private var offset: UInt64 = 0
  private var count: UInt64 = 0

  init(directory: ExportFile, moment: DOSTime) {
    self.directory = directory
    self.moment = moment
  }

  /// Sends a text that was written before.
  mutating func send(
    _ text: ExportTexts.Text, of file: ExportFile, _ writer: inout any ResponseBodyWriter
  ) async throws {
    try await send(
      ZipRecord(name: text.name, size: text.size, sum: text.sum, offset: offset), from: file,
      at: text.offset, &writer)
  }

  /// Sends bytes as a file.
  mutating func send(
    _ bytes: [UInt8], as name: String, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let record = ZipRecord(
      name: name, size: UInt64(bytes.count), sum: ExportTexts.sum(of: bytes), offset: offset)
    try await begin(record, &writer)
    try await writer.write(ByteBuffer(bytes: bytes))
    offset += record.size
  }

  /// Sends a file of the disk.
  ///
  /// - Parameter path: `nil` for a file that is missing.
  /// - Returns: False if the file is missing.
  mutating func send(
    _ path: String?, as name: String, _ writer: inout any ResponseBodyWriter
  ) async throws -> Bool {
    guard let path else { return false }
    let pieceLength = Self.pieceLength
    let found = try await offload { () throws -> (ExportFile, UInt32)? in
      guard let file = ExportFile(reading: path) else { return nil }
      var (sum, done): (UInt32, UInt64) = (0, 0)
      while done < file.size {
        let bytes = try file.read(at: done, pieceLength)
        guard !bytes.isEmpty else { return nil }
        sum = ExportTexts.sum(of: bytes, after: sum)
        done += UInt64(bytes.count)
      }
      return (file, sum)
    }
    guard let (file, sum) = found else { return false }
    try await send(
      ZipRecord(name: name, size: file.size, sum: sum, offset: offset), from: file, at: 0, &writer)
    return true
  }

  private mutating func send(
    _ record: ZipRecord, from file: ExportFile, at start: UInt64, _ writer: inout any ResponseBodyWriter
  ) async throws {
    try await begin(record, &writer)
    var done: UInt64 = 0
    while done < record.size {
      let bytes = try await Self.read(
        file, at: start + done, Int(min(UInt64(Self.pieceLength), record.size - done)))
      // The file was truncated meanwhile, so the archive can't be valid any more.
      guard !bytes.isEmpty else { throw Truncated(name: record.name) }
      try await writer.write(ByteBuffer(bytes: bytes))
      done += UInt64(bytes.count)
    }
    offset += record.size
  }

  private mutating func begin(
    _ record: ZipRecord, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let header = record.localHeader(moment)
    try await writer.write(ByteBuffer(bytes: header))
    offset += UInt64(header.count)
    count += 1
    let (directory, moment) = (directory, moment)
    try await offload { try directory.append(record.directoryHeader(moment)) }
  }

  /// Sends the directory, with which the archive ends.
  func end(_ writer: inout any ResponseBodyWriter) async throws {
    var done: UInt64 = 0
    while done < directory.size {
      let bytes = try await Self.read(directory, at: done, Self.pieceLength)
      guard !bytes.isEmpty else { throw Truncated(name: "directory") }
      try await writer.write(ByteBuffer(bytes: bytes))
      done += UInt64(bytes.count)
    }
    try await writer.write(
      ByteBuffer(bytes: ZipRecord.end(count: count, directory: offset, size: directory.size)))
  }

  private static func read(_ file: ExportFile, at offset: UInt64, _ count: Int) async throws -> [UInt8] {
    try await offload { try file.read(at: offset, count) }
  }
}
