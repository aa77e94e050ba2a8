import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// TWT_14: tests the account switcher, which opens by holding the tab bar or by a button, above any screen.
struct AccountSwitcherAppTests {
  private var app = Self.app("ann", "bob")

  static func app(_ names: String...) -> App {
    var sessions = Sessions()
    for (index, name) in names.enumerated() {
      sessions.signIn(
        .made(name, id: "\(index + 1)"), at: .made(), isOwnServer: true, scopes: "read write",
        .made("token of \(index + 1)"))
    }
    sessions.choose("1")
    var memory = Memory()
    memory.keep(sessions)
    for session in sessions.all { memory[session.storageKey("draft")] = "\(session.key)'s draft" }
    var app = App.member(memory: memory)
    _ = app.started()
    return app
  }

  private func sheet(_ app: App) -> ScreenHost<AccountSwitcher>? {
    app.stack.last as? ScreenHost<AccountSwitcher>
  }

  private mutating func press(_ x: Int = 250) -> Identifier? {
    _ = app.handle(.onTabs(.down, x, 820), on: app.stack.last?.id ?? 0)
    return app.timer(.held)
  }

  @Test mutating func `TWT_14 holding the tab bar for half a second brings them up, from there`() throws {
    let pressed = app.handle(.onTabs(.down, 250, 820), on: 1)
    #expect(pressed.claim == .undecided)
    let timer = try #require(app.timer(.held))
    let looksPressed = Command.setVariable(1, .number("--held", 1))
    #expect(pressed.commands == [.startTimer(timer, milliseconds: 500), looksPressed])
    let commands = app.handle(.timerFired(timer))
    let panel = try #require(sheet(app))
    #expect(commands.first == .setVariable(1, .number("--held", 0)))
    guard case .openScreen(panel.id, let html, nil)? = commands.dropFirst().first else {
      Issue.record("\(commands)")
      return
    }
    #expect(html.text.contains(#"role="dialog" aria-modal="true""#))
    #expect(commands.contains(.pushHistory(depth: 1, url: nil)))
    #expect(commands.contains(.setVariable(panel.id, .pixels("--from", 250))))
    let up = app.handle(.onTabs(.up, 250, 820), on: 1)
    #expect(up.claim == .taken, "the click would show the tab")
    #expect(sheet(app) === panel)
    #expect(app.handle(.tapped(panel.id, "back")) == [.goBack(1)])
    #expect(app.handle(.wentTo(depth: 0)).first == .closeScreen(panel.id))
  }

  @Test(arguments: [PointerEvent.Phase.up, .cancel, .move])
  mutating func `TWT_14 a tap, a drag and a cancelled touch bring up nothing`(phase: PointerEvent.Phase)
    throws
  {
    let timer = try #require(press())
    _ = app.handle(.onTabs(phase, 290, 820), on: 1)
    #expect(app.timer(.held) == nil)
    #expect(app.handle(.timerFired(timer)) == [])
    #expect(sheet(app) == nil)
  }

  @Test mutating func `TWT_14 after it was held, pulling and dragging begin anew`() throws {
    _ = app.handle(.timerFired(try #require(press())))
    _ = app.handle(.onTabs(.up, 250, 820), on: 1)
    _ = app.handle(.wentTo(depth: 0))
    #expect(app.slide == SlideGesture())
    #expect(app.stack.last?.pull == PullGesture())
    #expect(app.hold == HoldGesture())
  }

  @Test mutating func `TWT_14 the menu makes way for them`() throws {
    _ = app.handle(.tapped(1, "open-menu"))
    #expect(app.handle(.tapped(try #require(app.menu), "open-accounts")) == [.goBack(1)])
    _ = app.handle(.wentTo(depth: 0))
    #expect(sheet(app) != nil)
    #expect(app.menu == nil)
  }

  @Test mutating func `TWT_14 over other screens they do not come, and only once`() {
    _ = app.handle(.tapped(1, "settings"))
    _ = app.handle(.tapped(app.stack.last?.id ?? 0, "open-accounts"))
    #expect(sheet(app) == nil)
    _ = app.handle(.wentTo(depth: 0))
    _ = app.handle(.tapped(1, "open-accounts"))
    _ = app.handle(.tapped(1, "open-accounts"))
    #expect(app.stack.count == 2)
  }

  @Test mutating func `TWT_14 whose drafts would be lost is asked about before they are signed out`() throws {
    app.memory["session 2 draft reply 7"] = Draft(text: "Half a thought").json
    _ = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app))
    #expect(panel.state.unsent == ["2"])
    _ = app.handle(.tapped(panel.id, AccountSwitcher.Tap(.remove, "2").encoded.text))
    #expect(panel.state.asked?.key == "2" && app.sessions.all.count == 2)
  }

