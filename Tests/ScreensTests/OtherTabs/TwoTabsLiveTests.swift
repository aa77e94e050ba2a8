import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests two tabs with the same account at home. One has the stream, the other one asks; both have stores
/// that drop all that no list holds.
struct TwoTabsLiveTests {
  private struct Tab {
    var app = App.member(at: "/home")
    var stream: Identifier?
    /// The requests that wait for a response, with what the server had when it was asked.
    var asked: [(id: Identifier, path: String, server: Server)] = []
    var timers: [Identifier] = []
    /// The texts that the other tab wrote and this one hasn't read yet.
    var news: [(key: String, text: String?)] = []

    var home: Timeline.State? { (app.stack.last as? ScreenHost<Timeline>)?.state }
    var writes: Bool { asked.contains { $0.path.hasSuffix("favourite") } }

    func isLiked(_ number: Int) -> Bool? {
      home?.list.post("\(number)")?.interactions.isFavourite
    }
  }

  private struct Server {
    var posts = Array(1...3)
    var liked: Set<Int> = []
    /// The number of edits of each post.
    var edits: [Int: Int] = [:]

    func json(_ number: Int) -> String {
      let (isLiked, edits) = (liked.contains(number), edits[number] ?? 0)
      return SamplePosts.json(
        number, text: Self.text(number, edits),
        more: #","favourited":\#(isLiked),"favourites_count":\#(isLiked ? 1 : 0)"#
          + (edits > 0 ? #","edited_at":"2026-11-21T12:00:00.000Z""# : ""))
    }

    static func text(_ number: Int, _ edits: Int) -> String { "Post \(number), edited \(edits) times" }
  }

  private struct Browser {
    var tabs = [Tab(), Tab()]
    var server = Server()
    var lastPost = 3
    var events: [String] = []

    init() {
      act(0) { $0.started() }
      act(1) { $0.started() }
      act(1) { $0.handle(.leads(.no)) }
      for index in tabs.indices {
        while !tabs[index].asked.isEmpty { answer(index, 0, isLate: false) }
        if let top = tabs[index].app.stack.last?.id {
          act(index) { $0.handle(.anchored(top, key: "s3", offset: 50)) }
        }
        act(index) { $0.handle(.becameWhole) }
        fire(index)
        for (_, store) in tabs[index].app.stores { (store.budget, store.limit) = (3_000, 3_000) }
      }
      let streams = tabs.map { $0.stream != nil }
      #expect(streams == [true, false])
      if let stream = tabs[0].stream { act(0) { $0.handle(.streamed(stream, [])) } }
    }

    mutating func act(_ index: Int, _ event: (inout App) -> [Command]) {
      for command in event(&tabs[index].app) {
        switch command {
        case .send(let id, let request, _, _):
          let path = String(request.target.prefix { $0 != "?" })
          if path.hasSuffix("streaming/user") {
            tabs[index].stream = id
          } else if ["timelines/home", "unread_count", "favourite"].contains(where: { path.hasSuffix($0) }) {
            tabs[index].asked.append((id, path, server))
          }
        case .load(let id, _): act(index) { $0.handle(.loaded(id, nil)) }
        case .startTimer(let id, _): tabs[index].timers.append(id)
        case .remember(let key, let text): tabs[1 - index].news.append((key, text))
        default: break
        }
      }
    }

    mutating func fire(_ index: Int) {
      for timer in tabs[index].timers {
        tabs[index].timers.removeAll { $0 == timer }
        act(index) { $0.handle(.timerFired(timer)) }
      }
    }

    mutating func read(_ index: Int) {
      guard !tabs[index].news.isEmpty else { return }
      let (key, text) = tabs[index].news.removeFirst()
      act(index) { $0.handle(.rememberedElsewhere(key, text)) }
    }

    mutating func post() {
      lastPost += 1
      server.posts.append(lastPost)
      events.append("event: update\ndata: \(server.json(lastPost))\n\n")
    }

    mutating func edit(_ number: Int) {
      guard server.posts.contains(number) else { return }
      server.edits[number, default: 0] += 1
      events.append("event: status.update\ndata: \(server.json(number))\n\n")
    }

    /// Deletes a post, the first and the last of the beginning excepted: a list needs them for its place.
    mutating func delete(_ number: Int) {
      guard number != 1, number != 3, let index = server.posts.firstIndex(of: number) else { return }
      server.posts.remove(at: index)
      server.liked.remove(number)
      events.append("event: delete\ndata: \(number)\n\n")
    }

    mutating func deliver() {
      guard let stream = tabs[0].stream, !events.isEmpty else { return }
      let event = Array(events.removeFirst().utf8)
      act(0) { $0.handle(.streamed(stream, event)) }
    }

    /// Answers a request with what the server has now, or had when it was asked.
    mutating func answer(_ index: Int, _ position: Int, isLate: Bool) {
      guard tabs[index].asked.indices.contains(position) else { return }
      let request = tabs[index].asked.remove(at: position)
      var response: Result<Response, RequestFailure> = .text(#"{"count":0}"#)
      if request.path.hasSuffix("timelines/home") {
        let server = isLate ? request.server : server
        response = .text("[" + server.posts.reversed().map { server.json($0) }.joined(separator: ",") + "]")
      } else if request.path.hasSuffix("favourite") {
        let number = request.path.split(separator: "/").compactMap { Int($0) }.last ?? 0
        let isOn = !request.path.hasSuffix("unfavourite")
        if !server.posts.contains(number) {
          response = .text("{}", status: 404)
        } else {
          if isOn { server.liked.insert(number) } else { server.liked.remove(number) }
          response = .text(server.json(number))
        }
      }
      act(index) { $0.handle(.received(request.id, response)) }
    }

    /// Taps a heart. One change at a time: tabs with different choices are the subject of `BrowserWorld`.
    mutating func like(_ index: Int, _ number: Int) {
      guard !tabs.contains(where: { $0.writes || !$0.news.isEmpty }), let isOn = tabs[index].isLiked(number)
      else { return }
      act(index) { $0.performing(.perform(.post(.favourite), id: "\(number)", !isOn)) }
      let shown = tabs[index].isLiked(number)
      #expect(shown == !isOn, "at once")
    }

    mutating func comeBack(_ index: Int) {
      let now = tabs[index].app.now.advanced(byMilliseconds: 60_000)
      for index in tabs.indices { tabs[index].app.now = now }
      act(index) { $0.handle(.clock(now, minutesEast: 0)) }
      act(index) { $0.handle(.returned) }
    }

    /// Loads the newest posts: the tab without a stream learns of edits and deletions so.
    mutating func pull(_ index: Int) {
      act(index) { app in
        if let top = app.stack.last { app.send(.pulledDown, to: top) }
        return app.finish()
      }
    }

    mutating func settle() {
      for _ in 0..<1_000 {
        let isBusy = tabs.contains { !$0.asked.isEmpty || !$0.timers.isEmpty || !$0.news.isEmpty }
        if !isBusy, events.isEmpty { return }
        deliver()
        for index in tabs.indices {
          read(index)
          answer(index, 0, isLate: false)
          tabs[index].app.now = tabs[index].app.now.advanced(byMilliseconds: 1_000)
          fire(index)
        }
      }
      Issue.record("it never ends")
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `NEW_07 two tabs end with the same posts and hearts, and lose nothing that they show`(seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    var browser = Browser()
    for _ in 0..<60 {
      let index = Int.random(in: 0..<2, using: &generator)
      switch Int.random(in: 0..<14, using: &generator) {
      case 0, 1: if browser.lastPost < 15 { browser.post() }
      case 2, 3: browser.deliver()
      case 4: browser.comeBack(index)
      case 5, 6:
        let count = max(browser.tabs[index].asked.count, 1)
        let position = Int.random(in: 0..<count, using: &generator)
        let isLate = Bool.random(using: &generator)
        browser.answer(index, position, isLate: isLate)
      case 7, 8: browser.like(index, Int.random(in: 1...browser.lastPost, using: &generator))
      case 9, 10: browser.read(index)
      case 11: browser.edit(Int.random(in: 1...browser.lastPost, using: &generator))
      case 12: browser.delete(Int.random(in: 1...browser.lastPost, using: &generator))
      default: browser.fire(index)
      }
      for tab in browser.tabs {
        let home = try #require(tab.home)
        let ids = home.list.entries.compactMap { Int($0.id) }
        #expect(ids == ids.sorted(by: >) && Set(ids).count == ids.count)
        #expect(home.list.items.allSatisfy { home.list.store[$0.id] === $0.stored })
      }
    }
    browser.settle()
    // No request tells a tab of the hearts of the other one.
    for tab in browser.tabs {
      for entry in try #require(tab.home).list.entries {
        guard let number = Int(entry.id), browser.server.posts.contains(number) else { continue }
        #expect(entry.post.interactions.isFavourite == browser.server.liked.contains(number))
      }
    }
    for index in browser.tabs.indices {
      browser.comeBack(index)
      browser.settle()
      browser.pull(index)
    }
    browser.settle()
    for tab in browser.tabs {
      let entries = try #require(tab.home).list.entries
      #expect(entries.compactMap { Int($0.id) } == browser.server.posts.reversed())
      let liked = entries.filter { $0.post.interactions.isFavourite }.compactMap { Int($0.id) }
      #expect(Set(liked) == browser.server.liked)
      for entry in entries {
        let number = Int(entry.id) ?? 0
        #expect(entry.post.content.plainText == Server.text(number, browser.server.edits[number] ?? 0))
      }
    }
  }
}
