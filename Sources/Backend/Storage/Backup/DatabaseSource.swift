import Disk
import Foundation

/// Copies the database of a data folder, whatever state its disk is in. It writes nothing there and changes
/// no schema.
public struct DatabaseSource: Sendable {
  private let folder: DataFolder

  /// The time that the copy waits for another program's lock before it copies the files instead.
  private static let timeout = Duration.seconds(2)

  public init(folder: String) { self.folder = DataFolder(folder) }

  /// The estimated size of a copy in bytes.
  public var byteSize: Int {
    [folder.database, folder.database + "-wal"].reduce(0) { $0 + (Facts($1)?.size ?? 0) }
  }

  /// Locks the pictures against removal; a backup holds the lock until it is complete.
  public func pictureLock() async throws -> HeldLock { try await folder.pictureLock() }

  /// Writes the database, as it is at one moment, to a new file, and reads the copy back. Other writes go on
  /// meanwhile.
  ///
  /// - Throws: `StorageError`; `Disk.Failure` if the copy can't be written. No file is left behind then.
  public func copy(to path: String) async throws -> DatabaseCopy {
    do {
      try await write(to: path)
      let copy = try await DatabaseCopy.inspected(path)
      try Disk.keep(path)
      return copy
    } catch {
      Self.remove(path)
      throw error
    }
  }

  private func write(to path: String) async throws {
    guard FileManager.default.fileExists(atPath: folder.database) else {
      throw StorageError.lost(path: folder.path, .withoutDatabase)
    }
    do { return try await copyBesideWriters(to: path) } catch let error as StorageError {
      switch error {
      // The disk is full or can't be written, or a server that started on a full disk holds the lock.
      case .diskFull, .notWritable, .busy: Self.remove(path)
      default: throw error
      }
    }
    do { return try SQLiteDriver.copy(readOnly: folder.database, to: path) } catch {
      Self.remove(path)
      guard !error.isCorrupt else { throw error }
    }
    try await copyFiles(to: path)
  }

  private func copyBesideWriters(to path: String) async throws {
    let driver = try SQLiteDriver(path: folder.database, timeout: Self.timeout)
    let result: Result<Void, StorageError>
    do throws(StorageError) {
      try await driver.copy(to: path)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try? await driver.close()
    do throws(StorageError) { try result.get() } catch {
      // SQLite reports a full source disk and a full target disk alike.
      guard error == .diskFull else { throw error }
      throw Disk.Failure(path: path, code: ENOSPC)
    }
  }

  /// Copies the file and its write-ahead log byte by byte, again until neither changed meanwhile.
  private func copyFiles(to path: String) async throws {
    let suffixes = ["", "-wal"]
    for attempt in 0..<5 {
      if attempt > 0 { try await Task.sleep(for: .milliseconds(200)) }
      let before = suffixes.map { Facts(folder.database + $0) }
      for (suffix, facts) in zip(suffixes, before) where facts != nil {
        try Self.copyBytes(of: folder.database + suffix, to: path + suffix)
      }
      if suffixes.map({ Facts(folder.database + $0) }) == before { return }
      Self.remove(path)
    }
    throw StorageError.busy
  }

  private static func copyBytes(of source: String, to path: String) throws {
    let input: FileHandle
    do { input = try FileHandle(forReadingFrom: URL(filePath: source)) } catch {
      throw StorageError.failed("\(source) can't be read: \(error.localizedDescription)")
    }
    defer { try? input.close() }
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let output = FileHandle(forWritingAtPath: path)
    else { throw Disk.Failure(path: path, code: errno) }
    defer { try? output.close() }
    while let chunk = try input.read(upToCount: 1 << 20), !chunk.isEmpty {
      do { try output.write(contentsOf: chunk) } catch { throw Disk.Failure(path: path, code: errno) }
    }
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// The attributes of a file that change when it is written.
  private struct Facts: Equatable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var facts = stat()
      guard stat(path, &facts) == 0 else { return nil }
      size = Int(facts.st_size)
      #if canImport(Darwin)
        (seconds, nanoseconds) = (facts.st_mtimespec.tv_sec, facts.st_mtimespec.tv_nsec)
      #else
        (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
      #endif
    }
  }
}

extension StorageError {
  fileprivate var isCorrupt: Bool { if case .corrupt = self { true } else { false } }
}
