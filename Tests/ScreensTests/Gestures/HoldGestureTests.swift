import Testing

@testable import Screens

/// TWT_14: tests a finger that rests on the tab bar.
struct HoldGestureTests {
  private var gesture = HoldGesture()

  @Test mutating func `TWT_14 a finger that stays within ten px holds`() {
    #expect(gesture.handle(.onTabs(.down, 100, 820)) == .begins(.tabs))
    #expect(gesture.handle(.onTabs(.move, 106, 827)) == .none)
    #expect(gesture.fire()?.x == 100)
    #expect(gesture.handle(.onTabs(.move, 106, 700)) == .held)
    #expect(gesture.handle(.onTabs(.up, 106, 700)) == .held, "the click of this touch means nothing")
    #expect(gesture == HoldGesture())
  }

  @Test(arguments: [(110, 820), (100, 810), (107, 828), (93, 812)])
  mutating func `TWT_14 a finger that moves ten px away does not`(x: Int, y: Int) {
    #expect(gesture.handle(.onTabs(.down, 100, 820)) == .begins(.tabs))
    #expect(gesture.handle(.onTabs(.move, x, y)) == .ends(.tabs))
    #expect(gesture.fire() == nil)
    #expect(gesture.handle(.onTabs(.up, x, y)) == .none)
  }

  @Test(arguments: [PointerEvent.Phase.up, .cancel])
  mutating func `TWT_14 let go too early it is a tap`(phase: PointerEvent.Phase) {
    _ = gesture.handle(.onTabs(.down, 100, 820))
    #expect(gesture.handle(.onTabs(phase, 100, 820)) == .ends(.tabs))
    #expect(gesture.fire() == nil)
  }

  @Test mutating func `TWT_14 elsewhere nothing is held, and neither with a second finger`() {
    #expect(gesture.handle(.finger(.down, 100, 400)) == .none)
    #expect(gesture.fire() == nil)
    _ = gesture.handle(.onTabs(.down, 100, 820))
    #expect(gesture.handle(.onTabs(.move, 300, 820, pointer: 2)) == .none, "another finger's way")
    #expect(gesture.handle(.onTabs(.down, 200, 820, pointer: 2)) == .ends(.tabs))
    #expect(gesture.fire() == nil)
  }

  @Test mutating func `TWT_14 after a touch whose end was lost the next one counts`() {
    _ = gesture.handle(.onTabs(.down, 100, 820))
    _ = gesture.fire()
    #expect(gesture.handle(.onTabs(.down, 200, 820)) == .begins(.tabs))
    #expect(gesture.fire()?.x == 200)
  }

  @Test mutating func `NEW_12 a finger that rests on a post holds it`() {
    #expect(gesture.handle(.onPost(.down, 100, 400)) == .begins(.post))
    #expect(gesture.handle(.onPost(.move, 106, 407)) == .none)
    #expect(gesture.fire()?.target == .post)
    #expect(gesture.handle(.onPost(.move, 106, 300)) == .held)
    #expect(gesture.handle(.onPost(.up, 106, 300)) == .held, "the click of this touch opens nothing")
    #expect(gesture == HoldGesture())
  }

  @Test(arguments: [
    PointerEvent.onPost(.move, 100, 410), .onPost(.up, 100, 400), .onPost(.cancel, 100, 400),
    .onPost(.down, 200, 500, pointer: 3),
  ])
  mutating func `NEW_12 who scrolls, taps or comes with a second finger holds no post`(event: PointerEvent) {
    _ = gesture.handle(.onPost(.down, 100, 400))
    #expect(gesture.handle(event) == .ends(.post))
    #expect(gesture.fire() == nil)
  }

  @Test mutating func `NEW_12 on selected text nothing is held`() {
    #expect(gesture.handle(.onPost(.down, 100, 400, edge: nil)) == .none)
    #expect(gesture.fire() == nil)
  }
}

extension PointerEvent {
  static func onTabs(_ phase: Phase, _ x: Int, _ y: Int, pointer: Int32 = 1) -> PointerEvent {
    PointerEvent(phase: phase, pointer: pointer, x: x, y: y, time: 0, target: .tabs)
  }

  static func onPost(_ phase: Phase, _ x: Int, _ y: Int, pointer: Int32 = 2, edge: Int? = 0) -> PointerEvent {
    PointerEvent(phase: phase, pointer: pointer, x: x, y: y, time: 0, edge: edge, target: .post)
  }

  static func onToast(_ phase: Phase, _ x: Int, at time: Int64 = 0, pointer: Int32 = 2) -> PointerEvent {
    PointerEvent(phase: phase, pointer: pointer, x: x, y: 780, time: time, target: .toast)
  }
}
