@testable public import Storage
import Invalidation

extension DatabaseDriver {
  /// Reads without recording dependencies, as the result isn't part of a response.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    try await read(dependsOn: .everything, body)
  }
}
