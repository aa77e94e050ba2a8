import Logging
import Social
import Storage

/// Decides if the time of day is trusted for cleaning up, and for all else that can't be taken back (decision
/// 0045).
///
/// A clock that is far ahead would delete what members still need. So after a jump, the clock has to run
/// steadily for as long as it jumped, a week at most. A server that was off for a night looks the same as
/// such a clock.
struct ClockTrust: Sendable {
  let store: Store
  let clock: @Sendable () -> Timestamp
  let logger: Logger

  /// The largest step between two looks that isn't a jump, in milliseconds, as all times here.
  static let largestStep: Int64 = 6 * 3_600_000
  static let longestDoubt: Int64 = 7 * 86_400_000

  /// - Parameter latest: the time of the newest data, for the first look at a community.
  static func looked(at now: Int64, _ before: ClockRecord?, latest: Int64) -> ClockRecord {
    let record =
      before ?? ClockRecord(believedAt: latest > 0 ? latest : now, seenAt: latest > 0 ? latest : now)
    let jump = now - record.believedAt
    // The clock runs on, or was corrected. A small step back loses nothing.
    if -largestStep...largestStep ~= jump {
      return ClockRecord(believedAt: max(now, record.believedAt), seenAt: now)
    }
    // The clock was set back by far. What is old now was old before, too.
    if jump < 0 { return ClockRecord(believedAt: now, seenAt: now) }
    let step = now - record.seenAt
    var doubt = (needed: min(longestDoubt, jump), passed: Int64(0))
    if let needed = record.needed, step >= 0 {
      // The largest jump counts, not their sum: a machine may be off every night.
      let isSteady = step <= largestStep
      doubt = (
        isSteady ? needed : min(longestDoubt, max(needed, step)), record.passed + (isSteady ? step : 0)
      )
    }
    guard doubt.passed < doubt.needed else { return ClockRecord(believedAt: now, seenAt: now) }
    return ClockRecord(believedAt: record.believedAt, seenAt: now, needed: doubt.needed, passed: doubt.passed)
  }
}

extension ClockTrust {
  /// Looks at the clock, and records the look.
  func isBelieved() async throws -> Bool {
    let now = clock().milliseconds
    let latest = Identifiers.millisecond(of: try await store.largestIdentifier())
    let (before, found) = try await store.noteClock { Self.looked(at: now, $0, latest: latest) }
    guard let needed = found.needed else {
      if before?.needed != nil {
        logger.notice("The clock is believed again: what is old is removed, and polls end")
      }
      return true
    }
    if before?.needed != needed {
      logger.warning(
        """
        The clock is far ahead of when the server last ran: nothing that is old is removed, and no poll or suspension \
        ends, until it has gone on for a while
        """,
        metadata: [
          "hours": "\((needed - found.passed) / 3_600_000 + 1)",
          "ahead": "\((now - found.believedAt) / 3_600_000)",
        ])
    }
    return false
  }
}

extension Community {
  var clockTrust: ClockTrust { ClockTrust(store: store, clock: clock, logger: logger) }

  /// Removes unattached and unfinished uploads, unused tokens and everything that has expired, unless the
  /// clock is doubted. Call it about every ten minutes.
  public func removeWhatIsOld() async throws {
    guard try await clockTrust.isBelieved() else { return }
    try await media.removeOldUploads()
    await media.removePartialUploads()
    try await tokens.endOld()
    let now = clock().milliseconds
    try await store.removeEnded(by: now, keysBefore: now - IdempotencyKey.lifetime)
    try await removeOldPush(by: now)
  }
}
