/// Dragging sideways: a root moves away from the menu behind it and back over it, and a screen over others
/// goes back.
///
/// The sliding element follows the finger from its position when the direction was decided, even in the
/// middle of a motion.
struct SlideGesture: Equatable, Sendable {
  /// The distance after which the direction is decided, in CSS px.
  static let slop = 10
  /// The width at both edges of the window that the system reserves for its own swipes, in CSS px.
  static let margin = 30
  /// A finger that rested longer selects text, in milliseconds.
  static let longPress: Int64 = 500
  /// A release faster than this, in px/s, continues in its direction.
  static let flick = 200
  /// A finger that rested longer has no speed any more, in milliseconds.
  static let restTime: Int64 = 100
  /// The longest duration of the rest of the way, in milliseconds.
  static let settleTime = 300
  /// The time over which a sheet's motion is extrapolated, in milliseconds; the position then decides.
  static let projection = 350

  enum Phase: Equatable, Sendable {
    case idle
    case undecided(pointer: Int32, x: Int, y: Int, time: Int64)
    case sliding(Slide)
  }

  struct Slide: Equatable, Sendable {
    let pointer: Int32
    /// The position of the finger at which the offset is 0.
    let origin: Int
    /// True if the sliding element was open before.
    let wasOpen: Bool
    var position: Int
    var time: Int64
    /// Speed in px/s.
    var velocity = 0

    mutating func move(to position: Int, at time: Int64) {
      let passed = Int(time - self.time)
      guard passed > 0 else { return }
      let step = passed < SlideGesture.restTime ? (position - self.position) * 1000 / passed : 0
      velocity = (step * 7 + velocity * 3) / 10
      (self.position, self.time) = (position, time)
    }

    /// Returns the speed at release.
    func velocity(at time: Int64) -> Int { time - self.time > SlideGesture.restTime ? 0 : velocity }
  }

  enum Outcome: Equatable, Sendable {
    case none
    /// The offset of the sliding element from its place, in CSS px towards the end of the line.
    case follows(Int)
    /// The finger let go: the rest of the way, to the end (`isOpen`) or back, takes `time` ms.
    case ends(isOpen: Bool, from: Int, time: Int)
  }

  private(set) var phase = Phase.idle

  init() {}

  /// Handles an event. `extent` is how far the element below the finger can slide, in CSS px; 0 if it can't.
  /// `isMirrored`: from right to left. `projects`: position and speed decide together.
  mutating func handle(_ event: PointerEvent, extent: Int, isMirrored: Bool, projects: Bool = false)
    -> Outcome
  {
    let x = isMirrored ? event.windowWidth - event.x : event.x
    switch (phase, event.phase) {
    case (.idle, .down):
      guard extent > 0, event.edge != nil, x >= Self.margin, x <= event.windowWidth - Self.margin else {
        return .none
      }
      phase = .undecided(pointer: event.pointer, x: x, y: event.y, time: event.time)
      return .none
    case (.undecided(event.pointer, let startX, let startY, let time), .move):
      let (across, down) = (x - startX, event.y - startY)
      guard let edge = event.edge, event.time - time <= Self.longPress else {
        phase = .idle
        return .none
      }
      guard across * across + down * down >= Self.slop * Self.slop else { return .none }
      // Within 40° of the line, and towards a side with room.
      guard abs(down) * 100 <= abs(across) * 84, across > 0 ? edge < extent : edge > 0 else {
        phase = .idle
        return .none
      }
      phase = .sliding(
        Slide(
          pointer: event.pointer, origin: x - edge, wasOpen: edge * 2 > extent, position: edge,
          time: event.time))
      return .follows(edge)
    case (.sliding(var slide), .move) where slide.pointer == event.pointer:
      let position = min(max(x - slide.origin, 0), extent)
      slide.move(to: position, at: event.time)
      phase = .sliding(slide)
      return .follows(position)
    case (.sliding(let slide), .up) where slide.pointer == event.pointer:
      phase = .idle
      let velocity = slide.velocity(at: event.time)
      let isOpen =
        projects
        ? slide.position * 1000 + Self.projection * velocity >= extent * 500
        : abs(velocity) > Self.flick ? velocity > 0 : slide.position * 2 > extent
      // It continues at the finger's speed.
      let rest = isOpen ? extent - slide.position : slide.position
      let time = min(Self.settleTime, rest * 1000 / max(1, abs(velocity)))
      return .ends(isOpen: isOpen, from: slide.position, time: time)
    case (.sliding(let slide), .down), (.sliding(let slide), .cancel):
      phase = .idle
      return .ends(isOpen: slide.wasOpen, from: slide.position, time: Self.settleTime)
    case (.undecided, .down), (.undecided(event.pointer, _, _, _), _):
      phase = .idle
      return .none
    default: return .none
    }
  }
}
