import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests the app's connection to its server: when there is one, and what its events change.
struct AppLiveTests {
  private var app = App.member(at: "/home")

  private static func stream(_ commands: [Command]) -> Identifier? {
    commands.lazy.compactMap(\.sent).first { $0.1.target == "/api/v1/streaming/user" }?.0
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Starts the app and opens its stream.
  private mutating func connected() throws -> Identifier {
    _ = app.started()
    let stream = try #require(Self.stream(try begun()))
    _ = app.handle(.streamed(stream, []))
    return stream
  }

  /// Lets the second part of the program come to the leading tab.
  private mutating func begun() throws -> [Command] {
    #expect(Self.stream(app.handle(.leads(.alone))) == nil && app.timer(.liveDue) == nil, "too early")
    return try due(app.handle(.becameWhole))
  }

  private mutating func due(_ commands: [Command]) throws -> [Command] {
    #expect(Self.stream(commands) == nil, "later")
    return app.handle(.timerFired(try #require(app.timer(.liveDue))))
  }

  private mutating func tick(after seconds: Int64) -> [Command] {
    app.now = app.now.advanced(byMilliseconds: seconds * 1_000)
    return app.handle(.clock(app.now, minutesEast: 0))
  }

  @Test mutating func `NEW_06 the leading tab has a stream, and then polls no more`() throws {
    let stream = try connected()
    #expect(!tick(after: 30).compactMap(\.target).isEmpty, "once more, for what came before the stream")
    #expect(tick(after: 5).compactMap(\.target).isEmpty)
    #expect(app.handle(.leads(.no)).contains(.cancel(stream)))
    #expect(!tick(after: 30).compactMap(\.target).isEmpty)
  }

  @Test
  mutating func
    `NEW_06 a stream that ends is tried again after growing pauses, and what was missed is loaded`()
    throws
  {
    var stream = try connected()
    for attempt in 0..<8 {
      let ended = app.handle(.received(stream, .failure(.unreachable)))
      let pause = try #require(
        ended.lazy.compactMap { if case .startTimer(_, let milliseconds) = $0 { milliseconds } else { nil } }
          .first)
      let longest = min(60_000, 1_000 << attempt)
      #expect(pause >= longest / 2 && pause <= longest)
      stream = try #require(Self.stream(try due(ended)))
    }
    let opened = app.handle(.streamed(stream, []))
    #expect(opened.compactMap(\.target).contains { $0.contains("unread_count") })
    #expect(app.live.attempts == 8, "it may end as soon as it has opened")
    _ = tick(after: 30)
    #expect(app.live.attempts == 0, "it stands")
  }

  @Test(arguments: [400, 403, 404, 405, 406, 501])
  mutating func `NEW_06 a server without streams is polled`(status: Int) throws {
    _ = app.started()
    let stream = try #require(Self.stream(try begun()))
    _ = app.handle(.received(stream, .text("", status: status)))
    #expect(app.timer(.liveDue) == nil && Self.stream(app.handle(.returned)) == nil)
    #expect(!tick(after: 30).compactMap(\.target).isEmpty)
  }

  @Test mutating func `NEW_06 a server without streams is asked again after an hour, or when one comes back`()
    throws
  {
    _ = app.started()
    let first = try #require(Self.stream(try begun()))
    _ = app.handle(.received(first, .text("", status: 404)))
    let early = [Self.stream(tick(after: 599)), Self.stream(app.handle(.returned))]
    #expect(early == [nil, nil])
    let looksOn = Self.stream(tick(after: 1))
    #expect(looksOn == nil, "without an occasion only after an hour")
    let second = try #require(Self.stream(app.handle(.returned)))
    _ = app.handle(.received(second, .text("", status: 406)))
    let soon = Self.stream(tick(after: 3_599))
    #expect(soon == nil, "the hour begins with the last answer")
    let third = try #require(Self.stream(tick(after: 1)))
    let polled = tick(after: 30).compactMap(\.target)
    #expect(!polled.isEmpty, "until it answers")
    _ = app.handle(.streamed(third, []))
    #expect(app.live.isOpen)
    let ended = app.handle(.received(third, .failure(.unreachable)))
    #expect(Self.stream(ended) == nil)
    let paused = Self.stream(tick(after: 1))
    #expect(paused == nil, "it has streams: only the pause counts")
  }

  @Test mutating func `NEW_06 a hidden page and one without a network have no stream`() throws {
    for (ends, begins) in [(AppEvent.wasHidden, AppEvent.returned), (.wentOffline, .online)] {
      app = .member(at: "/home")
      let stream = try connected()
      #expect(app.handle(ends).contains(.cancel(stream)))
      #expect(app.handle(.streamed(stream, Self.bytes("event: delete\ndata: 1\n\n"))) == [], "too late")
      #expect(Self.stream(app.handle(begins)) != nil)
    }
  }

  @Test mutating func `NEW_06 without a network nothing is asked, also if the stream broke before`() throws {
    let stream = try connected()
    // The connection breaks a moment before the browser says why.
    _ = app.handle(.received(stream, .failure(.unreachable)))
    let timer = try #require(app.timer(.liveDue))
    _ = app.handle(.wentOffline)
    let retried = app.handle(.timerFired(timer))
    #expect(retried.compactMap(\.target).isEmpty && app.timer(.liveDue) == nil)
    for _ in 0..<4 {
      let asked = tick(after: 30).compactMap(\.target)
      #expect(asked.isEmpty)
    }
    let back = app.handle(.online)
    #expect(Self.stream(back) != nil)
    _ = app.handle(.wentOffline)
    let returned = app.handle(.returned)
    #expect(Self.stream(returned) != nil, "a page that stood still may not be told of the network")
  }

  @Test mutating func `NEW_06 a response that comes all the same shows that there is a network`() throws {
    _ = try connected()
    let ticked = tick(after: 30)
    let sent = try #require(ticked.compactMap(\.sent).first?.0)
    _ = app.handle(.wentOffline)
    let early = app.handle(.received(sent, .text("[]")))
    #expect(Self.stream(early) == nil, "it was under way when the network went")
    let opened = app.performing(.open(.moments(username: "bob", .own(.made())))).compactMap(\.sent)
    let late = app.handle(.received(try #require(opened.first).0, .text("[]")))
    #expect(Self.stream(late) != nil)
  }

  @Test mutating func `NEW_06 a stream on which nothing comes is replaced`() throws {
    let stream = try connected()
    _ = tick(after: 30)
    _ = app.handle(.streamed(stream, Self.bytes(":thump\n\n")))
    #expect(Self.stream(tick(after: 40)) == nil)
    let commands = tick(after: 30)
    #expect(commands.contains(.cancel(stream)) && Self.stream(commands) != nil)
  }

  @Test mutating func `NEW_06 a revoked token ends the session here, too`() throws {
    let stream = try connected()
    _ = app.handle(.received(stream, .text("{}", status: 401)))
    #expect(app.sessions.current?.isRefused == true && app.timer(.liveDue) == nil)
  }

  @Test mutating func `NEW_09 the number of unread notifications grows, and is asked for again`() throws {
    let stream = try connected()
    let asked = tick(after: 30).lazy.compactMap(\.sent).first {
      $0.1.target?.contains("unread_count") == true
    }
    _ = app.handle(.received(try #require(asked).0, .text(#"{"count":2}"#)))
    #expect(app.unread == 2)
    _ = tick(after: 1)
    let event = "event: notification\ndata: \(Notices.json(9, "follow"))\n\n"
    #expect(!app.handle(.streamed(stream, Self.bytes(event))).contains(.badge(3)), "with others")
    #expect(app.handle(.timerFired(try #require(app.timer(.countIsDue)))).contains(.badge(3)))
    #expect(tick(after: 30).compactMap(\.target).contains { $0.contains("unread_count") })
    _ = app.handle(.streamed(stream, Self.bytes(":thump\n\n")))
    #expect(tick(after: 30).compactMap(\.target).isEmpty)
  }

  @Test mutating func `NEW_09 what another tab has read is unread here no more`() throws {
    let stream = try connected()
    func asked(_ commands: [Command]) -> Identifier? {
      commands.lazy.compactMap(\.sent).first { $0.1.target?.contains("unread_count") == true }?.0
    }
    let first = asked(tick(after: 30))
    _ = app.handle(.received(try #require(first), .text(#"{"count":2}"#)))
    _ = tick(after: 1)
    let elsewhere = app.handle(.rememberedElsewhere("session 99 read notifications", "9"))
    #expect(!elsewhere.contains(.badge(0)), "another account")
    let read = app.handle(.rememberedElsewhere("session 1 read notifications", "9"))
    #expect(read.contains(.badge(0)))
    _ = app.handle(.streamed(stream, Self.bytes(":thump\n\n")))
    let next = asked(tick(after: 30))
    _ = app.handle(.received(try #require(next), .text(#"{"count":1}"#)))
    #expect(app.unread == 1, "one has come since")
    _ = app.handle(.streamed(stream, Self.bytes(":thump\n\n")))
    let last = asked(tick(after: 30))
    #expect(last == nil)
  }

  @Test mutating func `NEW_06 Moments asks for messages that came before it was open, once`() throws {
    app = .member(at: "/moments")
    _ = try connected()
    func asked(_ commands: [Command], _ path: String) -> Identifier? {
      commands.lazy.compactMap(\.sent).first { $0.1.target?.hasPrefix(path) == true }?.0
    }
    let (count, list) = ("/api/v1/notifications/unread_count", "/api/v1/notifications?limit=2")
    let ticked = tick(after: 30)
    let answered = app.handle(.received(try #require(asked(ticked, count)), .text(#"{"count":2}"#)))
    let lost = app.handle(.received(try #require(asked(answered, list)), .failure(.unreachable)))
    #expect(asked(lost, list) == nil, "it waits for the next number")
    _ = app.handle(.wasHidden)
    _ = app.handle(.returned)
    let next = tick(after: 60)
    let repeated = app.handle(.received(try #require(asked(next, count)), .text(#"{"count":2}"#)))
    let request = try #require(asked(repeated, list))
    let notices = [Notices.json(9, "favourite", by: 5, of: 8), Notices.json(8, "follow", by: 5)]
    _ = app.handle(.received(request, .text("[" + notices.joined(separator: ",") + "]")))
    let messages = (app.stack.first { $0.tab == .moments } as? ScreenHost<Moments>)?.state.writing.messages
    #expect(messages?.map(\.id) == ["9"])
    _ = app.handle(.wasHidden)
    _ = app.handle(.returned)
    let later = tick(after: 60)
    let again = app.handle(.received(try #require(asked(later, count)), .text(#"{"count":2}"#)))
    #expect(asked(again, list) == nil, "the page knows of both")
  }

  @Test mutating func `NEW_06 messages that were read elsewhere don't come back over Moments`() throws {
    app = .member(at: "/moments")
    let stream = try connected()
    func messages() -> Int? {
      (app.stack.first { $0.tab == .moments } as? ScreenHost<Moments>)?.state.writing.messages.count
    }
    let asked = tick(after: 30).lazy.compactMap(\.sent).first {
      $0.1.target?.contains("unread_count") == true
    }
    _ = app.handle(.received(try #require(asked).0, .text(#"{"count":0}"#)))
    _ = tick(after: 1)
    let event = "event: notification\ndata: \(Notices.json(9, "favourite", by: 5, of: 8))\n\n"
    _ = app.handle(.streamed(stream, Self.bytes(event)))
    _ = app.handle(.timerFired(try #require(app.timer(.countIsDue))))
    let waiting = messages()
    #expect(app.unread == 1 && waiting == 1)
    _ = app.handle(.rememberedElsewhere("session 1 read notifications", "9"))
    let read = messages()
    #expect(app.unread == 0 && read == 0)
  }

  @Test mutating func `NEW_06 who likes a post on Moments is asked once, if it isn't known`() throws {
    let stream = try connected()
    for command in app.performing(.open(.moments(username: "bob", .own(.made())))) {
      guard let (id, _) = command.sent, let target = command.target else { continue }
      if target == "/user/bob" { _ = app.handle(.received(id, .profile(.made("bob")))) }
      if target.hasPrefix("/user/bob/tweets") {
        _ = app.handle(.received(id, .posts([.made("7", by: .made("bob"), likes: [.made("eve")])])))
      }
    }
    func asked(after numbers: [Int]) -> [(id: Identifier, target: String)] {
      for number in numbers {
        let counts = #"{"id":"7","favourites_count":\#(number),"reblogs_count":0,"replies_count":0}"#
        _ = app.handle(.streamed(stream, Self.bytes("event: status.counts\ndata: \(counts)\n\n")))
      }
      guard let timer = app.timer(.countIsDue) else { return [] }
      return app.handle(.timerFired(timer)).compactMap { command in
        guard let (id, _) = command.sent, let target = command.target, target.contains("favourited_by") else {
          return nil
        }
        return (id, target)
      }
    }
    let known = asked(after: [1])
    #expect(known.isEmpty)
    let unknown = asked(after: [2, 3])
    #expect(unknown.map(\.target) == ["/api/v1/statuses/7/favourited_by?limit=80"])
    let request = try #require(unknown.first?.id)
    // The latest comes first. One may be hidden from the viewer.
    _ = app.handle(.received(request, .text("[\(SamplePosts.author(8)),\(SamplePosts.author(9))]")))
    let page = try #require(app.stack.last as? ScreenHost<Moments>)
    #expect(page.state.posts.first?.likes.map(\.username) == ["user9", "user8"])
  }

  @Test mutating func `NEW_06 screen readers are told of all that came, once in ten seconds`() throws {
    func told(_ commands: [Command]) -> [String] {
      commands.compactMap { if case .announce(let words) = $0 { words } else { nil } }
    }
    let stream = try connected()
    let me = try #require(app.sessions.current?.me.id)
    func post(_ id: Int, by author: String = "7") -> [UInt8] {
      let post = SamplePosts.json(id).replacing(#""id":"7""#, with: #""id":"\#(author)""#)
      return Self.bytes("event: update\ndata: \(post)\n\n")
    }
    let follow = Self.bytes("event: notification\ndata: \(Notices.json(9, "follow"))\n\n")
    _ = app.handle(.streamed(stream, post(101) + post(102) + follow))
    let first = told(app.handle(.timerFired(try #require(app.timer(.countIsDue)))))
    #expect(first == ["1 new notification\n2 new posts"])
    _ = tick(after: 4)
    _ = app.handle(.streamed(stream, post(103)))
    #expect(told(app.handle(.timerFired(try #require(app.timer(.countIsDue))))) == [], "too soon")
    app.now = app.now.advanced(byMilliseconds: 6_000)
    #expect(told(app.handle(.timerFired(try #require(app.timer(.countIsDue))))) == ["1 new post"])
    app.now = app.now.advanced(byMilliseconds: 20_000)
    _ = app.handle(.streamed(stream, post(104, by: me)))
    #expect(app.live.untold.posts == 0, "one's own")
  }

  @Test mutating func `NEW_06 posts of one piece come behind the pill together, and are stored once`()
    throws
  {
    for command in app.started() {
      if case .load(let id, _) = command { _ = app.handle(.loaded(id, nil)) }
      guard let (id, _) = command.sent, command.target?.hasPrefix("/api/v1/timelines/home") == true else {
        continue
      }
      _ = app.handle(.received(id, SamplePosts.page([3, 2, 1])))
    }
    let stream = try #require(Self.stream(try begun()))
    _ = app.handle(.streamed(stream, []))
    let home = try #require(app.stack.last as? ScreenHost<Timeline>)
    _ = app.handle(.anchored(home.id, key: "s2", offset: 50))
    func saves(_ ids: [Int], _ more: String = "") -> Int {
      var piece = ""
      for id in ids { piece += "event: update\ndata: \(SamplePosts.json(id))\n\n" }
      return app.handle(.streamed(stream, Self.bytes(piece + more))).count {
        if case .save = $0 { true } else { false }
      }
    }
    let first = saves([101, 102, 103])
    #expect(first == 1 && home.state.newCount == 3)
    #expect(home.state.list.keys == ["s103", "s102", "s101", "s3", "s2", "s1"])
    let second = saves([104], "event: delete\ndata: 77\n\nevent: update\ndata: no post\n\n")
    #expect(second > 0 && home.state.newCount == 4, "although the last one can't be read")
    let alone = saves([105])
    #expect(alone == 1 && home.state.newCount == 5)
  }

  @Test mutating func `NEW_06 who follows the viewer is known at once`() throws {
    let stream = try connected()
    let store = app.store(of: app.sessions.currentKey)
    store.receive(relationship: Relationship(id: "7"), asked: noon)
    for (kind, id) in [("follow_request", 7), ("follow", 7), ("follow", 8)] {
      let event = "event: notification\ndata: \(Notices.json(9, kind, by: id))\n\n"
      _ = app.handle(.streamed(stream, Self.bytes(event)))
      #expect(store.record(of: "7")?.relationship?.isRequestedBy == (kind == "follow_request"))
    }
    #expect(store.record(of: "7")?.relationship?.isFollowedBy == true && store.record(of: "8") == nil)
  }

  @Test mutating func `NEW_06 counts, edits and deletions change what the store holds`() throws {
    let stream = try connected()
    let store = app.store(of: app.sessions.currentKey)
    let post = store.receive(try SamplePosts.post(3), asked: noon)
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1, isConfirmed: true))
    app.now = SamplePosts.at(5)
    func happens(_ name: String, _ data: String) {
      _ = app.handle(.streamed(stream, Self.bytes("event: \(name)\ndata: \(data)\n\n")))
    }
    happens("status.counts", #"{"id":"3","favourites_count":4,"reblogs_count":1,"replies_count":2}"#)
    #expect(
      post.post.favouritesCount == 4 && post.post.repliesCount == 2 && post.post.interactions.isFavourite)
    happens("status.counts", #"{"id":"3","favourites_count":"many"}"#)
    happens("status.update", "no post")
    #expect(post.post.favouritesCount == 4)
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", false, at: 6))
    #expect(post.post.favouritesCount == 3 && !post.post.interactions.isFavourite)
    happens("delete", "3")
    #expect(store.hides(post.post, in: .page))
  }
}
