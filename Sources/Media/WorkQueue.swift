import Foundation

/// Runs blocking work on threads of its own, a few at a time, so that the event loops and Swift's
/// cooperative threads stay free.
///
/// `OperationQueue` is documented as safe to use from several threads, but not marked as Sendable in every
/// version of Foundation; it never leaves this type.
public final class WorkQueue: @unchecked Sendable {
  private let queue = OperationQueue()

  /// - Parameter width: how much is done at the same time.
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
