import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests that a post's edit or deletion outlasts responses that don't have it yet.
struct AppEditTests {
  private var app = App.member()

  private static let old = "[" + SamplePosts.json(3, by: 1) + "," + SamplePosts.json(2) + "]"

  private var home: ScreenHost<Timeline>? { app.stack.compactMap { $0 as? ScreenHost<Timeline> }.first }
  private var texts: [String] { home?.state.list.entries.map(\.post.content.plainText) ?? [] }

  private static func request(_ target: String, in commands: [Command]) throws -> Identifier {
    try #require(
      commands.compactMap { command -> Identifier? in
        guard case .send(let id, let request, _, _) = command, request.target.hasPrefix(target) else {
          return nil
        }
        return id
      }.first)
  }

  private mutating func openHome() throws {
    let commands = app.performing(.open(.tab(.home)))
    for case .load(let id, _) in commands { _ = app.handle(.loaded(id, nil)) }
    _ = app.handle(.received(try Self.request("/api/v1/timelines/home", in: commands), .text(Self.old)))
  }

  /// Returns the request for the newest posts.
  private mutating func pull() throws -> Identifier {
    let home = try #require(home)
    app.send(.pulledDown, to: home)
    return try Self.request("/api/v1/timelines/home", in: app.finish())
  }

  /// Returns the request that edits the post.
  private mutating func edit() throws -> Identifier {
    try Self.request("/api/v1/statuses/3", in: app.performing(.edit(id: "3", Draft(text: "New"))))
  }

  @Test mutating func `TWT_05 a changed post stays changed whatever was asked for before`() throws {
    try openHome()
    let change = try edit()
    #expect(texts == ["New", "Post 2"])
    _ = app.handle(.received(try pull(), .text(Self.old)))
    #expect(texts == ["New", "Post 2"], "the server has not heard of it yet")
    app.now = SamplePosts.at(1)
    let late = try pull()
    app.now = SamplePosts.at(2)
    _ = app.handle(.received(change, .text(SamplePosts.json(3, by: 1, text: "New"))))
    #expect(app.outbox.items.isEmpty && texts == ["New", "Post 2"])
    _ = app.handle(.received(late, .text(Self.old)))
    #expect(texts == ["New", "Post 2"], "an older response")
    app.now = SamplePosts.at(3)
    _ = app.handle(.received(try pull(), .text("[" + SamplePosts.json(3, by: 1, text: "Newest") + "]")))
    #expect(texts == ["Newest", "Post 2"], "changed elsewhere since")
  }

  @Test mutating func `TWT_05 a change that waits shows after the app has started again`() throws {
    try openHome()
    _ = try edit()
    app = App.member(memory: app.memory)
    let change = try Self.request("/api/v1/statuses/3", in: app.started())
    try openHome()
    #expect(texts == ["New", "Post 2"])
    _ = app.handle(.received(change, .text("{}", status: 422)))
    _ = app.handle(.received(try pull(), .text(Self.old)))
    #expect(texts == ["Post 3", "Post 2"], "the server did not take it")
  }

  @Test mutating func `TWT_05 a refused change goes back and takes nothing with it`() throws {
    try openHome()
    let change = try edit()
    app.now = SamplePosts.at(1)
    app.performing(.perform(.post(.favourite), id: "3", true))
    _ = app.handle(.received(change, .text(#"{"error":"Too long"}"#, status: 422)))
    #expect(texts == ["Post 3", "Post 2"])
    #expect(home?.state.list.post("3")?.interactions.isFavourite == true, "liked meanwhile")
    #expect(app.outbox.items.map(\.state) == [.failed("Too long")])
  }

  @Test mutating func `TWT_05 of two changes the later one shows`() throws {
    try openHome()
    let change = try edit()
    app.performing(.edit(id: "3", Draft(text: "Newer")))
    #expect(texts == ["Newer", "Post 2"])
    _ = app.handle(.received(change, .text(SamplePosts.json(3, by: 1, text: "New"))))
    #expect(texts == ["Newer", "Post 2"])
  }

  @Test mutating func `NEW_12 a post that is deleted from its own page closes it behind the sheet`() throws {
    try openHome()
    let post = try #require(home?.state.list.post("3"))
    app.performing(.open(.thread(id: "3", post)))
    app.performing(.open(.options(.post(post))))
    let sheet = try #require(app.stack.last?.id)
    #expect(app.handle(.tapped(sheet, "delete")).contains(.goBack(1)))
    #expect(app.handle(.wentTo(depth: 1)).contains(.goBack(1)), "nothing is left to be seen there")
    _ = app.handle(.wentTo(depth: 0))
    #expect(app.stack.last === home)
  }
}
