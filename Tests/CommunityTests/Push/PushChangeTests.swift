import Contracts
import Social
import TestSupport
import Synchronization
import Testing

@testable import Community
@testable import Storage

/// Changes of a subscription while messages wait, or are on their way.
@Suite struct PushChangeTests {
  private static func change(
    _ kinds: [String] = PushSubscription.Alert.known, _ policy: PushSubscription.Policy = .all,
    detail: PushSubscription.Detail? = nil
  ) -> PushChange {
    PushChange(
      alerts: kinds.map { PushSubscription.Alert($0, isOn: true) }, policy: policy, detail: detail,
      quiet: .kept)
  }

  @Test func `NEW_09 a kind that was turned off isn't sent, even if it waited`() async throws {
    try await withPush { push in
      let (town, community) = (push.town, push.town.community)
      let access = try await push.subscribe("ada", "/phone")
      try await push.subscribe("ada", "/other")
      let post = try await town.post("mine", by: "ada")
      _ = try await community.posts.favourite(number(post.id), town.viewer("ben"))
      try await town.post("@ada hello", by: "cat")
      _ = try await community.push.change(Self.change(["mention"]), token: "", access)
      try await push.send()
      #expect(try push.received("/phone") == ["mention cat @ada hello"])
      #expect(try push.received("/other").count == 2)
      // Without any kind nothing is left.
      try await town.post("@ada again", by: "cat")
      _ = try await community.push.change(Self.change([]), token: "", access)
      #expect(try await push.waiting() == 1)
      try await push.send()
      #expect(try push.received("/phone").count == 1)
    }
  }

  @Test func `NEW_09 what waits obeys the choice of people, too`() async throws {
    try await withPush { push in
      let town = push.town
      try await town.follow("ben", by: "ada")
      try await town.follow("ada", by: "cat")
      for policy in [PushSubscription.Policy.all, .followed, .follower, .none] {
        let access = try await push.subscribe("ada", "/\(policy.rawValue)")
        for name in ["ben", "cat", "dan"] { try await town.post("@ada I am \(name)", by: name) }
        _ = try await town.community.push.change(
          Self.change(PushSubscription.Alert.known, policy), token: "", access)
        try await push.send()
      }
      #expect(try push.received("/all").count == 3 * 4)
      #expect(try Set(push.received("/followed")) == ["mention ben @ada I am ben"])
      #expect(try Set(push.received("/follower")) == ["mention cat @ada I am cat"])
      #expect(try push.received("/none").isEmpty)
    }
  }

  @Test func `NEW_09 a change counts for messages that a process has claimed already`() async throws {
    try await withPush(encode: { message in
      Array((message.detail.rawValue + " " + (message.notification.post?.content.typed ?? "")).utf8)
    }) { push in
      let (town, community) = (push.town, push.town.community)
      let access = try await push.subscribe("ada", "/phone")
      for text in ["@ada one", "@ada two", "@ada three"] { try await town.post(text, by: "ben") }
      push.service.state.withLock { $0.held = ["/phone"] }
      town.clock.advance(seconds: 5)
      community.pushQueue.wake()
      #expect(try await eventually { push.service.deliveries.count == 1 })
      _ = try await community.push.change(Self.change(detail: .kind), token: "", access)
      push.service.state.withLock { $0.held = [] }
      await community.pushQueue.finish()
      #expect(try push.received("/phone") == ["text @ada one", "kind @ada two", "kind @ada three"])
      // The same for the end of a subscription.
      for text in ["@ada four", "@ada five"] { try await town.post(text, by: "ben") }
      push.service.state.withLock { $0.held = ["/phone"] }
      town.clock.advance(seconds: 5)
      community.pushQueue.wake()
      #expect(try await eventually { push.service.deliveries.count == 4 })
      try await community.push.remove(access)
      push.service.state.withLock { $0.held = [] }
      await community.pushQueue.finish()
      #expect(push.service.deliveries.count == 4)
    }
  }

  // The clock shows 16:13 in Berlin.
  @Test func `NEW_09 quiet hours that begin hold back messages that a process has claimed already`()
    async throws
  {
    try await withPush { push in
      let (town, community) = (push.town, push.town.community)
      let access = try await push.subscribe("ada", "/phone")
      for text in ["@ada one", "@ada two"] { try await town.post(text, by: "ben") }
      push.service.state.withLock { $0.held = ["/phone"] }
      town.clock.advance(seconds: 5)
      community.pushQueue.wake()
      #expect(try await eventually { push.service.deliveries.count == 1 })
      let change = PushChange(
        alerts: Self.change().alerts, policy: .all, detail: nil,
        quiet: .set(PushSubscription.QuietHours(from: "16:00", to: "17:00", zone: "Europe/Berlin")))
      _ = try await community.push.change(change, token: "", access)
      push.service.state.withLock { $0.held = [] }
      await community.pushQueue.finish()
      #expect(try push.received("/phone") == ["mention ben @ada one"])
      #expect(try await push.waiting() == 1)
      try await push.send(after: 3600)
      #expect(try push.received("/phone") == ["mention ben @ada one", "mention ben @ada two"])
    }
  }

