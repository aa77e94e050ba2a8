import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests events of a stream that come before, while and after the app asks for the same.
struct LiveInterleavingTests {
  /// A server with posts and notifications, and the app at the top of its home timeline.
  private struct World {
    var app = App.member(at: "/home")
    var posts = Array(1...3)
    var notificationCount = 0
    var stream: Identifier?
    /// The requests that wait for a response, with what the server had when it was asked.
    var asked: [(id: Identifier, isHome: Bool, posts: [Int], notificationCount: Int)] = []
    var events: [String] = []
    var timers: [Identifier] = []
    var badges: [Int] = []
    var insertions = 0

    init() { run(app.started()) }

    mutating func handle(_ event: AppEvent) { run(app.handle(event)) }

    private mutating func run(_ commands: [Command]) {
      for command in commands {
        switch command {
        case .send(let id, let request, _, _):
          let path = request.target.prefix { $0 != "?" }
          if path.hasSuffix("streaming/user") {
            stream = id
          } else if path.hasSuffix("timelines/home") || path.hasSuffix("unread_count") {
            asked.append((id, path.hasSuffix("home"), posts, notificationCount))
          }
        case .load(let id, _): handle(.loaded(id, nil))
        case .startTimer(let id, _): timers.append(id)
        case .badge(let count): badges.append(count)
        case .scrollToTop(let screen):
          insertions += 1
          if let key = home?.list.keys.first { handle(.anchored(screen, key: key, offset: 50)) }
        default: break
        }
      }
    }

    var home: Timeline.State? { (app.stack.last as? ScreenHost<Timeline>)?.state }

    mutating func post() {
      posts.append(posts.count + 1)
      if stream != nil { events.append("event: update\ndata: \(SamplePosts.json(posts.count))\n\n") }
    }

    mutating func notify() {
      notificationCount += 1
      guard stream != nil else { return }
      events.append("event: notification\ndata: \(Notices.json(notificationCount, "follow"))\n\n")
    }

    mutating func deliver() {
      guard let stream, !events.isEmpty else { return }
      handle(.streamed(stream, Array(events.removeFirst().utf8)))
    }

    /// Answers a request with what the server has now, or had when it was asked.
    mutating func answer(_ index: Int, isLate: Bool) {
      guard asked.indices.contains(index) else { return }
      let request = asked.remove(at: index)
      let (posts, count) =
        isLate ? (request.posts, request.notificationCount) : (posts, notificationCount)
      handle(
        .received(
          request.id,
          request.isHome ? SamplePosts.page(posts.reversed().prefix(20)) : .text(#"{"count":\#(count)}"#)))
    }

    mutating func comeBack() {
      app.now = app.now.advanced(byMilliseconds: 60_000)
      handle(.clock(app.now, minutesEast: 0))
      handle(.returned)
    }

    mutating func fire() {
      for timer in timers {
        timers.removeAll { $0 == timer }
        handle(.timerFired(timer))
      }
    }

    mutating func settle() {
      while !events.isEmpty || !asked.isEmpty || !timers.isEmpty {
        deliver()
        answer(0, isLate: false)
        app.now = app.now.advanced(byMilliseconds: 1_000)
        fire()
      }
    }

    /// Opens the stream, as the timer of the start does.
    mutating func begin() {
      while !asked.isEmpty { answer(0, isLate: false) }
      if let top = app.stack.last?.id { handle(.anchored(top, key: "s3", offset: 50)) }
      handle(.becameWhole)
      fire()
      #expect(stream != nil)
      if let stream { handle(.streamed(stream, [])) }
      badges = []
      insertions = 0
    }
  }

  @Test func `NEW_06 posts whose events cross a poll wait behind the pill with the others`() throws {
    for crossing in 0...2 {
      var world = World()
      world.begin()
      world.post()
      world.post()
      if crossing == 1 { world.deliver() }
      world.comeBack()
      if crossing > 1 { world.deliver() }
      world.answer(world.asked.firstIndex { $0.isHome } ?? 0, isLate: false)
      world.settle()
      let home = try #require(world.home)
      #expect(home.list.keys == ["s5", "s4", "s3", "s2", "s1"] && home.newCount == 2)
      #expect(world.insertions == 0, "\(crossing)")
    }
  }

  @Test func `NEW_09 the badge counts notifications of one moment at once, whichever way they come`() {
    for crossing in 0...3 {
      var world = World()
      world.begin()
      world.notify()
      world.notify()
      if crossing == 1 { world.deliver() }
      if crossing > 0 { world.comeBack() }
      if crossing == 2 { world.deliver() }
      world.answer(world.asked.firstIndex { !$0.isHome } ?? 0, isLate: false)
      world.deliver()
      world.deliver()
      world.settle()
      #expect(world.badges == [2], "\(crossing)")
    }
  }

  @Test func `NEW_06 the first post of an empty home shows`() throws {
    var world = World()
    world.posts = []
    for index in world.asked.indices { world.asked[index].posts = [] }
    world.begin()
    world.post()
    world.settle()
    #expect(try #require(world.home).list.keys == ["s1"])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `NEW_06 in any order each post is counted once, and each notification`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var world = World()
    world.begin()
    for _ in 0..<30 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0, 1, 2: world.post()
      case 3, 4: world.notify()
      case 5, 6, 7: world.deliver()
      case 8: world.comeBack()
      case 9, 10:
        let index = Int.random(in: 0..<max(world.asked.count, 1), using: &generator)
        world.answer(index, isLate: .random(using: &generator))
      default: world.fire()
      }
      let home = try #require(world.home)
      let ids = home.list.entries.compactMap { Int($0.id) }
      #expect(ids == ids.sorted(by: >) && Set(ids).count == ids.count)
      #expect(home.newCount == home.positionRow, "the pill says what is above")
      #expect(world.badges.allSatisfy { $0 <= world.notificationCount })
      #expect(world.badges == world.badges.sorted())
    }
    world.settle()
    world.comeBack()
    world.settle()
    let home = try #require(world.home)
    #expect(home.list.entries.compactMap { Int($0.id) } == world.posts.reversed())
    #expect(home.newCount == home.positionRow && world.app.unread == world.notificationCount)
  }
}
