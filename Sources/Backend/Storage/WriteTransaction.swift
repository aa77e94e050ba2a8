/// The actions of members in one transaction. Here are the statements and their counters; the rules are in
/// `Community`.
public struct WriteTransaction {
  let connection: any DatabaseConnection
}

extension Store {
  /// Runs `body` as one transaction, which is rolled back if `body` throws or its task is cancelled.
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) async throws -> Value {
    try await driver.write { connection in try body(WriteTransaction(connection: connection)) }
  }
}