  @Test func `NEW_09 quiet hours stay when another client's change crosses them`() async throws {
    try await withPush { push in
      let store = push.town.community.store
      let access = try await push.subscribe("ada", "/phone")
      let night = PushSubscription.QuietHours(from: "22:00", to: "07:00", zone: "Europe/Berlin")
      func change(_ quiet: PushSubscription.QuietHours??) async throws -> PushSubscription.QuietHours? {
        try await store.write {
          try $0.changePushSubscription(
            of: access.tokenID, alerts: [], policy: .all, detail: nil, quiet: quiet, sealedToken: nil)
        }?.quiet
      }
      #expect(try await change(.some(night)) == night)
      #expect(try await change(nil) == night)
      #expect(try await change(.some(nil)) == nil)
    }
  }

  @Test func `NEW_09 a test message to an old registration leaves the new one`() async throws {
    try await withPush { push in
      let community = push.town.community
      let (access, token) = try await push.token(of: "ada")
      func draft(_ path: String) -> PushSubscriptionDraft {
        var draft = PushSubscriptionDraft(
          endpoint: push.address + path, publicKey: push.receiver.publicKey,
          secret: base64URL(push.receiver.secret))
        (draft.isStandard, draft.format) = (true, .declarative)
        return draft
      }
      _ = try await community.push.subscribe(draft("/old"), token: token, access)
      push.service.answer("/old", 410)
      push.service.state.withLock { $0.held = ["/old"] }
      async let problem = community.sendTestPush(access) { _ in Array("test".utf8) }
      #expect(try await eventually { push.service.deliveries.count == 1 })
      let renewed = try await community.push.subscribe(draft("/new"), token: token, access)
      push.service.state.withLock { $0.held = [] }
      #expect(try await problem == "the subscription has ended")
      #expect(try await community.push.find(token: token, access).id == renewed.id)
      // Without a new one it ends.
      push.service.answer("/new", 404)
      let ended = try await community.sendTestPush(access) { _ in Array("test".utf8) }
      #expect(ended != nil)
      #expect(try await push.subscriptions() == 0)
    }
  }

  @Test func `NEW_09 a device with several accounts learns which of them a message is for`() async throws {
    try await withPush(encode: { Array(($0.accountName ?? "-").utf8) }) { push in
      let town = push.town
      try await push.subscribe("ada", "/phone") { $0.format = .declarative }
      let ben = try await push.subscribe("ben", "/phone") { $0.format = .declarative }
      try await push.subscribe("cat", "/own") { $0.format = .declarative }
      // Mastodon's clients find the account by the token.
      try await push.subscribe("dan", "/app")
      try await push.subscribe("eve", "/app")
      try await town.post("@ada @ben @cat @dan @eve hi", by: "fay")
      try await push.send()
      #expect(try push.received("/phone").sorted() == ["ada", "ben"])
      #expect(try push.received("/own") == ["-"])
      #expect(try push.received("/app") == ["-", "-"])
      let tested = try await town.community.sendTestPush(ben) { Array(($0.accountName ?? "-").utf8) }
      #expect(tested == nil)
      #expect(try push.received("/phone").last == "ben")
      // On a locked screen that may show no names, none shows.
      _ = try await town.community.push.change(Self.change(detail: .kind), token: "", ben)
      _ = try await town.community.sendTestPush(ben) { Array(($0.accountName ?? "nobody").utf8) }
      #expect(try push.received("/phone").last == "nobody")
      try await town.community.push.remove(ben)
      try await town.post("@ada hi", by: "fay")
      try await push.send()
      #expect(try push.received("/phone").last == "-")
    }
  }

