/// A database that carries out statements: SQLite now, PostgreSQL when one machine is not enough.
///
/// Every driver passes the same tests (`DriverContract`). The two functions never block one of Swift's
/// cooperative threads, and are cancelled with their task: a cancelled write changes nothing.
public protocol DatabaseDriver: Sendable {
  /// Runs `body` on an unchanging view of the data.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction, which is undone if it throws.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value

  /// Grows whenever the data may have changed, also by another process. Asks the database at most every 100 ms.
  func generation() async -> Int

  /// How many statements were carried out so far, for tests and metrics.
  var statementCount: Int { get }

  func close() async throws
}

/// What a transaction works on; not to be kept beyond it.
public protocol DatabaseConnection {
  func rows(_ statement: Statement) throws(StorageError) -> [Row]

  /// Returns how many rows changed.
  @discardableResult
  func execute(_ statement: Statement) throws(StorageError) -> Int
}
