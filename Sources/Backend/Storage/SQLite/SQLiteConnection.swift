import GRDB
import GRDBSQLite
import Invalidation

/// A connection of the pool, inside one transaction.
struct SQLiteConnection: DatabaseConnection {
  let database: Database
  let path: String
  let counter: StatementCounter
  let prepared: PreparedStatements
  let revision: UInt64
  /// The ticket that is cancelled with the task of this transaction.
  var ticket: WriteTicket?
  /// The dependencies of this read; `nil` if the caller doesn't gather them.
  var reading: DependencyRecorder?
  /// The notes of this write; `nil` in a read.
  var notes: NoteRecorder?

  var dialect: Dialect { .sqlite }

  func depend(on slots: Dependencies.Slots) { reading?.depend(on: slots) }

  func record(_ note: EventNote) { notes?.record(note) }

  func rows(_ statement: Statement) throws(StorageError) -> [Row] {
    counter.increase()
    do {
      try checkGoesOn()
      let ready = try self.prepared.statement(statement.sql, of: database)
      if sqlite3_stmt_readonly(ready.sqliteStatement) != 0 { return try read(ready, statement.arguments) }
      let columns = 0..<ready.columnCount
      let cursor = try GRDB.Row.fetchCursor(ready, arguments: Self.bound(statement.arguments))
      var rows: [Row] = []
      while let row = try cursor.next() {
        rows.append(Row(columns.map { SQLValue(row, $0) }))
      }
      return rows
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Reads without GRDB's rows, each value of which costs as much as SQLite's own work for it. Writes go
  /// through GRDB, which tracks transactions.
  private func read(_ ready: GRDB.Statement, _ arguments: [SQLValue]) throws -> [Row] {
    let handle = ready.sqliteStatement
    guard arguments.count == Int(sqlite3_bind_parameter_count(handle)) else {
      throw StorageError.failed("a statement got \(arguments.count) values: \(ready.sql)")
    }
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, argument) in arguments.enumerated() {
      let code = argument.bind(to: handle, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw failure(code, ready) }
    }
    let columns = 0..<sqlite3_column_count(handle)
    var rows: [Row] = []
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: rows.append(Row(columns.map { SQLValue(handle, $0) }))
      case SQLITE_DONE: return rows
      case let code: throw failure(code, ready)
      }
    }
  }

  private func failure(_ code: Int32, _ ready: GRDB.Statement) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: ready.sql)
  }

  func execute(_ statement: Statement) throws(StorageError) -> Int {
    counter.increase()
    do {
      try checkGoesOn()
      let ready = try self.prepared.statement(statement.sql, of: database)
      try ready.execute(arguments: Self.bound(statement.arguments))
      return database.changesCount
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// If an optional value is expected, the compiler takes the initializer for `[Any]`, which casts each
  /// element.
  private static func bound(_ arguments: [SQLValue]) -> StatementArguments {
    StatementArguments(arguments.map { $0.bound })
  }

  /// Ends cancelled work. It also ends work whose transaction SQLite rolled back, because each further
  /// statement would commit by itself.
  private func checkGoesOn() throws {
    guard let ticket else { return }
    guard !ticket.isCancelled else { throw StorageError.failed("it was cancelled") }
    guard database.isInsideTransaction else { throw StorageError.failed("the transaction is over") }
  }
}

extension SQLValue {
  /// The schema is STRICT, so other types don't occur.
  fileprivate init(_ row: GRDB.Row, _ column: Int) {
    let value: DatabaseValue = row[column]
    switch value.storage {
    case .int64(let integer): self = .integer(integer)
    case .string(let text): self = .text(text)
    case .null, .double, .blob: self = .null
    }
  }

  fileprivate init(_ statement: SQLiteStatement, _ column: Int32) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement, column)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    default: self = .null
    }
  }

  fileprivate func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .text(var text):
      // `SQLITE_TRANSIENT`: SQLite makes a copy.
      let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), copied)
        }
      }
    }
  }

  fileprivate var bound: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .text(let value): value.databaseValue
    }
  }
}
