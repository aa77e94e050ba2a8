import Contracts
import JSON
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests two people who share a device. Whatever they do and whenever servers respond, each sees only their
/// own data.
@Suite struct TwoAccountsTests {
  @Test(arguments: 0..<150 as Range<UInt64>)
  func `FOL_02 whatever two accounts do, each keeps its own lists, and nothing that was taken is lost`(
    seed: UInt64
  ) throws {
    var world = TwoAccounts(seed: seed)
    for _ in 0..<80 {
      world.step()
      try world.checkLists()
    }
    try world.settle()
  }
}

/// The app, the browser that it runs in, and the server that both people use.
private struct TwoAccounts {
  struct Pending {
    let request: APIRequest
    let token: String?
    /// The server's response; `nil` if it hasn't received the request yet.
    var result: Result<Response, RequestFailure>?
  }

  var app: App
  var server = HomeServer()
  private var generator: SeededGenerator
  private var pending: [Identifier: Pending] = [:]
  private var loads: [Identifier: String] = [:]
  private var timers: [Identifier: Timestamp] = [:]
  private var saved: [String: [UInt8]] = [:]
  /// The browser's depth after it has gone back.
  private var backTo: Int?
  /// The session that was in front last.
  private var front: String?
  private var lastText = 0
  /// The texts that each of them sent and did not take back.
  private var sent: [String: Set<String>] = ["1": [], "2": []]
  /// The member's own posts that the app knows of since this session came to the front.
  private var acknowledged: Set<String> = []
  /// The edited texts of posts, by id.
  private var edited: [String: String] = [:]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    var sessions = Sessions()
    for (id, name) in zip(HomeServer.people, ["ann", "bob"]) {
      sessions.signIn(
        .made(name, id: id), at: .made(), isOwnServer: true, scopes: "read write", .made("token of " + id))
    }
    sessions.choose("1")
    var memory = Memory()
    memory.keep(sessions)
    app = App.member(memory: memory)
    for number in 0..<30 { server.write(by: HomeServer.people[number % 2], "Old \(number)") }
    run(app.started())
    show(.tab(.home))
  }

  private var current: String { app.sessions.currentKey ?? "" }

  private func home(of session: String) -> ScreenHost<Timeline>? {
    app.stack.compactMap { $0 as? ScreenHost<Timeline> }.first {
      $0.session == session && $0.state.kind == .home
    }
  }

  /// The visible items, without those that were just deleted.
  private static func shown(_ home: ScreenHost<Timeline>) -> [EntryList.Item] {
    home.state.list.rows.indices.compactMap { home.state.list.item($0) }
  }

  mutating func step() {
    app.now = app.now.advanced(byMilliseconds: Int64.random(in: 1...1_500, using: &generator))
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<12: post()
    case ..<24: favour()
    case ..<28: delete()
    case ..<32: undo()
    case ..<38: choose(current == "1" ? "2" : "1")
    case ..<43: openThread()
    case ..<48: back()
    case ..<53: refresh()
    case ..<56: show(.tab(Bool.random(using: &generator) ? .home : .mentions))
    case ..<59: edit()
    case ..<62:
      server.write(by: "friend of " + HomeServer.people[Int.random(in: 0..<2, using: &generator)], "News")
    case ..<78: reach()
    case ..<94: deliver()
    default: fire()
    }
  }

  // The person's actions.

  private mutating func post() {
    lastText += 1
    let text = "Post \(lastText)"
    sent[current, default: []].insert(text)
    run(app.performing(.post(Draft(text: text))))
  }

  private mutating func favour() {
    guard let home = home(of: current), let item = Self.shown(home).randomElement(using: &generator) else {
      return
    }
    run(app.handle(.tapped(home.id, "favourite:" + item.entry.id)))
  }

  private mutating func delete() {
    guard let home = home(of: current) else { return }
    let own = Self.shown(home).map(\.entry.post).filter { $0.author.id == current }
    guard let post = own.randomElement(using: &generator) else { return }
    sent[current]?.remove(server.text(of: post.id))
    acknowledged.remove(post.id)
    server.unwanted.insert(post.id)
    run(app.performing(.delete(post)))
  }

  private mutating func edit() {
    guard let home = home(of: current) else { return }
    let own = Self.shown(home).map(\.entry.post).filter { $0.author.id == current }
    guard let post = own.randomElement(using: &generator) else { return }
    lastText += 1
    edited[post.id] = "Edit \(lastText)"
    run(app.performing(.edit(id: post.id, Draft(text: "Edit \(lastText)"))))
  }

  private mutating func undo() {
    let items = app.outbox.items.filter { $0.state != .sending }
    guard let item = items.randomElement(using: &generator) else { return }
    switch item.task {
    case .publish(let draft) where item.attempts == 0: sent[item.session]?.remove(draft.text)
    case .delete(let id) where item.attempts == 0:
      sent[item.session]?.insert(server.text(of: id))
      server.unwanted.remove(id)
    default: return
    }
    run(app.handle(.tapped(0, "undo:" + item.id)))
  }

  private mutating func choose(_ session: String) {
    run(app.performing(.session(.choose(session, opens: nil))))
  }

  private mutating func openThread() {
    guard let home = home(of: current), home === app.stack.last else { return }
    guard let item = Self.shown(home).randomElement(using: &generator) else { return }
    run(app.handle(.tapped(home.id, "open:" + item.entry.id)))
  }

  private mutating func back() {
    guard let top = app.stack.last, app.depth > 0 else { return }
    run(app.handle(.tapped(top.id, "back")))
  }

  private mutating func refresh() {
    guard let home = home(of: current) else { return }
    app.send(.pulledDown, to: home)
    run(app.finish())
  }

  private mutating func show(_ destination: Destination) { run(app.performing(.open(destination))) }

  // The events of network and browser.

  private mutating func reach() {
    let waiting = pending.filter { $0.value.result == nil }.keys.sorted()
    guard let id = waiting.randomElement(using: &generator), let call = pending[id] else { return }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: pending[id]?.result = .failure(.unreachable)
    case 1: pending[id]?.result = .text("{}", status: 503)
    case 2:
      // The server did it, but the response is lost, so the app asks again.
      _ = server.answer(call.request, of: call.token)
      pending[id]?.result = .failure(.unreachable)
    default: pending[id]?.result = server.answer(call.request, of: call.token)
    }
  }

  private mutating func deliver() {
    let answers = pending.filter { $0.value.result != nil }.keys.sorted().map { ($0, true) }
    let reads = loads.keys.sorted().map { ($0, false) }
    if backTo != nil, Bool.random(using: &generator) {
      goBack()
    } else if let (id, isAnswer) = (answers + reads).randomElement(using: &generator) {
      if isAnswer { answer(id) } else { read(id) }
    }
  }

  private mutating func answer(_ id: Identifier) {
    guard let call = pending.removeValue(forKey: id), let result = call.result else { return }
    if case .success(let response) = result, response.isSuccess, call.request.target == "/api/v1/statuses",
      call.token == "token of " + current, home(of: current) != nil,
      let id = HomeServer.id(in: response.body),
      !server.unwanted.contains(id)
    {
      acknowledged.insert(id)
    }
    run(app.handle(.received(id, result)))
  }

  private mutating func read(_ id: Identifier) {
    guard let key = loads.removeValue(forKey: id) else { return }
    run(app.handle(.loaded(id, saved[key])))
  }

  private mutating func fire() {
    guard let (id, time) = timers.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return }
    timers[id] = nil
    app.now = max(app.now, time)
    run(app.handle(.timerFired(id)))
  }

  private mutating func goBack() {
    guard let depth = backTo else { return }
    backTo = nil
    run(app.handle(.wentTo(depth: depth)))
  }

  private mutating func run(_ commands: [Command]) {
    if front != app.sessions.currentKey {
      front = app.sessions.currentKey
      acknowledged = []
    }
    for command in commands {
      switch command {
      case .send(let id, let request, _, let token): pending[id] = Pending(request: request, token: token)
      case .request(let id, let url): pending[id] = Pending(request: APIRequest(.get, url), token: nil)
      case .cancel(let id):
        // A cancelled request may have been served, and its response may be on the way.
        if Bool.random(using: &generator) { pending[id] = nil }
      case .load(let id, let key): loads[id] = key
      case .save(let key, let bytes): saved[key] = bytes
      case .removeSaved(let key): saved[key] = nil
      case .startTimer(let id, let pause): timers[id] = app.now.advanced(byMilliseconds: Int64(pause))
      case .goBack(let steps): backTo = max(0, app.depth - steps)
      default: continue
      }
    }
  }

  // The invariants.

  /// Checks at any time: each list holds its own session's posts, sorted, with all posts that the app knows
  /// to be sent.
  func checkLists() throws {
    for screen in app.stack.compactMap({ $0 as? ScreenHost<Timeline> }) where screen.state.kind == .home {
      let session = try #require(screen.session)
      let ids = Self.shown(screen).map(\.entry.id)
      #expect(
        ids.allSatisfy { server.isVisible($0, to: session) }, "somebody else's posts in \(session)'s home")
      #expect(zip(ids, ids.dropFirst()).allSatisfy { EntryList.isNewer($0, than: $1) }, "not sorted: \(ids)")
      #expect(screen.state.waiting.allSatisfy { $0.session == session })
      for post in Self.shown(screen).map(\.entry.post) {
        let text = edited[post.id] ?? post.content.plainText
        #expect(post.content.plainText == text, "\(post.id) is as it was before it was changed")
      }
      if session == current {
        #expect(acknowledged.isSubset(of: ids), "sent, and not in the list: \(acknowledged.subtracting(ids))")
      }
    }
    for session in HomeServer.people {
      let copy = saved["session \(session) timeline home"].map { String(decoding: $0, as: UTF8.self) } ?? ""
      for other in HomeServer.people where other != session {
        #expect(!copy.contains(#""username":"user\#(other)""#))
      }
    }
  }

  /// Restores the network and lets each person look: they see what the server has, which is what they wanted.
  mutating func settle() throws {
    quiet()
    run(app.handle(.online))
    quiet()
    for session in HomeServer.people + HomeServer.people {
      choose(session)
      quiet()
      refresh()
      quiet()
      let screen = home(of: session)
      let home = try #require(screen)
      let list = home.state.list
      #expect(list.gaps.isEmpty)
      #expect(home.state.waiting.isEmpty)
      let shown = Self.shown(home).map(\.entry.id)
      let oldest = try #require(shown.last)
      let there = server.ids(of: session).filter { !EntryList.isNewer(oldest, than: $0) }
      #expect(
        shown == there,
        "too many: \(Set(shown).subtracting(there)), missing: \(Set(there).subtracting(shown))")
      for item in Self.shown(home) {
        let isFavourite = server.favourites[session, default: []].contains(item.entry.id)
        #expect(item.entry.post.interactions.isFavourite == isFavourite, "\(item.entry.id)")
        #expect(server.edited[item.entry.id] == edited[item.entry.id])
      }
    }
    #expect(app.outbox.items.isEmpty)
    for session in HomeServer.people {
      let texts = server.posts.filter { $0.author == session && !$0.text.hasPrefix("Old") }.map(\.text)
      #expect(texts.sorted() == sent[session, default: []].filter { $0.hasPrefix("Post") }.sorted())
    }
  }

  /// Runs until nothing is pending.
  private mutating func quiet() {
    for _ in 0..<1_000 {
      if backTo != nil {
        goBack()
      } else if let id = pending.keys.min(), let call = pending[id] {
        pending[id]?.result = call.result ?? server.answer(call.request, of: call.token)
        answer(id)
      } else if let id = loads.keys.min() {
        read(id)
      } else if !timers.isEmpty {
        fire()
      } else {
        return
      }
    }
    Issue.record("it does not come to rest")
  }
}
