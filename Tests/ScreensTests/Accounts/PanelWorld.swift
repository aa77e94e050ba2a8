import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// The app with three accounts, the browser around it, and servers that respond late or never.
struct PanelWorld {
  private var app = AccountSwitcherAppTests.app("ann", "bob", "cid")
  private var generator: SeededGenerator
  /// The requests, including cancelled ones: their responses may be on the way.
  private var asked: [Identifier] = []
  private var loads: [Identifier] = []
  private var timers: [Identifier] = []
  /// The number of steps that the browser can go back without leaving the app.
  private var depth = 0
  private var stepsSinceBack: Int?
  private var isDown = false

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private var panel: ScreenHost<AccountSwitcher>? { app.stack.last as? ScreenHost<AccountSwitcher> }
  private var top: Identifier { app.stack.last?.id ?? 0 }

  mutating func step() {
    app.now = app.now.advanced(byMilliseconds: Int64.random(in: 1...40, using: &generator))
    if let steps = stepsSinceBack, steps > 8 { return goBack() }
    stepsSinceBack = stepsSinceBack.map { $0 + 1 }
    let key = "\(Int.random(in: 1...3, using: &generator))"
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<16: touch()
    case ..<22: tap("open-accounts")
    case ..<25: tap("open-menu")
    case ..<33: tap("account:" + key)
    case ..<39: tap("remove:" + key)
    case ..<42: tap("ask:" + key)
    case ..<45: tap("remove-anyway:" + key)
    case ..<48: tap("sign-out-of:" + key)
    case ..<50: tap("stay:")
    case ..<55: tap("back")
    case ..<58: tap(Bool.random(using: &generator) ? "tab:home" : "tab:me")
    case ..<60: tap("settings")
    case ..<63: if app.sessions.current != nil { run(app.performing(.post(Draft(text: "A post")))) }
    case ..<68: dragSheet()
    case ..<80: if stepsSinceBack != nil { goBack() } else { fire() }
    case ..<90: answer()
    default: fire()
    }
    check()
  }

  private mutating func tap(_ text: String) {
    // Only the screen in front can be tapped.
    guard app.understands(text, on: top) else { return }
    let asked = panel?.state.asked?.key
    if text.hasPrefix("account:"), panel == nil { return }
    if text.hasPrefix("remove-anyway:"),
      text != "remove-anyway:\(asked ?? "")" || asked == app.sessions.currentKey
    {
      return
    }
    if text.hasPrefix("sign-out-of:"),
      text != "sign-out-of:\(asked ?? "")" || asked != app.sessions.currentKey
    {
      return
    }
    run(app.handle(.tapped(top, text)))
  }

  private mutating func touch() {
    let phase: PointerEvent.Phase = !isDown ? .down : Bool.random(using: &generator) ? .up : .move
    if phase == .down, app.depth > 0 { return }
    isDown = phase != .up
    run(app.handle(.onTabs(phase, 200 + Int.random(in: 0...12, using: &generator), 820), on: top).commands)
  }

  private mutating func dragSheet() {
    guard panel != nil else { return }
    let way = Int.random(in: 12...300, using: &generator)
    let phases: [(PointerEvent.Phase, Int)] = [
      (.down, 500), (.move, 510), (.move, 500 + way),
      (Bool.random(using: &generator) ? .up : .cancel, 500 + way),
    ]
    for (phase, y) in phases {
      let event = PointerEvent(
        phase: phase, pointer: 5, x: 200, y: y, time: app.now.milliseconds, sheetHeight: 300)
      run(app.handle(event, on: top).commands)
      app.now = app.now.advanced(byMilliseconds: 20)
    }
  }

  private mutating func goBack() {
    stepsSinceBack = nil
    depth -= 1
    run(app.handle(.wentTo(depth: depth)))
  }

  private mutating func fire() {
    guard let timer = timers.indices.randomElement(using: &generator) else { return }
    run(app.handle(.timerFired(timers.remove(at: timer))))
  }

  private mutating func answer() {
    if let index = asked.indices.randomElement(using: &generator), Bool.random(using: &generator) {
      let result: Result<Response, RequestFailure> =
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .failure(.unreachable)
        case 1: .text("{}", status: 401)
        default: .text("[]")
        }
      run(app.handle(.received(asked.remove(at: index), result)))
    } else if let index = loads.indices.randomElement(using: &generator) {
      run(app.handle(.loaded(loads.remove(at: index), Array("[]".utf8))))
    }
  }

  private mutating func run(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .send(let id, let request, _, let token):
        asked.append(id)
        let isKnown = app.sessions.all.contains { token == "token of " + $0.key }
        #expect(
          isKnown || token == nil && request.target == "/oauth/revoke",
          "asked in the name of \(token ?? "nobody")")
      case .load(let id, let key):
        loads.append(id)
        if case .readingAhead(key)? = app.waiting[id] { continue }
        #expect(app.sessions.currentKey.map { key.hasPrefix("session \($0) ") } ?? true)
      case .startTimer(let id, _): timers.append(id)
      case .pushHistory(let depth, _): self.depth = depth
      case .replaceHistory: #expect(depth == 0, "a root has no step to go back")
      case .goBack(let steps):
        #expect(stepsSinceBack == nil && depth >= steps, "it would leave the app")
        stepsSinceBack = 0
      default: continue
      }
    }
  }

  private func check() {
    let panels = app.stack.compactMap { $0 as? ScreenHost<AccountSwitcher> }
    #expect(panels.count <= 1)
    #expect(panels.isEmpty || panels[0] === app.stack.last)
    for panel in panels {
      #expect(panel.state.sessions.map(\.key) == app.sessions.all.map(\.key))
      #expect(panel.state.current == app.sessions.currentKey)
      if let asked = panel.state.asked { #expect(app.sessions.session(asked.key) != nil) }
    }
    for screen in app.stack { #expect(screen.session == app.sessions.currentKey) }
    for me in app.stack.compactMap({ $0 as? ScreenHost<Me> }) {
      #expect(
        me.state.others.map(\.key) == app.sessions.all.map(\.key).filter { $0 != app.sessions.currentKey })
    }
    #expect(app.outbox.items.allSatisfy { app.sessions.session($0.session) != nil })
    for key in app.memory.keys(beginningWith: "session ") {
      #expect(app.sessions.all.contains { key.hasPrefix("session \($0.key) ") }, "\(key) stayed behind")
    }
    #expect(Sessions(app.memory) == app.sessions && app.memory["current"] == app.sessions.currentKey)
    #expect(app.depth <= depth, "what shows can be gone back from")
  }

  /// Completes everything that is under way; then the chosen account shows.
  mutating func settle() {
    for _ in 0..<200 {
      app.now = app.now.advanced(byMilliseconds: 1_100)
      if stepsSinceBack != nil { goBack() } else if panel != nil { tap("back") } else { break }
    }
    check()
    #expect(panel == nil)
    #expect(app.chosen == nil)
  }
}
