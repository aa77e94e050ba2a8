import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests what the device learns of the unread numbers of its accounts, whose sum the icon shows.
struct UnreadSumTests {
  private static let registration = PushRegistration.made("https://push.example/old")

  /// Returns a device with two accounts, the second of which is in front. Both have notifications.
  private static func app() -> App {
    var memory = Memory()
    memory.keep(Sessions.made("ann", "bob"))
    for session in ["session 1 push", "session 2 push"] {
      memory[session] =
        StoredPush(key: "KEY", endpoint: registration.endpoint, choices: PushChoices()).text
    }
    var app = App.member(at: "/home", memory: memory)
    _ = app.started()
    return app
  }

  /// Returns the account and the number of each command that changes the icon's sum.
  private static func shares(_ commands: [Command]) -> [String] {
    commands.compactMap {
      guard case .push(.unread(let account, let count)) = $0 else { return nil }
      return "\(account)=\(count)"
    }
  }

  /// Answers the request for an account's unread number.
  private static func answer(_ app: inout App, _ commands: [Command], _ token: String, _ count: Int) throws
    -> [Command]
  {
    let id = try #require(
      commands.compactMap { command -> Identifier? in
        guard case .send(let id, let request, _, let sent) = command, sent == token,
          request.target == "/api/v1/notifications/unread_count"
        else { return nil }
        return id
      }.last)
    return app.handle(.received(id, .text(#"{"count":\#(count)}"#)))
  }

  @Test func `NEW_09 each account has its share of the number on the icon`() throws {
    var app = Self.app()
    let ann = try #require(app.sessions.session("1")).me.id
    let bob = try #require(app.sessions.session("2")).me.id
    app.now = app.now.advanced(byMilliseconds: 30_000)
    let ticked = app.handle(.clock(app.now, minutesEast: 0))
    let counted = try Self.answer(&app, ticked, "token of bob", 3)
    #expect(Self.shares(counted) == ["\(bob)=3"])
    #expect(!counted.contains { if case .badge = $0 { true } else { false } }, "the device adds up")
    // Another account comes to the front: the share of the one before stays.
    let chosen = app.performing(.session(.choose("1", opens: nil)))
    #expect(Self.shares(chosen).isEmpty && !chosen.contains(.badge(0)) && app.environment.unread == 0)
    let answered = try Self.answer(&app, chosen, "token of ann", 2)
    #expect(Self.shares(answered) == ["\(ann)=2"])
    let read = app.performing(.read(id: "9"))
    #expect(Self.shares(read) == ["\(ann)=0"])
    // An account that signs out takes its share away.
    let left = app.performing(.session(.signOut("2")))
    #expect(Self.shares(left) == ["\(bob)=0"])
    let end = app.performing(.session(.signOut("1")))
    #expect(Self.shares(end) == ["\(ann)=0"])
  }

  @Test func `NEW_09 each start asks how much is unread in the accounts that aren't in front`() throws {
    var app = Self.app()
    let ann = try #require(app.sessions.session("1")).me.id
    let json = PushRegistration.json(Self.registration.endpoint)
    let sent = app.handle(.pushed(.granted, registration: json)).compactMap { command -> Identifier? in
      guard case .send(let id, let request, _, _) = command, request == PushRequests.find else { return nil }
      return id
    }
    try #require(sent.count == 2)
    let found = app.handle(.received(sent[0], .text("{}")))
    let answered = try Self.answer(&app, found, "token of ann", 4)
    #expect(Self.shares(answered) == ["\(ann)=4"])
    let inFront = app.handle(.received(sent[1], .text("{}")))
    #expect(!inFront.contains { $0.target == "/api/v1/notifications/unread_count" })
  }

  @Test func `NEW_09 an account whose token the server refuses has no share`() throws {
    var app = Self.app()
    let ann = try #require(app.sessions.session("1")).me.id
    app.refused("1")
    let refused = app.finish()
    #expect(Self.shares(refused) == ["\(ann)=0"])
    app.refused("1")
    let again = app.finish()
    #expect(Self.shares(again).isEmpty, "once")
  }

  @Test func `NEW_09 turning notifications off takes the account's share away`() throws {
    var app = Self.app()
    let bob = try #require(app.sessions.session("2")).me.id
    _ = app.performing(.remember(key: "push", nil))
    let ended = app.performing(.push(.end))
    #expect(Self.shares(ended) == ["\(bob)=0"])
    let answered = try Self.answer(&app, ended, "token of bob", 3)
    #expect(answered.contains(.badge(3)))
  }
}
