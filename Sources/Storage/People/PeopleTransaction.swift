/// What members do, in one transaction. The rules are Community's; here are the statements, and the counters that go
/// with them.
public struct PeopleTransaction {
  let connection: any DatabaseConnection
}

extension Store {
  /// Runs `body` as one transaction: undone if it throws or if its task is cancelled.
  public func acting<Value: Sendable>(
    _ body: @escaping @Sendable (PeopleTransaction) throws -> Value
  ) async throws -> Value {
    try await driver.write { connection in try body(PeopleTransaction(connection: connection)) }
  }
}