  @Test mutating func `TWT_14 what is taken back after switching waits for its writer, and opens nothing`()
    throws
  {
    app.performing(.post(Draft(text: "Mine")))
    let item = try #require(app.outbox.items.first)
    app.performing(.session(.choose("2", opens: nil)))
    let commands = app.handle(.tapped(0, "undo:" + item.id))
    #expect(!commands.contains { if case .openScreen = $0 { true } else { false } })
    #expect(app.depth == 0 && app.outbox.items.isEmpty)
    #expect(StoredDraft.all(in: app.memory.part("session 1 ")).map(\.draft.text) == ["Mine"])
    #expect(app.memory["session 1 draft"] == "1's draft", "it overwrites nothing")
    #expect(StoredDraft.all(in: app.memory.part("session 2 ")).isEmpty)
  }

  @Test func `TWT_14 a stranger is asked to sign in`() {
    var app = App.loaded()
    _ = app.handle(.tapped(1, "open-accounts"))
    #expect(app.stack.last is ScreenHost<SignIn>)
  }

  @Test mutating func `TWT_14 dragged down it follows and goes, or comes back`() throws {
    _ = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app)).id
    func finger(_ phase: PointerEvent.Phase, _ y: Int, at time: Int64, edge: Int = 0) -> PointerEvent {
      PointerEvent(phase: phase, pointer: 1, x: 200, y: y, time: time, edge: edge, sheetHeight: 300)
    }
    _ = app.handle(finger(.down, 600, at: 0), on: panel)
    for way in [0, 40, 100, 30, 80] {
      let outcome = app.handle(finger(.move, 610 + way, at: Int64(way) * 10 + 200), on: panel)
      #expect(outcome.claim == .taken)
      #expect(outcome.commands.contains(.setVariable(panel, .pixels("--slide", way))))
    }
    let back = app.handle(finger(.up, 690, at: 2000), on: panel)
    #expect(back.commands.suffix(1) == [.setVariable(panel, StyleVariable(name: "--slide", value: "0px"))])
    // Caught while it returns.
    _ = app.handle(finger(.down, 600, at: 3000, edge: 50), on: panel)
    let caught = app.handle(finger(.move, 612, at: 3016, edge: 40), on: panel)
    #expect(caught.commands.contains(.setVariable(panel, .pixels("--slide", 40))))
    _ = app.handle(finger(.move, 740, at: 3200), on: panel)
    let gone = app.handle(finger(.up, 740, at: 3400), on: panel)
    #expect(gone.commands.last == .goBack(1))
    #expect(gone.commands.contains(.setVariable(panel, StyleVariable(name: "--slide", value: "100vh"))))
  }

  @Test mutating func `TWT_14 a sheet that is scrolled scrolls, and sideways nothing slides`() throws {
    _ = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app)).id
    for (end, scrolled) in [((200, 700), 20), ((300, 600), 0)] {
      for (phase, place) in [(PointerEvent.Phase.down, (200, 600)), (.move, end), (.up, end)] {
        let event = PointerEvent(
          phase: phase, x: place.0, y: place.1, time: 0, scrollOffset: scrolled, sheetHeight: 300)
        #expect(app.handle(event, on: panel).commands == [])
      }
    }
  }

  @Test mutating func `TWT_14 switching goes home as the other at once, and the browser follows`() throws {
    _ = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app)).id
    let commands = app.handle(.tapped(panel, "account:2"))
    #expect(app.sessions.currentKey == "2")
    #expect(
      commands.contains { if case .load(_, key: "session 2 timeline home") = $0 { true } else { false } })
    #expect(commands.contains(.goBack(1)))
    #expect(commands.contains(.closeScreen(panel)))
    #expect(app.depth == 0)
    #expect(app.context().memory["draft"] == "2's draft")
    #expect(app.memory["session 1 draft"] == "1's draft")
    #expect(!commands.contains(.replaceHistory(url: "/home")), "the step of the accounts is still in front")
    #expect(app.handle(.wentTo(depth: 0)) == [.replaceHistory(url: "/home")])
  }

  @Test mutating func `TWT_14 what is opened before the browser went back opens when it has`() throws {
    _ = app.handle(.tapped(1, "open-accounts"))
    _ = app.handle(.tapped(try #require(sheet(app)).id, "account:2"))
    #expect(app.handle(.tapped(app.stack[0].id, "settings")) == [])
    let tab = app.handle(.tapped(app.stack[0].id, "tab:me"))
    #expect(!tab.contains(.replaceHistory(url: "/me")))
    let steps = app.handle(.wentTo(depth: 0)).filter {
      switch $0 {
      case .replaceHistory, .pushHistory: true
      default: false
      }
    }
    #expect(steps == [.replaceHistory(url: "/me"), .pushHistory(depth: 1, url: "/settings")])
    #expect(app.stack.last is ScreenHost<Settings>)
  }

  @Test mutating func `TWT_14 a step back that is lost keeps nothing from opening`() throws {
    _ = app.handle(.tapped(1, "open-accounts"))
    _ = app.handle(.tapped(try #require(sheet(app)).id, "account:2"))
    app.now = app.now.advanced(byMilliseconds: 1_000)
    _ = app.handle(.tapped(app.stack[0].id, "settings"))
    #expect(app.stack.last is ScreenHost<Settings>)
  }

  @Test mutating func `TWT_14 what the device stored of the others is read ahead, and shows without waiting`()
    throws
  {
    let commands = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app)).id
    let load = commands.compactMap {
      if case .load(let id, key: "session 2 timeline home") = $0 { id } else { nil }
    }
    #expect(load.count == 1)
    #expect(
      app.handle(
        .loaded(load[0], Array("[\([3, 2, 1].map { SamplePosts.json($0) }.joined(separator: ","))]".utf8)))
        == [])
    let shown = app.handle(.tapped(panel, "account:2"))
    #expect(
      shown.contains {
        if case .openRoot(_, let html) = $0 { html.text.contains(#"data-key="s3""#) } else { false }
      })
    #expect(!shown.contains { if case .load = $0 { true } else { false } })
    #expect(app.readAhead.isEmpty)
  }

  @Test mutating func `TWT_14 the rows say how much is unread in each account`() throws {
    let commands = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app))
    func row(_ name: String) -> Substring {
      let html = panel.markup(app.environment).text
      return html.split(separator: "<li").first { $0.contains("@" + name + "@") } ?? ""
    }
    let asked = commands.compactMap { command -> Identifier? in
      guard case .send(let id, let request, _, token: "token of 2") = command else { return nil }
      return request.target == "/api/v1/notifications/unread_count" ? id : nil
    }
    #expect(asked.count == 1)
    #expect(!row("bob").contains("badge"))
    _ = app.handle(.received(asked[0], .text(#"{"count":120}"#)))
    #expect(row("bob").contains(#"<b class="badge" aria-hidden="true">99+</b><span class="unseen">120 new"#))
    #expect(!row("ann").contains("badge"))
    #expect(app.environment.unread == 0, "it is nobody's who is in front")
  }

  @Test
  mutating func `FOL_06 choosing an account on a page over another leaves no step in the history behind`()
    throws
  {
    _ = app.handle(.tapped(1, "tab:me"))
    let root = try #require(app.stack.last).id
    _ = app.handle(.tapped(root, "followers:1:ann"))
    let people = try #require(app.stack.last as? ScreenHost<People>)
    _ = app.handle(.tapped(people.id, "accounts:"))
    #expect(app.handle(.tapped(people.id, "account:2")).contains(.goBack(1)))
    #expect(app.sessions.currentKey == "1")
    let commands = app.handle(.wentTo(depth: 0))
    #expect(app.sessions.currentKey == "2")
    #expect(app.stack.last is ScreenHost<People>)
    #expect(app.depth == 1)
    let steps = commands.filter {
      switch $0 {
      case .replaceHistory, .pushHistory: true
      default: false
      }
    }
    #expect(steps == [.replaceHistory(url: "/home"), .pushHistory(depth: 1, url: "/@bob/followers")])
  }

  @Test mutating func `TWT_14 TWT_16 whoever is removed leaves nothing, and all else stays as it is`() throws
  {
    _ = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app))
    let commands = app.handle(.tapped(panel.id, "remove:2"))
    #expect(commands.contains(.remember(key: "session 2 draft", nil)))
    #expect(commands.contains(.removeAllSaved(prefix: "session 2 ")))
    #expect(!commands.contains { if case .closeScreen = $0 { true } else { false } })
    #expect(panel.state.sessions.map(\.key) == ["1"])
    let me = try #require(app.stack.first as? ScreenHost<Me>)
    #expect(me.state.others == [], "the page below knows it as well")
  }

  @Test mutating func `TWT_14 TWT_16 signing out of the account in use asks, and starts over with the next`()
    throws
  {
    _ = app.handle(.tapped(1, "open-accounts"))
    let panel = try #require(sheet(app))
    let asks = app.handle(.tapped(panel.id, "remove:1"))
    #expect(
      asks.contains {
        if case .patch(_, .insert(.cells, key: "question", _, before: nil)) = $0 { true } else { false }
      }
    )
    #expect(app.sessions.all.count == 2)
    #expect(app.handle(.tapped(panel.id, "sign-out-of:1")) == [.goBack(1)])
    let commands = app.handle(.wentTo(depth: 0))
    #expect(commands.contains(.removeAllSaved(prefix: "session 1 ")))
    #expect(app.sessions.currentKey == "2")
    #expect(app.stack.map(\.tab) == [.home])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `TWT_14 whatever happens in whatever order, nobody's things mix or stay behind`(seed: UInt64) {
    var world = PanelWorld(seed: seed)
    for _ in 0..<60 { world.step() }
    world.settle()
  }
}
