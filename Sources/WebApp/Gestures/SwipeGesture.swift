/// A finger on the toast: while pressed it stays; swiped sideways, it follows the finger and leaves.
struct SwipeGesture: Equatable, Sendable {
  /// It leaves if it is released farther from its place than this, in CSS px.
  static let threshold = 100

  /// `nil` if no finger is on it.
  private(set) var slide: SlideGesture.Slide?
  private(set) var isSwiping = false

  enum Outcome: Equatable, Sendable {
    case none
    /// The offset from its place, in CSS px to the right.
    case follows(Int)
    case returns
    /// It leaves the window, to the right or to the left.
    case goes(isRight: Bool)
  }

  mutating func handle(_ event: PointerEvent) -> Outcome {
    let isOther = slide.map { $0.pointer != event.pointer } ?? false
    if event.phase == .down, !isOther {
      isSwiping = false
      slide = SlideGesture.Slide(
        pointer: event.pointer, origin: event.x, wasOpen: false, position: 0, time: event.time)
    }
    guard event.phase != .down, !isOther, var slide else { return .none }
    let position = event.x - slide.origin
    if event.phase == .move {
      if abs(position) >= SlideGesture.slop { isSwiping = true }
      slide.move(to: position, at: event.time)
      self.slide = slide
      return isSwiping ? .follows(position) : .none
    }
    let wasSwiping = isSwiping
    self = SwipeGesture()
    guard wasSwiping else { return .none }
    let velocity = slide.velocity(at: event.time)
    let isFlick = abs(velocity) > SlideGesture.flick
    let isAway = isFlick ? (velocity > 0) == (position > 0) : abs(position) > Self.threshold
    guard event.phase == .up, isAway else { return .returns }
    return .goes(isRight: position > 0)
  }
}
