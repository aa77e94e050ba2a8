/// Pull to refresh: the refresh indicator follows the finger that pulls the page down, and turns with it.
struct PullGesture: Equatable, Sendable {
  /// The refresh starts if the page is released farther down than this, in CSS px.
  static let threshold = 60
  /// A finger that moved less has no direction yet, in CSS px.
  static let slop = 8

  enum Phase: Equatable, Sendable {
    case idle
    case undecided(pointer: Int32, x: Int, y: Int)
    /// A finger stopped the page on its way back; this may be just a tap.
    case caught(pointer: Int32, y: Int, pull: Int)
    case pulling(pointer: Int32, y: Int, pull: Int)
  }

  var phase = Phase.idle

  init() {}

  struct Outcome: Equatable, Sendable {
    /// The browser must not scroll.
    var claimsTouch = false
    var variables: [StyleVariable] = []
    /// The finger let go beyond the threshold.
    var refreshes = false
  }

  mutating func handle(_ event: PointerEvent) -> Outcome {
    switch (phase, event.phase) {
    case (.idle, .down) where event.scrollOffset < -Self.slop:
      let pull = min(-event.scrollOffset, event.windowHeight - 1)
      phase = .caught(pointer: event.pointer, y: event.y, pull: pull)
      return Outcome(variables: Self.variables(pull))
    case (.caught(event.pointer, let y, let pull), .move):
      guard abs(event.y - y) > Self.slop else { return Outcome() }
      phase = .pulling(
        pointer: event.pointer, y: y - Self.finger(forPull: pull, of: event.windowHeight), pull: pull)
      return follow(event)
    case (.caught, .down), (.caught(event.pointer, _, _), _):
      var outcome = release(refreshes: false)
      outcome.claimsTouch = false
      return outcome
    case (.idle, .down) where event.scrollOffset <= 0:
      phase = .undecided(pointer: event.pointer, x: event.x, y: event.y)
      return Outcome()
    case (.undecided(event.pointer, let x, let y), .move):
      let down = event.y - y
      let across = abs(event.x - x)
      if event.scrollOffset > 0 || down < -Self.slop || across > max(down, Self.slop) {
        phase = .idle
        return Outcome()
      }
      guard down > Self.slop else { return Outcome() }
      phase = .pulling(pointer: event.pointer, y: y + Self.slop, pull: 0)
      return follow(event)
    case (.pulling(event.pointer, _, _), .move): return follow(event)
    case (.pulling(event.pointer, _, let pull), .up):
      return release(refreshes: pull > Self.threshold)
    case (.pulling, .down), (.pulling(event.pointer, _, _), .cancel): return release(refreshes: false)
    case (.undecided, .down), (.undecided(event.pointer, _, _), _):
      phase = .idle
      return Outcome()
    default: return Outcome()
    }
  }

  /// Returns the page's offset. The page moves less the farther it is pulled, as if on a rubber band, and
  /// never as far as the window is high.
  static func pull(forFinger distance: Int, of height: Int) -> Int {
    let way = max(0, distance) * 55
    return (way * height + (100 * height + way) / 2) / (100 * height + way)
  }

  /// Returns the finger's distance at which the page is pulled this far.
  static func finger(forPull pull: Int, of height: Int) -> Int {
    100 * height * pull / (55 * (height - pull))
  }

  private mutating func follow(_ event: PointerEvent) -> Outcome {
    guard case .pulling(let pointer, let y, _) = phase else { return Outcome() }
    let pull = Self.pull(forFinger: event.y - y, of: event.windowHeight)
    phase = .pulling(pointer: pointer, y: y, pull: pull)
    return Outcome(claimsTouch: true, variables: Self.variables(pull))
  }

  private static func variables(_ pull: Int) -> [StyleVariable] {
    [.number("--pull", pull), .number("--settle", 0)]
  }

  private mutating func release(refreshes: Bool) -> Outcome {
    phase = .idle
    return Outcome(
      claimsTouch: true, variables: [.number("--settle", 1), .number("--pull", 0)], refreshes: refreshes)
  }
}
