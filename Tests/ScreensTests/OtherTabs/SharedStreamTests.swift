import Contracts
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests that the tabs of a browser share one stream: those that follow it poll nothing, and miss nothing.
struct SharedStreamTests {
  /// A server with posts and notifications, and a browser with tabs that show home. A stream's pieces and the
  /// messages of a tab come in order, and as late as may be.
  private struct World {
    struct Tab {
      let number: Int
      var app: App
      /// The request of the tab's stream, and the name under which the tab passes it on once it is open.
      var stream: Identifier?
      var source: String?
      /// True once the server has registered the stream: later events come over it.
      var isRegistered = false
      var pieces: [String] = []
      /// The requests that wait for a response.
      var asked: [(id: Identifier, isHome: Bool)] = []
      var timers: [Identifier] = []
      /// The messages of each other tab, oldest first.
      var messages: [Int: [[UInt8]]] = [:]
      var isHidden = false
    }

    var tabs: [Tab] = []
    var leader = 1
    var posts = Array(1...3)
    var notificationCount = 0
    /// The number of requests for posts and for the number of notifications.
    var polls = 0
    var streams = 0
    private var now = noon
    private var lastTab = 0

    init() {
      for _ in 0..<3 { openTab() }
      settle()
      for index in tabs.indices {
        if let top = tabs[index].app.stack.last?.id {
          handle(index, .anchored(top, key: "s3", offset: 50))
        }
        handle(index, .becameWhole)
      }
      settle()
    }

    private mutating func openTab() {
      lastTab += 1
      let first = InitialPage(
        .addressed(path: "/home", isMember: true), language: .english, now: noon, homeUsername: "ada")
      let app = App(
        first, server: .made(), path: "/home", memory: .signedIn("ann"),
        seed: [UInt8](repeating: UInt8(lastTab), count: 32), leads: lastTab == leader)
      tabs.append(Tab(number: lastTab, app: app))
      act(tabs.count - 1) { $0.started() }
    }

    mutating func handle(_ index: Int, _ event: AppEvent) { act(index) { $0.handle(event) } }

    private mutating func act(_ index: Int, _ body: (inout App) -> [Command]) {
      tabs[index].app.now = now
      for command in body(&tabs[index].app) {
        switch command {
        case .send(let id, let request, _, _):
          let path = request.target.prefix { $0 != "?" }
          if request.method == .stream {
            #expect(request.idempotencyKey == "1")
            tabs[index].stream = id
          } else if path.hasSuffix("timelines/home") || path.hasSuffix("unread_count") {
            tabs[index].asked.append((id, path.hasSuffix("home")))
            polls += 1
          }
        case .cancel(let id): if id == tabs[index].stream { endStream(index) }
        case .load(let id, _): handle(index, .loaded(id, nil))
        case .startTimer(let id, _): tabs[index].timers.append(id)
        case .scrollToTop(let screen):
          if let key = home(index)?.list.keys.first {
            handle(index, .anchored(screen, key: key, offset: 50))
          }
        default: break
        }
      }
    }

    func home(_ index: Int) -> Timeline.State? {
      (tabs[index].app.stack.last as? ScreenHost<Timeline>)?.state
    }

    // The server.

    mutating func post() {
      posts.append(posts.count + 1)
      tell("event: update\ndata: \(SamplePosts.json(posts.count))\n\n")
    }

    mutating func notify() {
      notificationCount += 1
      tell("event: notification\ndata: \(Notices.json(notificationCount, "follow"))\n\n")
    }

    private mutating func tell(_ piece: String) {
      for index in tabs.indices where tabs[index].isRegistered { tabs[index].pieces.append(piece) }
    }

    mutating func register(_ index: Int) {
      guard tabs[index].stream != nil, !tabs[index].isRegistered else { return }
      tabs[index].isRegistered = true
      tabs[index].pieces = [":)\n"]
      streams += 1
    }

    /// Ends a stream on the server's side, as a restart does.
    mutating func cut(_ index: Int) {
      guard let stream = tabs[index].stream else { return }
      endStream(index)
      handle(index, .received(stream, .failure(.unreachable)))
    }

