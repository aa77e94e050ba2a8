import Contracts
import Crypto
import Disk
import Foundation

/// The format of a backup file: a tar archive of the data folder, which any tar unpacks. At its end are the
/// SHA-256 sums of all files (`sha256sum -c SHA256SUMS`).
///
///     swiftlet-backup.json   format, time, size
///     swiftlet.sqlite
///     media/00/00…/w360.webp
///     SHA256SUMS
enum BackupFile {
  static let aboutName = "swiftlet-backup.json"
  static let sumsName = "SHA256SUMS"
  static let chunk = 1 << 20

  static func sum(_ data: Data) -> String { hexadecimal(Crypto.SHA256.hash(data: data)) }
}

/// Writes a backup file from beginning to end.
final class BackupWriter {
  private let path: String
  private let handle: FileHandle
  private let modified: Int
  private var sums = ""
  private(set) var bytes = 0

  /// - Parameter modified: the modification time of all entries, in seconds since 1970.
  init(path: String, modified: Int) throws(BackupError) {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw .cannotWrite(path, reason: String(cString: strerror(errno))) }
    self.path = path
    self.handle = handle
    self.modified = modified
  }

  func add(_ name: String, _ content: [UInt8]) throws(BackupError) {
    try header(name, size: content.count)
    try put(Data(content))
    try end(name, size: content.count, Crypto.SHA256.hash(data: content))
  }

  func add(_ name: String, contentsOf source: String) throws(BackupError) {
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: source))
      defer { try? file.close() }
      let size = Int(try file.seekToEnd())
      try file.seek(toOffset: 0)
      try header(name, size: size)
      var hasher = Crypto.SHA256()
      var left = size
      while left > 0, let chunk = try file.read(upToCount: min(left, BackupFile.chunk)), !chunk.isEmpty {
        hasher.update(data: chunk)
        try put(chunk)
        left -= chunk.count
      }
      guard left == 0 else { throw BackupError.cannotRead(source, reason: "it became shorter meanwhile") }
      try end(name, size: size, hasher.finalize())
    } catch let error as BackupError {
      throw error
    } catch {
      throw .cannotRead(source, reason: error.localizedDescription)
    }
  }

  /// Writes the sums and tar's end marker. Returns once the whole file is on the disk.
  func finish() throws(BackupError) {
    let content = Array(sums.utf8)
    try header(BackupFile.sumsName, size: content.count)
    try put(Data(content))
    try put(Data(count: TarHeader.padding(after: content.count) + 2 * TarHeader.length))
    do { try handle.close() } catch { throw .cannotWrite(path, reason: error.localizedDescription) }
    do throws(Disk.Failure) { try Disk.keep(path) } catch { throw .cannotWrite(path, reason: error.reason) }
  }

  private func header(_ name: String, size: Int) throws(BackupError) {
    guard let block = TarHeader(name: name, size: size, modified: modified).encoded else {
      throw .cannotWrite(path, reason: "the name \(name) is too long")
    }
    try put(Data(block))
  }

  private func end(_ name: String, size: Int, _ digest: SHA256Digest) throws(BackupError) {
    try put(Data(count: TarHeader.padding(after: size)))
    sums += hexadecimal(digest) + "  " + name + "\n"
  }

  private func put(_ data: Data) throws(BackupError) {
    do { try handle.write(contentsOf: data) } catch {
      throw .cannotWrite(path, reason: error.localizedDescription)
    }
    bytes += data.count
  }
}

/// Reads a backup file from beginning to end and compares it with the sums at its end.
struct BackupReader {
  let path: String

  /// - Parameters:
  ///   - take: receives each entry's name and returns a function that gets its bytes in pieces. An empty
  ///     piece ends the entry.
  ///   - progress: receives the number of bytes read and their total.
  /// - Returns: The sums by file name.
  @discardableResult
  func read(
    progress: (Int, Int) -> Void, take: (_ name: String) throws -> ((Data) throws -> Void)?
  ) throws -> [String: String] {
    let file: FileHandle
    Disk.forget(path)
    do { file = try FileHandle(forReadingFrom: URL(filePath: path)) } catch {
      throw BackupError.cannotRead(path, reason: error.localizedDescription)
    }
    defer { try? file.close() }
    let total = Int(try file.seekToEnd())
    try file.seek(toOffset: 0)
    var found: [String: String] = [:]
    while true {
      let block = try piece(of: file, TarHeader.length)
      guard let header = TarHeader([UInt8](block)) else {
        throw found.isEmpty
          ? BackupError.notABackup(path) : BackupError.damaged(path, entry: "the list of its files")
      }
      guard !found.isEmpty || header.name == BackupFile.aboutName else { throw BackupError.notABackup(path) }
      if header.name == BackupFile.sumsName {
        guard header.size <= total else { throw BackupError.cutOff(path) }
        try compare(found, with: try piece(of: file, header.size))
        progress(total, total)
        return found
      }
      guard found[header.name] == nil else { throw BackupError.damaged(path, entry: header.name) }
      let taker = try take(header.name)
      var hasher = Crypto.SHA256()
      var left = header.size
      while left > 0 {
        let data = try piece(of: file, min(left, BackupFile.chunk))
        hasher.update(data: data)
        try taker?(data)
        left -= data.count
        progress(Int(try file.offset()), total)
      }
      try taker?(Data())
      _ = try piece(of: file, TarHeader.padding(after: header.size))
      found[header.name] = hexadecimal(hasher.finalize())
    }
  }

  private func piece(of file: FileHandle, _ count: Int) throws -> Data {
    var data = Data()
    while data.count < count {
      guard let more = try file.read(upToCount: count - data.count), !more.isEmpty else {
        throw BackupError.cutOff(path)
      }
      data.append(more)
    }
    return data
  }

  private func compare(_ found: [String: String], with sums: Data) throws {
    var expected: [String: String] = [:]
    for line in String(decoding: sums, as: UTF8.self).split(separator: "\n") {
      expected[String(line.dropFirst(66))] = String(line.prefix(64))
    }
    for (name, sum) in expected where found[name] != sum { throw BackupError.damaged(path, entry: name) }
    guard found.count == expected.count else {
      throw BackupError.damaged(path, entry: "the list of its files")
    }
  }
}
