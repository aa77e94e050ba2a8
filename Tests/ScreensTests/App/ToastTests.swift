import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// TWT_07: tests the toast above the tab bar, which stays as long as the viewer needs it.
struct ToastTests {
  private var app = App.member()

  private func times(_ commands: [Command]) -> [Int] {
    commands.compactMap { if case .startTimer(_, let milliseconds) = $0 { milliseconds } else { nil } }
  }

  private func variables(_ commands: [Command]) -> [String] {
    commands.compactMap { if case .setVariable(-1, let variable) = $0 { variable.text } else { nil } }
  }

  private mutating func due(isHeld: Bool = false) -> [Command] {
    app.timer(.toastEnds).map { app.handle(.timerFired($0, holdsToast: isHeld)) } ?? []
  }

  @Test mutating func `TWT_07 with a button it stays for eight seconds, else for four`() {
    #expect(times(app.performing(.toast(Toast(.copied)))) == [4_000])
    #expect(times(app.performing(.toast(Toast(.signInAgain, action: .signIn)))) == [8_000])
    #expect(due() == [.toast(nil)])
  }

  @Test mutating func `TWT_07 what was done again is not offered to be undone`() {
    let follow = MemberAction.person(.follow(name: "Ben"))
    _ = app.performing(.perform(follow, id: "8", false))
    #expect(app.toast?.action == .restore(follow, "8"))
    #expect(!app.performing(.perform(follow, id: "9", true)).contains(.toast(nil)), "somebody else")
    #expect(app.performing(.perform(follow, id: "8", true)).contains(.toast(nil)))
  }

  @Test mutating func `TWT_07 while the mouse or the focus is on it, it stays`() {
    _ = app.performing(.toast(Toast(.copied)))
    for _ in 0..<3 { #expect(times(due(isHeld: true)) == [1_000]) }
    #expect(app.toast != nil)
    #expect(due() == [.toast(nil)])
    #expect(app.toast == nil && app.timer(.toastEnds) == nil)
  }

  @Test mutating func `TWT_07 while a finger presses it, it stays, and the screen below does not move`() {
    _ = app.performing(.toast(Toast(.copied)))
    #expect(app.handle(.onToast(.down, 200), on: 1).claim == .undecided)
    #expect(times(due()) == [1_000])
    #expect(app.handle(.onToast(.up, 200, at: 900), on: 1).commands == [])
    #expect(app.slide == SlideGesture() && app.hold == HoldGesture())
    #expect(due() == [.toast(nil)])
  }

  @Test mutating func `TWT_07 it is swiped off, and gone when it is out of sight`() {
    _ = app.performing(.toast(Toast(.copied)))
    _ = app.handle(.onToast(.down, 200), on: 1)
    let follows = app.handle(.onToast(.move, 320, at: 300), on: 1)
    #expect(follows.claim == .taken && variables(follows.commands) == ["--settle:0", "--slide:120px"])
    let goes = app.handle(.onToast(.up, 320, at: 600), on: 1)
    #expect(goes.claim == .taken && variables(goes.commands) == ["--settle:1", "--slide:100vw"])
    #expect(times(goes.commands) == [200] && app.toast == nil)
    #expect(due(isHeld: true) == [.toast(nil)], "the mouse is where it was")
    _ = app.performing(.toast(Toast(.copied)))
    _ = app.handle(.onToast(.down, 200), on: 1)
    _ = app.handle(.onToast(.move, 150, at: 300), on: 1)
    let returns = app.handle(.onToast(.up, 150, at: 600), on: 1)
    #expect(variables(returns.commands) == ["--settle:1", "--slide:0px"] && app.toast != nil)
  }

  @Test mutating func `TWT_07 what comes in its place is not held by the finger on the one before`() {
    _ = app.performing(.toast(Toast(.copied)))
    _ = app.handle(.onToast(.down, 200), on: 1)
    _ = app.performing(.toast(Toast(.notSent)))
    #expect(app.handle(.onToast(.move, 320, at: 300), on: 1).commands == [])
    #expect(due() == [.toast(nil)])
  }

  @Test mutating func `TWT_07 what its button takes back is not sent while it is held`() throws {
    _ = app.posting(Draft(text: "Hm"))
    let item = try #require(app.outbox.items.first)
    for seconds in 4...9 {
      app.now = noon.advanced(byMilliseconds: Int64(seconds) * 1_000)
      let timer = try #require(app.timer(.outboxDue))
      #expect(times(app.handle(.timerFired(timer, holdsToast: true))) == [1_000])
      _ = due(isHeld: true)
      #expect(app.outbox[item.id]?.state == .waiting && app.toast?.action == .undo(item.id))
    }
    app.now = noon.advanced(byMilliseconds: 10_000)
    #expect(app.whenDue().contains { $0.sent != nil })
  }

  @Test
  mutating func `TWT_07 a mouse that was left on it does not hold it, and what it takes back, for ever`()
    throws
  {
    _ = app.posting(Draft(text: "Hm"))
    var sent: [Command] = []
    for seconds in 4...31 {
      app.now = noon.advanced(byMilliseconds: Int64(seconds) * 1_000)
      let timer = app.timer(.outboxDue)
      sent += timer.map { app.handle(.timerFired($0, holdsToast: true)) }?.filter { $0.sent != nil } ?? []
      _ = due(isHeld: true)
      #expect(sent.isEmpty == (seconds < 30) && (app.toast == nil) == (seconds >= 30), "\(seconds)")
    }
  }

  // Holding a post.

  @Test
  mutating func
    `NEW_12 a post that is held for half a second shows its menu, and the end of the touch nothing`()
    throws
  {
    _ = app.started()
    let pressed = app.handle(.onPost(.down, 200, 400), on: 1)
    let timer = try #require(app.timer(.held))
    #expect(pressed.claim == .undecided)
    #expect(pressed.commands == [.startTimer(timer, milliseconds: 500), .hold(.pressed)])
    #expect(app.handle(.timerFired(timer)) == [.hold(.opened)])
    #expect(app.slide == SlideGesture())
    #expect(app.handle(.onPost(.move, 200, 300), on: 1).claim == .taken)
    #expect(app.handle(.onPost(.up, 200, 300), on: 1).claim == .taken, "the click would open the post")
    #expect(app.handle(.onPost(.up, 200, 300), on: 1).claim == .none)
  }

  @Test(arguments: [PointerEvent.Phase.up, .cancel, .move])
  mutating func `NEW_12 a tap, a scroll and a cancelled touch show no menu`(phase: PointerEvent.Phase) throws
  {
    _ = app.started()
    _ = app.handle(.onPost(.down, 200, 400), on: 1)
    let timer = try #require(app.timer(.held))
    #expect(app.handle(.onPost(phase, 200, 440), on: 1).commands == [.hold(.released)])
    #expect(app.timer(.held) == nil && app.handle(.timerFired(timer)) == [])
  }
}
