import AsyncHTTPClient

extension Outbound {
  /// Runs `work`, cancels it at the deadline, and says of every error what it means.
  func bounded<Value: Sendable>(
    _ deadline: Duration, _ url: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws(OutboundError) -> Value {
    do {
      return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
          try await wait(deadline, url)
          throw OutboundError.deadline
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw OutboundError.cancelled }
        return value
      }
    } catch {
      throw Self.outboundError(error)
    }
  }

  private static func outboundError(_ error: any Error) -> OutboundError {
    switch error {
    case let error as OutboundError: error
    case is CancellationError: .cancelled
    case let error as HTTPClientError where [.deadlineExceeded, .readTimeout, .connectTimeout].contains(error):
      .deadline
    case let error as HTTPClientError where error == .cancelled: .cancelled
    default: .unreachable("\(error)")
    }
  }
}
