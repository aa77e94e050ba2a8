import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests that a change renders the screens in sight only, and that the others show it once they come to the
/// front.
struct HiddenScreensTests {
  private var app = App.member(at: "/home")

  /// Starts the app, and returns its home timeline with three posts.
  private mutating func openHome() throws -> ScreenHost<Timeline> {
    for command in app.started() {
      if case .load(let id, _) = command { _ = app.handle(.loaded(id, nil)) }
      guard let (id, _) = command.sent, command.target?.hasPrefix("/api/v1/timelines/home") == true else {
        continue
      }
      _ = app.handle(.received(id, SamplePosts.page([3, 2, 1])))
    }
    let home = try #require(app.stack.last as? ScreenHost<Timeline>)
    #expect(home.state.list.keys == ["s3", "s2", "s1"])
    return home
  }

  private static func renders(_ key: String, of screen: AnyScreenHost, _ commands: [Command]) -> Bool {
    commands.contains { command in
      switch command {
      case .patch(screen.id, .replace(key, _)): true
      case .patch(screen.id, .insert(_, key, _, _)): true
      default: false
      }
    }
  }

  private mutating func like(_ isOn: Bool) -> [Command] {
    app.performing(.perform(.post(.favourite), id: "3", isOn))
  }

  @Test mutating func `NEW_15 a root under another tab is rendered when it comes to the front`() throws {
    let home = try openHome()
    let seen = like(true)
    #expect(Self.renders("s3", of: home, seen))
    app.show(.me)
    _ = app.finish()
    let hidden = like(false)
    #expect(!Self.renders("s3", of: home, hidden) && home.isStale)
    app.show(.home)
    let shown = app.finish()
    #expect(Self.renders("s3", of: home, shown) && !home.isStale)
    let again = app.finish()
    #expect(again.isEmpty)
  }

  @Test mutating func `NEW_15 of screens over each other the two upper ones and the list are rendered`()
    throws
  {
    let home = try openHome()
    let post = try SamplePosts.post(3)
    app.performing(.open(.thread(id: "3", post)))
    let thread = try #require(app.stack.last)
    let over = like(true)
    #expect(Self.renders("s3", of: thread, over))
    #expect(Self.renders("s3", of: home, over), "it may show beside the thread")
    app.performing(.open(.settings))
    let below = like(false)
    #expect(Self.renders("s3", of: thread, below), "it shows when the settings slide away")
    app.performing(.open(.circles(with: nil)))
    let deeper = like(true)
    #expect(!Self.renders("s3", of: thread, deeper) && Self.renders("s3", of: home, deeper))
    let uncovered = app.handle(.wentTo(depth: 2))
    #expect(Self.renders("s3", of: thread, uncovered))
  }

  @Test mutating func `NEW_15 a screen that several steps back uncover is rendered before they close`()
    throws
  {
    _ = try openHome()
    let post = try SamplePosts.post(3)
    app.performing(.open(.thread(id: "3", post)))
    let thread = try #require(app.stack.last)
    app.performing(.open(.settings))
    app.performing(.open(.circles(with: nil)))
    _ = like(true)
    let commands = app.handle(.wentTo(depth: 1))
    let closed = try #require(commands.firstIndex { if case .closeScreen = $0 { true } else { false } })
    #expect(Self.renders("s3", of: thread, Array(commands[..<closed])))
  }

  @Test mutating func `NEW_15 what a sheet lies over is in sight`() throws {
    _ = try openHome()
    let post = try SamplePosts.post(3)
    app.performing(.open(.settings))
    app.performing(.open(.thread(id: "3", post)))
    let thread = try #require(app.stack.last)
    app.performing(.open(.shortcuts))
    let sheet = try #require(app.stack.last)
    #expect(sheet.gesture == .sheet)
    let commands = like(true)
    #expect(Self.renders("s3", of: thread, commands))
  }

  @Test mutating func `NEW_15 posts that come to the top of a hidden home stand there`() throws {
    let home = try openHome()
    _ = app.handle(.scrolled(home.id, offset: 0, height: 800, rest: 100))
    app.show(.me)
    _ = app.finish()
    for id in [4, 5] {
      app.broadcast(try ArrivingTests.entry(id), in: app.sessions.currentKey)
      let arrived = app.finish()
      #expect(!Self.renders("s\(id)", of: home, arrived))
      let timers = app.waiting.filter {
        if case .timer(home.id, .entriesArrived) = $0.value { true } else { false }
      }
      let commands = app.handle(.timerFired(try #require(timers.keys.first)))
      let inserted = Self.renders("s\(id)", of: home, commands)
      #expect(inserted && commands.last == .scrollToTop(home.id), "it is in the document before it scrolls")
    }
    #expect(home.state.list.keys == ["s5", "s4", "s3", "s2", "s1"] && home.state.newCount == 0)
  }
}
