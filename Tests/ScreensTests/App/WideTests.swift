import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// NEW_14: tests a root that stands beside the opened screen and stays usable.
struct WideTests {
  private var app = App.loaded()

  private func opened(_ commands: [Command]) -> [String?] {
    commands.compactMap { if case .pushHistory(_, let url) = $0 { url } else { nil } }
  }

  @Test
  mutating func
    `NEW_14 what is chosen in the list takes the place of what is open, with one step of the history`()
  {
    _ = app.handle(.tapped(1, "settings"))
    _ = app.handle(.tapped(app.stack[1].id, "handle:ben"))
    #expect(app.depth == 2)
    #expect(app.handle(.tapped(1, "handle:anna")) == [.goBack(2)])
    let commands = app.handle(.wentTo(depth: 0))
    #expect(opened(commands) == ["/@anna"])
    #expect(app.depth == 1)
    #expect(app.stack.first?.id == 1, "the list stays")
  }

  @Test func `NEW_14 a tab of the rail is shown when what is open has gone`() {
    var app = App.member()
    _ = app.handle(.tapped(1, "settings"))
    #expect(app.handle(.tapped(1, "tab:home")) == [.goBack(1)])
    #expect(app.handle(.wentTo(depth: 0)).contains(.replaceHistory(url: "/home")))
    #expect(app.stack.last?.tab == .home)
  }

  @Test mutating func `NEW_14 a search is the list of what is opened from it, and stays`() {
    _ = app.handle(.tapped(1, "settings"))
    _ = app.handle(.tapped(app.stack[1].id, "search"))
    let search = app.stack[2].id
    #expect(
      opened(app.handle(.tapped(search, "handle:anna"))) == ["/@anna"], "over the search, nothing makes way")
    #expect(app.handle(.tapped(search, "handle:ben")) == [.goBack(1)])
    #expect(opened(app.handle(.wentTo(depth: 2))) == ["/@ben"])
    #expect(app.stack.map(\.id).dropFirst(2).first == search && app.depth == 3)
    #expect(app.handle(.tapped(1, "handle:cy")) == [.goBack(3)], "the rail is the root's")
  }

  @Test mutating func `NEW_14 back on the bar of a search closes what stands beside it as well`() {
    _ = app.handle(.tapped(1, "search"))
    let search = app.stack[1].id
    _ = app.handle(.tapped(search, "handle:anna"))
    #expect(app.handle(.tapped(search, "back")) == [.goBack(2)])
    _ = app.handle(.wentTo(depth: 0))
    #expect(app.stack.map(\.id) == [1])
  }

  @Test func `NEW_14 a search that was opened by its address goes for home, with what stands beside it`()
    throws
  {
    var app = App.member(at: "/search?q=fig")
    _ = app.started()
    let search = try #require(app.stack.last).id
    _ = app.handle(.tapped(search, "handle:anna"))
    #expect(app.handle(.tapped(search, "back")) == [.goBack(1)])
    #expect(app.handle(.wentTo(depth: 0)).contains(.replaceHistory(url: "/home")))
    #expect(app.stack.map(\.tab) == [.home])
  }

  @Test mutating func `NEW_14 the rail says that one searches, for as long as that is below what one reads`()
  {
    func current(_ commands: [Command]) -> [Bool] {
      commands.compactMap(\.operation).compactMap {
        guard case .replace(TabBar.key, let html) = $0 else { return nil }
        return html.text.contains(#"data-tap="search" aria-current="page""#)
      }
    }
    let opened = app.handle(.tapped(1, "search"))
    #expect(current(opened) == [true])
    #expect(current(app.handle(.tapped(app.stack[1].id, "handle:anna"))) == [])
    #expect(current(app.handle(.wentTo(depth: 1))) == [])
    #expect(current(app.handle(.wentTo(depth: 0))) == [false])
  }

  @Test func `NEW_14 a search that was opened by its address is marked at once`() {
    var app = App.member(at: "/search?q=fig")
    _ = app.started()
    #expect(
      app.stack.last?.markup(app.environment).text.contains(#"data-tap="search" aria-current="page""#) == true
    )
  }

  @Test mutating func `NEW_14 a picture of the list, and writing, come over what is open`() {
    _ = app.handle(.tapped(1, "settings"))
    let settings = app.stack[1].id
    _ = app.handle(.tapped(1, "picture:p12:4"))
    #expect(app.stack.map(\.id).prefix(2) == [1, settings] && app.depth == 2)
    _ = app.handle(.wentTo(depth: 1))
    #expect(app.stack.last?.id == settings)
  }

  @Test mutating func `NEW_14 the list looks for news beside what is open`() {
    _ = app.handle(.tapped(1, "settings"))
    let later = app.now.advanced(byMilliseconds: 60_000)
    app.now = later
    #expect(
      app.handle(.clock(later, minutesEast: 0, showsList: true)).contains { $0.operation != nil }, "ages grow"
    )
  }

  @Test func `NEW_14 keys that were switched off stay so, whatever the server wrote`() throws {
    var app = App.loaded()
    _ = app.handle(.tapped(1, "use-shortcuts:off"))
    #expect(!app.environment.hasShortcuts)
    let first = InitialPage(.settings(typedAddress: nil), strings: Strings(.english), now: noon)
    var again = App(first, server: app.server, path: "/settings", memory: app.memory)
    let operations = again.started().compactMap(\.operation)
    #expect(operations.contains { if case .replace("shortcuts", _) = $0 { true } else { false } })
  }

  @Test func `NEW_14 any order of taps beside each other keeps the history and the screens together`() {
    for seed in 0..<200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var app = App.loaded()
      var depth = 0
      var back: Int?
      for _ in 0..<60 {
        var commands: [Command] = []
        app.now = app.now.advanced(byMilliseconds: Int64.random(in: 0...400, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<2:
          let tap = ["handle:anna", "settings", "tab:me", "tab:moments", "picture:p12:4", "search"]
            .randomElement(
              using: &generator)
          commands = app.handle(.tapped(app.stack[app.otherRootsCount].id, tap ?? ""))
        case 2..<4:
          let tap = ["handle:anna", "settings", "search", "back"].randomElement(using: &generator)
          commands = app.handle(.tapped(app.stack[app.listIndex].id, tap ?? ""))
        case 4..<6:
          let tap = ["handle:ben", "search", "settings", "back"].randomElement(using: &generator)
          commands = app.handle(.tapped(app.stack.last?.id ?? 0, tap ?? ""))
        case 6: commands = app.handle(.key(.escape))
        default:
          // The browser goes back, because the app or the viewer asked for it.
          if let steps = back {
            depth -= steps
            back = nil
            commands = app.handle(.wentTo(depth: depth))
          } else if depth > 0 {
            depth -= 1
            commands = app.handle(.wentTo(depth: depth))
          }
        }
        for command in commands {
          switch command {
          case .pushHistory(let new, _):
            #expect(new == depth + 1)
            depth = new
          case .goBack(let steps):
            // The app repeats an unanswered request to go back after a second: only the first one counts
            // here.
            if back == nil { back = min(steps, depth) }
          case .replaceHistory: #expect(depth == 0, "a root has no step to go back")
          default: break
          }
        }
        #expect(app.depth == depth)
        #expect(app.stack.count == app.otherRootsCount + 1 + depth)
      }
    }
  }
}
