import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests the unread counts on the tab bar, in the title and on the icon.
struct BadgeTests {
  private var app = App.member()

  /// Returns the request with that path.
  private func asked(_ commands: [Command], _ target: String) -> Identifier? {
    for case .send(let id, let request, _, let token) in commands
    where request.target == target && token != nil {
      return id
    }
    return nil
  }

  private static let count = "/api/v1/notifications/unread_count"

  private static func tabs(_ commands: [Command]) -> String? {
    for case .patch(_, .replace(key: "tabs", let html)) in commands { return html.text }
    return nil
  }

  private mutating func answer(_ count: Int) throws -> [Command] {
    app.now = app.now.advanced(byMilliseconds: 30_000)
    let id = try #require(asked(app.handle(.clock(app.now, minutesEast: 0)), Self.count))
    return app.handle(.received(id, .text(#"{"count":\#(count)}"#)))
  }

  @Test mutating func `NEW_09 the badge says how much is unread, everywhere at once`() throws {
    let id = try #require(asked(app.started(), Self.count))
    let commands = app.handle(.received(id, .text(#"{"count":3}"#)))
    #expect(commands.contains(.badge(3)))
    let title = try #require(app.stack.last?.title)
    #expect(commands.contains(.title("(3) " + title)))
    let tabs = try #require(Self.tabs(commands))
    #expect(
      tabs.contains("aria-label=\"Notifications, 3 new notifications\"") && tabs.contains("badge\">3</b>"))
    let many = try answer(100)
    #expect(many.contains(.badge(100)) && many.contains(.title("(99+) " + title)))
    #expect(try #require(Self.tabs(many)).contains("badge\">99+</b>"))
    #expect(try answer(100) == [], "nothing has changed")
    let none = try answer(0)
    #expect(
      none.contains(.badge(0)) && none.contains(.title(title)) && Self.tabs(none)?.contains("badge") == false)
  }

  @Test mutating func `NEW_09 it is asked for in time, and no more often`() throws {
    #expect(asked(app.started(), Self.count) != nil)
    #expect(asked(app.handle(.clock(app.now, minutesEast: 0)), Self.count) == nil)
    app.now = app.now.advanced(byMilliseconds: 30_000)
    #expect(asked(app.handle(.clock(app.now, minutesEast: 0)), Self.count) != nil)
    var stranger = App.loaded()
    #expect(asked(stranger.started(), Self.count) == nil)
  }

  @Test mutating func `NEW_09 without that question the marker and what came after it say it`() throws {
    let id = try #require(asked(app.started(), Self.count))
    let marker = try #require(
      asked(
        app.handle(.received(id, .text("{}", status: 404))), "/api/v1/markers?timeline%5B%5D=notifications"))
    let list = try #require(
      asked(app.handle(.received(marker, Notices.marker(7))), "/api/v1/notifications?limit=80&since_id=7"))
    let page = Notices.page([Notices.json(9, "quote"), Notices.json(8, "follow")])
    #expect(app.handle(.received(list, page)).contains(.badge(1)), "of those that the app shows")
  }

  @Test
  mutating func `NEW_09 reading takes it away at once, and what was asked before does not bring it back`()
    throws
  {
    _ = app.started()
    _ = try answer(3)
    app.now = app.now.advanced(byMilliseconds: 30_000)
    let id = try #require(asked(app.handle(.clock(app.now, minutesEast: 0)), Self.count))
    let commands = app.performing(.read(id: "9"))
    #expect(commands.contains(.badge(0)))
    let body = commands.compactMap { command -> String? in
      guard case .send(_, let request, _, _) = command else { return nil }
      return request.target + " " + String(decoding: request.body ?? [], as: UTF8.self)
    }
    #expect(body == [#"/api/v1/markers {"notifications":{"last_read_id":"9"}}"#])
    #expect(app.handle(.received(id, .text(#"{"count":3}"#))) == [])
  }

  @Test mutating func `NEW_09 what a screen shows under another one is not read`() throws {
    _ = app.started()
    let root = try #require(app.stack.last)
    _ = app.performing(.open(.settings))
    app.perform([.read(id: "9")], of: root)
    #expect(!app.finish().contains { if case .send = $0 { true } else { false } })
    _ = app.handle(.timerFired(0, showsList: true))
    app.perform([.read(id: "9")], of: root)
    #expect(app.finish().contains { if case .send = $0 { true } else { false } }, "beside it, it is")
  }

  @Test func `NEW_09 another account has a badge of its own`() throws {
    var memory = Memory()
    memory.keep(Sessions.made("ann", "bob"))
    var app = App.member(memory: memory)
    let id = try #require(asked(app.started(), Self.count))
    _ = app.handle(.received(id, .text(#"{"count":3}"#)))
    let commands = app.performing(.session(.choose("1", opens: nil)))
    #expect(commands.contains(.badge(0)) && asked(commands, Self.count) != nil)
    #expect(app.handle(.received(id, .text(#"{"count":3}"#))) == [])
  }

  @Test mutating func `NEW_09 mentions stay in the place of all until the viewer wants those`() throws {
    _ = app.started()
    func show(_ tab: String) -> String {
      _ = app.handle(.tapped(app.stack.last?.id ?? 0, "tab:" + tab))
      return app.stack.last?.tab?.rawValue ?? ""
    }
    #expect(show("notifications") == "notifications")
    #expect(show("mentions") == "mentions")
    #expect(show("home") == "home")
    #expect(show("notifications") == "mentions")
    #expect(show("notifications") == "notifications")
    #expect(show("me") == "me" && show("notifications") == "notifications")
  }

  // NEW_10: the dot on the tab of the home timeline.

  private static let news = "/api/v1/timelines/home?limit=20&since_id=9"

  private func hasDot() -> Bool { TabBar(current: .me, app.environment).html.text.contains("badge dot") }

  /// Puts the home timeline behind another tab.
  private mutating func leaveHome() throws {
    _ = app.started()
    app.show(.home)
    let commands = app.finish()
    let request = commands.compactMap { command -> Identifier? in
      guard case .send(let id, let request, _, _) = command,
        request.target.hasPrefix("/api/v1/timelines/home")
      else {
        return nil
      }
      return id
    }
    _ = app.handle(.received(try #require(request.last), SamplePosts.page([9, 8])))
    app.show(.me)
    _ = app.finish()
  }

  private mutating func tick() -> [Command] {
    app.now = app.now.advanced(byMilliseconds: 30_000)
    return app.handle(.clock(app.now, minutesEast: 0))
  }

  @Test mutating func `NEW_10 a dot says that home has something new, and is gone there`() throws {
    try leaveHome()
    #expect(!hasDot())
    let id = try #require(asked(tick(), Self.news))
    let commands = app.handle(.received(id, SamplePosts.page([10])))
    #expect(try #require(Self.tabs(commands)).contains("aria-label=\"Home, New posts\""))
    #expect(asked(tick(), Self.news) == nil, "once is enough")
    app.show(.home)
    #expect(Self.tabs(app.finish())?.contains("badge dot") == false)
  }

  @Test mutating func `NEW_10 no dot without news, and none that comes too late`() throws {
    try leaveHome()
    let id = try #require(asked(tick(), Self.news))
    #expect(app.handle(.received(id, .text("[]"))) == [])
    let late = try #require(asked(tick(), Self.news))
    app.show(.home)
    _ = app.finish()
    _ = app.handle(.received(late, SamplePosts.page([10])))
    #expect(!hasDot())
    #expect(asked(tick(), Self.news) == nil, "it shows, and asks for itself")
  }

  @Test mutating func `NEW_10 the answer about new posts leaves a like that was sent meanwhile`() throws {
    try leaveHome()
    let stored = app.store(of: "1").receive(try SamplePosts.post(10), asked: app.now)
    let id = try #require(asked(tick(), Self.news))
    app.now = app.now.advanced(byMilliseconds: 100)
    let tapped = app.performing(.perform(.post(.favourite), id: "10", true))
    let like = try #require(tapped.compactMap(\.sent).last?.0)
    app.now = app.now.advanced(byMilliseconds: 100)
    let body = SamplePosts.json(10, more: #","favourited":true,"favourites_count":1"#)
    _ = app.handle(.received(like, .text(body)))
    app.now = app.now.advanced(byMilliseconds: 100)
    _ = app.handle(.received(id, SamplePosts.page([10])))
    #expect(hasDot())
    #expect(stored.post.interactions.isFavourite && stored.post.favouritesCount == 1)
  }

  @Test mutating func `NEW_10 no dot for a line that shows nothing new`() throws {
    try leaveHome()
    let id = try #require(asked(tick(), Self.news))
    let repost = SamplePosts.json(10, by: 8, more: #","reblog":\#(SamplePosts.json(9))"#)
    #expect(app.handle(.received(id, .text("[\(repost)]"))) == [])
    #expect(!hasDot())
  }

  @Test mutating func `NEW_14 a home timeline that shows beside something has no dot`() throws {
    try leaveHome()
    app.show(.home)
    _ = app.performing(.open(.settings))
    app.now = app.now.advanced(byMilliseconds: 30_000)
    #expect(asked(app.handle(.clock(app.now, minutesEast: 0, showsList: true)), Self.news) == nil)
    #expect(asked(tick(), Self.news) != nil, "covered")
  }

  @Test mutating func `NEW_10 what waits in home to be seen is a dot after a reload, too`() {
    #expect(!hasDot())
    _ = app.started()
    app.performing(.remember(key: Memory.newPostsKey, "3"))
    #expect(hasDot())
    app.performing(.remember(key: Memory.newPostsKey, nil))
    #expect(!hasDot())
  }

  private mutating func elsewhere(_ name: String, _ text: String?, session: String = "1") -> [Command] {
    app.handle(.rememberedElsewhere("session \(session) \(name)", text))
  }

  @Test mutating func `NEW_07 the dot is gone once another tab has seen the newest of home`() throws {
    try leaveHome()
    let id = try #require(asked(tick(), Self.news))
    _ = app.handle(.received(id, SamplePosts.page([10])))
    _ = elsewhere("place home", "0:s9")
    #expect(hasDot(), "that tab doesn't have it yet")
    _ = elsewhere("place home", "0:s10", session: "99")
    #expect(hasDot(), "another account")
    let tabs = Self.tabs(elsewhere("place home", "-20:s10"))
    #expect(!hasDot() && tabs?.contains("badge dot") == false)
    let next = asked(tick(), Self.news)
    #expect(next != nil, "it asks for what comes next")
  }

  @Test mutating func `NEW_07 the dot follows what another tab has new, and has seen of it`() throws {
    try leaveHome()
    _ = elsewhere(Memory.newPostsKey, "2")
    #expect(hasDot())
    _ = elsewhere(Memory.newPostsKey, nil)
    #expect(!hasDot())
    _ = elsewhere(Memory.newPostsKey, "2")
    let read = elsewhere("place home", "0:s9")
    #expect(!hasDot() && read.contains(.remember(key: "session 1 new home", nil)), "all that this tab knows")
    let again = elsewhere("place home", "4:s9")
    #expect(again.isEmpty, "once")
    app.show(.home)
    _ = app.finish()
    _ = elsewhere(Memory.newPostsKey, "2")
    #expect(!hasDot(), "home shows")
  }

  @Test mutating func `NEW_07 what a tab left unseen that is gone is seen once home shows here`() throws {
    try leaveHome()
    _ = app.handle(.becameWhole)
    _ = elsewhere(Memory.newPostsKey, "2")
    #expect(hasDot())
    app.show(.home)
    let shown = app.finish()
    #expect(!hasDot() && shown.contains(.remember(key: "session 1 new home", nil)))
    app.show(.me)
    _ = app.finish()
    #expect(!hasDot(), "it doesn't come back")
  }
}
