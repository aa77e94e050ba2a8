import Foundation
import GRDB
import Invalidation
import Synchronization

/// SQLite by GRDB: one writer, several readers and a write-ahead log. When a write returns, its data is on
/// the disk (docs/decisions/0017).
final class SQLiteDriver: DatabaseDriver {
  let path: String
  let pool: DatabasePool
  private let counter = StatementCounter()
  let prepared = PreparedStatements()
  private let watch: SQLiteWatch
  private let writes: WriteQueue
  /// The threads of reads, one for each read. GRDB's own reads would hand over between threads four times.
  private let readers = ThreadPool<Void>(limit: readerCount, name: "swiftlet.sqlite") {}
  private let timeout: Duration
  private let changes = SQLiteChanges()
  let revisions: Revisions
  let events: EventFeed
  let identifiers = Identifiers()

  var dialect: Dialect { .sqlite }

  /// The maximum number of concurrent reads.
  static let readerCount = 5

  /// Opens the file, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - timeout: the time that a write waits for another program's lock.
  ///   - revisions: receives every change.
  ///   - events: receives the notes for streams.
  init(
    path: String, timeout: Duration = .seconds(30), revisions: Revisions = Revisions(),
    events: EventFeed = EventFeed()
  ) throws(StorageError) {
    self.path = path
    self.revisions = revisions
    self.events = events
    self.timeout = timeout
    do {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = true
      // Reads and opening wait only for a program that is opening or closing the file.
      let longest = max(timeout, .seconds(30))
      configuration.busyMode = .timeout(longest.seconds)
      configuration.label = "swiftlet"
      configuration.maximumReaderCount = Self.readerCount
      configuration.prepareDatabase { connection in
        try Self.boundMemory(of: connection)
        if !connection.configuration.readonly { try Self.beginLog(connection, path) }
      }
      pool = try Self.open(path, configuration, timeout)
      try pool.unsafeReentrantWrite { try Self.prepare($0) }
      watch = try SQLiteWatch(path: path, timeout: longest, revisions: revisions)
      writes = WriteQueue(pool: pool, changes: changes, revisions: revisions, events: events)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  func read<Value: Sendable>(
    dependsOn dependency: ReadDependency, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let (path, counter, prepared, pool) = (path, counter, prepared, pool)
    let (gathering, revision) = (Dependencies.current, revisions.latest)
    let ticket = WriteTicket(timeout: timeout)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        readers.add(
          .init { _ in
            let result = Result {
              try Self.read(pool, ticket) { database in
                let reading = gathering.map { _ in DependencyRecorder(dependency) }
                let value = try body(
                  SQLiteConnection(
                    database: database, path: path, counter: counter, prepared: prepared, revision: revision,
                    ticket: ticket, reading: reading))
                if let reading { gathering?.add(reading.slots) }
                return value
              }
            }
            continuation.resume(with: result.mapError { Self.failure($0, path) })
          } fail: {
            continuation.resume(throwing: $0)
          })
      }
    } onCancel: {
      ticket.cancel()
    }
  }

