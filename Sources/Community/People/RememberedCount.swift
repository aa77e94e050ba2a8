import Synchronization

/// What is counted by going through all accounts, kept a hundred times as long as the counting took: so it takes a
/// hundredth of the time at most, and a small community's numbers are always right.
final class RememberedCount<Value: Sendable>: Sendable {
  private let kept = Mutex<(value: Value, end: ContinuousClock.Instant)?>(nil)

  /// What is quicker is counted each time.
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
