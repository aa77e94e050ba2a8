import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests the session in front, and what becomes of the data that the device stores for it.
struct AppSessionsTests {
  @Test func `a screen asks in the name of who is signed in`() throws {
    var app = App.member()
    let commands = app.performing(.perform(.post(.favourite), id: "7", true))
    let (_, call) = try #require(commands.compactMap(\.sent).first)
    guard case .send(_, _, let url, let token) = call else { return }
    #expect(url == "/api/v1/statuses/7/favourite")
    #expect(token == "token of ann")
  }

  @Test func `a stranger asks the server that delivered the app`() throws {
    var app = App.loaded()
    let (_, call) = try #require(
      app.performing(.ask(Thread.Request.post, APIRequest(.get, "/api/v1/x"))).compactMap(\.sent).first)
    guard case .send(_, _, let url, let token) = call else { return }
    #expect(url == "/api/v1/x")
    #expect(token == nil)
  }

  @Test func `FOL_01 a token that is no longer taken is said whenever something fails for it`() throws {
    var app = App.member()
    for _ in 0..<2 {
      let (request, _) = try #require(
        app.performing(.perform(.post(.favourite), id: "7", true)).compactMap(\.sent).first)
      let commands = app.handle(.received(request, .text("{}", status: 401)))
      #expect(commands.contains { if case .toast(.some) = $0 { true } else { false } })
      #expect(app.toast == Toast(.signInAgain, action: .signIn))
    }
    #expect(app.sessions.current?.isRefused == true)
    #expect(Sessions(app.memory).current?.isRefused == true)
  }

  @Test func `what is remembered is the person's own`() {
    var app = App.member()
    _ = app.started()
    #expect(app.performing(.remember(key: "draft", "x")) == [.remember(key: "session 1 draft", "x")])
    #expect(app.performing(.remember(key: "draft", "x")) == [], "nothing is written twice")
    #expect(app.context().memory["draft"] == "x")
    var stranger = App.loaded()
    #expect(stranger.performing(.remember(key: "draft", "x")) == [.remember(key: "device draft", "x")])
  }

  @Test func `FOL_02 another account starts over`() {
    var memory = Memory()
    memory.keep(Sessions.made("ann", "bob"))
    var app = App.member(memory: memory)
    #expect(app.sessions.current?.me.account.username == "bob")
    let commands = app.handle(.tapped(1, "account:1"))
    #expect(commands.contains(.replaceHistory(url: "/home")))
    #expect(commands.contains(.closeScreen(1)))
    #expect(commands.contains(.rememberMember(true)))
    #expect(app.sessions.currentKey == "1")
    #expect(app.stack.map(\.tab) == [.home])
  }

  @Test func `NEW_13 that an account is deleted is said where one is next, once`() {
    var memory = Memory()
    memory.keep(Sessions.made("ann", "bob"))
    var two = App.member(memory: memory)
    _ = two.performing(.session(.leave("2")))
    #expect(two.toast == Toast(.accountDeleted), "the other account's page is there at once")

    var one = App.member()
    _ = one.performing(.session(.leave("1")))
    #expect(one.toast == nil, "the page is left")
    var next = App.hydrated(.addressed(path: "/me", isMember: false), memory: one.memory)
    _ = next.started()
    #expect(next.toast == Toast(.accountDeleted))
    var later = App.hydrated(.addressed(path: "/me", isMember: false), memory: next.memory)
    _ = later.started()
    #expect(later.toast == nil)
  }

  @Test func `TWT_16 signing out revokes the token and removes all of the person`() throws {
    var app = App.member()
    _ = app.performing(.remember(key: "draft", "x"))
    _ = app.performing(.remember(key: "place home", "y"))
    let asked = app.handle(.tapped(1, "sign-out"))
    #expect(asked.compactMap(\.sent).isEmpty, "it is asked first")
    let commands = app.handle(.tapped(1, "sign-out-of:1"))
    let (number, call) = try #require(commands.compactMap(\.sent).first)
    guard case .send(_, let request, let url, nil) = call else {
      Issue.record("\(call)")
      return
    }
    #expect(url == "/oauth/revoke")
    #expect(
      String(decoding: request.body ?? [], as: UTF8.self)
        == #"{"token":"token of ann","client_id":"client","client_secret":"secret"}"#)
    for key in ["session 1 draft", "session 1 place home", "session 1 account", "current"] {
      #expect(commands.contains(.remember(key: key, nil)), "\(key)")
    }
    #expect(commands.contains(.removeAllSaved(prefix: "")), "the last one leaves nothing that was read")
    #expect(commands.contains(.removeTraces) && commands.contains(.claimTab(nil)))
    #expect(commands.contains(.rememberMember(false)))
    #expect(app.stack.isEmpty)
    // Offline, or while the server is down, the token is stored and revoked later.
    _ = app.handle(.received(number, .failure(.unreachable)))
    let (again, _) = try #require(
      app.handle(.online).compactMap(\.sent).first { $0.1 == .send($0.0, request, url: url, token: nil) })
    _ = app.handle(.received(again, .text("", status: 503)))
    var later = App.hydrated(.settings(typedAddress: nil), memory: app.memory)
    let (last, _) = try #require(later.started().compactMap(\.sent).first)
    _ = later.handle(.received(last, .text("{}")))
    #expect(later.memory == Memory())
    #expect(commands.contains(.visit(url: "/me")), "the landing page is the server's")
  }

  @Test func `TWT_16 what is not sent yet is asked about`() {
    var app = App.member()
    _ = app.posting(Draft(text: "Hello"))
    let asked = app.handle(.tapped(1, "sign-out"))
    #expect(asked.compactMap(\.sent).isEmpty)
    _ = app.handle(.tapped(1, "stay"))
    #expect(app.sessions.current != nil)
    _ = app.handle(.tapped(1, "sign-out"))
    _ = app.handle(.tapped(1, "sign-out-of:1"))
    #expect(app.sessions.current == nil)
    #expect(app.outbox.items == [])
    #expect(app.memory.keys(beginningWith: "session").isEmpty)
  }

  @Test func `the others things stay`() {
    var memory = Memory()
    memory.keep(Sessions.made("ann", "bob"))
    memory["session 1 draft"] = "x"
    memory["session 2 draft"] = "y"
    var app = App.member(memory: memory)
    _ = app.handle(.tapped(1, "sign-out-of:2"))
    #expect(app.memory["session 1 draft"] == "x")
    #expect(app.memory["session 2 draft"] == nil)
    #expect(app.sessions.current?.me.account.username == "ann")
  }
}
