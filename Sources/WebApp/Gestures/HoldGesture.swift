/// Holding the tab bar, which opens the account switcher, or a post, which opens its menu.
public struct HoldGesture: Equatable, Sendable {
  /// The look of a post while it is held.
  public enum Post: Int32, Equatable, Sendable {
    case released = 0
    case pressed = 1
    /// Its menu opens, as with the menu button.
    case opened = 2
  }

  /// The time until it counts as held, in milliseconds.
  static let time = 500
  /// A finger that moved farther doesn't hold, in CSS px.
  static let slop = 10

  enum Phase: Equatable, Sendable {
    case idle
    case pressed(PointerEvent.Target, pointer: Int32, x: Int, y: Int)
    /// It was held long enough; the rest of the touch is ignored.
    case held(pointer: Int32)
  }

  private(set) var phase = Phase.idle

  init() {}

  enum Outcome: Equatable, Sendable {
    case none
    /// The finger came down; the timer starts.
    case begins(PointerEvent.Target)
    case ends(PointerEvent.Target)
    /// The rest of a touch that was a hold.
    case held
  }

  mutating func handle(_ event: PointerEvent) -> Outcome {
    var target = event.target ?? .tabs
    switch (phase, event.phase) {
    case (.held(event.pointer), .move): return .held
    case (.held(event.pointer), .up), (.held(event.pointer), .cancel):
      phase = .idle
      return .held
    case (.pressed(let pressed, event.pointer, let x, let y), .move):
      let (across, down) = (event.x - x, event.y - y)
      guard across * across + down * down >= Self.slop * Self.slop else { return .none }
      target = pressed
    case (.pressed(let pressed, event.pointer, _, _), _), (.pressed(let pressed, _, _, _), .down):
      target = pressed
    // Selected text and what scrolls sideways keep their touches.
    case (_, .down) where event.target == .tabs || event.target == .post && event.edge != nil:
      phase = .pressed(target, pointer: event.pointer, x: event.x, y: event.y)
      return .begins(target)
    default: return .none
    }
    phase = .idle
    return .ends(target)
  }

  /// Ends the waiting time. Returns what the finger holds, and its position in CSS px from the left; `nil` if
  /// it doesn't hold.
  mutating func fire() -> (target: PointerEvent.Target, x: Int)? {
    guard case .pressed(let target, let pointer, let x, _) = phase else { return nil }
    phase = .held(pointer: pointer)
    return (target, x)
  }
}
