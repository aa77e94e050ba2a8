import Foundation
import Synchronization

/// A table to copy.
struct TransferTable: Sendable {
  let name: String
  let columns: [String]
  /// The positions of the primary key's columns in `columns`, in the order of the key.
  let key: [Int]

  /// The only table in which an empty community has a row.
  static let filledFromTheStart = "access_revisions"

  private static let rowsAtOnce = 500
  /// PostgreSQL takes 65,535 parameters, SQLite half as many.
  private static let parametersAtOnce = 8000

  /// Lists the tables to copy: all but the search index, which is built again, and the databases' internal
  /// tables.
  ///
  /// - Parameter file: the SQLite database, whose schema lists the tables.
  static func all(_ file: any DatabaseConnection) throws -> [TransferTable] {
    let names = try file.texts(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT LIKE 'post\\_words%' ESCAPE '\\' AND name NOT IN ('unindexed_posts', 'schema_migrations')
      ORDER BY name
      """
    )
    return try names.map { name in
      let columns = try file.rows("SELECT name, pk FROM pragma_table_info(\(name)) ORDER BY cid") { row in
        (name: try row.text(), place: try row.integer())
      }
      let key = columns.enumerated().filter { $0.element.place > 0 }.sorted {
        $0.element.place < $1.element.place
      }
      return TransferTable(name: name, columns: columns.map(\.name), key: key.map(\.offset))
    }
  }

  private var keyColumns: SQL { SQL(raw: key.map { columns[$0] }.joined(separator: ", ")) }

  private var allColumns: SQL { SQL(raw: columns.joined(separator: ", ")) }

  /// Calls `body` with batches of rows in the order of the key, and with an empty batch at the end.
  func read(_ connection: any DatabaseConnection, _ body: ([Row]) throws -> Void) throws {
    var last: [SQLValue]?
    while true {
      var statement: Statement = "SELECT \(allColumns) FROM \(raw: name)"
      if let last {
        let values = last.map { statement.bind($0) }.joined(separator: ", ")
        statement.append(" WHERE (\(keyColumns)) > (\(values))")
      }
      statement.append(" ORDER BY \(keyColumns) LIMIT \(Self.rowsAtOnce)")
      let rows = try connection.rows(statement)
      try body(rows)
      guard let end = rows.last else { return }
      last = key.map { end.values[$0] }
    }
  }

  func insert(_ rows: [Row], _ connection: any DatabaseConnection) throws {
    let most = max(1, Self.parametersAtOnce / columns.count)
    for start in stride(from: 0, to: rows.count, by: most) {
      var statement: Statement = "INSERT INTO \(raw: name) (\(allColumns)) VALUES "
      for (index, row) in rows[start..<min(rows.count, start + most)].enumerated() {
        let values = row.values.map { statement.bind($0) }.joined(separator: ", ")
        statement.append("\(raw: index == 0 ? "" : ", ")(\(values))")
      }
      do throws(StorageError) { try connection.execute(statement) } catch {
        guard case .constraint(let reason) = error else { throw error }
        throw StorageError.constraint("\(reason) (in the table \(name))")
      }
    }
  }
}

/// Suspends foreign keys while rows are copied, because tables come in the order of their names. `restore`
/// checks them when all rows are there.
struct TransferRules {
  /// The foreign keys of PostgreSQL, which checks them with every row, with the definitions that add them
  /// again.
  private var constraints: [(table: String, name: String, definition: String)] = []

  init(_ connection: any DatabaseConnection) throws {
    guard connection.dialect == .postgres else { return }
    let sql: Statement = """
      SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
      WHERE contype = 'f' AND connamespace = ANY (SELECT oid FROM pg_namespace \
      WHERE nspname = ANY (current_schemas(false)))
      ORDER BY 1, 2
      """
    constraints = try connection.rows(sql) { row in (try row.text(), try row.text(), try row.text()) }
  }

  func suspend(_ connection: any DatabaseConnection) throws {
    switch connection.dialect {
    case .sqlite: _ = try connection.rows("PRAGMA defer_foreign_keys = ON")
    case .postgres:
      for rule in constraints {
        try connection.execute("ALTER TABLE \(raw: rule.table) DROP CONSTRAINT \(raw: rule.name)")
      }
    }
  }

  /// Adds the foreign keys again; PostgreSQL then checks all rows.
  func restore(_ connection: any DatabaseConnection) throws {
    for rule in constraints {
      try connection.execute(
        "ALTER TABLE \(raw: rule.table) ADD CONSTRAINT \(raw: rule.name) \(raw: rule.definition)")
    }
  }
}

/// Passes rows from the reading to the writing thread; each waits for the other.
final class TransferChannel: Sendable {
  private struct State {
    var rows: [[Row]] = []
    var problem: (any Error)?
    var isBegun = false
  }

  private static let most = 8

  private let condition = NSCondition()
  /// Accessed only while `condition` is locked.
  nonisolated(unsafe) private var state = State()

  /// Fails the second time: received rows can't be received again, so the transaction must not be retried.
  func begin() throws {
    try condition.withLock {
      guard !state.isBegun else { throw StorageError.unavailable("the connection was lost while copying") }
      state.isBegun = true
    }
  }

  func send(_ rows: [Row]) throws {
    try condition.withLock {
      while state.rows.count >= Self.most, state.problem == nil { condition.wait() }
      if let problem = state.problem { throw problem }
      state.rows.append(rows)
      condition.broadcast()
    }
  }

  func receive() throws -> [Row] {
    try condition.withLock {
      while state.rows.isEmpty, state.problem == nil { condition.wait() }
      if let problem = state.problem { throw problem }
      condition.broadcast()
      return state.rows.removeFirst()
    }
  }

  /// Ends both sides with an error; the first error counts.
  func end(_ problem: any Error) {
    condition.withLock {
      state.problem = state.problem ?? problem
      condition.broadcast()
    }
  }
}
