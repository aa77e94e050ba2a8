@testable public import Storage
import Freshness

extension DatabaseDriver {
  /// A read whose result no response holds.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    try await read(dependsOn: .everything, body)
  }
}
