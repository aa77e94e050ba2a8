import Foundation

/// Runs blocking work on its own threads, a few tasks at a time, so that the event loops and Swift's
/// cooperative threads stay free.
///
/// `OperationQueue` is documented as safe to use from several threads, but not every version of Foundation
/// marks it as Sendable. It never leaves this type.
public final class WorkQueue: @unchecked Sendable {
  private let queue = OperationQueue()

  /// - Parameter width: The number of tasks that run at the same time.
  public init(width: Int) {
    queue.maxConcurrentOperationCount = width
    queue.qualityOfService = .utility
  }

  public func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.addOperation {
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Carries out work without a result.
  public func begin(_ work: @escaping @Sendable () -> Void) { queue.addOperation(work) }
}
