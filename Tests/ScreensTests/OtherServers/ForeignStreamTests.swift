import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Feeds the app with what other servers' streams sent: `Tests/Recordings/Streams`.
struct ForeignStreamTests {
  /// A member of another server at the top of home, and what that server answers: one old post, and nothing
  /// unread.
  private struct World {
    var app: App
    /// The requests for a stream, with the server that each goes to.
    var streams: [(id: Identifier, url: String)] = []
    var asked: [(id: Identifier, body: String)] = []
    var timers: [Identifier] = []

    init() {
      var sessions = Sessions()
      sessions.signIn(
        .made("anna", id: "me"), at: .made("https://far.example"), isOwnServer: false, scopes: "read write",
        .made("t"))
      var memory = Memory()
      memory.keep(sessions)
      app = .member(at: "/home", memory: memory)
      run(app.started())
      settle()
    }

    mutating func handle(_ event: AppEvent) { run(app.handle(event)) }

    private mutating func run(_ commands: [Command]) {
      for command in commands {
        switch command {
        case .send(let id, let request, let url, _):
          let path = request.target.prefix { $0 != "?" }
          if path.hasSuffix("streaming/user") {
            streams.append((id, url))
          } else if path.hasSuffix("timelines/home") {
            asked.append((id, "[\(SamplePosts.json(1))]"))
          } else if path.hasSuffix("unread_count") {
            asked.append((id, #"{"count":0}"#))
          }
        case .load(let id, _): handle(.loaded(id, nil))
        case .startTimer(let id, _): timers.append(id)
        case .scrollToTop(let screen):
          if let key = home?.list.keys.first { handle(.anchored(screen, key: key, offset: 50)) }
        default: break
        }
      }
    }

    var home: Timeline.State? { (app.stack.last as? ScreenHost<Timeline>)?.state }
    var store: EntityStore {
      var app = app
      return app.store(of: app.sessions.currentKey)
    }

    mutating func fire() {
      for timer in timers {
        timers.removeAll { $0 == timer }
        handle(.timerFired(timer))
      }
    }

    mutating func answer() {
      while !asked.isEmpty {
        let request = asked.removeFirst()
        handle(.received(request.id, .text(request.body)))
      }
    }

    mutating func settle() {
      while !asked.isEmpty || !timers.isEmpty {
        answer()
        app.now = app.now.advanced(byMilliseconds: 1_000)
        fire()
      }
    }

    /// Asks for a stream.
    mutating func connect() throws -> Identifier {
      handle(.leads(.alone))
      handle(.becameWhole)
      fire()
      return try #require(streams.last).id
    }

    /// Returns true if the app asks its server for new posts at the next tick.
    mutating func polls() -> Bool {
      settle()
      app.now = app.now.advanced(byMilliseconds: 30_000)
      handle(.clock(app.now, minutesEast: 0))
      return !asked.isEmpty
    }
  }

  /// The changes of a session until its first deletion, and its deletions.
  private struct Expected {
    let session: String
    let home: [String]
    let posts: Int
    let notifications: Int
    let edited: String
    let removed: Set<String>
  }

  private static let expected = [
    Expected(
      session: "mastodon-user.http", home: ["115628001000000002", "115628001000000001", "1"],
      posts: 2, notifications: 2, edited: "115628001000000001",
      removed: ["115628001000000001"]),
    Expected(
      session: "gotosocial-user.jsonl",
      home: [
        "01M8HMYFBRVASNA17YF23GJ09M", "01M8HMYDSBEKZ6E8BSF37BR3K5", "01M8HMY9VJZDY2S5GE446D11QT",
        "01M8HMY7WM4B7B90D76B4YVMH0", "01M8HMY6X7ENXW5Q5HRQQZ0JTG", "1",
      ], posts: 5, notifications: 3, edited: "01M8HMY6X7ENXW5Q5HRQQZ0JTG",
      removed: ["01M8HMY7WM4B7B90D76B4YVMH0", "01M8HMY6X7ENXW5Q5HRQQZ0JTG"]),
    Expected(
      session: "pleroma-user.jsonl", home: ["B0dA1mYw7p2Lx9RcUe", "B0d9zQn4tXc1aWmKnA", "1"], posts: 2,
      notifications: 2, edited: "B0d9zQn4tXc1aWmKnA",
      removed: ["B0dA1mYw7p2Lx9RcUe", "B0d9zQn4tXc1aWmKnA"]),
  ]

  private static func bytes(_ session: String) throws -> [UInt8] {
    session.hasSuffix(".http")
      ? try Recording(response: session).body : Array(try Recording.events(messages: session).joined())
  }

  /// Cuts a session before its first deletion, and each part into pieces of that length.
  private static func pieces(_ session: String, _ length: Int) throws -> [[[UInt8]]] {
    let (bytes, deletion) = (try Self.bytes(session), Array("event: delete\n".utf8))
    let middle = try #require(bytes.indices.first { bytes[$0...].starts(with: deletion) })
    return [bytes[..<middle], bytes[middle...]].map { part in
      stride(from: part.startIndex, to: part.endIndex, by: length).map {
        Array(part[$0..<min($0 + length, part.endIndex)])
      }
    }
  }

  @Test(arguments: [0, 1, 2], [1, 7, 1_000, 1_000_000])
  func `NEW_06 another server's session changes the same in any pieces`(index: Int, length: Int) throws {
    let expected = Self.expected[index]
    var world = World()
    let stream = try world.connect()
    #expect(world.streams.last?.url == "https://far.example/api/v1/streaming/user")
    world.handle(.streamed(stream, []))
    world.settle()
    let parts = try Self.pieces(expected.session, length)
    for piece in parts[0] { world.handle(.streamed(stream, piece)) }
    #expect(world.app.live.untold.posts == expected.posts)
    #expect(world.app.live.untold.notifications == expected.notifications)
    let edited = try #require(world.store[expected.edited]?.post)
    guard case .html(let words) = edited.content else {
      Issue.record("\(edited.content)")
      return
    }
    #expect(edited.editedAt != nil && words.contains("京都"))
    #expect(world.store.removed.isEmpty)
    world.settle()
    #expect(try #require(world.home).list.items.map(\.id) == expected.home)
    for piece in parts[1] { world.handle(.streamed(stream, piece)) }
    world.settle()
    #expect(world.store.removed == expected.removed)
    #expect(world.streams.count == 1)
  }

  @Test(arguments: ["gotosocial-refusal.http", "pleroma-refusal.http"])
  func `NEW_06 a server with WebSockets alone is polled`(refusal: String) throws {
    let answer = try Recording(response: refusal)
    var world = World()
    let stream = try world.connect()
    world.handle(.received(stream, .success(Response(status: answer.status, body: answer.body))))
    for _ in 0..<3 {
      let polls = world.polls()
      #expect(polls)
    }
    world.handle(.returned)
    #expect(world.streams.count == 1, "asked for once")
    world.app.now = world.app.now.advanced(byMilliseconds: 600_000)
    world.handle(.returned)
    #expect(world.streams.count == 2, "it may have streams by now")
  }

  @Test func `NEW_06 a stream on another host is asked with the token there`() throws {
    var world = World()
    let refusal = try Recording(response: "mastodon-refusal.http")
    let redirected = Result<Response, RequestFailure>.success(
      Response(
        status: refusal.status, body: refusal.body,
        address: "https://streaming.far.example/api/v1/streaming/user"))
    let first = try world.connect()
    world.handle(.received(first, redirected))
    #expect(
      world.streams.map { $0.url } == [
        "https://far.example/api/v1/streaming/user", "https://streaming.far.example/api/v1/streaming/user",
      ])
    let second = try #require(world.streams.last).id
    world.handle(.streamed(second, []))
    world.handle(.received(second, .success(Response(status: 200, body: []))))
    world.settle()
    #expect(world.streams.last?.url == "https://streaming.far.example/api/v1/streaming/user")
    let third = try #require(world.streams.last).id
    world.handle(.received(third, redirected))
    let polls = world.polls()
    #expect(world.app.sessions.current?.isRefused == false && polls && world.streams.count == 3)
  }

  @Test(arguments: [
    "http://streaming.far.example/api/v1/streaming/user", "https://streaming.far.example/login",
    "https://u:p@streaming.far.example/api/v1/streaming/user", "javascript:/api/v1/streaming/user",
  ])
  func `NEW_06 the token goes to no other address`(address: String) throws {
    var world = World()
    let stream = try world.connect()
    world.handle(.received(stream, .success(Response(status: 401, body: [], address: address))))
    let polls = world.polls()
    #expect(world.streams.count == 1 && polls)
    #expect(world.app.sessions.current?.isRefused == false, "its own server hasn't said so")
  }

  @Test func `NEW_06 a stream that ends at once isn't retried each second`() throws {
    var world = World()
    var stream = try world.connect()
    for attempt in 0..<8 {
      world.handle(.streamed(stream, []))
      world.handle(.received(stream, .success(Response(status: 200, body: []))))
      #expect(world.app.live.attempts == attempt + 1)
      world.settle()
      stream = try #require(world.streams.last).id
    }
    world.handle(.streamed(stream, []))
    _ = world.polls()
    #expect(world.app.live.attempts == 0, "it stands")
  }
}
