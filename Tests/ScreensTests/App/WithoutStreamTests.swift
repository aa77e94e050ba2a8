import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests that screens load each minute what they may lack, where no stream brings it.
struct WithoutStreamTests {
  private static let stream = "/api/v1/streaming/user"

  private var app = App.member(at: "/home")
  private var fails = false
  private var follows = false

  private func answer(_ target: String) -> Result<Response, RequestFailure> {
    switch target {
    case "/api/v1/statuses/5": .text(SamplePosts.json(5))
    case "/api/v1/statuses/5/context": .text(#"{"ancestors":[],"descendants":[]}"#)
    case "/api/v1/accounts/7", "/api/v1/accounts/lookup?acct=user7": .text(SamplePosts.author(7))
    case "/api/v1/notifications/unread_count": .text(#"{"count":0}"#)
    case "/user/bob": .profile(.made("bob"))
    case "/user/ann": .profile(.made("ann"))
    case _ where target.hasPrefix("/api/v1/accounts/relationships"):
      .text(#"[{"id":"7","following":\#(follows)}]"#)
    case _ where target.hasPrefix("/user/"): .posts([.made("7", by: .made("bob"))])
    default: .text("[]")
    }
  }

  /// Answers all requests. Returns their paths.
  @discardableResult
  private mutating func settle(_ commands: [Command]) -> [String] {
    var (unanswered, asked) = (commands[...], [String]())
    while let command = unanswered.popFirst() {
      guard let (id, _) = command.sent, let target = command.target, target != Self.stream else { continue }
      asked.append(target)
      unanswered += app.handle(.received(id, fails ? .failure(.unreachable) : answer(target)))
    }
    return asked
  }

  /// Starts the app. Returns the request for a stream.
  private mutating func started() throws -> Identifier {
    settle(app.started())
    settle(app.handle(.leads(.alone)))
    settle(app.handle(.becameWhole))
    let commands = app.handle(.timerFired(try #require(app.timer(.liveDue))))
    return try #require(commands.lazy.compactMap(\.sent).first { $0.1.target == Self.stream }?.0)
  }

  /// Opens a page on a server without streams.
  private mutating func show(_ destination: Destination) throws {
    let stream = try started()
    _ = app.handle(.received(stream, .text("", status: 404)))
    settle(app.performing(.open(destination)))
  }

  /// Lets half a minute pass. Returns true if a request for that path is sent.
  private mutating func asks(for path: String) -> Bool {
    // A stream that is open sends its sign of life.
    if let stream = app.live.request { _ = app.handle(.streamed(stream, Array(":thump\n\n".utf8))) }
    app.now = app.now.advanced(byMilliseconds: 30_000)
    return settle(app.handle(.clock(app.now, minutesEast: 0))).contains { $0.hasPrefix(path) }
  }

  /// Returns the half minutes, of that many, in which the page loads.
  private mutating func loads(_ path: String, in count: Int) -> [Int] {
    var found: [Int] = []
    for number in 1...count where asks(for: path) { found.append(number) }
    return found
  }

  @Test(arguments: [
    (Destination.thread(id: "5", nil), "/api/v1/statuses/5/context"),
    (.profile(id: "7", handle: nil, nil), "/api/v1/accounts/7/statuses"),
    (.moments(username: "bob", .own(.made())), "/user/bob/tweets"),
    (.album(of: "user7"), "/api/v1/accounts/7/statuses"),
  ])
  mutating func `NEW_06 without a stream the page that shows loads each minute`(
    page: Destination, path: String
  ) throws {
    try show(page)
    let found = loads(path, in: 8)
    #expect(found == [2, 4, 6, 8])
  }

  @Test mutating func `NEW_06 without a stream a page that was covered loads once it shows again`() throws {
    try show(.thread(id: "5", nil))
    settle(app.performing(.open(.profile(id: "7", handle: nil, nil))))
    let found = loads("/api/v1/statuses/5", in: 4)
    #expect(found == [], "nobody sees it")
    let asked = settle(app.handle(.wentTo(depth: 1)))
    #expect(asked.contains("/api/v1/statuses/5/context"))
  }

  /// Opens a page beside a stream.
  private mutating func showLive(_ destination: Destination) throws {
    let stream = try started()
    settle(app.handle(.streamed(stream, [])))
    settle(app.performing(.open(destination)))
  }

  @Test(arguments: [
    (Destination.profile(id: "7", handle: nil, nil), false), (.profile(id: "7", handle: nil, nil), true),
    (.album(of: "user7"), false),
  ])
  mutating func `NEW_06 beside a stream the page of a person loads if the viewer doesn't follow them`(
    page: Destination, isFollowed: Bool
  ) throws {
    follows = isFollowed
    try showLive(page)
    let found = loads("/api/v1/accounts/7/statuses", in: 6)
    #expect(found == (isFollowed ? [] : [2, 4, 6]))
  }

  @Test mutating func `NEW_06 beside a stream a thread and another's Moments page load, if they show`()
    throws
  {
    try showLive(.thread(id: "5", nil))
    let thread = loads("/api/v1/statuses/5/context", in: 4)
    #expect(thread == [2, 4])
    settle(app.performing(.open(.moments(username: "bob", .own(.made())))))
    let covered = loads("/api/v1/statuses/5", in: 4)
    #expect(covered == [], "it doesn't show")
    let moments = loads("/user/bob/tweets", in: 4)
    #expect(moments.count == 2)
    settle(app.handle(.wentTo(depth: 0)))
    let home = loads("/api/v1/", in: 6)
    #expect(home == [])
  }

  @Test mutating func `NEW_06 beside a stream one's own pages don't load by themselves`() throws {
    #expect(app.sessions.current?.me.account.username == "ann")
    try showLive(.moments(username: "ann", .own(.made())))
    let page = try #require(app.stack.last as? ScreenHost<Moments>)
    #expect(page.state.profile != nil)
    let moments = loads("/user/", in: 6)
    #expect(moments == [])
  }

  @Test mutating func `NEW_06 without a network nothing is loaded, and at once when it is back`() throws {
    try show(.thread(id: "5", nil))
    fails = true
    settle(app.handle(.wentOffline))
    let offline = loads("/api/v1/statuses/5", in: 8)
    #expect(offline == [])
    fails = false
    let asked = settle(app.handle(.online))
    #expect(asked.contains("/api/v1/statuses/5/context"))
    let online = loads("/api/v1/statuses/5", in: 4)
    #expect(online == [2, 4])
  }

  @Test mutating func `NEW_06 a server that fails is asked less often, until it answers`() throws {
    try show(.thread(id: "5", nil))
    fails = true
    let failing = loads("/api/v1/statuses/5/context", in: 12)
    #expect(failing == [2, 6])
    fails = false
    let answered = loads("/api/v1/statuses/5/context", in: 5)
    #expect(answered == [1, 3, 5])
  }

  @Test mutating func `NEW_06 a page of a session that its server refuses loads no more`() throws {
    try show(.thread(id: "5", nil))
    app.refused(try #require(app.sessions.currentKey))
    let found = loads("/api/v1/statuses/5", in: 4)
    #expect(found == [])
  }
}
