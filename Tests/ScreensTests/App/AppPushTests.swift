import Contracts
import Localization
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests the push subscriptions of a device's accounts, and where notifications lead.
struct AppPushTests {
  private static let old = PushRegistration.made("https://push.example/old")
  private static let new = PushRegistration.made("https://push.example/new")

  private static func stored(_ registration: PushRegistration, detail: PushSubscription.Detail = .name)
    -> StoredPush
  {
    StoredPush(key: "KEY", endpoint: registration.endpoint, choices: PushChoices(detail: detail))
  }

  /// Returns a device with two accounts, the second of which is in front. Both have notifications.
  private static func app() -> App {
    var memory = Memory()
    memory.keep(Sessions.made("ann", "bob"))
    memory["session 1 push"] = stored(old).text
    memory["session 2 push"] = stored(old, detail: .text).text
    var app = App.member(at: "/home", memory: memory)
    _ = app.started()
    return app
  }

  private static func requests(_ commands: [Command]) -> [(
    id: Identifier, request: APIRequest, token: String?
  )] {
    commands.compactMap {
      guard case .send(let id, let request, _, let token) = $0,
        request.target == "/api/v1/push/subscription"
      else { return nil }
      return (id, request, token)
    }
  }

  @Test func `NEW_09 a device without notifications asks its push service for nothing`() {
    var app = App.member(at: "/home")
    _ = app.started()
    let commands = app.handle(.pushMayHaveChanged)
    #expect(!commands.contains { if case .push = $0 { true } else { false } })
  }

