import Disk
import Foundation
import Invalidation

extension Store {
  /// Estimates the size of a copy in bytes.
  public func byteSize() async throws -> Int {
    try await driver.read(dependsOn: .everything) { connection in
      switch connection.dialect {
      case .sqlite:
        let pages = try connection.integer("PRAGMA page_count") ?? 0
        return Int(pages * (try connection.integer("PRAGMA page_size") ?? 0))
      case .postgres:
        return try connection.count("SELECT pg_database_size(current_database())")
      }
    }
  }

  /// Writes the database, as it is at one moment, to a new SQLite file, and reads the copy back. Other writes
  /// go on meanwhile.
  ///
  /// - Throws: `StorageError`; no file is left behind then.
  public func copy(to path: String) async throws -> DatabaseCopy {
    do {
      if driver.dialect == .postgres {
        _ = try await Transfer.copy(driver, toFile: path) { _ in }
      } else {
        guard let driver = driver as? SQLiteDriver ?? (driver as? RecoveringDriver)?.writing else {
          throw StorageError.diskFull
        }
        try await driver.copy(to: path)
      }
      let copy = try await DatabaseCopy.inspected(path)
      do throws(Disk.Failure) { try Disk.keep(path) } catch { throw StorageError(error) }
      return copy
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }
}

/// A copy of the database in a file that no other process uses.
public struct DatabaseCopy: Equatable, Sendable {
  public let path: String
  /// The number of its last migration.
  public let schema: Int
  /// The hashes of all pictures, in order.
  public let pictures: [String]
  public let posts: Int
  public let hasAccounts: Bool
  /// The ids of uploads whose resized copies don't exist yet.
  public let waiting: [Int64]

  /// Checks and reads the whole file.
  ///
  /// - Throws: `StorageError.corrupt` if the file is damaged; `newerDatabase`.
  public static func inspected(_ path: String) async throws -> DatabaseCopy {
    let driver = try SQLiteDriver(path: path)
    do {
      let copy = try await driver.read(dependsOn: .everything) { connection in
        guard try connection.faults().isEmpty else { throw StorageError.corrupt(path: path) }
        let schema = try Migrator.version(of: connection)
        let known = Migration.all.last?.number ?? 0
        guard schema <= known else { throw StorageError.newerDatabase(found: schema, known: known) }
        guard schema > 0 else { throw StorageError.corrupt(path: path) }
        let pictures = try connection.texts("SELECT hash FROM media ORDER BY hash")
        let posts = try connection.count("SELECT count(*) FROM posts")
        // Only the backup that is being made needs the uploads, and its schema is current. Older schemas may
        // name them differently.
        let waiting = schema == known ? try connection.waitingUploads() : []
        let hasAccounts = try connection.has("SELECT 1 FROM accounts LIMIT 1")
        return DatabaseCopy(
          path: path, schema: schema, pictures: pictures, posts: posts, hasAccounts: hasAccounts,
          waiting: waiting)
      }
      try await driver.close()
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      return copy
    } catch {
      try? await driver.close()
      throw error
    }
  }
}

extension DatabaseConnection {
  /// Checks the file and its foreign keys. Returns SQLite's descriptions of the faults.
  func faults() throws(StorageError) -> [String] {
    // PostgreSQL checks its own files, and refuses broken foreign keys.
    guard dialect == .sqlite else { return [] }
    let faults = try texts("PRAGMA integrity_check").filter { $0 != "ok" }
    guard faults.isEmpty else { return faults }
    return try rows("PRAGMA foreign_key_check") { row in
      let table = try row.text()
      row.skip()
      return "a row of \(table) points at one of \(try row.text()) that is not there"
    }
  }
}
