import GRDB
import Invalidation
import Synchronization

/// The recently used prepared statements of each connection.
///
/// GRDB keeps every statement. Lists of ids and the many filters of timelines make a few hundred of them,
/// some of 100 kB.
final class PreparedStatements: Sendable {
  /// The estimated maximum size for one connection.
  static let byteLimit = 1 << 20

  private let connections = Mutex<[ObjectIdentifier: Prepared]>([:])

  /// Returns the statement, which the connection must use before it asks for it again.
  func statement(_ sql: String, of database: Database) throws -> GRDB.Statement {
    let prepared = connections.withLock { connections in
      if let known = connections[ObjectIdentifier(database)], known.database === database { return known }
      let new = Prepared(database)
      connections[ObjectIdentifier(database)] = new
      return new
    }
    return try prepared.statement(sql, of: database)
  }

  /// The estimated size over all connections, in bytes.
  var bytes: Int { connections.withLock { $0.values.reduce(0) { $0 + $1.bytes.load(ordering: .relaxed) } } }

  /// Forgets all statements; called before the connections are closed.
  func forgetAll() { connections.withLock { $0 = [:] } }
}

/// The statements of one connection, used only on its queue.
private final class Prepared: @unchecked Sendable {
  weak var database: Database?
  let bytes = Atomic<Int>(0)
  private var statements = RecentValues<String, GRDB.Statement>(byteLimit: PreparedStatements.byteLimit)

  init(_ database: Database) { self.database = database }

  func statement(_ sql: String, of database: Database) throws -> GRDB.Statement {
    if let known = statements.value(for: sql) { return known }
    let statement: GRDB.Statement
    do { statement = try database.makeStatement(sql: sql) } catch let error as DatabaseError
      where error.resultCode == .SQLITE_SCHEMA
    {
      try database.readSchema()
      statement = try database.makeStatement(sql: sql)
    }
    // A prepared statement takes about ten times the size of its text.
    statements.insert(statement, for: sql, cost: 2048 + 10 * sql.utf8.count)
    bytes.store(statements.bytes, ordering: .relaxed)
    return statement
  }
}

extension Database {
  /// Makes the connection read the schema that another program changed. SQLite notices such a change while it
  /// prepares a statement, which fails if the statement uses a virtual table (the search index).
  func readSchema() throws { try cachedStatement(sql: "SELECT 1 FROM main.sqlite_schema LIMIT 1").execute() }
}
