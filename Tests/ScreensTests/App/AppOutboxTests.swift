import Contracts
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests sending through the app: stored on the device, undone in time, broadcast to every screen.
struct AppOutboxTests {
  private var app = App.member()

  @Test mutating func `TWT_04 a post is stored and sent when it can no longer be undone`() throws {
    let commands = app.posting(Draft(text: "Hello"))
    let item = try #require(app.outbox.items.first)
    #expect(commands.contains(.remember(key: "session 1 outbox " + item.id, item.json)))
    #expect(item.id.utf8.count == 32)
    #expect(app.toast == Toast(.sending, action: .undo(item.id)))
    let timer = try #require(app.timer(.outboxDue))
    #expect(commands.contains(.startTimer(timer, milliseconds: 4_000)))

    app.now = noon.advanced(byMilliseconds: 4_000)
    let sent = app.handle(.timerFired(timer))
    let (request, call) = try #require(sent.compactMap(\.sent).first)
    #expect(call == .send(request, item.request, url: "/api/v1/statuses", token: "token of ann"))
    let done = app.handle(.received(request, .text("{}")))
    #expect(done.contains(.remember(key: "session 1 outbox " + item.id, nil)))
    #expect(app.outbox.items == [])
    #expect(app.handle(.received(request, .text("{}"))) == [], "a response counts once")
  }

