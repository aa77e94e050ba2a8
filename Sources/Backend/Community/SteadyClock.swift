import Logging
import Social
import Synchronization

/// The machine's clock, corrected for jumps.
///
/// If the clock jumps by more than an hour, the time continues as before for another hour. The operator can
/// correct it meanwhile, before posts get wrong dates. One jump is followed at once: a jump forward from a
/// time before the newest post, as on a machine that starts in 1970. Ids never go back, whatever the clock
/// does (`Identifiers`).
final class SteadyClock: Sendable {
  private struct State {
    /// The last time that was returned, and its moment on a clock that can't be set.
    var last: Timestamp
    var at: ContinuousClock.Instant
    /// The moment at which the wall clock began to differ, and the difference then, in milliseconds.
    var jump: (since: ContinuousClock.Instant, milliseconds: Int64)?
    /// The time of the newest data. The real time can't be earlier.
    var earliest = Timestamp(milliseconds: 0)
  }

  static let largestStep: Int64 = 3_600_000
  static let wait = Duration.seconds(3600)

  private let wall: @Sendable () -> Timestamp
  private let steady: @Sendable () -> ContinuousClock.Instant
  private let logger: Logger
  private let state: Mutex<State>

  init(
    wall: @escaping @Sendable () -> Timestamp,
    steady: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    logger: Logger
  ) {
    self.wall = wall
    self.steady = steady
    self.logger = logger
    state = Mutex(State(last: wall(), at: steady()))
  }

  /// Sets the time that the real one can't be before.
  func expect(notBefore earliest: Timestamp) { state.withLock { $0.earliest = earliest } }

  var now: Timestamp {
    state.withLock { state in
      let (wall, steady) = (wall(), steady())
      let expected = state.last.advanced(byMilliseconds: (steady - state.at).milliseconds)
      let difference = wall.milliseconds - expected.milliseconds
      guard abs(difference) > Self.largestStep else {
        if state.jump != nil { logger.notice("the clock is right again") }
        state = State(last: wall, at: steady, earliest: state.earliest)
        return wall
      }
      if difference > 0, expected.milliseconds < state.earliest.milliseconds - Self.largestStep {
        logger.notice("the clock was wrong, and was set", metadata: ["clock": "\(wall.iso8601)"])
        state = State(last: wall, at: steady, earliest: state.earliest)
        return wall
      }
      let jump = state.jump ?? (steady, difference)
      if state.jump == nil {
        logger.warning(
          "the clock jumped; for an hour the time goes on from where it was",
          metadata: [
            "seconds": "\(difference / 1000)", "clock": "\(wall.iso8601)", "used": "\(expected.iso8601)",
          ])
      }
      guard steady - jump.since < Self.wait else {
        logger.warning(
          "the clock jumped an hour ago, and is believed now", metadata: ["clock": "\(wall.iso8601)"])
        state = State(last: wall, at: steady, earliest: state.earliest)
        return wall
      }
      state = State(last: expected, at: steady, jump: jump, earliest: state.earliest)
      return expected
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
