import TestSupport
import Testing

@testable import Screens

/// MOM_09: tests the picture viewer in a window of 390×844.
struct ZoomGestureTests {
  private var gesture = ZoomGesture()

  private mutating func play(_ events: PointerEvent...) -> ZoomGesture.Outcome {
    var outcome = ZoomGesture.Outcome()
    for event in events { outcome = gesture.handle(event) }
    return outcome
  }

  private mutating func doubleTap(_ x: Int, _ y: Int, at time: Int64 = 0) -> ZoomGesture.Outcome {
    play(
      .finger(.down, x, y, at: time), .finger(.up, x, y, at: time + 50), .finger(.down, x, y, at: time + 150),
      .finger(.up, x, y, at: time + 200))
  }

  @Test mutating func `MOM_09 two taps zoom in at the place and two more zoom out`() {
    let zoomed = doubleTap(195, 422)
    #expect(zoomed.decision == .doubleTapped)
    #expect(zoomed.variables.map(\.text) == ["--settle:1", "--zoom:2500", "--x:0px", "--y:0px"])
    let back = doubleTap(300, 100, at: 1000)
    #expect(back.decision == .doubleTapped)
    #expect(back.variables.map(\.text) == ["--settle:1", "--zoom:1000", "--x:0px", "--y:0px"])
  }

