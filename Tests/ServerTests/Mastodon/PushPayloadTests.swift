import JSON
import Localization
import Social
import TestSupport
import Testing
import Texts

@testable import Community
@testable import Server

/// Tests the contents of push messages.
@Suite struct PushPayloadTests {
  private func notification(
    _ kind: Social.Notification.Kind = .mention, text: String = "Hello @bob <b>", warning: String = "",
    isAboutPost: Bool = true
  ) -> Social.Notification {
    var profile = Extremes.bareProfile
    profile.id = "7"
    profile.handle = "ann"
    profile.account = Account(username: "ann", nick: "Ann B")
    profile.bio = .text("I  sing\n a lot")
    let post = Post(id: "117000000000000032", author: profile, content: .text(text), warning: warning)
    return Social.Notification(
      id: "117640000000000032", kind: kind, createdAt: nil, actor: profile, post: isAboutPost ? post : nil)
  }

  private func payload(
    _ notification: Social.Notification, _ format: PushSubscription.Format = .mastodon,
    _ detail: PushSubscription.Detail = .text, language: String = "en", account: Int64 = 9,
    name: String? = nil, lastRead: Int64? = nil, unread: [Int64: Int] = [9: 3]
  ) throws -> JSON {
    try JSON(
      parsing: PushPayload.encode(
        PushMessage(
          notification: notification, account: account, format: format, detail: detail, language: language,
          origin: "https://choir.example", community: "Choir", token: format == .mastodon ? "secret" : nil,
          unread: unread.map { .init(account: $0.key, count: $0.value) }, topic: nil, accountName: name,
          lastRead: lastRead, tapProof: "proof-1")))
  }

