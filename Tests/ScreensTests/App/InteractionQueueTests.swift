import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// NEW_05: tests that a favourite waits on the device while the network is down, as a post does.
struct InteractionQueueTests {
  private static let key = "session 1 waits favourite:7"
  private var app = App.member()

  private mutating func like(_ isOn: Bool = true) throws -> Identifier? {
    app.performing(.perform(.post(.favourite), id: "7", isOn)).compactMap(\.sent).first?.0
  }

  private static func targets(_ commands: [Command]) -> [String] {
    commands.compactMap(\.sent).compactMap { _, call in
      guard case .send(_, let request, _, _) = call, request.target.contains("/statuses/") else { return nil }
      return request.target
    }
  }

  @Test mutating func `NEW_05 a like without a network shows, waits and is sent once when there is one`()
    throws
  {
    let request = try #require(try like())
    let offline = app.handle(.received(request, .failure(.unreachable)))
    #expect(app.memory[Self.key] == "on" && Self.targets(offline) == [])
    #expect(app.toast == nil, "nothing has failed")
    #expect(app.store(of: "1").changes.override(.post(.favourite), "7", asked: app.now) == true)
    let online = app.handle(.online)
    #expect(Self.targets(online) == ["/api/v1/statuses/7/favourite"])
    #expect(Self.targets(app.handle(.online)) == [], "it is on its way already")
    let again = try #require(online.compactMap(\.sent).first?.0)
    let done = app.handle(.received(again, .text(SamplePosts.json(7, more: #","favourited":true"#))))
    #expect(done.contains(.remember(key: Self.key, nil)))
    #expect(Self.targets(app.handle(.online)) == [])
  }

  @Test mutating func `NEW_05 the app that ended asks for what had waited, and shows it meanwhile`() throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .failure(.unreachable)))
    _ = app.performing(.perform(.post(.bookmark), id: "8", true)).compactMap(\.sent).first.map {
      app.handle(.received($0.0, .failure(.unreachable)))
    }
    #expect(app.memory[Self.key] == "on" && app.memory["session 1 waits bookmark:8"] == "on")
    var later = App.member(memory: app.memory)
    #expect(later.store(of: "1").changes.override(.post(.favourite), "7", asked: later.now) == true)
    #expect(
      Self.targets(later.started()).sorted() == [
        "/api/v1/statuses/7/favourite", "/api/v1/statuses/8/bookmark",
      ])
  }

  @Test(arguments: [408, 429, 500, 503])
  mutating func `NEW_05 a like that a server can't take now is postponed as a post is`(status: Int) throws {
    var request = try #require(try like())
    for pause: Int64 in [5_000, 10_000, 20_000] {
      _ = app.handle(.received(request, .text("{}", status: status)))
      #expect(app.memory[Self.key] == "on" && app.toast == nil)
      #expect(app.store(of: "1").changes.override(.post(.favourite), "7", asked: app.now) == true)
      #expect(app.interactionQueue.pause(now: app.now) == pause)
      #expect(Self.targets(app.handle(.clock(app.now, minutesEast: 0))) == [], "not before its time")
      app.now = app.now.advanced(byMilliseconds: pause)
      let again = app.whenDue()
      #expect(Self.targets(again) == ["/api/v1/statuses/7/favourite"])
      request = try #require(again.compactMap(\.sent).first?.0)
    }
    _ = app.handle(.received(request, .text(SamplePosts.json(7, more: #","favourited":true"#))))
    #expect(app.memory[Self.key] == nil && app.interactionQueue.pause(now: app.now) == nil)
  }

  @Test mutating func `NEW_05 a clock that was ahead makes no like wait`() throws {
    let request = try #require(try like())
    app.now = noon.advanced(byMilliseconds: 86_400_000)
    _ = app.handle(.received(request, .text("{}", status: 503)))
    app.now = noon
    #expect(Self.targets(app.handle(.clock(app.now, minutesEast: 0))) == [])
    app.now = noon.advanced(byMilliseconds: RetryPause.longest)
    #expect(Self.targets(app.handle(.clock(app.now, minutesEast: 0))) == ["/api/v1/statuses/7/favourite"])
  }

  @Test(arguments: [403, 404, 422, 501])
  mutating func `NEW_05 a like that is refused for good is put back and said`(status: Int) throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .text("{}", status: status)))
    #expect(app.store(of: "1").changes.override(.post(.favourite), "7", asked: app.now) == false)
    #expect(app.toast == Toast(.favouriteFailed) && app.interactionQueue.pause(now: app.now) == nil)
  }

  @Test mutating func `NEW_05 of what is changed meanwhile the last counts`() throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .failure(.unreachable)))
    #expect(try like(false) == nil)
    #expect(app.memory[Self.key] == "off")
    #expect(Self.targets(app.handle(.returned)) == ["/api/v1/statuses/7/unfavourite"])
  }

  @Test mutating func `NEW_05 what the server refuses is put back and said, as ever`() throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .failure(.unreachable)))
    let again = try #require(app.handle(.online).compactMap(\.sent).first?.0)
    let commands = app.handle(.received(again, .text("{}", status: 404)))
    #expect(
      commands.contains(.remember(key: Self.key, "stays off")), "it waited, so other tabs show the like")
    #expect(app.toast == Toast(.favouriteFailed))
    let follow = app.performing(.perform(.person(.block(name: "Ben")), id: "9", true)).compactMap(\.sent)
      .first?.0
    _ = app.handle(.received(try #require(follow), .failure(.unreachable)))
    #expect(
      app.toast == Toast(Message(.silenceFailed, "Ben")), "what protects somebody must not seem to be done")
  }

  @Test mutating func `NEW_05 whoever signs out takes what waited with them`() throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .failure(.unreachable)))
    _ = app.performing(.session(.signOut("1")))
    #expect(app.memory[Self.key] == nil)
    #expect(Self.targets(app.handle(.online)) == [])
  }

  @Test func `NEW_05 what can't be read on the device is left out`() {
    var memory = App.member().memory
    // The format of earlier versions.
    memory["session 1 waiting marks"] = "favourite:7:on nonsense like:9:on repost:8  repost:8:off :::"
    memory["session 1 waits nonsense"] = "on"
    var app = App.member(memory: memory)
    #expect(app.memory["session 1 waiting marks"] == nil && app.memory[Self.key] == "on")
    #expect(
      Self.targets(app.started()).sorted() == ["/api/v1/statuses/7/favourite", "/api/v1/statuses/8/unreblog"])
  }
}