  @Test mutating func `MOM_09 the tapped place stays under the finger`() {
    // 95 px left of the middle: at 2.5 times the size it would be 237.5, so the picture moves 142.5 right.
    #expect(
      doubleTap(100, 422).variables.map(\.text) == ["--settle:1", "--zoom:2500", "--x:142px", "--y:0px"])
    #expect(ZoomGestureTests().corner == ["--settle:1", "--zoom:2500", "--x:292px", "--y:633px"])
  }

  private var corner: [String] {
    var test = self
    return test.doubleTap(0, 0).variables.map(\.text)
  }

  @Test(arguments: [(195, 422, 350), (230, 422, 200), (195, 460, 200)])
  mutating func `Taps far apart are two`(x: Int, y: Int, time: Int64) {
    #expect(play(.finger(.down, 195, 422), .finger(.up, 195, 422, at: 50)).decision == .tapped)
    let second = play(.finger(.down, x, y, at: time), .finger(.up, x, y, at: time))
    #expect(second.decision == .tapped)
    #expect(second.variables.isEmpty)
  }

  @Test(arguments: [(200, 2000), (150, 1500), (1000, 5000), (90, 900), (10, 700)])
  mutating func `MOM_09 two fingers zoom within limits`(distance: Int, zoom: Int) {
    let outcome = play(
      .finger(.down, 145, 422), .finger(.down, 245, 422, pointer: 2), .finger(.move, 195 - distance / 2, 422),
      .finger(.move, 195 + distance / 2, 422, pointer: 2))
    #expect(outcome.claimsTouch)
    #expect(outcome.variables[1].text == "--zoom:\(zoom)")
    let released = play(.finger(.up, 195, 422))
    #expect(released.variables[0].text == "--settle:1")
    #expect(released.variables[1].text == "--zoom:\(max(zoom, 1000))")
    #expect(play(.finger(.up, 195, 422, pointer: 2)).decision == .none)
  }

  @Test mutating func `A pinch that the browser ends settles too`() {
    _ = play(
      .finger(.down, 95, 422), .finger(.down, 295, 422, pointer: 2), .finger(.move, 145, 422),
      .finger(.move, 245, 422, pointer: 2))
    #expect(
      play(.finger(.cancel, 145, 422)).variables.map(\.text) == [
        "--settle:1", "--zoom:1000", "--x:0px", "--y:0px",
      ])
  }

  @Test mutating func `MOM_09 a zoomed picture moves but not out of the window`() {
    _ = doubleTap(195, 422)
    let moved = play(.finger(.down, 195, 422, at: 1000), .finger(.move, 215, 392, at: 1100))
    #expect(moved.variables.map(\.text) == ["--settle:0", "--zoom:2500", "--x:20px", "--y:-30px"])
    #expect(
      play(.finger(.move, 2000, 2000, at: 1200)).variables.map(\.text).suffix(2) == [
        "--x:292px", "--y:633px",
      ])
    #expect(
      play(.finger(.move, -2000, -2000, at: 1300)).variables.map(\.text).suffix(2) == [
        "--x:-292px", "--y:-633px",
      ])
    #expect(play(.finger(.up, -2000, -2000, at: 1400)).decision == .none)
  }

  @Test(arguments: [
    (100, 1000, false), (101, 1000, true), (30, 100, true), (24, 100, false), (30, 250, false),
  ])
  mutating func `MOM_09 dragged down it closes or springs back`(distance: Int, time: Int64, closes: Bool) {
    let dragged = play(.finger(.down, 195, 300), .finger(.move, 200, 300 + distance, at: time))
    #expect(dragged.claimsTouch)
    #expect(
      dragged.variables.map(\.text) == [
        "--settle:0", "--drag:\(distance)px", "--drag-x:5px", "--fade:\(distance * 1000 / 400)",
      ])
    let released = play(.finger(.up, 200, 300 + distance, at: time))
    #expect((released.decision == .closes) == closes)
    if !closes {
      #expect(released.variables.map(\.text) == ["--settle:1", "--drag:0px", "--drag-x:0px", "--fade:0"])
    }
  }

  @Test mutating func `MOM_09 a cancelled drag springs back`() {
    _ = play(.finger(.down, 195, 300), .finger(.move, 195, 500))
    let outcome = play(.finger(.cancel, 195, 500))
    #expect(outcome.decision == .none)
    #expect(outcome.variables.map(\.text) == ["--settle:1", "--drag:0px", "--drag-x:0px", "--fade:0"])
  }

  @Test(arguments: [(-61, ZoomGesture.Outcome.Decision.next), (61, .previous), (60, .none), (-60, .none)])
  mutating func `MOM_09 sideways turns`(distance: Int, decision: ZoomGesture.Outcome.Decision) {
    let moved = play(.finger(.down, 195, 300), .finger(.move, 195 + distance, 300))
    #expect(!moved.claimsTouch && moved.variables.isEmpty)
    #expect(play(.finger(.up, 195 + distance, 300)).decision == decision)
  }

  @Test mutating func `Upward does nothing`() {
    let moved = play(.finger(.down, 195, 500), .finger(.move, 195, 100))
    #expect(!moved.claimsTouch)
    #expect(play(.finger(.up, 195, 100)).decision == .none)
  }

  @Test mutating func `Another picture is shown whole`() {
    _ = doubleTap(0, 0)
    #expect(gesture.reset().map(\.text) == ["--settle:0", "--zoom:1000", "--x:0px", "--y:0px"])
    #expect(gesture == ZoomGesture())
  }

  @Test func `roots are rounded down`() {
    for root in 0...2000 {
      #expect(ZoomGesture.squareRoot(root * root) == root)
      #expect(ZoomGesture.squareRoot((root + 1) * (root + 1) - 1) == root)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  mutating func `Whatever fingers do the picture stays in the window`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let phases: [PointerEvent.Phase] = [.down, .down, .move, .move, .move, .move, .up, .up, .cancel]
    for time in 0..<400 {
      let event = PointerEvent.finger(
        generator.pick(phases), generator.below(3000) - 1000, generator.below(3000) - 1000,
        at: Int64(time * 40),
        pointer: Int32(generator.below(4)))
      _ = gesture.handle(event)
      #expect(700...5000 ~= gesture.zoom)
      #expect(abs(gesture.x) <= 390 * 2 && abs(gesture.y) <= 844 * 2)
      #expect(gesture.fingers.count <= 2)
      if gesture.fingers.isEmpty { #expect(gesture.zoom >= 1000) }
    }
  }
}