    mutating func answer(_ index: Int) {
      guard !tabs[index].asked.isEmpty else { return }
      let (id, isHome) = tabs[index].asked.removeFirst()
      let page = SamplePosts.page(posts.reversed().prefix(20))
      handle(index, .received(id, isHome ? page : .text(#"{"count":\#(notificationCount)}"#)))
    }

    // The browser (Web/bridge/later/8-streams.js).

    private mutating func endStream(_ index: Int) {
      if let source = tabs[index].source { share(index, source) }
      (tabs[index].stream, tabs[index].source, tabs[index].isRegistered) = (nil, nil, false)
      tabs[index].pieces = []
    }

    mutating func deliver(_ index: Int) {
      guard let stream = tabs[index].stream, !tabs[index].pieces.isEmpty else { return }
      let piece = tabs[index].pieces.removeFirst()
      if tabs[index].source == nil {
        tabs[index].source = "\(tabs[index].number)-\(stream) 1"
        share(index, "\(tabs[index].number)-\(stream) 1\n")
      }
      share(index, (tabs[index].source ?? "") + "\n" + piece)
      handle(index, .streamed(stream, Array(piece.utf8)))
    }

    private mutating func share(_ index: Int, _ message: String) {
      for other in tabs.indices where other != index && !tabs[other].isHidden {
        tabs[other].messages[tabs[index].number, default: []].append(Array(message.utf8))
      }
    }

    mutating func pass(_ index: Int, from sender: Int) {
      guard let message = tabs[index].messages[sender]?.first else { return }
      tabs[index].messages[sender]?.removeFirst()
      handle(index, .streamed(0, message))
    }

    /// Makes a visible tab the leading one.
    mutating func focus(_ index: Int) {
      guard !tabs[index].isHidden, leader != tabs[index].number else { return }
      let before = tabs.firstIndex { $0.number == leader }
      leader = tabs[index].number
      if let before { handle(before, .leads(.no)) }
      handle(index, .leads(before == nil ? .alone : .after))
    }

    mutating func hide(_ index: Int) {
      tabs[index].isHidden = true
      tabs[index].messages = [:]
    }

    mutating func show(_ index: Int) {
      guard tabs[index].isHidden else { return }
      handle(index, .returned)
      tabs[index].isHidden = false
      focus(index)
    }

    /// Ends a tab without a word.
    mutating func crash(_ index: Int) {
      guard tabs.count > 1 else { return }
      let tab = tabs.remove(at: index)
      guard leader == tab.number else { return }
      leader = tabs[0].number
      handle(0, .leads(.alone))
    }

    /// Lets half a minute pass.
    mutating func tick() {
      now = now.advanced(byMilliseconds: 30_000)
      tell(":thump\n\n")
      for index in tabs.indices where !tabs[index].isHidden {
        handle(index, .clock(now, minutesEast: 0))
      }
    }

    /// Lets time pass while the leading tab stands still, as a phone makes it.
    mutating func standStill(_ milliseconds: Int64) {
      now = now.advanced(byMilliseconds: milliseconds)
      for index in tabs.indices where tabs[index].number != leader {
        handle(index, .clock(now, minutesEast: 0))
      }
    }

    mutating func fire(_ index: Int) {
      for timer in tabs[index].timers {
        tabs[index].timers.removeAll { $0 == timer }
        handle(index, .timerFired(timer))
      }
    }

    mutating func settle() {
      for _ in 0..<200 {
        var isBusy = false
        for index in tabs.indices {
          let tab = tabs[index]
          isBusy =
            isBusy || tab.stream != nil && !tab.isRegistered || !tab.pieces.isEmpty || !tab.asked.isEmpty
            || !tab.timers.isEmpty || tab.messages.values.contains { !$0.isEmpty }
          register(index)
          deliver(index)
          for sender in tab.messages.keys.sorted() { pass(index, from: sender) }
          answer(index)
          fire(index)
        }
        if !isBusy { return }
        now = now.advanced(byMilliseconds: 100)
      }
      Issue.record("the tabs find no rest")
    }

    /// Checks that each tab that shows has what the server has, once.
    func check() {
      for index in tabs.indices where !tabs[index].isHidden {
        let number = tabs[index].number
        guard let home = self.home(index) else {
          Issue.record("tab \(number) doesn't show home")
          continue
        }
        #expect(home.list.entries.compactMap { Int($0.id) } == posts.reversed(), "tab \(number)")
        #expect(home.newCount == home.positionRow, "tab \(number)")
        #expect(tabs[index].app.unread == notificationCount, "tab \(number)")
      }
    }
  }

  @Test func `NEW_06 one tab has the stream, and the others get its events without a request`() {
    var world = World()
    #expect(world.streams == 1)
    world.tick()
    world.settle()
    world.polls = 0
    for _ in 0..<3 {
      world.post()
      world.settle()
      world.tick()
      world.settle()
    }
    #expect(world.polls == 0 && world.streams == 1)
    world.check()
    for tab in world.tabs { #expect(tab.app.live.isLive && (tab.app.live.request != nil) == tab.app.leads) }
  }

  @Test func `NEW_06 a tab whose stream another one follows may go without a word`() {
    var world = World()
    world.crash(0)
    world.post()
    world.notify()
    world.settle()
    world.check()
    #expect(world.streams == 2)
  }

  @Test func `NEW_06 a stream of which nothing more comes is followed no longer`() {
    var world = World()
    world.polls = 0
    world.standStill(40_000)
    #expect(world.tabs[1].app.live.isLive && world.polls == 0)
    world.standStill(20_000)
    #expect(!world.tabs[1].app.live.isLive && world.polls > 0)
    world.tick()
    world.settle()
    #expect(world.tabs[1].app.live.isLive)
  }

  @Test func `NEW_06 streams of another account are not followed`() {
    var world = World()
    world.handle(1, .streamed(0, Array("1-9 2\n".utf8)))
    #expect(world.tabs[1].app.live.source != Array("1-9 2".utf8), "another session's")
    world.handle(1, .leads(.after))
    world.handle(1, .streamed(0, Array("1-9 1\n".utf8)))
    #expect(world.tabs[1].app.live.source.isEmpty, "a leading tab has its own")
    for message in ["", "\n", " ", "1-9 1", "1-9 1\nevent: delete"] {
      world.handle(2, .streamed(0, Array(message.utf8)))
    }
  }

  @Test func `NEW_06 the tab that takes over asks for what falls between the two streams`() {
    var world = World()
    world.focus(1)
    world.post()
    world.notify()
    world.settle()
    world.check()
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `NEW_06 tabs that come to the front, hide and vanish have each post once`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var world = World()
    for _ in 0..<60 {
      let index = Int.random(in: 0..<world.tabs.count, using: &generator)
      switch Int.random(in: 0..<24, using: &generator) {
      case 0, 1: if world.posts.count < 18 { world.post() }
      case 2, 3: world.notify()
      case 4...7: world.deliver(index)
      case 8...11:
        let senders = world.tabs[index].messages.filter { !$0.value.isEmpty }.keys.sorted()
        if let sender = senders.randomElement(using: &generator) { world.pass(index, from: sender) }
      case 12...14: world.answer(index)
      case 15: world.fire(index)
      case 16, 17: world.register(index)
      case 18: world.focus(index)
      case 19: world.hide(index)
      case 20: world.show(index)
      case 21: world.cut(index)
      case 22: if seed % 3 == 0 { world.crash(index) }
      default: world.tick()
      }
      if seed % 2 == 0, index < world.tabs.count, world.tabs[index].isHidden {
        world.handle(index, .wasHidden)
      }
    }
    for index in world.tabs.indices { world.show(index) }
    world.settle()
    world.tick()
    world.settle()
    world.tick()
    world.settle()
    world.check()
    world.polls = 0
    world.post()
    world.settle()
    world.check()
    #expect(world.polls == 0, "all follow the stream again")
  }
}
