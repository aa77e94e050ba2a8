/// Waits until a condition holds, for what another thread or process finishes soon after the call that caused
/// it.
///
/// - Returns: whether it held within 30 seconds, which only a test that fails waits for.
public func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  while try await !condition() {
    guard ContinuousClock.now < end else { return false }
    try await Task.sleep(for: .milliseconds(5))
  }
  return true
}
