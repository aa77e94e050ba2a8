import Contracts
import Social

/// The moments at which screens learn that they may lack events, while no stream brings those.
struct CatchUps {
  /// The shortest time in milliseconds between two of them; the clock event fires every 30 s. It doubles with
  /// each failure.
  static let pause: Int64 = 50_000
  static let maxDoublings = 4

  /// The last such moment, or the last tick at which a stream stood; `nil` before the first one.
  var lastAt: Timestamp?
  /// The number of failures in a row.
  var failures = 0
}

/// Some servers have no streams, and some networks let none through. There, a thread, a profile, an album and
/// a Moments page load each minute, as after an interruption. Home and notifications ask by themselves.
extension App {
  /// Handles a tick of the clock, which comes while the page shows.
  @inline(never)
  mutating func liveTicked() {
    renewSilentConnection()
    if live.isOpen {
      live.catchUps = CatchUps(lastAt: now)
      return
    }
    guard !live.isOffline, let session = sessions.current, !session.isRefused, !isPaused(session) else {
      return
    }
    var failures = 0
    if let top = stack.last, hasFailed(top) || splitViewList.map({ hasFailed($0) }) == true {
      failures = min(live.catchUps.failures + 1, CatchUps.maxDoublings)
    }
    if let last = live.catchUps.lastAt,
      0..<(CatchUps.pause << failures) ~= now.milliseconds - last.milliseconds
    {
      return
    }
    live.catchUps = CatchUps(lastAt: now, failures: failures)
    // The screen that shows loads with the next tick; those under it load once they show.
    send(.missedEvents, in: session.key)
  }

  /// Returns true if the screen's last request failed, among those that load what they may lack.
  private func hasFailed(_ screen: AnyScreenHost) -> Bool {
    if let thread = screen as? ScreenHost<Thread> { return thread.state.failure != nil }
    if let page = screen as? ScreenHost<ProfilePage> {
      return page.state.failure != nil || page.state.list.failure != nil
    }
    if let page = screen as? ScreenHost<Moments> { return page.state.failure != nil }
    if let album = screen as? ScreenHost<Album> { return album.state.failure != nil }
    return false
  }
}
