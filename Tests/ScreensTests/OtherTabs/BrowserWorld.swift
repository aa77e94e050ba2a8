import Contracts
import JSON
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// A browser with several tabs of the app around one storage, and a server. A tab's writes reach the others
/// in order, within `Outbox.grace`. Tabs crash, and new ones open.
struct BrowserWorld {
  struct Tab {
    let number: Int
    var app: App
    /// The keys of texts that other tabs wrote, and that this tab hasn't read yet.
    var news: [String] = []
    var calls: [Identifier: (request: APIRequest, token: String?)] = [:]
    var timers: [Identifier: Timestamp] = [:]
    /// True while the mouse is on the toast.
    var holdsToast = false
  }

  private(set) var tabs: [Tab] = []
  private(set) var store = Memory()
  private(set) var now = noon
  private var generator: SeededGenerator
  /// The number of the tab that sends.
  private(set) var leader: Int?
  private var lastTab = 0
  private var lastName = 0
  private var lastText = 0

  // The expected outcome.

  /// The tokens of all signed-in members, by username.
  private(set) var members: [String: String] = [:]
  private(set) var endedKeys: Set<String> = []
  /// The texts that people sent and did not take back, by token.
  private(set) var wanted: [String: Set<String>] = [:]
  /// The server's posts, by the idempotency key of the request.
  private(set) var published: [String: String] = [:]
  /// The texts that people took back.
  private(set) var taken: Set<String> = []
  /// The favourites as people want them; the next property has them as stored by the server.
  private(set) var wantedFavourites: [String: Bool] = [:]
  private(set) var favourites: [String: Bool] = [:]
  private(set) var isOnline = true

