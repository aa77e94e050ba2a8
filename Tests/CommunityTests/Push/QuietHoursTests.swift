import Contracts
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// The clock shows 16:13 in Berlin, on a day in September.
@Suite struct QuietHoursTests {
  private static let night = PushSubscription.QuietHours(from: "16:00", to: "07:00", zone: "Europe/Berlin")
  /// The seconds until 7:00.
  private static let length: Int64 = 53_200

  private static func change(_ quiet: PushChange.Quiet) -> PushChange {
    PushChange(
      alerts: PushSubscription.Alert.known.map { .init($0, isOn: true) }, policy: .all, detail: nil,
      quiet: quiet)
  }

  @Test func `NEW_09 messages wait while it is quiet, and come when it ends`() async throws {
    try await withPush { push in
      try await push.subscribe("ada", "/quiet") { $0.quiet = Self.night }
      try await push.subscribe("ada", "/loud")
      try await push.subscribe("ada", "/later") {
        $0.quiet = PushSubscription.QuietHours(from: "22:00", to: "07:00", zone: "Europe/Berlin")
      }
      try await push.town.post("@ada good night", by: "ben")
      try await push.send()
      #expect(try push.received("/quiet").isEmpty)
      #expect(try push.received("/loud").count == 1 && push.received("/later").count == 1)
      try await push.town.post("@ada still awake?", by: "ben")
      try await push.send(after: Self.length - 10)
      #expect(try push.received("/quiet").isEmpty)
      #expect(try push.received("/loud").count == 2 && push.received("/later").count == 1)
      try await push.send()
      #expect(
        try push.received("/quiet") == ["mention ben @ada good night", "mention ben @ada still awake?"])
      #expect(try push.received("/later").count == 2)
      #expect(try await push.waiting() == 0)
      // The push service may keep them for the rest of two days.
      let first = try #require(push.service.deliveries.first { $0.path == "/quiet" })
      let lifetime = try #require(first.headers["ttl"].flatMap { Int64($0) })
      #expect(172_800 - Self.length - 10 <= lifetime && lifetime <= 172_800 - Self.length)
      try await push.town.post("@ada good morning", by: "ben")
      try await push.send()
      #expect(try push.received("/quiet").count == 3)
    }
  }

  @Test func `NEW_09 after quiet hours what was read isn't sent, and of a post's likes one`() async throws {
    try await withPush { push in
      let (town, community) = (push.town, push.town.community)
      try await push.subscribe("ada", "/quiet") {
        ($0.quiet, $0.format) = (Self.night, .declarative)
      }
      try await town.post("@ada read", by: "ben")
      let ada = town.viewer("ada")
      let newest = try #require(
        try await community.notifications.list(ada, NotificationFilter(), Cursor()).items.first)
      _ = try await community.notifications.setMarker(.notifications, lastRead: number(newest.id), ada)
      let (one, two) = (try await town.post("one", by: "ada"), try await town.post("two", by: "ada"))
      for name in ["ben", "cat", "dan", "eve"] {
        _ = try await community.posts.favourite(number(one.id), town.viewer(name))
      }
      _ = try await community.posts.favourite(number(two.id), town.viewer("ben"))
      try await town.post("@ada hello", by: "cat")
      // She has blocked the member of the newest like since.
      _ = try await community.relationships.block(town.id("eve"), ada)
      try await push.send(after: Self.length)
      #expect(
        try push.received("/quiet") == ["favourite dan one", "favourite ben two", "mention cat @ada hello"])
      #expect(try await push.waiting() == 0)
    }
  }

  @Test func `NEW_09 a test message comes while it is quiet`() async throws {
    try await withPush { push in
      let access = try await push.subscribe("ada", "/quiet") {
        ($0.quiet, $0.format) = (Self.night, .declarative)
      }
      let problem = try await push.town.community.sendTestPush(access) { _ in Array("test".utf8) }
      #expect(problem == nil)
      #expect(try push.received("/quiet") == ["test"])
    }
  }

  @Test(arguments: [
    PushChange.Quiet.ended,
    .set(PushSubscription.QuietHours(from: "22:00", to: "07:00", zone: "Europe/Berlin")),
    .set(PushSubscription.QuietHours(from: "16:00", to: "07:00", zone: "Asia/Tokyo")),
  ])
  func `NEW_09 other quiet hours count at once`(change: PushChange.Quiet) async throws {
    try await withPush { push in
      let (access, token) = try await push.token(of: "ada")
      var draft = PushSubscriptionDraft(
        endpoint: push.address + "/phone", publicKey: push.receiver.publicKey,
        secret: base64URL(push.receiver.secret))
      (draft.isStandard, draft.alerts, draft.quiet) = (true, Self.change(.kept).alerts, Self.night)
      _ = try await push.town.community.push.subscribe(draft, token: token, access)
      try await push.town.post("@ada hello", by: "ben")
      try await push.send()
      _ = try await push.town.community.push.change(Self.change(.kept), token: token, access)
      try await push.send()
      #expect(try push.received("/phone").isEmpty)
      _ = try await push.town.community.push.change(Self.change(change), token: token, access)
      try await push.send()
      // In Tokyo it is night.
      let isNight =
        change == .set(PushSubscription.QuietHours(from: "16:00", to: "07:00", zone: "Asia/Tokyo"))
      #expect(try push.received("/phone") == (isNight ? [] : ["mention ben @ada hello"]))
    }
  }

  @Test func `NEW_09 a zone that the system has lost doesn't hold messages back`() async throws {
    try await withPush { push in
      let access = try await push.subscribe("ada", "/phone") { $0.quiet = Self.night }
      _ = try await push.town.community.store.driver.write { connection in
        try connection.execute(
          "UPDATE push_subscriptions SET quiet = '16:00 07:00 Nowhere/Town' WHERE token = \(access.tokenID)")
      }
      try await push.town.post("@ada hello", by: "ben")
      try await push.send()
      #expect(try push.received("/phone").count == 1)
    }
  }

  @Test func `NEW_09 likes of a night leave room for mentions`() async throws {
    try await withPush { push in
      let (town, community) = (push.town, push.town.community)
      try await push.subscribe("ada", "/quiet") { $0.quiet = Self.night }
      _ = try await community.store.driver.write { connection in
        for number in 1...100 {
          try connection.execute(
            "INSERT INTO push_messages (subscription, notification) VALUES (1, \(number))")
        }
        return true
      }
      let post = try await town.post("mine", by: "ada")
      _ = try await community.posts.favourite(number(post.id), town.viewer("ben"))
      #expect(try await push.waiting() == 100)
      try await town.post("@ada hello", by: "ben")
      #expect(try await push.waiting() == 101)
    }
  }
}