  @Test func `NEW_09 each account renews its subscription when the registration has changed`() throws {
    var app = Self.app()
    #expect(app.handle(.pushMayHaveChanged).contains(.push(.renew(key: "KEY"))))
    let sent = Self.requests(
      app.handle(.pushed(.granted, registration: PushRegistration.json("https://push.example/new"))))
    #expect(sent.map(\.token) == ["token of ann", "token of bob"])
    #expect(
      sent.map(\.request) == [
        PushRequests.subscribe(Self.new, PushChoices().json),
        PushRequests.subscribe(Self.new, PushChoices(detail: .text).json),
      ])
    let renewed = Self.stored(Self.new, detail: .text)
    #expect(
      app.handle(.received(try #require(sent.last).id, .text("{}"))).contains(
        .remember(key: "session 2 push", renewed.text)))
    _ = app.handle(.received(try #require(sent.first).id, .failure(.unreachable)))
    #expect(app.memory["session 1 push"] == Self.stored(Self.old).text, "the next start tries again")
  }

  @Test func `NEW_09 what the server has lost is subscribed again`() throws {
    var app = Self.app()
    let sent = Self.requests(
      app.handle(.pushed(.granted, registration: PushRegistration.json("https://push.example/old"))))
    #expect(sent.map(\.request) == [PushRequests.find, PushRequests.find])
    let found = try #require(sent.first)
    let lost = try #require(sent.last)
    #expect(Self.requests(app.handle(.received(found.id, .text("{}")))).isEmpty)
    let again = Self.requests(app.handle(.received(lost.id, .text("{}", status: 404))))
    #expect(again.map(\.request) == [PushRequests.subscribe(Self.old, PushChoices(detail: .text).json)])
  }

  @Test func `NEW_09 a new key of the server gets a new registration, once for all accounts`() throws {
    var app = Self.app()
    let sent = Self.requests(
      app.handle(.pushed(.granted, registration: PushRegistration.json("https://push.example/old"))))
    let first = app.handle(.received(try #require(sent.first).id, .text(#"{"server_key":"NEW"}"#)))
    #expect(first.contains(.push(.replace(key: "NEW"))))
    #expect(
      app.memory["session 2 push"].flatMap { StoredPush(text: $0) }?.key == "NEW", "for both accounts")
    let second = app.handle(.received(try #require(sent.last).id, .text(#"{"server_key":"NEW"}"#)))
    #expect(!second.contains { if case .push = $0 { true } else { false } })
    // A subscription that was on its way when the first account learned of the key.
    let subscribed = Self.requests(
      app.handle(.pushed(.granted, registration: PushRegistration.json("https://push.example/new"))))
    #expect(subscribed.count == 2)
    for (number, request) in subscribed.enumerated() {
      _ = app.handle(.received(request.id, .text(#"{"server_key":"NEW"}"#)))
      let stored = try #require(app.memory["session \(number + 1) push"].flatMap { StoredPush(text: $0) })
      #expect(stored.key == "NEW" && stored.endpoint == Self.new.endpoint)
    }
    // The next start finds nothing to do.
    #expect(app.handle(.pushMayHaveChanged).contains(.push(.renew(key: "NEW"))))
  }

  @Test func `NEW_09 what the viewer chose while an account subscribed stays`() throws {
    var app = Self.app()
    let sent = Self.requests(
      app.handle(.pushed(.granted, registration: PushRegistration.json("https://push.example/new"))))
    app.memory["session 2 push"] = Self.stored(Self.old, detail: .kind).text
    _ = app.handle(.received(try #require(sent.last).id, .text("{}")))
    #expect(app.memory["session 2 push"] == Self.stored(Self.new, detail: .kind).text)
  }

  @Test func `NEW_09 a key that changes while accounts subscribe is not taken back`() throws {
    var app = Self.app()
    let sent = Self.requests(
      app.handle(.pushed(.granted, registration: PushRegistration.json("https://push.example/new"))))
    for request in sent { _ = app.handle(.received(request.id, .text(#"{"server_key":"NEW"}"#))) }
    for number in 1...2 {
      #expect(app.memory["session \(number) push"].flatMap { StoredPush(text: $0) }?.key == "NEW")
    }
  }

  @Test func `NEW_09 the screen that asks learns the outcome under another one, too`() throws {
    var app = Self.app()
    _ = app.performing(.open(.notificationSettings))
    _ = app.performing(.open(.settings))
    _ = app.handle(.pushed(.denied, registration: nil))
    let screen = try #require(app.stack.compactMap { $0 as? ScreenHost<NotificationSettings> }.first)
    #expect(screen.state.permission == .denied)
  }

  @Test func `NEW_09 quiet hours move with the device to another zone`() throws {
    var (app, memory) = (Self.app(), Self.stored(Self.old))
    memory.choices.quiet = PushSubscription.QuietHours(from: "22:00", to: "07:00", zone: "Europe/Berlin")
    app.memory["session 2 push"] = memory.text
    let json = PushRegistration.json("https://push.example/old")
    let home = app.handle(.pushed(.granted, registration: json, zone: "Europe/Berlin"))
    #expect(Self.requests(home).map(\.request) == [PushRequests.find, PushRequests.find])
    let sent = Self.requests(app.handle(.pushed(.granted, registration: json, zone: "Asia/Tokyo")))
    memory.choices.quiet = memory.choices.quiet?.at(zone: "Asia/Tokyo")
    #expect(sent.map(\.request) == [PushRequests.find, PushRequests.change(memory.choices.json)])
    let moved = try #require(sent.last)
    #expect(
      app.handle(.received(moved.id, .text("{}"))).contains(.remember(key: "session 2 push", memory.text)))
    #expect(app.memory["session 1 push"] == Self.stored(Self.old).text)
    // The server has lost it: it gets the new zone with the rest.
    let lost = Self.requests(app.handle(.pushed(.granted, registration: json, zone: "Asia/Seoul"))).last
    memory.choices.quiet = memory.choices.quiet?.at(zone: "Asia/Seoul")
    let again = Self.requests(app.handle(.received(try #require(lost).id, .text("{}", status: 404))))
    #expect(again.map(\.request) == [PushRequests.subscribe(Self.old, memory.choices.json)])
  }

  @Test func `NEW_09 a browser that allows no notifications is left alone`() {
    for permission in [PushPermission.unasked, .denied, .missing, .failed] {
      var app = Self.app()
      #expect(Self.requests(app.handle(.pushed(permission, registration: nil))).isEmpty)
    }
  }

  @Test func `NEW_09 signing out ends the registration at once, and others get a new one`() {
    var app = Self.app()
    let first = app.performing(.session(.signOut("2")))
    #expect(first.contains(.push(.replace(key: "KEY"))) && app.memory["session 2 push"] == nil)
    let last = app.performing(.session(.signOut("1")))
    #expect(last.contains(.push(.end)))
    var other = App.member()
    #expect(
      !other.performing(.session(.signOut("1"))).contains { if case .push = $0 { true } else { false } })
  }

  @Test func `NEW_09 the registration stays while another account needs it`() {
    var app = Self.app()
    _ = app.performing(.remember(key: "push", nil))
    #expect(!app.performing(.push(.end)).contains(.push(.end)))
    app.memory["session 1 push"] = nil
    #expect(app.performing(.push(.end)).contains(.push(.end)))
  }

  @Test func `NEW_09 a notification opens its post in the account that got it`() throws {
    var app = Self.app()
    let bob = try #require(app.sessions.session("2")).me.id
    let ann = try #require(app.sessions.session("1")).me.id
    try #require(bob != ann)
    let opened = app.handle(.notified(account: bob, path: "/@cy/7", isOpen: false))
    #expect(opened.contains { if case .openScreen = $0 { true } else { false } })
    #expect(app.sessions.currentKey == "2" && app.stack.last?.tab == nil)
    app = Self.app()
    let here = app.handle(.notified(account: ann, path: "/@cy/7", isOpen: false))
    #expect(here.contains(.pushHistory(depth: 1, url: "/@cy/7")))
    #expect(app.sessions.currentKey == "1" && app.stack.last?.session == "1")
    #expect(app.stack.last?.tab == nil && app.stack.count == 2)
  }

  @Test func `NEW_09 what a notification opened is read on all devices`() throws {
    for action in [AppEvent.NotificationAction?.none, .reply, .like] {
      var app = Self.app()
      let ann = try #require(app.sessions.session("1")).me.id
      let commands = app.handle(
        .notified(account: ann + ".117.proof-1", path: "/@cy/7", action: action, isOpen: false))
      let sent = commands.compactMap { command -> (id: Identifier, token: String?)? in
        guard case .send(let id, let request, _, let token) = command,
          request == NotificationRequests.opened("117", proof: "proof-1")
        else { return nil }
        return (id, token)
      }
      #expect(sent.map(\.token) == ["token of ann"])
      #expect((action == .like ? "2" : "1") == app.sessions.currentKey)
      let answered = app.handle(.received(try #require(sent.first).id, .text("{}")))
      let tokens = answered.compactMap { command -> String? in
        guard case .send(_, let request, _, let token) = command,
          request.target == "/api/v1/notifications/unread_count"
        else { return nil }
        return token
      }
      #expect(tokens == ["token of ann"], "the icon shows her share, also if she isn't in front")
    }
  }

  @Test func `NEW_09 an address without the server's proof marks nothing as read`() throws {
    let ann = try #require(Self.app().sessions.session("1")).me.id
    for receiver in [ann, ann + ".117", ann + ".", ann + ".117.", ann + ".117.proof.more"] {
      for isOpen in [true, false] {
        var app = Self.app()
        let commands = app.handle(.notified(account: receiver, path: "/@cy/7", isOpen: isOpen))
        #expect(!commands.contains { $0.target == "/api/v1/markers" }, "\(receiver)")
        #expect(app.sessions.currentKey == "1", "it opens all the same")
      }
    }
  }

  @Test func `NEW_09 nothing opens twice, and nothing of somebody who has left`() throws {
    var app = Self.app()
    let bob = try #require(app.sessions.session("2")).me.id
    let count = app.stack.count
    _ = app.handle(.notified(account: bob, path: "/@cy/7", isOpen: true))
    _ = app.handle(.notified(account: "404", path: "/@cy/7", isOpen: false))
    _ = app.handle(.notified(account: bob, path: "//evil.example/x", isOpen: false))
    #expect(app.stack.count == count && app.sessions.currentKey == "2")
    _ = app.handle(.notified(account: bob, path: "/notifications", isOpen: false))
    #expect(app.stack.last?.tab == .notifications)
  }

  /// Returns the requests that like a post, with their tokens.
  private static func likes(_ commands: [Command]) -> [String?] {
    commands.compactMap {
      guard case .send(_, let request, _, let token) = $0, request.target == "/api/v1/statuses/7/favourite"
      else { return nil }
      return .some(token)
    }
  }

  @Test func `NEW_09 a like from a notification is sent in its account and changes no screen`() throws {
    var app = Self.app()
    let ann = try #require(app.sessions.session("1")).me.id
    let bob = try #require(app.sessions.session("2")).me.id
    let count = app.stack.count
    #expect(
      Self.likes(app.handle(.notified(account: ann, path: "/@cy/7", action: .like, isOpen: false)))
        == ["token of ann"])
    #expect(
      Self.likes(app.handle(.notified(account: bob, path: "/@cy/7", action: .like, isOpen: false)))
        == ["token of bob"])
    #expect(app.sessions.currentKey == "2" && app.stack.count == count)
  }

  @Test func `NEW_09 an address, a stranger's notification or another page likes nothing`() throws {
    var app = Self.app()
    let bob = try #require(app.sessions.session("2")).me.id
    let commands =
      app.handle(.notified(account: "404", path: "/@cy/7", action: .like, isOpen: false))
      + app.handle(.notified(account: bob, path: "/@cy/7", isOpen: false))
      + app.handle(.notified(account: bob, path: "/@cy/7", action: .reply, isOpen: false))
      + app.handle(.notified(account: bob, path: "//evil.example/7", action: .like, isOpen: false))
    #expect(Self.likes(commands).isEmpty)
  }

  @Test func `NEW_09 a like without a network waits in the queue of its account`() throws {
    var app = Self.app()
    let ann = try #require(app.sessions.session("1")).me.id
    let commands = app.handle(.notified(account: ann, path: "/@cy/7", action: .like, isOpen: false))
    let sent = try #require(
      commands.compactMap { if case .send(let id, _, _, "token of ann") = $0 { id } else { nil } }.last)
    _ = app.handle(.received(sent, .failure(.unreachable)))
    #expect(app.memory["session 1 waits favourite:7"] == "on")
  }

  /// Returns the notifications that the app shows itself, with the accounts that they are for.
  private static func told(_ commands: [Command]) -> [PushCommand] {
    commands.compactMap { if case .push(let told) = $0, case .tell = told { told } else { nil } }
  }

  @Test func `NEW_09 a like that the server refuses is told by a notification, too`() throws {
    var app = Self.app()
    let ann = try #require(app.sessions.session("1")).me
    let commands = app.handle(.notified(account: ann.id, path: "/@cy/7", action: .like, isOpen: false))
    let sent = try #require(
      commands.compactMap { if case .send(let id, _, _, "token of ann") = $0 { id } else { nil } }.last)
    let refused = app.handle(.received(sent, .text(#"{"error":"x"}"#, status: 422)))
    #expect(app.toast?.message.phrase == .favouriteFailed)
    #expect(
      Self.told(refused) == [
        .tell(
          title: "The like was not saved. Try again.", body: "@ann", account: ann.id, path: "/notifications")
      ])
    // Devices without notifications have the toast alone.
    app = Self.app()
    app.memory["session 1 push"] = nil
    let again = app.handle(.notified(account: ann.id, path: "/@cy/7", action: .like, isOpen: false))
    let last = try #require(
      again.compactMap { if case .send(let id, _, _, "token of ann") = $0 { id } else { nil } }.last)
    let answered = app.handle(.received(last, .text(#"{"error":"x"}"#, status: 422)))
    #expect(Self.told(answered).isEmpty && app.toast != nil)
  }

  @Test func `NEW_09 a like of an account that has to sign in again opens the post`() throws {
    var memory = Memory()
    memory.keep(Sessions.made("ann", "bob"))
    memory["session 2 refused"] = "token of bob"
    var app = App.member(at: "/home", memory: memory)
    _ = app.started()
    let bob = try #require(app.sessions.session("2"))
    try #require(bob.isRefused)
    let commands = app.handle(.notified(account: bob.me.id, path: "/@cy/7", action: .like, isOpen: false))
    #expect(Self.likes(commands).isEmpty && app.stack.last?.tab == nil)
  }

  @Test func `NEW_09 a reply from a notification opens the post, then the composer`() throws {
    var app = Self.app()
    let ann = try #require(app.sessions.session("1")).me.id
    let commands = app.handle(.notified(account: ann, path: "/@cy/7", action: .reply, isOpen: false))
    #expect(app.sessions.currentKey == "1" && app.stack.count == 2)
    let loaded = app.handle(.received(try #require(Self.post(in: commands)), .text(SamplePosts.json(7))))
    #expect(loaded.contains(.pushHistory(depth: 2, url: "/compose")))
    #expect(app.stack.count == 3 && app.stack.last?.session == "1")
  }

  @Test func `NEW_09 the composer opens only where the notification led`() throws {
    for leaves in [true, false] {
      var app = Self.app()
      let ann = try #require(app.sessions.session("1")).me.id
      let commands = app.handle(.notified(account: ann, path: "/@cy/7", action: .reply, isOpen: false))
      if leaves { _ = app.performing(.open(.settings)) }
      let count = app.stack.count
      _ = app.handle(.received(try #require(Self.post(in: commands)), .text(SamplePosts.json(7))))
      #expect(app.stack.count == (leaves ? count : count + 1))
      guard leaves else { continue }
      // Nor later, when the post shows again.
      _ = app.handle(.wentTo(depth: 1))
      #expect(app.stack.count == 2 && app.depth == 1)
    }
  }

  @Test func `NEW_09 a reply to a post that the page shows opens the composer over it`() throws {
    var app = Self.app()
    let bob = try #require(app.sessions.session("2")).me.id
    let commands = app.handle(.notified(account: bob, path: "/@cy/7", isOpen: false))
    _ = app.handle(.notified(account: bob, path: "/@cy/7", action: .reply, isOpen: true))
    #expect(app.stack.count == 2, "the post isn't known yet")
    _ = app.handle(.received(try #require(Self.post(in: commands)), .text(SamplePosts.json(7))))
    #expect(app.stack.count == 3 && app.stack.last?.session == "2")
  }

  /// Returns the request for the post.
  private static func post(in commands: [Command]) -> Identifier? {
    for case .send(let id, let request, _, _) in commands where request.target == "/api/v1/statuses/7" {
      return id
    }
    return nil
  }
}