  init(seed: UInt64, tabs count: Int) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<count { openTab() }
  }

  private mutating func random(_ count: Int) -> Int { generator.below(count) }

  mutating func step() {
    let index = random(tabs.count)
    switch random(100) {
    case ..<6: signIn(index)
    case ..<9: signOut(index)
    case ..<13: choose(index)
    case ..<25: post(index)
    case ..<31: undo(index)
    case ..<35: tapFavourite(index)
    case ..<40: look(index)
    case ..<43: crash(index)
    case ..<46: if tabs.count < 3 { openTab() }
    case ..<49: isOnline.toggle()
    case ..<52: tabs[index].holdsToast.toggle()
    case ..<72: deliver(index)
    case ..<88: answer(index)
    default: pass(Int64(random(900)))
    }
  }

  // Tabs.

  private mutating func openTab() {
    lastTab += 1
    let first = InitialPage(
      .addressed(path: "/me", isMember: true), language: .english, now: now, homeUsername: "ada")
    var app = App(
      first, server: .made(), path: "/me", memory: store,
      seed: [UInt8](repeating: UInt8(lastTab % 250), count: 31) + [1],
      leads: false)
    app.now = now
    tabs.append(Tab(number: lastTab, app: app))
    act(tabs.count - 1) { $0.started() }
    look(tabs.count - 1)
  }

  /// Brings the tab to the front: it reads everything that it missed, and becomes the tab that sends.
  private mutating func look(_ index: Int) {
    tabs[index].news = []
    let store = store
    act(index) { $0.handle(.remembered(store)) }
    guard leader != tabs[index].number else { return }
    let before = tabs.firstIndex { $0.number == leader }
    leader = tabs[index].number
    if let before { act(before) { $0.handle(.leads(.no)) } }
    act(index) { $0.handle(.leads(before == nil ? .alone : .after)) }
  }

  private mutating func crash(_ index: Int) {
    guard tabs.count > 1 else { return }
    let tab = tabs.remove(at: index)
    // The browser sends requests that it has accepted, even if the tab closes (`keepalive`).
    for (request, token) in tab.calls.values {
      if isOnline { _ = serve(request, token) }
      // The request may arrive after later choices, so the outcome is open.
      wantedFavourites[favourite(of: request, token) ?? ""] = nil
    }
    guard leader == tab.number else { return }
    // The next tab in line gets the lock.
    leader = tabs[0].number
    act(0) { $0.handle(.leads(.alone)) }
  }

  private mutating func deliver(_ index: Int) {
    guard !tabs[index].news.isEmpty else { return }
    let key = tabs[index].news.removeFirst()
    let text = store[key]
    act(index) { $0.handle(.rememberedElsewhere(key, text)) }
  }

  private mutating func act(_ index: Int, _ body: (inout App) -> [Command]) {
    tabs[index].app.now = now
    for command in body(&tabs[index].app) {
      switch command {
      case .remember(let key, let text):
        guard store[key] != text else { continue }
        store[key] = text
        for other in tabs.indices where other != index { tabs[other].news.append(key) }
      case .send(let number, let request, _, let token): tabs[index].calls[number] = (request, token)
      case .cancel(let number): tabs[index].calls[number] = nil
      case .startTimer(let id, let milliseconds):
        tabs[index].timers[id] = now.advanced(byMilliseconds: Int64(milliseconds))
      case .goBack(let steps):
        let depth = tabs[index].app.depth - steps
        act(index) { $0.handle(.wentTo(depth: depth)) }
      default: continue
      }
    }
  }

  // People.

  private mutating func signIn(_ index: Int) {
    lastName += 1
    let name = "p\(lastName)"
    members[name] = "token of " + name
    act(index) {
      $0.perform(
        .signIn(.made(name), at: .made(), scopes: "read write", .made("token of " + name)))
      return $0.finish()
    }
  }

  private mutating func signOut(_ index: Int) {
    guard let session = tabs[index].app.sessions.all.randomElement(using: &generator) else { return }
    let name = session.me.account.username
    members[name] = nil
    wanted["token of " + name] = nil
    wantedFavourites = wantedFavourites.filter { !$0.key.hasPrefix("token of " + name + " ") }
    endedKeys.insert(session.key)
    act(index) { $0.handle(.tapped(0, "sign-out-of:" + session.key)) }
  }

  private mutating func choose(_ index: Int) {
    guard let session = tabs[index].app.sessions.all.randomElement(using: &generator) else { return }
    act(index) {
      $0.perform(.choose(session.key, opens: nil))
      return $0.finish()
    }
  }

  /// Returns the token of the session in front in a tab.
  private func token(_ index: Int) -> String? {
    tabs[index].app.sessions.currentKey.flatMap { tabs[index].app.sessions.credential(of: $0)?.token }
  }

  private mutating func post(_ index: Int) {
    guard let token = token(index), let session = tabs[index].app.sessions.currentKey else { return }
    lastText += 1
    let text = "Post \(lastText)"
    // A member that another tab has signed out can't write any more, even if this tab doesn't know it yet.
    if members.values.contains(token) { wanted[token, default: []].insert(text) }
    act(index) {
      $0.post(Draft(text: text), in: session)
      return $0.finish()
    }
  }

  /// Undoes a post by the toast, or in the list under Me, which needs the tab in front.
  private mutating func undo(_ index: Int) {
    if tabs[index].number != leader, Bool.random(using: &generator) { look(index) }
    let isInFront = tabs[index].number == leader
    let items = tabs[index].app.outbox.items.filter {
      $0.state == .waiting && (isInFront || now < $0.notBefore)
        && $0.session == tabs[index].app.sessions.currentKey
    }
    guard let item = items.randomElement(using: &generator), let draft = item.draft, let token = token(index),
      !published.values.contains(draft.text)
    else { return }
    wanted[token]?.remove(draft.text)
    taken.insert(draft.text)
    act(index) { $0.handle(.tapped(0, "undo:" + item.id)) }
  }

  private mutating func tapFavourite(_ index: Int) {
    guard let token = token(index), let session = tabs[index].app.sessions.currentKey else { return }
    if tabs[index].number != leader { look(index) }
    guard tabs[index].app.sessions.currentKey == session else { return }
    let id = "\(tabs[index].number)\(random(3))"
    let isOn = Bool.random(using: &generator)
    if members.values.contains(token) { wantedFavourites[token + " " + id] = isOn }
    act(index) {
      $0.perform(.post(.favourite), id: id, isOn, in: session)
      return $0.finish()
    }
    hearAll()
  }

  // The server and time.

  private mutating func answer(_ index: Int) {
    guard let number = tabs[index].calls.keys.sorted().randomElement(using: &generator) else { return }
    answer(index, number, isLost: random(10) == 0)
  }

  /// Responds to a request. `isLost`: the server carries it out, but the response is lost.
  private mutating func answer(_ index: Int, _ number: Identifier, isLost: Bool = false) {
    guard let (request, token) = tabs[index].calls.removeValue(forKey: number) else { return }
    var result = Result<Response, RequestFailure>.failure(.unreachable)
    if isOnline {
      let response = serve(request, token)
      if !isLost { result = response }
    }
    act(index) { $0.handle(.received(number, result)) }
  }

  private mutating func serve(_ request: APIRequest, _ token: String?) -> Result<Response, RequestFailure> {
    if request.target == "/oauth/revoke" { return .text("{}") }
    guard let token, members.values.contains(token) else { return .text("{}", status: 401) }
    if request.method == .post, request.target == "/api/v1/statuses" {
      published[request.idempotencyKey ?? ""] = (try? JSON(parsing: request.body ?? []))?.text("status") ?? ""
      return .text(#"{"id":"1"}"#)
    }
    if let key = favourite(of: request, token) {
      favourites[key] = request.target.hasSuffix("/favourite")
      return .text("{}")
    }
    return .text("[]")
  }

  private func favourite(of request: APIRequest, _ token: String?) -> String? {
    let parts = request.target.split(separator: "/")
    guard request.method == .post, parts.count == 5, parts[2] == "statuses" else { return nil }
    return (token ?? "") + " " + parts[3]
  }

  private mutating func hearAll() {
    for _ in 0..<10_000 {
      guard let index = tabs.firstIndex(where: { !$0.news.isEmpty }) else { return }
      deliver(index)
    }
    Issue.record("the tabs answer each other without end")
  }

  private mutating func pass(_ milliseconds: Int64) {
    hearAll()
    now = now.advanced(byMilliseconds: milliseconds)
    for index in tabs.indices {
      for (id, time) in tabs[index].timers.sorted(by: { $0.key < $1.key }) where time <= now {
        tabs[index].timers[id] = nil
        let holds = tabs[index].holdsToast
        act(index) { $0.handle(.timerFired(id, holdsToast: holds)) }
      }
    }
  }

  /// Completes everything while the network works.
  mutating func settle() {
    isOnline = true
    for index in tabs.indices { tabs[index].holdsToast = false }
    for round in 0..<120 {
      pass(1_000)
      if round % 20 == 0 { for index in tabs.indices { act(index) { $0.handle(.online) } } }
      for index in tabs.indices { for number in tabs[index].calls.keys.sorted() { answer(index, number) } }
    }
    hearAll()
  }

  func check() {
    for tab in tabs {
      let names = tab.app.sessions.all.map(\.me.account.username)
      #expect(Set(names) == Set(members.keys), "tab \(tab.number) knows who is signed in")
      for session in tab.app.sessions.all {
        #expect(tab.app.sessions.credential(of: session.key)?.token == members[session.me.account.username])
      }
      #expect(
        tab.app.sessions.current != nil || members.isEmpty || tab.app.stack.allSatisfy { $0.session == nil })
      #expect(tab.app.memory == store, "tab \(tab.number) knows what is stored")
      #expect(tab.app.outbox.items.isEmpty)
    }
    #expect(Set(Sessions(store).all.map(\.me.account.username)) == Set(members.keys))
    for key in store.all.keys {
      guard let (session, _) = Session.parts(ofStored: key) else { continue }
      #expect(!endedKeys.contains(session), "\(key) stayed behind")
      #expect(!key.contains(" outbox ") && !key.contains(" waits "), "\(key) was not sent")
    }
    let texts = published.values.sorted()
    #expect(Set(texts).count == texts.count, "each once")
    let missing = wanted.values.reduce(into: Set<String>()) { $0.formUnion($1) }.subtracting(texts)
    #expect(missing.isEmpty)
    #expect(taken.isDisjoint(with: texts), "taken back, and published all the same")
    for (favourite, isOn) in wantedFavourites {
      #expect((favourites[favourite] ?? false) == isOn, "\(favourite)")
    }
  }
}
