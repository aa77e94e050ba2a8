import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// NEW_05: without a network a like waits on the device, as a post does.
struct WaitingMarksTests {
  private static let key = "session 1 waiting marks"
  private var app = App.member()

  private mutating func like(_ isOn: Bool = true) throws -> Identifier? {
    app.performing(.mark(.favourite, id: "7", isOn)).compactMap(\.sent).first?.0
  }

  private static func targets(_ commands: [Command]) -> [String] {
    commands.compactMap(\.sent).compactMap { _, call in
      guard case .send(_, let request, _, _) = call, request.target.contains("/statuses/") else { return nil }
      return request.target
    }
  }

  @Test mutating func `NEW_05 a like without a network shows, waits and is sent once when there is one`() throws {
    let request = try #require(try like())
    let offline = app.handle(.received(request, .failure(.unreachable)))
    #expect(offline == [.remember(key: Self.key, "favourite:7:on")])
    #expect(app.toast == nil, "nothing has failed")
    #expect(app.changes(of: "1").override(.favourite, "7", asked: app.now) == true)
    let online = app.handle(.online)
    #expect(Self.targets(online) == ["/api/v1/statuses/7/favourite"])
    #expect(Self.targets(app.handle(.online)) == [], "it is on its way already")
    let again = try #require(online.compactMap(\.sent).first?.0)
    let done = app.handle(.received(again, .text(Statuses.json(7, more: #","favourited":true"#))))
    #expect(done.contains(.remember(key: Self.key, nil)))
    #expect(Self.targets(app.handle(.online)) == [])
  }

  @Test mutating func `NEW_05 the app that ended asks for what had waited, and shows it meanwhile`() throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .failure(.unreachable)))
    _ = app.performing(.mark(.bookmark, id: "8", true)).compactMap(\.sent).first.map {
      app.handle(.received($0.0, .failure(.unreachable)))
    }
    #expect(app.memory[Self.key] == "favourite:7:on bookmark:8:on")
    var later = App.member(memory: app.memory)
    #expect(later.changes(of: "1").override(.favourite, "7", asked: later.now) == true)
    #expect(Self.targets(later.started()) == ["/api/v1/statuses/7/favourite", "/api/v1/statuses/8/bookmark"])
  }

  @Test mutating func `NEW_05 of what is changed meanwhile the last counts`() throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .failure(.unreachable)))
    #expect(try like(false) == nil)
    #expect(app.memory[Self.key] == "favourite:7:off")
    #expect(Self.targets(app.handle(.returned)) == ["/api/v1/statuses/7/unfavourite"])
  }

  @Test mutating func `NEW_05 what the server refuses is put back and said, as ever`() throws {
    let request = try #require(try like())
    _ = app.handle(.received(request, .failure(.unreachable)))
    let again = try #require(app.handle(.online).compactMap(\.sent).first?.0)
    let commands = app.handle(.received(again, .text("{}", status: 404)))
    #expect(commands.contains(.remember(key: Self.key, nil)))
    #expect(app.toast == Toast(.favouriteFailed))
    let follow = app.performing(.mark(.block(name: "Ben"), id: "9", true)).compactMap(\.sent).first?.0
    _ = app.handle(.received(try #require(follow), .failure(.unreachable)))
    #expect(app.toast == Toast(Message(.silenceFailed, "Ben")), "what protects somebody must not seem to be done")
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
    memory[Self.key] = "favourite:7:on nonsense like:9:on repost:8  repost:8:off :::"
    var app = App.member(memory: memory)
    #expect(app.wishes.kept(of: "1") == "favourite:7:on repost:8:off" && app.wishes.kept(of: "2") == nil)
    #expect(Self.targets(app.started()) == ["/api/v1/statuses/7/favourite", "/api/v1/statuses/8/unreblog"])
  }
}