  @Test func `NEW_09 a message for Mastodon's clients`() throws {
    let json = try payload(notification())
    #expect(json["access_token"]?.string == "secret" && json["preferred_locale"]?.string == "en")
    #expect(json["notification_id"]?.int64 == 117_640_000_000_000_032, "a number")
    #expect(json["notification_type"]?.string == "mention" && json["title"]?.string == "Ann B mentioned you")
    #expect(json["body"]?.string == "Hello @bob <b>")
    #expect(json["icon"]?.string == "https://choir.example/icons/avatar-default.png")
    #expect(
      try payload(notification(warning: "Spoiler"))["body"]?.string == "Spoiler", "a warning hides the text")
    #expect(try payload(notification(.follow, isAboutPost: false))["body"]?.string == "I sing a lot")
  }

  @Test func `NEW_09 a message tells as much as was chosen`() throws {
    let named = try payload(notification(text: "secret words"), .mastodon, .name)
    #expect(named["title"]?.string == "Ann B mentioned you" && named["body"]?.string == "")
    for kind in Social.Notification.Kind.allCases {
      for format in PushSubscription.Format.allCases {
        let bytes = PushPayload.encode(
          PushMessage(
            notification: notification(kind, text: "secret words", warning: "secret"), account: 9,
            format: format,
            detail: .kind, language: "en", origin: "https://choir.example", community: "Choir", token: nil,
            unread: [], topic: nil))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("Ann") && !text.contains("secret") && text.contains("Choir"), "\(text)")
      }
    }
  }

  @Test func `NEW_20 a warning tells what was decided, and the moderator's words with texts`() throws {
    let plain = notification(.warning, isAboutPost: false)
    func warned(_ action: AccountWarning.Action, _ text: String) -> Social.Notification {
      Social.Notification(
        id: plain.id, kind: .warning, createdAt: nil, actor: plain.actor,
        warning: AccountWarning(action: action, text: text))
    }
    let full = try payload(warned(.warned, "Be  kind"), .declarative)["notification"]
    #expect(full?["title"]?.string == "Ann B warned you after a report" && full?["body"]?.string == "Be kind")
    #expect(
      full?["navigate"]?.string == "https://choir.example/notifications#for=9.117640000000000032.proof-1")
    #expect(try payload(warned(.warned, "Be kind"), .mastodon, .name)["body"]?.string == "")
    #expect(
      try payload(warned(.removedPosts, ""))["title"]?.string
        == "Ann B removed a post of yours after a report")
  }

  @Test func `NEW_20 a request to join is told as one, and leads to no page of who asks`() throws {
    let plain = notification(.signUp, isAboutPost: false)
    let asked = Social.Notification(
      id: plain.id, kind: .signUp, createdAt: nil, actor: plain.actor, isJoinRequest: true)
    let shown = try payload(asked, .declarative)["notification"]
    #expect(shown?["title"]?.string == "Ann B asked to join")
    #expect(
      shown?["navigate"]?.string == "https://choir.example/notifications#for=9.117640000000000032.proof-1")
    #expect(try payload(asked, .mastodon, .kind)["title"]?.string == "Somebody asked to join")
    #expect(try payload(plain)["title"]?.string == "Ann B signed up")
  }

  @Test func `NEW_09 a declarative message has what WebKit demands, and no token`() throws {
    let json = try payload(notification(.favourite), .declarative, .name)
    #expect(json["web_push"]?.int64 == 8030 && json["app_badge"]?.int64 == 3)
    let shown = try #require(json["notification"])
    #expect(shown["title"]?.string == "Ann B liked your post" && shown["body"]?.string == "")
    let id = "117640000000000032"
    #expect(shown["navigate"]?.string == "https://choir.example/@ann/117000000000000032#for=9.\(id).proof-1")
    #expect(shown["lang"]?.string == "en" && shown["dir"]?.string == "ltr" && shown["app_badge"]?.int64 == 3)
    #expect(
      shown["data"]?["account"]?.string == "9"
        && shown["data"]?["notification"]?.string == "117640000000000032")
    #expect(json["access_token"] == nil)
    let follow = try payload(notification(.follow, isAboutPost: false), .declarative)
    #expect(follow["notification"]?["navigate"]?.string == "https://choir.example/@ann#for=9.\(id).proof-1")
  }

  @Test func `NEW_09 the icon shows what is unread in all accounts of the device`() throws {
    let json = try payload(notification(), .declarative, unread: [9: 3, 12: 4, 10: 0])
    #expect(json["app_badge"]?.int64 == 7 && json["notification"]?["app_badge"]?.int64 == 7)
    #expect(
      json["unread"]?["9"]?.int64 == 3 && json["unread"]?["12"]?.int64 == 4
        && json["unread"]?["10"]?.int64 == 0)
    #expect(try payload(notification())["unread"] == nil, "Mastodon's clients count themselves")
  }

  @Test func `NEW_09 where a device has several accounts the title names the one that is meant`() throws {
    func title(_ detail: PushSubscription.Detail, _ language: String = "en") throws -> String? {
      try payload(notification(), .declarative, detail, language: language, name: "bob")["notification"]?[
        "title"]?.string
    }
    #expect(try title(.name) == "@bob · Ann B mentioned you")
    // The name must not turn a sentence that runs from right to left.
    #expect(try title(.text, "ar")?.hasPrefix("\u{2068}@bob\u{2069} · ") == true)
    #expect(try title(.kind) == "You were mentioned", "no names on the locked screen")
    let alone = try payload(notification(), .declarative, .name)["notification"]
    #expect(alone?["title"]?.string == "Ann B mentioned you")
    let test = try JSON(
      parsing: PushPayload.encode(
        PushTest(
          account: 9, language: "en", origin: "https://choir.example", community: "Choir", accountName: "bob")
      ))
    #expect(test["notification"]?["title"]?.string == "@bob · Notifications work")
  }

  @Test func `NEW_09 a message names the last notification that was read`() throws {
    let read = try payload(notification(), .declarative, lastRead: 117_000_000_000_000_000)["notification"]
    #expect(read?["data"]?["read"]?.string == "117000000000000000")
    #expect(try payload(notification(), .declarative)["notification"]?["data"]?["read"] == nil)
  }

  @Test(arguments: Language.allCases)
  func `NEW_09 what asks for an answer offers a like and a reply`(language: Language) throws {
    let strings = Strings(language)
    for kind in [Social.Notification.Kind.mention, .post] {
      let shown = try payload(notification(kind), .declarative, language: language.tag)["notification"]
      let actions = try #require(shown?["data"]?["actions"]?.array)
      #expect(actions.map { $0["action"]?.string } == ["like", "reply"])
      #expect(actions.map { $0["title"]?.string } == [strings[.like], strings[.reply]])
    }
  }

  @Test func `NEW_09 other notifications and other clients' messages have no actions`() throws {
    for kind in Social.Notification.Kind.allCases where kind != .mention && kind != .post {
      let shown = try payload(notification(kind), .declarative)["notification"]
      #expect(shown?["data"]?["account"] != nil && shown?["data"]?["actions"] == nil)
    }
    let bare = try payload(notification(isAboutPost: false), .declarative)["notification"]
    #expect(bare?["data"]?["actions"] == nil, "there is no post")
    // A browser that shows the message without the service worker could only follow an address.
    #expect(try payload(notification(), .declarative)["notification"]?["actions"] == nil)
    #expect(try payload(notification())["actions"] == nil)
  }

  @Test(arguments: Language.allCases)
  func `NEW_09 titles are in the language of the device, and messages are short`(language: Language) throws {
    var titles: Set<String> = []
    let long = String(repeating: "長い文 👩‍👩‍👧‍👦 ", count: 300)
    for kind in Social.Notification.Kind.allCases {
      for detail in PushSubscription.Detail.allCases {
        let json = try payload(notification(kind, text: long), .declarative, detail, language: language.tag)
        titles.insert(try #require(json["notification"]?["title"]?.string))
        let body = try #require(json["notification"]?["body"]?.string)
        #expect(body.unicodeScalars.count <= 140)
        #expect(json["notification"]?["dir"]?.string == (language.isRightToLeft ? "rtl" : "ltr"))
      }
    }
    // Ten texts without a name: reports share one. Twelve with a name.
    #expect(titles.count == 22, "\(titles)")
    let bytes = PushPayload.encode(
      PushMessage(
        notification: notification(text: long), account: 9, format: .mastodon, detail: .text,
        language: language.tag, origin: "https://choir.example", community: "Choir",
        token: String(repeating: "t", count: 43),
        unread: [.init(account: 9, count: 3), .init(account: 10, count: 12)], topic: nil,
        tapProof: String(repeating: "p", count: 16)))
    #expect(bytes.count < 1500)
    let own = PushPayload.encode(
      PushMessage(
        notification: notification(text: long), account: 9, format: .declarative, detail: .text,
        language: language.tag, origin: "https://choir.example", community: "Choir", token: nil,
        unread: [.init(account: 9, count: 3), .init(account: 10, count: 12)], topic: nil,
        tapProof: String(repeating: "p", count: 16)))
    #expect(own.count < 1500)
  }
}
