/// Holding the tab bar, which brings up the accounts.
struct HoldGesture: Equatable, Sendable {
  /// In milliseconds.
  static let time = 500
  /// A finger that moved so far does not hold, in CSS px.
  static let slop = 10

  enum Phase: Equatable, Sendable {
    case idle
    case pressed(pointer: Int32, x: Int, y: Int)
    /// It was held long enough: what else the finger does means nothing.
    case held(pointer: Int32)
  }

  private(set) var phase = Phase.idle

  init() {}

  enum Outcome: Equatable, Sendable {
    case none
    /// The time starts.
    case begins
    case ends
    /// The rest of a touch that has had its meaning.
    case held
  }

  mutating func handle(_ event: PointerEvent) -> Outcome {
    switch (phase, event.phase) {
    case (.held(event.pointer), .move): return .held
    case (.held(event.pointer), .up), (.held(event.pointer), .cancel):
      phase = .idle
      return .held
    case (.pressed(event.pointer, let x, let y), .move):
      let (across, down) = (event.x - x, event.y - y)
      guard across * across + down * down >= Self.slop * Self.slop else { return .none }
    case (.pressed(event.pointer, _, _), _), (.pressed, .down): break
    case (_, .down) where event.isOnTabs:
      phase = .pressed(pointer: event.pointer, x: event.x, y: event.y)
      return .begins
    default: return .none
    }
    phase = .idle
    return .ends
  }

  /// The time is over. Says where the finger holds, in CSS px from the left; nil: it doesn't.
  mutating func fire() -> Int? {
    guard case .pressed(let pointer, let x, _) = phase else { return nil }
    phase = .held(pointer: pointer)
    return x
  }
}
