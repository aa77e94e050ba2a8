import Testing

@testable import Screens

/// MOM_10: tests pulling. The refresh indicator follows down to 60 px; released beyond, it refreshes.
struct PullGestureTests {
  private var gesture = PullGesture()

  private mutating func play(_ events: PointerEvent...) -> PullGesture.Outcome {
    var outcome = PullGesture.Outcome()
    for event in events { outcome = gesture.handle(event) }
    return outcome
  }

  /// Returns the distance that the finger has to move for the page to follow by `pull`.
  private func distance(toPull pull: Int) -> Int {
    (0...2000).first { PullGesture.pull(forFinger: $0, of: 844) >= pull } ?? 0
  }

  @Test(arguments: [(59, false), (60, false), (61, true), (200, true)])
  mutating func `MOM_10 only a pull beyond the threshold refreshes`(pull: Int, refreshes: Bool) {
    let y = 100 + PullGesture.slop + distance(toPull: pull)
    let moved = play(.finger(.down, 100, 100), .finger(.move, 100, 110), .finger(.move, 100, y))
    #expect(moved.claimsTouch)
    #expect(moved.variables.map(\.text) == ["--pull:\(pull)", "--settle:0"])
    let released = play(.finger(.up, 100, y))
    #expect(released.refreshes == refreshes)
    #expect(released.variables.map(\.text) == ["--settle:1", "--pull:0"])
  }

  @Test func `MOM_10 the page follows less the farther it is pulled`() {
    let pulls = (0...3000).map { PullGesture.pull(forFinger: $0, of: 844) }
    #expect([100, 200, 400].map { pulls[$0] } == [52, 97, 175])
    #expect(pulls[0] == 0)
    #expect(zip(pulls, pulls.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 <= 1 })
    #expect(pulls.allSatisfy { $0 < 844 })
    #expect(PullGesture.pull(forFinger: -100, of: 844) == 0)
  }

  @Test(arguments: [390, 568, 844, 1180])
  func `TWT_13 where the finger is follows from the pull`(height: Int) {
    for pull in 0..<height / 2 {
      let again = PullGesture.pull(forFinger: PullGesture.finger(forPull: pull, of: height), of: height)
      #expect(abs(again - pull) <= 1)
    }
  }

  @Test mutating func `A finger within the slop has not decided`() {
    #expect(play(.finger(.down, 100, 100), .finger(.move, 104, 108)) == PullGesture.Outcome())
    #expect(play(.finger(.up, 104, 108)) == PullGesture.Outcome())
  }

  @Test(arguments: [(130, 109), (70, 109), (100, 80), (130, 100)])
  mutating func `Sideways and up belong to the browser`(x: Int, y: Int) {
    #expect(play(.finger(.down, 100, 100), .finger(.move, x, y)) == PullGesture.Outcome())
    #expect(play(.finger(.move, x, y + 300)) == PullGesture.Outcome())
    #expect(play(.finger(.up, x, y + 300)) == PullGesture.Outcome())
  }

  @Test mutating func `A scrolled page scrolls`() {
    #expect(
      play(.finger(.down, 100, 100, scrolled: 1), .finger(.move, 100, 300, scrolled: 0))
        == PullGesture.Outcome())
    _ = play(.finger(.up, 100, 300))
    #expect(play(.finger(.down, 100, 100), .finger(.move, 100, 120, scrolled: 1)) == PullGesture.Outcome())
  }

  @Test mutating func `MOM_10 cancelled it settles without refreshing`() {
    _ = play(.finger(.down, 100, 100), .finger(.move, 100, 500))
    let outcome = play(.finger(.cancel, 100, 500))
    #expect(!outcome.refreshes)
    #expect(outcome.variables.map(\.text) == ["--settle:1", "--pull:0"])
    #expect(gesture == PullGesture())
  }

  @Test(arguments: 9..<240)
  mutating func `TWT_13 caught on its way back, the page stays under the finger and goes on from there`(
    pull: Int
  ) {
    let caught = play(.finger(.down, 100, 300, scrolled: -pull))
    #expect(!caught.claimsTouch)
    #expect(caught.variables.map(\.text) == ["--pull:\(pull)", "--settle:0"])
    let further = play(.finger(.move, 100, 340)).variables.map(\.text)[0].dropFirst("--pull:".count)
    #expect((pull...pull + 24).contains(Int(further) ?? 0))
    #expect(play(.finger(.up, 100, 300 - 2000)).variables.map(\.text) == ["--settle:1", "--pull:0"])
  }

  @Test mutating func `What is on its way back can be tapped`() {
    #expect(play(.finger(.down, 100, 300, scrolled: -8), .finger(.up, 100, 300)) == PullGesture.Outcome())
    let tapped = play(
      .finger(.down, 100, 300, scrolled: -70), .finger(.move, 100, 305), .finger(.up, 100, 305))
    #expect(!tapped.claimsTouch && !tapped.refreshes)
    #expect(tapped.variables.map(\.text) == ["--settle:1", "--pull:0"])
    #expect(gesture == PullGesture())
  }

  @Test mutating func `A second finger ends it`() {
    _ = play(.finger(.down, 100, 100), .finger(.move, 100, 500))
    #expect(!play(.finger(.down, 200, 200, pointer: 2)).refreshes)
    #expect(gesture == PullGesture())
    _ = play(.finger(.down, 100, 100))
    #expect(play(.finger(.down, 100, 100, pointer: 2), .finger(.move, 100, 500)) == PullGesture.Outcome())
  }

  @Test mutating func `Another finger does not pull`() {
    _ = play(.finger(.down, 100, 100))
    #expect(play(.finger(.move, 100, 500, pointer: 2)) == PullGesture.Outcome())
  }

  @Test mutating func `Pushed back up it does not refresh`() {
    _ = play(.finger(.down, 100, 100), .finger(.move, 100, 500), .finger(.move, 100, 90))
    let outcome = play(.finger(.up, 100, 90))
    #expect(outcome.claimsTouch && !outcome.refreshes)
  }
}
