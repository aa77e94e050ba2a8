import Social

/// The moments at which screens learn that they may lack what no stream brings.
struct CatchUps {
  /// The shortest time in milliseconds between two of them; the clock event fires every 30 s. It doubles with
  /// each failure.
  static let pause: Int64 = 50_000
  static let maxDoublings = 4

  /// The last such moment; `nil` before the first one, and after a tick at which the stream brought all.
  var lastAt: Timestamp?
  /// The number of failures in a row.
  var failures = 0
}

/// A stream brings what is at the viewer's home, and nothing else. Some servers have no streams, and some
/// networks let none through. Then the thread, profile, album or Moments page that shows loads each minute,
/// as after an interruption (decision 0092). Home and notifications ask by themselves.
extension App {
  /// Handles a tick of the clock, which comes while the page shows.
  @inline(never)
  mutating func liveTicked() {
    renewSilentConnection()
    var lacking: [AnyScreenHost] = []
    if let top = stack.last, !hasAllByStream(top) { lacking.append(top) }
    if let list = splitViewList, !hasAllByStream(list) { lacking.append(list) }
    if lacking.isEmpty {
      live.catchUps = CatchUps()
      return
    }
    guard !live.isOffline, let session = sessions.current, !session.isRefused, !isPaused(session) else {
      return
    }
    var failures = 0
    if lacking.contains(where: { $0.hasFailed }) {
      failures = min(live.catchUps.failures + 1, CatchUps.maxDoublings)
    }
    if let last = live.catchUps.lastAt,
      0..<(CatchUps.pause << failures) ~= now.milliseconds - last.milliseconds
    {
      return
    }
    live.catchUps = CatchUps(lastAt: now, failures: failures)
    // A screen that shows loads with the next tick.
    if live.isOpen {
      for screen in lacking { send(.missedEvents, to: screen) }
    } else {
      // Those under it load once they show.
      send(.missedEvents, in: session.key)
    }
  }

  /// Returns true if a stream stands that brings all that the screen shows.
  private func hasAllByStream(_ screen: AnyScreenHost) -> Bool {
    guard live.isOpen else { return false }
    guard screen.session == live.session else { return true }
    switch screen.authors {
    case .home: return true
    case .person(let person): return isAtHome(person)
    case .anybody: return false
    }
  }

  /// Returns true if the person's posts are at the viewer's home.
  private func isAtHome(_ person: String?) -> Bool {
    guard let person, let me = sessions.current else { return false }
    if person == me.me.id { return true }
    let store = stores.first { $0.session == me.key }?.store
    return store?.record(of: person)?.relationship?.isFollowing == true
  }
}
