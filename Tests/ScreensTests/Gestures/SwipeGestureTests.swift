import Testing

@testable import Screens

/// TWT_07: tests a finger on the toast above the tab bar.
struct SwipeGestureTests {
  private var gesture = SwipeGesture()

  @Test mutating func `TWT_07 it follows the finger from where that came down, either way`() {
    #expect(gesture.handle(.onToast(.down, 200)) == .none)
    #expect(gesture.slide != nil, "pressed it is held")
    #expect(gesture.handle(.onToast(.move, 209, at: 16)) == .none, "a tap may tremble")
    #expect(gesture.handle(.onToast(.move, 210, at: 32)) == .follows(10))
    #expect(gesture.handle(.onToast(.move, 180, at: 48)) == .follows(-20))
  }

  @Test(arguments: [(101, true), (-101, true), (100, false), (-100, false)])
  mutating func `TWT_07 let go at rest it goes beyond 100 px, else it springs back`(way: Int, goes: Bool) {
    _ = gesture.handle(.onToast(.down, 200))
    _ = gesture.handle(.onToast(.move, 200 + way, at: 300))
    #expect(gesture.handle(.onToast(.up, 200 + way, at: 600)) == (goes ? .goes(isRight: way > 0) : .returns))
    #expect(gesture == SwipeGesture())
  }

  @Test(arguments: [(3, false), (4, true)])
  mutating func `TWT_07 a flick sends it away, and one backwards brings it back`(step: Int, goes: Bool) {
    _ = gesture.handle(.onToast(.down, 200))
    for index in 1...10 { _ = gesture.handle(.onToast(.move, 200 - step * index, at: Int64(index) * 16)) }
    let end = 200 - step * 10
    #expect(gesture.handle(.onToast(.up, end, at: 176)) == (goes ? .goes(isRight: false) : .returns))
    _ = gesture.handle(.onToast(.down, 200))
    _ = gesture.handle(.onToast(.move, 50, at: 300))
    for index in 1...4 { _ = gesture.handle(.onToast(.move, 50 + 6 * index, at: 300 + Int64(index) * 16)) }
    #expect(gesture.handle(.onToast(.up, 74, at: 370)) == .returns)
  }

  @Test mutating func `TWT_07 a tap is none of its business, a cancelled touch and another finger neither`() {
    _ = gesture.handle(.onToast(.down, 200))
    #expect(gesture.handle(.onToast(.up, 203, at: 90)) == .none)
    #expect(gesture == SwipeGesture())
    _ = gesture.handle(.onToast(.down, 200))
    #expect(gesture.handle(.onToast(.down, 100, pointer: 3)) == .none)
    #expect(gesture.handle(.onToast(.move, 300, pointer: 3)) == .none)
    #expect(gesture.handle(.onToast(.move, 320, at: 16)) == .follows(120))
    #expect(gesture.handle(.onToast(.cancel, 320, at: 32)) == .returns)
  }
}