  private static func failure(_ error: any Error, _ path: String) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    return StorageError(error, path: path)
  }

  /// Reads on the current thread in one transaction.
  private static func read<Value>(
    _ pool: DatabasePool, _ ticket: WriteTicket, _ body: (Database) throws -> Value
  ) throws -> Value {
    guard !ticket.isCancelled else { throw CancellationError() }
    do {
      return try pool.unsafeRead { database in
        // Cached, so that each is prepared only once.
        try database.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
        do {
          let value = try body(database)
          try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
          return value
        } catch {
          if database.isInsideTransaction { try? database.rollback() }
          throw error
        }
      }
    } catch {
      throw ticket.isCancelled ? CancellationError() : error
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let (path, counter, prepared, revisions) = (path, counter, prepared, revisions)
    let ticket = WriteTicket(timeout: timeout)
    let (kept, notes) = (KeptValue<Value>(), NoteRecorder())
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let run: @Sendable (Database) -> (any Error)? = { database in
          notes.begin()
          let connection = SQLiteConnection(
            database: database, path: path, counter: counter, prepared: prepared, revision: revisions.latest,
            ticket: ticket, notes: notes)
          do {
            kept.set(try body(connection))
            return ticket.isCancelled ? CancellationError() : nil
          } catch {
            return ticket.isCancelled ? CancellationError() : error
          }
        }
        writes.add(
          .init(ticket: ticket, notes: notes, run: run) { error in
            switch error {
            case nil: continuation.resume()
            case let error as DatabaseError: continuation.resume(throwing: StorageError(error, path: path))
            case let error?: continuation.resume(throwing: error)
            }
          })
      }
    } onCancel: {
      ticket.cancel()
    }
    guard let value = kept.value else { throw StorageError.failed("a write ended without a value") }
    return value
  }

  /// Retries while another program switches the same new file to its write-ahead log: SQLite reports that as
  /// busy at once, whatever the timeout is.
  private static func open(
    _ path: String, _ configuration: Configuration, _ timeout: Duration
  ) throws -> DatabasePool {
    let end = ContinuousClock.now + timeout
    while true {
      do {
        return try DatabasePool(path: path, configuration: configuration)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && .now < end {
        usleep(50_000)
      }
    }
  }

  /// Writes something into an empty write-ahead log. GRDB would create and drop a table for that. This
  /// changes the schema, and makes statements of other programs on the file fail.
  private static func beginLog(_ writer: Database, _ path: String) throws {
    try writer.execute(sql: "PRAGMA journal_mode = WAL")
    let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    guard (size ?? 0) == 0 else { return }
    let version = try Int.fetchOne(writer, sql: "PRAGMA user_version") ?? 0
    try writer.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Sets `synchronous = FULL`: GRDB sets `NORMAL`, with which a power cut loses the newest transactions. The
  /// busy timeout is short because the queue retries by itself, so that each write has its own timeout.
  private static func prepare(_ writer: Database) throws {
    try writer.execute(sql: "PRAGMA synchronous = FULL")
    // On macOS a disk stores data durably only after this request.
    try writer.execute(sql: "PRAGMA fullfsync = ON")
    try writer.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
    try writer.execute(sql: "PRAGMA busy_timeout = 50")
  }

  /// Limits each reading connection to 1 MB of pages instead of SQLite's 2 MB; the system's cache has the
  /// rest. The writer keeps 2 MB, because it writes pages that don't fit before the transaction ends.
  static func boundMemory(of connection: Database) throws {
    if connection.configuration.readonly { try connection.execute(sql: "PRAGMA cache_size = -1000") }
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

  /// Copies a database file that this program can't write. Blocks.
  static func copy(readOnly path: String, to destination: String) throws(StorageError) {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(1)
      configuration.label = "swiftlet.copy"
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [destination]) }
      try queue.close()
    } catch {
      throw StorageError(error, path: path)
    }
  }

  func note(_ rules: [InvalidationRule]) async throws {
    let changes = changes
    do {
      try await pool.writeWithoutTransaction { try changes.install(rules, on: $0) }
    } catch let error as DatabaseError {
      throw StorageError(error, path: path)
    }
  }

  func refresh() async {
    let (pool, writes) = (pool, writes)
    await watch.refresh {
      try await pool.writeWithoutTransaction { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
    } availability: {
      writes.availability
    }
  }

  /// True if a write waits for another program's lock.
  var isHeldUp: Bool { writes.availability == .heldUp }

  var statementCount: Int { counter.value }

  deinit { readers.end() }

  func close() async throws {
    await readers.close()
    // Otherwise the last changes stay in the log beside the file: the last connection to close is a reader,
    // which can't checkpoint. They also stay if a read still runs.
    _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    prepared.forgetAll()
    do {
      try watch.close()
      try pool.close()
    } catch {
      throw StorageError(error, path: path)
    }
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Counts statements over all connections.
final class StatementCounter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increase() { count.add(1, ordering: .relaxed) }
}