  @Test(arguments: [(false, ""), (true, ""), (false, #","comment_of":"5""#)])
  mutating func `NEW_22 a post that was sent out of sight is said to be, with a way to it`(
    isInSight: Bool, more: String
  ) throws {
    _ = app.posting(Draft(text: "Hello"))
    let top = try #require(app.stack.last)
    // A window whose list begins far below, or one of which nothing is known.
    if !isInSight { _ = app.handle(.scrolled(top.id, offset: 9_000, height: 700, rest: 0)) }
    app.now = noon.advanced(byMilliseconds: 4_000)
    let (request, _) = try #require(app.whenDue().compactMap(\.sent).first)
    _ = app.handle(.received(request, .text(SamplePosts.json(70, by: 1, more: more))))
    guard !isInSight, more.isEmpty else {
      #expect(app.toast?.message != Message(.sent))
      return
    }
    #expect(app.toast == Toast(.sent, action: .view("70")))
    _ = app.handle(.tapped(0, "view:70"))
    #expect(app.toast == nil && app.stack.last?.name.description == "thread")
  }

  @Test mutating func `An undone post is never sent`() throws {
    _ = app.posting(Draft(text: "Hello"))
    let item = try #require(app.outbox.items.first)
    let commands = app.handle(.tapped(0, "undo:" + item.id))
    #expect(commands.contains(.remember(key: "session 1 outbox " + item.id, nil)))
    #expect(commands.contains(.toast(nil)))
    app.now = noon.advanced(byMilliseconds: 60_000)
    #expect(!app.handle(.online).compactMap(\.sent).contains { $0.1.isPost })
  }

  @Test mutating func `The app that ended sends what it had stored`() throws {
    _ = app.posting(Draft(text: "Hello"))
    let item = try #require(app.outbox.items.first)
    var later = App.member(memory: app.memory)
    later.now = noon.advanced(byMilliseconds: 60_000)
    let (_, call) = try #require(later.started().compactMap(\.sent).first { $0.1.isPost })
    guard case .send(_, let request, _, _) = call else { return }
    #expect(request == item.request, "with the same key, so that the server takes it once")
  }

  @Test mutating func `Offline it waits until the network is back`() throws {
    _ = app.posting(Draft(text: "Hello"))
    app.now = noon.advanced(byMilliseconds: 4_000)
    let (request, _) = try #require(app.whenDue().compactMap(\.sent).first)
    #expect(app.handle(.received(request, .failure(.unreachable))).compactMap(\.sent).isEmpty)
    #expect(app.handle(.online).compactMap(\.sent).filter { $0.1.isPost }.count == 1)
    #expect(!app.handle(.online).compactMap(\.sent).contains { $0.1.isPost }, "it is on its way already")
  }

  @Test mutating func `NEW_07 what another tab has sent is asked for`() throws {
    _ = app.posting(Draft(text: "Hello"))
    let item = try #require(app.outbox.items.first)
    let first = InitialPage(
      .addressed(path: "/home", isMember: true), language: .english, now: noon, homeUsername: "ada")
    var other = App(
      first, server: .made(), path: "/home", memory: app.memory, seed: [UInt8](repeating: 8, count: 32))
    let commands = other.handle(.rememberedElsewhere("session 1 outbox " + item.id, nil))
    #expect(commands.compactMap(\.target) == ["/api/v1/timelines/home?limit=20"])
  }

  @Test mutating func `What the server refuses is said and stored`() throws {
    _ = app.posting(Draft(text: "Hello"))
    app.now = noon.advanced(byMilliseconds: 4_000)
    let (request, _) = try #require(app.whenDue().compactMap(\.sent).first)
    _ = app.handle(.received(request, .text(#"{"error":"Too long"}"#, status: 422)))
    #expect(app.outbox.items.map(\.state) == [.failed("Too long")])
    #expect(app.toast == Toast(.notSent))
    let kept = try #require(app.memory["session 1 outbox " + app.outbox.items[0].id])
    #expect(OutboxItem(json: kept)?.state == .failed("Too long"))
  }

  @Test mutating func `A deleted post is gone at once and comes back if the server refuses`() throws {
    let post = Post(id: "7", author: .made(), content: .text("Hi"))
    app.performing(.delete(post))
    #expect(app.store(of: "1").hides(post, in: .page))
    let item = try #require(app.outbox.items.first)
    #expect(app.toast == Toast(.postDeleted, action: .undo(item.id)))
    app.now = noon.advanced(byMilliseconds: 4_000)
    let (request, call) = try #require(app.whenDue().compactMap(\.sent).first)
    #expect(
      call
        == .send(
          request, APIRequest(.delete, "/api/v1/statuses/7"), url: "/api/v1/statuses/7", token: "token of ann"
        ))
    _ = app.handle(.received(request, .text("{}", status: 403)))
    #expect(app.outbox.items == [])
    #expect(!app.store(of: "1").hides(post, in: .page))
    #expect(app.toast == Toast(.notDeleted))
  }

  @Test(arguments: [(true, "authorize", Phrase.requestAccepted), (false, "reject", .requestRejected)])
  mutating func
    `FOL_03 a request to follow is answered after four seconds, and asks again if the server refuses`(
      isAccepted: Bool, verb: String, words: Phrase
    ) throws
  {
    app.performing(.admit(id: "7", isAccepted))
    #expect(app.store(of: "1").removed == [PersonCell.requestKey("7")])
    let item = try #require(app.outbox.items.first)
    #expect(OutboxItem(json: item.json) == item)
    #expect(app.toast == Toast(words, action: .undo(item.id)))
    app.now = noon.advanced(byMilliseconds: 4_000)
    let (request, call) = try #require(app.whenDue().compactMap(\.sent).first)
    let target = "/api/v1/follow_requests/7/" + verb
    #expect(call == .send(request, APIRequest(.post, target), url: target, token: "token of ann"))
    _ = app.handle(.received(request, .text("{}", status: 403)))
    #expect(app.outbox.items == [] && app.store(of: "1").removed.isEmpty)
    #expect(app.toast == Toast(.requestNotAnswered))
  }

  @Test mutating func `FOL_03 whoever was let in shows among the followers`() throws {
    let me = try #require(app.sessions.current?.me)
    app.performing(.open(.people(.followers, id: me.id, handle: me.handle)))
    app.performing(.admit(id: "7", true))
    app.now = noon.advanced(byMilliseconds: 4_000)
    let (request, _) = try #require(app.whenDue().compactMap(\.sent).first)
    let asked = app.handle(.received(request, .text("{}"))).compactMap(\.sent).map(\.0)
    #expect(app.outbox.items == [] && !asked.isEmpty, "the list is asked for anew")
  }

  @Test mutating func `A stranger posts nothing`() {
    app = App.loaded()
    let commands = app.posting(Draft(text: "x"))
    #expect(app.outbox.items == [])
    #expect(commands.contains(.pushHistory(depth: 1, url: "/sign-in")), "they are asked to sign in")
  }
}

extension App {
  /// Returns an app with a signed-in member who sees their own page.
  static func member(_ username: String = "ann", at path: String = "/me", memory: Memory? = nil) -> App {
    let first = InitialPage(
      .addressed(path: path, isMember: true), language: .english, now: noon, homeUsername: "ada")
    return App(
      first, server: .made(), path: path, memory: memory ?? .signedIn(username),
      seed: [UInt8](repeating: 7, count: 32)
    )
  }

  /// Performs an effect of the screen on top.
  @discardableResult
  mutating func performing(_ effect: Effect) -> [Command] {
    if let top = stack.last { perform([effect], of: top) }
    return finish()
  }

  mutating func posting(_ draft: Draft) -> [Command] { performing(.post(draft)) }

  /// Fires the timer that ends the time for undoing.
  mutating func whenDue() -> [Command] { timer(.outboxDue).map { handle(.timerFired($0)) } ?? [] }

  /// Returns the running timer of that kind.
  func timer(_ wanted: AppTimer) -> Identifier? {
    for (id, waiter) in waiting {
      switch (waiter, wanted) {
      case (.outboxDue, .outboxDue), (.toastEnds, .toastEnds), (.liveDue, .liveDue),
        (.countIsDue, .countIsDue), (.held, .held):
        return id
      default: continue
      }
    }
    return nil
  }
}

extension Command {
  /// The request with its number; `nil` for other commands.
  var sent: (Identifier, Command)? {
    guard case .send(let id, _, _, _) = self else { return nil }
    return (id, self)
  }

  /// The path of the request.
  var target: String? {
    guard case .send(_, let request, _, _) = self else { return nil }
    return request.target
  }

  var isPost: Bool { target == "/api/v1/statuses" }
}
