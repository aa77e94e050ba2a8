import Foundation
import GRDB
import Synchronization

/// SQLite by GRDB: one writer, several readers, write-ahead logging.
final class SQLiteDriver: DatabaseDriver {
  let path: String
  let pool: DatabasePool
  private let counter = StatementCounter()
  private let watch: SQLiteWatch

  /// Opens the file, which is made if it is missing.
  init(path: String) throws(StorageError) {
    self.path = path
    do {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = true
      configuration.busyMode = .timeout(10)
      configuration.label = "swiftlet"
      pool = try DatabasePool(path: path, configuration: configuration)
      watch = try SQLiteWatch(path: path)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let (path, counter) = (path, counter)
    do {
      return try await pool.read { database in
        try body(SQLiteConnection(database: database, path: path, counter: counter))
      }
    } catch let error as DatabaseError {
      throw StorageError(error, path: path)
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let (path, counter) = (path, counter)
    defer { watch.noteChange() }
    do {
      return try await pool.write { database in
        try body(SQLiteConnection(database: database, path: path, counter: counter))
      }
    } catch let error as DatabaseError {
      throw StorageError(error, path: path)
    }
  }

  /// Writes a copy of the whole database to a new file.
  func copy(to destination: String) async throws(StorageError) {
    do {
      try await pool.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [destination])
      }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  func generation() async -> Int { await watch.generation() }

  var statementCount: Int { counter.value }

  func close() async throws {
    // Else the last changes stay in the log beside the file: the last connection to close is a
    // reader, which can't move them. If a reader is at work still, they just stay there.
    _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    do {
      try watch.close()
      try pool.close()
    } catch {
      throw StorageError(error, path: path)
    }
  }
}

/// Counts statements over all connections.
final class StatementCounter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increase() { count.add(1, ordering: .relaxed) }
}
