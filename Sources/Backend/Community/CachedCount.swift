import Synchronization

/// A count over all accounts, cached for a hundred times as long as counting took. So counting takes at most
/// a hundredth of the time, and the numbers of a small community are always right.
final class CachedCount<Value: Sendable>: Sendable {
  private let kept = Mutex<(value: Value, end: ContinuousClock.Instant)?>(nil)

  /// The time below which a count isn't cached.
  private static var quick: Duration { .milliseconds(1) }

  func value(counting count: () async throws -> Value) async throws -> Value {
    let start = ContinuousClock.now
    if let kept = kept.withLock(\.self), start < kept.end { return kept.value }
    let value = try await count()
    let end = ContinuousClock.now
    if end - start >= Self.quick { kept.withLock { $0 = (value, end + (end - start) * 100) } }
    return value
  }
}