  @Test func `NEW_09 a message says how much is unread in each account of the device`() async throws {
    try await withPush(encode: { message in
      let counts = message.unread.sorted { $0.account < $1.account }.map { "\($0.account)=\($0.count)" }
      return Array("unread \(counts)".utf8)
    }) { push in
      let town = push.town
      let (ada, ben) = (town.id("ada"), town.id("ben"))
      func counts(_ counts: [(account: Int64, count: Int)]) -> String {
        "unread \(counts.sorted { $0.account < $1.account }.map { "\($0.account)=\($0.count)" })"
      }
      try await push.subscribe("ada", "/phone") { $0.format = .declarative }
      let second = try await push.subscribe("ben", "/phone") { $0.format = .declarative }
      try await push.subscribe("cat", "/own") { $0.format = .declarative }
      try await push.subscribe("dan", "/app")
      for text in ["@ben one", "@ben two @cat @dan"] { try await town.post(text, by: "fay") }
      try await push.send()
      #expect(try push.received("/phone").last == counts([(ada, 0), (ben, 2)]))
      #expect(try push.received("/own") == [counts([(town.id("cat"), 1)])])
      #expect(try push.received("/app") == [counts([])], "Mastodon's clients count themselves")
      // Each message says it of the other account, too.
      try await town.post("@ada three", by: "fay")
      try await push.send()
      #expect(try push.received("/phone").last == counts([(ada, 1), (ben, 2)]))
      let newest = try #require(
        try await town.community.notifications.list(town.viewer("ben"), NotificationFilter(), Cursor())
          .items.first)
      _ = try await town.community.notifications.setMarker(
        .notifications, lastRead: number(newest.id), town.viewer("ben"))
      try await town.post("@ada four", by: "fay")
      try await push.send()
      #expect(try push.received("/phone").last == counts([(ada, 2), (ben, 0)]))
      // An account that signs out has no share.
      try await town.post("@ben five", by: "fay")
      try await push.send()
      try await town.community.push.remove(second)
      try await town.post("@ada six", by: "fay")
      try await push.send()
      #expect(try push.received("/phone").last == counts([(ada, 3)]))
    }
  }

  @Test func `NEW_09 on a device with too many accounts a message counts for its receiver alone`() {
    let most = (1...Int64(PushMessage.maxAccounts)).map { PushAccount(id: $0, username: "member\($0)") }
    #expect(most.counted(for: 2) == most)
    let more = most + [PushAccount(id: 0, username: "ada")]
    #expect(more.counted(for: 2) == [most[1]])
  }

  @Test func `NEW_09 a suspended account has no share of what is unread on a device`() async throws {
    try await withPush(encode: { message in
      Array("\(message.unread.map(\.account)) \(message.accountName ?? "-")".utf8)
    }) { push in
      let town = push.town
      for name in ["ada", "ben"] {
        try await push.subscribe(name, "/phone") { $0.format = .declarative }
      }
      try await town.suspend("ben")
      try await town.post("@ada hi", by: "fay")
      try await push.send()
      #expect(try push.received("/phone") == ["[\(town.id("ada"))] -"])
    }
  }

  @Test func `NEW_09 a message has a proof that nobody can make up`() async throws {
    try await withPush(encode: { Array("\($0.notification.id) \($0.tapProof)".utf8) }) { push in
      let (town, community) = (push.town, push.town.community)
      for name in ["ada", "ben"] {
        try await push.subscribe(name, "/\(name)") { $0.format = .declarative }
      }
      try await town.post("@ada @ben hi", by: "cat")
      try await push.send()
      func told(_ path: String) throws -> (id: Int64, proof: String) {
        let parts = try push.received(path).last?.split(separator: " ") ?? []
        try #require(parts.count == 2)
        return (try #require(Int64(parts[0])), String(parts[1]))
      }
      let (adas, bens) = (try told("/ada"), try told("/ben"))
      #expect(adas.proof.utf8.count == 16 && adas.proof != bens.proof)
      try community.checkTap(adas.id, proof: adas.proof, town.viewer("ada"))
      let wrong = [
        (adas.id, ""), (adas.id, bens.proof), (adas.id + 32, adas.proof),
        (adas.id, String(adas.proof.dropLast())),
      ]
      for (id, proof) in wrong {
        #expect(throws: CommunityError.self) {
          try community.checkTap(id, proof: proof, town.viewer("ada"))
        }
      }
      #expect(throws: CommunityError.self, "of another account") {
        try community.checkTap(adas.id, proof: adas.proof, town.viewer("ben"))
      }
    }
  }

  @Test func `NEW_09 a message says what was read meanwhile`() async throws {
    try await withPush(encode: { Array("\($0.lastRead ?? 0)".utf8) }) { push in
      let (town, ada) = (push.town, push.town.viewer("ada"))
      try await push.subscribe("ada", "/phone") { $0.format = .declarative }
      try await town.post("@ada one", by: "ben")
      try await push.send()
      let first = try #require(
        try await town.community.notifications.list(ada, NotificationFilter(), Cursor()).items.first)
      _ = try await town.community.notifications.setMarker(.notifications, lastRead: number(first.id), ada)
      try await town.post("@ada two", by: "ben")
      try await push.send()
      #expect(try push.received("/phone") == ["0", first.id])
    }
  }
}
