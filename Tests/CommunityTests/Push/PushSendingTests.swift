import Contracts
import Foundation
import JSON
import Social
import Synchronization
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// A community beside a push service. The clock stands still, and messages are sent when a test says so.
struct PushTown: Sendable {
  let town: Town
  let service: FakePushService
  let address: String
  let receiver = PushReceiver()

  /// Subscribes a device of a member. Returns the access of its token.
  @discardableResult
  func subscribe(
    _ name: String, _ path: String, kinds: [String] = PushSubscription.Alert.known, isOn: Bool = true,
    _ change: (inout PushSubscriptionDraft) -> Void = { _ in }
  ) async throws -> TokenAccess {
    let (access, token) = try await token(of: name)
    var draft = PushSubscriptionDraft(
      endpoint: address + path, publicKey: receiver.publicKey, secret: base64URL(receiver.secret))
    draft.isStandard = true
    draft.origin = "https://moments.example.org"
    draft.alerts = kinds.map { PushSubscription.Alert($0, isOn: isOn) }
    change(&draft)
    _ = try await town.community.push.subscribe(draft, token: token, access)
    return access
  }

  func token(of name: String) async throws -> (TokenAccess, token: String) {
    let registration = try await town.community.clients.register(
      ClientDraft(name: "Test", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read push"))
    let issued = try await town.community.tokens.issue(
      registration.client.scopes, to: registration.client.id, account: town.id(name))
    return (try #require(try await town.community.tokens.access(token: issued.token)), issued.token)
  }

  /// Sends what is due after some seconds.
  func send(after seconds: Int64 = 5) async throws {
    town.clock.advance(seconds: seconds)
    town.community.pushQueue.wake()
    await town.community.pushQueue.finish()
  }

  /// The texts that a path got, by `encode` below.
  func received(_ path: String) throws -> [String] {
    try service.deliveries.filter { $0.path == path }.map { delivery in
      let plain =
        try delivery.headers["content-encoding"] == "aes128gcm"
        ? receiver.opened(delivery.body)
        : receiver.opened(
          delivery.body, encryption: delivery.headers["encryption"] ?? "",
          cryptoKey: delivery.headers["crypto-key"] ?? "")
      return String(decoding: plain, as: UTF8.self)
    }
  }

  static func encode(_ message: PushMessage) -> [UInt8] {
    let post = message.notification.post.map { " " + $0.content.typed } ?? ""
    return Array(
      "\(message.notification.kind.rawValue) \(message.notification.actor.account.username)\(post)".utf8)
  }

  func waiting() async throws -> Int { try await town.community.store.pushState().waiting }

  func subscriptions() async throws -> Int { try await town.community.store.pushState().subscriptions }
}

func withPush(
  encode: @escaping EncodePushMessage = PushTown.encode,
  _ body: @escaping @Sendable (PushTown) async throws -> Void
) async throws {
  let service = FakePushService()
  try await service.run { address in
    try await withTown { town in
      // Nothing is late, however busy the machine is.
      var settings = PushSettings(ownAddress: nil, allowsPrivate: true)
      settings.wait = { _, _ in while true { try await Task.sleep(for: .seconds(3600)) } }
      town.community.beginPush(settings, encode: encode)
      try await body(PushTown(town: town, service: service, address: address))
    }
  }
}

@Suite struct PushSendingTests {
  @Test func `NEW_09 what a member is told comes to their devices, once and in order`() async throws {
    try await withPush { push in
      try await push.subscribe("ada", "/phone")
      try await push.subscribe("ada", "/old") { $0.isStandard = false }
      try await push.subscribe("ben", "/bens")
      let post = try await push.town.post("mine", by: "ada")
      _ = try await push.town.community.posts.favourite(number(post.id), push.town.viewer("ben"))
      try await push.town.post("@ada hello", by: "cat")
      try await push.send(after: 1)
      #expect(push.service.deliveries.isEmpty, "an open app may read it first")
      try await push.send()
      let told = ["favourite ben mine", "mention cat @ada hello"]
      #expect(try push.received("/phone") == told)
      #expect(try push.received("/old") == told)
      #expect(try push.received("/bens").isEmpty)
      try await push.send()
      #expect(push.service.deliveries.count == 4)
      #expect(try await push.waiting() == 0)
      let headers = try #require(push.service.deliveries.first { $0.path == "/phone" }).headers
      #expect(headers["urgency"] == "normal" && headers["content-type"] == "application/octet-stream")
      #expect(
        headers["ttl"].flatMap { Int($0) }.map { 172_000...172_800 ~= $0 } == true && headers["topic"] == nil)
      #expect(headers["authorization"]?.hasPrefix("vapid t=") == true)
      #expect(
        headers["authorization"]?.hasSuffix(", k=" + (push.town.community.push.publicKey ?? "")) == true)
      let old = try #require(push.service.deliveries.first { $0.path == "/old" }).headers
      #expect(old["authorization"]?.hasPrefix("WebPush ey") == true && old["content-encoding"] == "aesgcm")
      #expect(
        old["crypto-key"]?.hasSuffix(";p256ecdsa=" + (push.town.community.push.publicKey ?? "")) == true)
    }
  }

