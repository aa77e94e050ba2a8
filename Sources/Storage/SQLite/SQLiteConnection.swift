import Freshness
import GRDB

/// A connection of the pool, inside one transaction.
struct SQLiteConnection: DatabaseConnection {
  let database: Database
  let path: String
  let counter: StatementCounter
  let prepared: PreparedStatements
  let moment: UInt64
  /// Of a write.
  var ticket: WriteTicket?
  /// nil: nobody wants to know what is read.
  var reading: Reading?

  var dialect: Dialect { .sqlite }

  func depend(on places: Dependencies.Places) { reading?.depend(on: places) }

  func rows(_ statement: Statement) throws(StorageError) -> [Row] {
    counter.increase()
    do {
      try checkGoesOn()
      let ready = try self.prepared.statement(statement.sql, of: database)
      let columns = 0..<ready.columnCount
      let cursor = try GRDB.Row.fetchCursor(ready, arguments: StatementArguments(statement.arguments.map { $0.bound }))
      var rows: [Row] = []
      while let row = try cursor.next() {
        rows.append(Row(columns.map { SQLValue(row, $0) }))
      }
      return rows
    } catch {
      throw StorageError(error, path: path)
    }
  }

  func execute(_ statement: Statement) throws(StorageError) -> Int {
    counter.increase()
    do {
      try checkGoesOn()
      let ready = try self.prepared.statement(statement.sql, of: database)
      try ready.execute(arguments: StatementArguments(statement.arguments.map { $0.bound }))
      return database.changesCount
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// A write that was cancelled ends here. So does one whose transaction SQLite gave up: further statements would each
  /// count by themselves.
  private func checkGoesOn() throws {
    guard let ticket else { return }
    guard !ticket.isCancelled else { throw StorageError.failed("the write was cancelled") }
    guard database.isInsideTransaction else { throw StorageError.failed("the transaction is over") }
  }
}

extension SQLValue {
  /// The schema is STRICT and has no other type.
  fileprivate init(_ row: GRDB.Row, _ column: Int) {
    let value: DatabaseValue = row[column]
    switch value.storage {
    case .int64(let integer): self = .integer(integer)
    case .string(let text): self = .text(text)
    case .null, .double, .blob: self = .null
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
