import Testing

@testable import Screens

/// TWT_10: tests sliding. The panel follows the finger sideways from where it is; position and speed decide
/// at the end.
struct SlideGestureTests {
  private static let extent = 340
  private var gesture = SlideGesture()

  private mutating func play(_ events: PointerEvent..., mirrored: Bool = false) -> SlideGesture.Outcome {
    var outcome = SlideGesture.Outcome.none
    for event in events { outcome = gesture.handle(event, extent: Self.extent, isMirrored: mirrored) }
    return outcome
  }

  @Test mutating func `TWT_10 it follows the finger from the first pixel after ten`() {
    #expect(play(.finger(.down, 100, 300), .finger(.move, 109, 300, at: 16)) == .none)
    #expect(play(.finger(.move, 110, 300, at: 32)) == .follows(0))
    for step in 1...10 {
      #expect(
        play(.finger(.move, 110 + step * 23, 300 + step, at: 32 + Int64(step) * 16)) == .follows(step * 23))
    }
    #expect(play(.finger(.move, 20, 300, at: 208)) == .follows(0), "no farther than its place")
    #expect(play(.finger(.move, 900, 300, at: 224)) == .follows(340), "no farther than its end")
  }

  @Test(arguments: [
    (110, 300, true), (110, 308, true), (110, 309, false), (108, 310, false), (100, 290, false),
  ])
  mutating func `TWT_10 within forty degrees of the line the drag is ours`(x: Int, y: Int, isOurs: Bool) {
    #expect(play(.finger(.down, 100, 300), .finger(.move, x, y)) == (isOurs ? .follows(0) : .none))
    #expect((play(.finger(.move, 250, 300)) == .none) == !isOurs, "the decision stands for this touch")
  }

  @Test(arguments: [
    // A drag from 0 by a distance in px, at that many ms for each 10 px, and the state afterwards.
    (160, 200, false), (180, 200, true), (60, 16, true), (60, 60, false),
  ])
  mutating func `TWT_10 position and speed decide when the finger lets go`(
    distance: Int, pause: Int64, isOpen: Bool
  ) {
    _ = play(.finger(.down, 100, 300), .finger(.move, 110, 300))
    var time: Int64 = 0
    for step in 1...(distance / 10) {
      time += pause
      _ = play(.finger(.move, 110 + step * 10, 300, at: time))
    }
    #expect(
      play(.finger(.up, 110 + distance, 300, at: time + 1))
        == .ends(isOpen: isOpen, from: distance, time: 300))
    #expect(gesture == SlideGesture())
  }

  @Test mutating func `TWT_10 moving back it closes, however far it was`() {
    _ = play(.finger(.down, 50, 300), .finger(.move, 60, 300), .finger(.move, 390, 300, at: 100))
    _ = play(.finger(.move, 380, 300, at: 116), .finger(.move, 360, 300, at: 132))
    #expect(play(.finger(.up, 360, 300, at: 140)) == .ends(isOpen: false, from: 300, time: 298))
  }

  @Test(arguments: [(20, 300), (50, 132), (100, 54), (160, 25)])
  mutating func `TWT_10 the rest of the way is as fast as the finger was`(step: Int, time: Int) {
    _ = play(.finger(.down, 100, 300), .finger(.move, 110, 300), .finger(.move, 110 + step, 300, at: 16))
    #expect(play(.finger(.up, 110 + step, 300, at: 20)) == .ends(isOpen: true, from: step, time: time))
  }

  /// The panel has 340 px: the position plus 0.35 s of the speed reaches the middle, or not.
  @Test(arguments: [
    (169, 200, false), (170, 200, true), (20, 50, false), (30, 50, true), (30, 64, false), (90, 120, false),
  ])
  mutating func `TWT_14 a sheet goes if it would be past the half a moment later`(
    way: Int, pause: Int64, isOpen: Bool
  ) {
    var outcome = SlideGesture.Outcome.none
    let up = PointerEvent.finger(.up, 110 + way, 300, at: pause + 1)
    for event in [
      .finger(.down, 100, 300), .finger(.move, 110, 300), .finger(.move, 110 + way, 300, at: pause), up,
    ] {
      outcome = gesture.handle(event, extent: Self.extent, isMirrored: false, projects: true)
    }
    guard case .ends(isOpen, from: way, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test mutating func `TWT_10 a finger that rested has no speed`() {
    _ = play(.finger(.down, 100, 300), .finger(.move, 110, 300), .finger(.move, 200, 300, at: 16))
    #expect(play(.finger(.up, 200, 300, at: 117)) == .ends(isOpen: false, from: 90, time: 300))
  }

  @Test mutating func `TWT_10 it is caught where it is in the middle of its way`() {
    _ = play(.finger(.down, 200, 300, edge: 60))
    #expect(play(.finger(.move, 212, 300, at: 20, edge: 100)) == .follows(100))
    #expect(play(.finger(.move, 222, 300, at: 40, edge: 100)) == .follows(110))
    #expect(play(.finger(.move, 152, 300, at: 60, edge: 110)) == .follows(40))
  }

  @Test mutating func `TWT_10 there is nothing to drag beyond its place and its end`() {
    #expect(play(.finger(.down, 200, 300), .finger(.move, 180, 300)) == .none)
    #expect(play(.finger(.move, 250, 300)) == .none)
    #expect(play(.finger(.up, 250, 300)) == .none)
    #expect(play(.finger(.down, 200, 300, edge: 340), .finger(.move, 220, 300, edge: 340)) == .none)
  }

  @Test(arguments: [(29, false), (30, true), (360, true), (361, false)])
  mutating func `TWT_10 the edges are the system's`(x: Int, isOurs: Bool) {
    _ = play(.finger(.down, x, 300, edge: 100))
    #expect((play(.finger(.move, x - 20, 300, edge: 100)) == .follows(100)) == isOurs)
  }

  @Test mutating func `TWT_10 text that is or gets selected keeps the touch, and so does a long press`() {
    #expect(play(.finger(.down, 100, 300, edge: nil), .finger(.move, 150, 300)) == .none)
    #expect(play(.finger(.down, 100, 300), .finger(.move, 150, 300, at: 10, edge: nil)) == .none)
    _ = play(.finger(.up, 150, 300, at: 20))
    #expect(play(.finger(.down, 100, 300, at: 1000), .finger(.move, 150, 300, at: 1501)) == .none)
  }

  @Test(arguments: [(0, false), (340, true)])
  mutating func `TWT_10 cancelled, or with a second finger, it goes back to where it came from`(
    from: Int, isOpen: Bool
  ) {
    let towards = isOpen ? -10 : 10
    for phase in [PointerEvent.Phase.cancel, .down] {
      _ = play(.finger(.down, 200, 300, edge: from), .finger(.move, 200 + towards, 300, edge: from))
      _ = play(.finger(.move, 200 + towards * 10, 300, at: 50))
      let position = from + towards * 9
      #expect(
        play(.finger(phase, 200, 300, at: 60, pointer: phase == .down ? 2 : 1))
          == .ends(isOpen: isOpen, from: position, time: 300)
      )
      #expect(gesture == SlideGesture())
    }
  }

  @Test mutating func `TWT_10 from right to left it is mirrored`() {
    #expect(play(.finger(.down, 290, 300), .finger(.move, 280, 300, at: 16), mirrored: true) == .follows(0))
    #expect(play(.finger(.move, 180, 300, at: 32), mirrored: true) == .follows(100))
    #expect(play(.finger(.up, 180, 300, at: 40), mirrored: true) == .ends(isOpen: true, from: 100, time: 54))
  }
}
