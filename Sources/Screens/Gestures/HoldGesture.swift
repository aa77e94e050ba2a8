/// Holding the tab bar, which brings up the accounts, or a post, which brings up its menu.
public struct HoldGesture: Equatable, Sendable {
  /// How a post shows that it is held.
  public enum Post: Int32, Equatable, Sendable {
    case released = 0
    case pressed = 1
    /// Its menu opens, as by the button for it.
    case opened = 2
  }

  /// In milliseconds.
  static let time = 500
  /// A finger that moved so far does not hold, in CSS px.
  static let slop = 10

  enum Phase: Equatable, Sendable {
    case idle
    case pressed(PointerEvent.Ground, pointer: Int32, x: Int, y: Int)
    /// It was held long enough: what else the finger does means nothing.
    case held(pointer: Int32)
  }

  private(set) var phase = Phase.idle

  init() {}

  enum Outcome: Equatable, Sendable {
    case none
    /// The time starts.
    case begins(PointerEvent.Ground)
    case ends(PointerEvent.Ground)
    /// The rest of a touch that has had its meaning.
    case held
  }

  mutating func handle(_ event: PointerEvent) -> Outcome {
    var ground = event.ground ?? .tabs
    switch (phase, event.phase) {
    case (.held(event.pointer), .move): return .held
    case (.held(event.pointer), .up), (.held(event.pointer), .cancel):
      phase = .idle
      return .held
    case (.pressed(let pressed, event.pointer, let x, let y), .move):
      let (across, down) = (event.x - x, event.y - y)
      guard across * across + down * down >= Self.slop * Self.slop else { return .none }
      ground = pressed
    case (.pressed(let pressed, event.pointer, _, _), _), (.pressed(let pressed, _, _, _), .down): ground = pressed
    // Selected text and what scrolls sideways keep their touches.
    case (_, .down) where event.ground == .tabs || event.ground == .post && event.edge != nil:
      phase = .pressed(ground, pointer: event.pointer, x: event.x, y: event.y)
      return .begins(ground)
    default: return .none
    }
    phase = .idle
    return .ends(ground)
  }

  /// The time is over. Says what the finger holds, and where, in CSS px from the left; nil: it doesn't.
  mutating func fire() -> (ground: PointerEvent.Ground, x: Int)? {
    guard case .pressed(let ground, let pointer, let x, _) = phase else { return nil }
    phase = .held(pointer: pointer)
    return (ground, x)
  }
}