  @Test func `NEW_09 the kinds and the people that were chosen are sent, and no others`() async throws {
    try await withPush { push in
      try await push.subscribe("ada", "/mentions", kinds: ["mention"])
      try await push.subscribe("ada", "/off", isOn: false)
      try await push.subscribe("ada", "/followed") { $0.policy = .followed }
      try await push.subscribe("ada", "/follower") { $0.policy = .follower }
      try await push.subscribe("ada", "/none") { $0.policy = .none }
      try await push.town.follow("ben", by: "ada")
      try await push.town.follow("ada", by: "cat")
      for name in ["ben", "cat", "dan"] { try await push.town.post("@ada I am \(name)", by: name) }
      try await push.send()
      #expect(try push.received("/mentions").count == 3)
      #expect(try push.received("/off").isEmpty && push.received("/none").isEmpty)
      #expect(try push.received("/followed") == ["mention ben @ada I am ben"])
      // The follow itself is by a follower.
      #expect(try push.received("/follower") == ["follow cat", "mention cat @ada I am cat"])
    }
  }

  @Test func `NEW_09 what was read, undone, blocked or deleted meanwhile is not sent`() async throws {
    try await withPush { push in
      let (town, community) = (push.town, push.town.community)
      try await push.subscribe("ada", "/phone")
      let ada = town.viewer("ada")
      let post = try await town.post("mine", by: "ada")
      _ = try await community.posts.favourite(number(post.id), town.viewer("ben"))
      _ = try await community.posts.unfavourite(number(post.id), town.viewer("ben"))
      let gone = try await town.post("@ada gone", by: "cat")
      _ = try await community.posts.delete(number(gone.id), viewer: town.viewer("cat"))
      try await town.post("@ada blocked", by: "dan")
      _ = try await community.relationships.block(town.id("dan"), ada)
      try await town.post("@ada muted", by: "eve")
      _ = try await community.relationships.mute(town.id("eve"), ada, hidesNotifications: true, duration: nil)
      try await town.post("@ada suspended", by: "fay")
      try await town.suspend("fay")
      try await town.post("@ada read", by: "gus")
      let newest = try #require(
        try await community.notifications.list(ada, NotificationFilter(), Cursor()).items.first)
      _ = try await community.notifications.setMarker(.notifications, lastRead: number(newest.id), ada)
      try await town.post("@ada seen", by: "gus")
      try await push.send()
      #expect(try push.received("/phone") == ["mention gus @ada seen"])
      #expect(try await push.waiting() == 0)
    }
  }

  @Test func `NEW_20 a moderator's warning comes from nobody whom one follows`() async throws {
    try await withPush { push in
      let (town, reports) = (push.town, push.town.community.reports)
      for policy in [PushSubscription.Policy.followed, .follower, .none] {
        try await push.subscribe("ben", "/\(policy.rawValue)") { $0.policy = policy }
      }
      try await push.subscribe("ben", "/unwarned", kinds: ["mention"])
      _ = try await town.community.relationships.block(town.id("dan"), town.viewer("ben"))
      let report = try await reports.submit(ReportDraft(account: town.id("ben")), town.viewer("ada"))
      let (community, now) = (town.community, town.clock.now.milliseconds)
      let warning = NotificationDraft(
        id: community.identifiers.next(milliseconds: now), account: town.id("ben"), kind: .warning,
        actor: town.id("dan"), report: number(report.id))
      try await community.store.write { try $0.notify(warning, now: now) }
      try await push.send()
      #expect(try push.received("/followed").map { $0.split(separator: " ").first } == ["moderation_warning"])
      #expect(try push.received("/follower").count == 1)
      #expect(try push.received("/none").isEmpty && push.received("/unwarned").isEmpty)
    }
  }

  @Test func `NEW_17 a message tells no more of a post than its receiver may see`() async throws {
    try await withPush { push in
      let (town, community) = (push.town, push.town.community)
      try await push.subscribe("ben", "/ben")
      _ = try await community.relationships.follow(
        town.id("ada"), town.viewer("ben"), showsReposts: nil, notifies: true)
      let circle = try await town.circle("Family", of: "ada", ["cat"])
      for audience in [Visibility.everybody, .unlisted, .members, .followers] {
        try await town.post("\(audience.rawValue)", by: "ada", audience)
      }
      try await town.post("@cat direct", by: "ada", .direct)
      _ = try await community.posts.publish(
        PostDraft(text: "circle", circles: CircleChoice([circle])), viewer: town.viewer("ada"),
        idempotencyKey: nil)
      // Not a follower any more when it is sent.
      _ = try await community.relationships.removeFollower(town.id("ben"), town.viewer("ada"))
      try await push.send()
      #expect(
        try push.received("/ben") == ["status ada public", "status ada unlisted", "status ada members"])
    }
  }

  @Test(arguments: [404, 410])
  func `NEW_09 a subscription that the push service doesn't know ends`(status: Int) async throws {
    try await withPush { push in
      try await push.subscribe("ada", "/gone")
      try await push.subscribe("ada", "/there")
      push.service.answer("/gone", status)
      for text in ["@ada one", "@ada two"] { try await push.town.post(text, by: "ben") }
      try await push.send()
      #expect(push.service.deliveries.count { $0.path == "/gone" } == 1)
      #expect(try push.received("/there").count == 2)
      #expect(try await push.subscriptions() == 1)
      #expect(try await push.waiting() == 0)
    }
  }

  @Test func `NEW_09 what fails is tried again after growing pauses, in order, and the owner sees it`()
    async throws
  {
    try await withPush { push in
      try await push.subscribe("ada", "/slow")
      push.service.answer("/slow", 500, 503)
      push.service.answer("/slow", 429, headers: ["Retry-After": "20"])
      for text in ["@ada one", "@ada two"] { try await push.town.post(text, by: "ben") }
      try await push.send()
      #expect(try push.received("/slow") == ["mention ben @ada one"])
      var state = try await push.town.community.store.pushState()
      #expect(state.problems == [.init(host: "127.0.0.1", problem: "status 500", subscriptions: 1)])
      #expect(state.waiting == 2)
      try await push.send(after: 50)
      #expect(push.service.deliveries.count == 1)
      try await push.send(after: 11)
      #expect(push.service.deliveries.count == 2)
      try await push.send(after: 290)
      #expect(push.service.deliveries.count == 2)
      try await push.send(after: 11)
      #expect(push.service.deliveries.count == 3)
      try await push.send(after: 15)
      #expect(push.service.deliveries.count == 3, "it asked for 20 s")
      try await push.send(after: 6)
      #expect(
        try push.received("/slow")
          == [String](repeating: "mention ben @ada one", count: 4) + ["mention ben @ada two"])
      state = try await push.town.community.store.pushState()
      #expect(state.problems.isEmpty && state.waiting == 0)
      push.service.answer("/slow", 403)
      try await push.town.post("@ada three", by: "ben")
      try await push.send(after: 3600)
      state = try await push.town.community.store.pushState()
      #expect(state.problems.map(\.problem) == ["status 403"])
      #expect(state.problems.first?.lastSentAt != nil, "the second one came")
    }
  }

  @Test(arguments: [302, 403, 413])
  func `NEW_09 a refusal pauses one subscription for an hour, and no other`(status: Int) async throws {
    try await withPush { push in
      try await push.subscribe("ada", "/no")
      try await push.subscribe("ada", "/yes")
      push.service.answer("/no", status, headers: ["Location": push.address + "/elsewhere"])
      for text in ["@ada one", "@ada two"] { try await push.town.post(text, by: "ben") }
      try await push.send()
      #expect(push.service.deliveries.count { $0.path == "/no" } == 1)
      #expect(push.service.deliveries.allSatisfy { $0.path != "/elsewhere" })
      #expect(try push.received("/yes").count == 2)
      #expect(try await push.subscriptions() == 2)
      try await push.send(after: 3500)
      #expect(push.service.deliveries.count { $0.path == "/no" } == 1)
      try await push.send(after: 200)
      // A message that is too large for the service isn't sent again.
      let again = status == 413 ? ["mention ben @ada two"] : ["mention ben @ada one", "mention ben @ada two"]
      #expect(try push.received("/no").dropFirst() == again[...])
    }
  }

  @Test func `NEW_09 two days later a message is dropped`() async throws {
    try await withPush { push in
      try await push.subscribe("ada", "/down")
      push.service.answer("/down", 503)
      try await push.town.post("@ada old", by: "ben")
      try await push.send()
      try await push.send(after: 48 * 3600)
      #expect(push.service.deliveries.count == 1)
      #expect(try await push.waiting() == 0)
    }
  }

  @Test func `NEW_09 a subscription that fails again and again ends a month after its last success`()
    async throws
  {
    try await withPush { push in
      try await push.subscribe("ada", "/down")
      let month = push.town.clock.now.milliseconds + Community.pushFailureLifetime
      for failure in 1...10 {
        push.service.answer("/down", 503)
        try await push.town.post("@ada number \(failure)", by: "ben")
        try await push.send(after: 7 * 3600)
      }
      #expect(push.service.deliveries.count == 10)
      try await push.town.community.removeOldPush(by: month)
      #expect(try await push.subscriptions() == 1)
      try await push.town.community.removeOldPush(by: month + 1)
      #expect(try await push.subscriptions() == 0)
    }
  }

  @Test(arguments: [403, 503])
  func `NEW_09 a failure after months without a message ends no subscription`(status: Int) async throws {
    try await withPush { push in
      try await push.subscribe("ada", "/seldom")
      try await push.town.post("@ada in spring", by: "ben")
      try await push.send()
      push.town.clock.advance(seconds: 100 * 86_400)
      push.service.answer("/seldom", status)
      try await push.town.post("@ada in summer", by: "ben")
      try await push.send()
      try await push.town.community.removeOldPush(by: push.town.clock.now.milliseconds)
      #expect(try await push.subscriptions() == 1)
      try await push.send(after: 2 * 3600)
      let texts = ["mention ben @ada in spring"] + Array(repeating: "mention ben @ada in summer", count: 2)
      #expect(try push.received("/seldom") == texts)
    }
  }

  @Test func `NEW_09 a push service in a private network is not asked`() async throws {
    let service = FakePushService()
    try await service.run { address in
      try await withTown { town in
        let push = PushTown(town: town, service: service, address: address)
        await #expect(throws: CommunityError.self) { try await push.subscribe("ada", "/private") }
        let access = try await push.subscribe("ada", "") { $0.endpoint = "https://push.example.org/a" }
        // As if the name led here.
        _ = try await town.community.store.driver.write { connection in
          try connection.execute(
            "UPDATE push_subscriptions SET endpoint = \(address + "/private") WHERE token = \(access.tokenID)"
          )
        }
        town.community.beginPush(PushSettings(ownAddress: nil), encode: PushTown.encode)
        try await town.post("@ada hello", by: "ben")
        try await push.send()
        #expect(service.deliveries.isEmpty)
        #expect(try await town.community.store.pushState().problems.map(\.subscriptions) == [1])
      }
    }
    await #expect(throws: OutboundError.refused) {
      _ = try await Outbound().send(
        OutboundBody(fields: [], bytes: []), to: "http://127.0.0.1:1/", within: .seconds(5),
        allowingPrivate: false)
    }
  }

  @Test func `NEW_09 a slow push service holds up no other subscription`() async throws {
    try await withPush { push in
      for number in 0..<4 { try await push.subscribe("ada", "/slow\(number)") }
      push.service.state.withLock { $0.held = ["/slow0"] }
      try await push.town.post("@ada hello", by: "ben")
      push.town.clock.advance(seconds: 5)
      push.town.community.pushQueue.wake()
      #expect(try await eventually { push.service.deliveries.count == 4 })
      push.service.state.withLock { $0.held = [] }
      await push.town.community.pushQueue.finish()
      #expect(push.service.deliveries.count == 4 && push.service.state.withLock { $0.maxOfPath } == 1)
    }
  }
}
