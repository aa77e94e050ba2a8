import Foundation
import GRDB
import Invalidation

/// Reads a database on a disk without a free byte. SQLite's shared index of the write-ahead log would need a
/// file. So one connection locks the database exclusively, and keeps the index in memory
/// (https://sqlite.org/wal.html#use_of_wal_without_shared_memory).
final class FullDiskDriver: DatabaseDriver {
  private let path: String
  private let queue: DatabaseQueue
  private let counter = StatementCounter()
  private let prepared = PreparedStatements()

  init(path: String, revisions: Revisions, events: EventFeed) throws(StorageError) {
    self.path = path
    self.revisions = revisions
    self.events = events
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard let size, size > 0 else { throw .diskFull }
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(2)
      configuration.label = "swiftlet.fulldisk"
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        // The disk has no room for SQLite's temporary files.
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
      }
      queue = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  func read<Value: Sendable>(
    dependsOn dependency: ReadDependency, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let (path, counter, prepared, revision) = (path, counter, prepared, revisions.latest)
    do {
      return try await queue.read { database in
        try body(
          SQLiteConnection(
            database: database, path: path, counter: counter, prepared: prepared, revision: revision))
      }
    } catch let error as DatabaseError {
      throw StorageError(error, path: path)
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    throw StorageError.diskFull
  }

  /// Other processes can't write either, so nothing ever changes.
  let revisions: Revisions
  let events: EventFeed
  let identifiers = Identifiers()

  var dialect: Dialect { .sqlite }

  func note(_ rules: [InvalidationRule]) async throws {}

  func refresh() async {}

  var statementCount: Int { counter.value }

  func close() async throws {
    prepared.forgetAll()
    do { try queue.close() } catch { throw StorageError(error, path: path) }
  }
}
