/// Waits until a condition holds, for what another thread or process finishes soon after the call that caused
/// it.
///
/// - Returns: whether it held within 30 seconds and five tries, which only a test that fails waits for.
public func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  var tries = 1
  while try await !condition() {
    // A single try can take that long while many tests share two processors.
    guard ContinuousClock.now < end || tries < 5 else { return false }
    tries += 1
    try await Task.sleep(for: .milliseconds(5))
  }
  return true
}
