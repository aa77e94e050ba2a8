import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// TWT_10: tests the menu behind the roots.
struct MenuTests {
  private var app = App.loaded()

  private mutating func drag(
    on id: Identifier, from x: Int, to end: Int, edge: Int = 0, width: Int = 390, pointer: Int32 = 1
  ) -> [Command] {
    var commands: [Command] = []
    let steps = [
      (PointerEvent.Phase.down, x), (.move, x + (end - x).signum() * 10), (.move, end), (.up, end),
    ]
    for (index, (phase, x)) in steps.enumerated() {
      let event = PointerEvent(
        phase: phase, pointer: pointer, x: x, y: 400, time: Int64(index) * 16, scrollOffset: 900,
        windowWidth: width,
        edge: edge)
      commands += app.handle(event, on: id).commands
    }
    return commands
  }

  private func variables(_ commands: [Command]) -> [String] {
    commands.compactMap {
      if case .setVariable(let id, let variable) = $0 { "\(id) \(variable.text)" } else { nil }
    }
  }

  @Test mutating func `TWT_10 the button opens it over the root, and going back closes it`() {
    let commands = app.handle(.tapped(1, "open-menu"))
    guard case .openScreen(3, let html, nil)? = commands.first else {
      Issue.record("no menu opens: \(commands)")
      return
    }
    #expect(html.text.contains(#"role="dialog" aria-modal="true""#))
    #expect(commands.contains(.pushHistory(depth: 1, url: nil)))
    #expect(variables(commands) == ["0 --time:", "0 --settle:1", "0 --slide:var(--menu)"])
    #expect(app.handle(.tapped(3, "back")) == [.goBack(1)])
    let closed = app.handle(.wentTo(depth: 0))
    #expect(variables(closed) == ["0 --time:", "0 --settle:1", "0 --slide:0px"])
    #expect(closed.contains(.closeScreen(3)))
    #expect(app.menu == nil)
  }

  @Test mutating func `TWT_10 a drag opens it, and another one closes it`() {
    let opened = drag(on: 1, from: 100, to: 300)
    #expect(opened.contains { if case .openScreen(3, _, nil) = $0 { true } else { false } })
    #expect(
      variables(opened).suffix(5) == [
        "0 --settle:0", "0 --slide:190px", "0 --time:18ms", "0 --settle:1", "0 --slide:var(--menu)",
      ])
    #expect(!opened.contains(.goBack(1)))
    let closed = drag(on: 3, from: 300, to: 100, edge: 340)
    #expect(variables(closed).suffix(2) == ["0 --settle:1", "0 --slide:0px"])
    #expect(closed.last == .goBack(1))
  }

  @Test mutating func `TWT_10 let go too early it closes again`() {
    let commands = drag(on: 1, from: 100, to: 112)
    #expect(variables(commands).suffix(2) == ["0 --settle:1", "0 --slide:0px"])
    #expect(commands.contains(.goBack(1)))
  }

  @Test mutating func `TWT_10 what is chosen in it opens when it has gone`() {
    _ = app.handle(.tapped(1, "open-menu"))
    #expect(app.handle(.tapped(3, "settings")) == [.goBack(1)])
    let commands = app.handle(.wentTo(depth: 0))
    #expect(commands.contains(.pushHistory(depth: 1, url: "/settings")))
    #expect(app.stack.count == 2)
    _ = app.handle(.wentTo(depth: 0))
    _ = app.handle(.tapped(1, "open-menu"))
    #expect(app.handle(.tapped(app.menu ?? 0, "tab:me")) == [.goBack(1)])
    #expect(app.handle(.wentTo(depth: 0)).contains(.visit(url: "/me")))
  }

  @Test mutating func `TWT_10 on a screen over others the same drag goes back`() {
    _ = app.handle(.tapped(1, "tab:me"))
    let me = app.stack.last?.id ?? 0
    _ = app.handle(.tapped(me, "settings"))
    let settings = app.stack.last?.id ?? 0
    let back = drag(on: settings, from: 100, to: 320)
    #expect(
      variables(back).suffix(5) == [
        "\(settings) --settle:0", "\(settings) --slide:210px",
        "\(settings) --time:19ms",
        "\(settings) --settle:1", "\(settings) --slide:100vw",
      ])
    #expect(back.last == .goBack(1))
    #expect(app.handle(.wentTo(depth: 0)).first == .closeScreen(settings))
  }

  @Test mutating func `TWT_10 a drag back that is not far enough leaves the screen as it was`() {
    _ = app.handle(.tapped(1, "tab:me"))
    _ = app.handle(.tapped(app.stack.last?.id ?? 0, "settings"))
    let settings = app.stack.last?.id ?? 0
    let commands = drag(on: settings, from: 100, to: 112)
    #expect(variables(commands).suffix(2) == ["\(settings) --settle:1", "\(settings) --slide:0px"])
    #expect(!commands.contains(.goBack(1)))
  }

  @Test mutating func `TWT_10 beside the rail nothing is dragged, and neither is the picture viewer`() {
    #expect(drag(on: 1, from: 100, to: 300, width: 700) == [])
    _ = app.handle(.tapped(1, "picture:p12:4"))
    let viewer = app.stack.last?.id ?? 0
    #expect(variables(drag(on: viewer, from: 100, to: 300)).allSatisfy { !$0.contains("--slide") })
  }

  @Test(arguments: [(2, true), (1, false)])
  mutating func `TWT_10 on a wide page a finger drags back what is in front, and a mouse nothing`(
    pointer: Int32, slides: Bool
  ) {
    _ = app.handle(.tapped(1, "tab:me"))
    let me = app.stack.last?.id ?? 0
    _ = app.handle(.tapped(me, "settings"))
    let settings = app.stack.last?.id ?? 0
    #expect(
      variables(drag(on: me, from: 100, to: 320, width: 1180, pointer: pointer)) == [], "the list stays")
    let commands = drag(on: settings, from: 500, to: 720, width: 1180, pointer: pointer)
    #expect(variables(commands).contains("\(settings) --slide:210px") == slides)
  }

  @Test mutating func `TWT_10 a page that is pulled does not slide`() {
    _ = app.handle(.finger(.down, 100, 100), on: 1)
    #expect(app.handle(.finger(.move, 100, 120), on: 1).claim == .taken)
    #expect(
      variables(app.handle(.finger(.move, 200, 130, at: 20), on: 1).commands).allSatisfy {
        $0.contains("1 --")
      })
  }

  @Test mutating func `TWT_10 the browser is told when a touch is its own`() {
    #expect(app.handle(.finger(.down, 100, 300, scrolled: 500), on: 1).claim == .undecided)
    #expect(app.handle(.finger(.move, 102, 260, scrolled: 500), on: 1).claim == .none)
  }
}
