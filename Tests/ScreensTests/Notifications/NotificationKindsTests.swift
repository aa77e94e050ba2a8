import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the filter for one kind, and the state that it must not change.
struct NotificationKindsTests {
  private static let marker = Effect.ask(
    Notifications.Request.marker, APIRequest(.get, "/api/v1/markers?timeline%5B%5D=notifications"))

  private static let glance = Effect.after(milliseconds: 1_000, .wasSeen)

  private static func asked(_ kind: Notifications.Kind, _ types: String) -> [Effect] {
    [
      .remember(key: "notifications", kind.rawValue), .scrollToTop,
      .load(key: "session 1 notifications " + kind.rawValue),
      .ask(
        Notifications.Request.kind(kind), APIRequest(.get, "/api/v1/notifications?limit=40" + types)),
      marker,
    ]
  }

  private static let all = [
    Notices.json(9, "favourite", of: 3), Notices.json(8, "mention", of: 5), Notices.json(7, "follow"),
  ]

  private static func head(_ state: Notifications.State) -> String {
    let page = AnyPage(Notifications.view(state, .made()))
    return (page.frame + page.head).map { $0.html(Strings(.english)).text }.joined()
  }

  @Test func `NEW_09 each kind is asked for by its types`() {
    let types: [Notifications.Kind: [String]] = [
      .likes: ["favourite"], .replies: ["mention"], .reposts: ["reblog"],
      .followers: ["follow", "follow_request", "admin.sign_up", "admin.report", "swiftlet.report_resolved"],
      .posts: ["status", "update", "poll", "moderation_warning"],
    ]
    for kind in Notifications.Kind.allCases {
      var store = TestStore<Notifications>(Notices.shown(Self.all, marker: 9))
      let query = (types[kind] ?? []).map { "&types%5B%5D=" + $0 }.joined()
      #expect(store.effects(.tapped(.kind(kind))) == Self.asked(kind, query))
      #expect(store.state.items == [] && store.state.kind == kind && !store.state.isComplete)
      #expect(Notifications.Tap(Notifications.Tap.kind(kind).encoded) == .kind(kind))
    }
    let known = Set(types.values.joined()).union(["mention"])
    #expect(known == Set(Notification.Kind.allCases.map { $0.rawValue }), "none is left out")
  }

  @Test func `NEW_09 the choice is stored, and taken back by the same button or by All`() {
    var state = Notices.shown(Self.all, marker: 9)
    #expect(
      Self.head(state).contains(#"<button type="button" data-tap="kind:likes" aria-pressed="false">Likes"#))
    #expect(Self.head(state).contains(#"data-tap="tab:notifications" aria-current="page">All"#))
    _ = Notifications.reduce(&state, .tapped(.kind(.likes)))
    #expect(Self.head(state).contains(#"data-tap="kind:likes" aria-pressed="true""#))
    #expect(Self.head(state).contains(#"data-tap="kind:">All"#), "all of them don't show")
    for tap in [Notifications.Tap.kind(.likes), .kind(nil)] {
      var again = state
      let effects = Notifications.reduce(&again, .tapped(tap))
      #expect(again.kind == nil && effects.first == .remember(key: "notifications", nil))
      #expect(effects.contains(.load(key: "session 1 notifications")))
    }
    var context = SamplePosts.context()
    context.memory["notifications"] = "likes"
    #expect(Notifications.State(context).kind == .likes)
    context.memory["notifications"] = "something else"
    #expect(Notifications.State(context).kind == nil)
  }

  @Test func `NEW_09 looking at one kind marks nothing as read, neither it nor the others`() {
    var store = TestStore<Notifications>(Notices.state(.appeared))
    store.given(.received(.newest, Notices.page(Self.all), at: noon))
    #expect(store.effects(.received(.marker, Notices.marker(6), at: noon)).count == 1, "the glance has begun")
    store.given(.tapped(.kind(.followers)))
    #expect(store.effects(.wasSeen) == [], "what was looked at shows no longer")
    let follow = Notices.page([Notices.json(7, "follow")])
    #expect(!store.effects(.received(.kind(.followers), follow, at: noon)).contains(Self.glance))
    #expect(store.state.unread == ["7"])
    store.given(.anchored(key: Notifications.kindsKey))
    #expect(store.effects(.wasSeen) == [])
    #expect(store.effects(.received(.marker, Notices.marker(6), at: noon)) == [])
    #expect(store.state.marker == "6" && store.state.seenID == "")
    store.given(.tapped(.kind(nil)))
    #expect(store.effects(.received(.newest, Notices.page(Self.all), at: noon)).contains(Self.glance))
    #expect(store.state.unread == ["9", "8", "7"])
    #expect(store.effects(.wasSeen) == [.read(id: "9")])
  }

  @Test func `NEW_09 the kinds stand over the newest row, and belong to the top`() {
    var state = Notices.shown(Self.all, marker: 9)
    for (key, isAtTop) in [("kinds", true), ("n8", false), (state.keys[0], true)] {
      _ = Notifications.reduce(&state, .anchored(key: key))
      #expect(state.isAtTop == isAtTop)
    }
    #expect(!Self.head(Notices.shown([], marker: 1)).contains("kinds"), "of nothing there are no kinds")
  }

  @Test func `NEW_09 what was asked for before the choice changes nothing`() {
    var store = TestStore<Notifications>(Notices.shown(Self.all, next: "max_id=7", marker: 9))
    store.given(
      .tapped(.list(.more)),
      .tapped(.kind(.likes)),
      .received(.older("max_id=7"), Notices.page([Notices.json(5, "favourite", of: 4)]), at: noon),
      .received(.newest, Notices.page(Self.all), at: noon))
    let copy = CachedResponse(savedAt: noon, after: "", body: Notices.body(Self.all)).bytes
    store.given(.loaded(key: "session 1 notifications", copy))
    #expect(store.state.items == [] && store.state.loadedAt == nil)
    let like = Notices.body([Notices.json(9, "favourite", of: 3)])
    store.given(
      .loaded(
        key: "session 1 notifications likes", CachedResponse(savedAt: noon, after: "", body: like).bytes))
    #expect(store.state.ids == ["9"])
  }

  @Test
  func `NEW_09 replies are the mentions that reply to the viewer, and a server with more is not believed`() {
    var state = Notices.state(.appeared, .tapped(.kind(.replies)))
    let me = SamplePosts.context().session?.me.id ?? ""
    let answer = #","in_reply_to_id":"3","in_reply_to_account_id":"\#(me)""#
    let page = Notices.page(
      [
        Notices.json(9, "mention", of: 5), Notices.json(8, "favourite", of: 3),
        Notices.json(7, "mention", of: 6, more: answer),
        Notices.json(6, "mention", of: 7, more: #","in_reply_to_id":"3","in_reply_to_account_id":"77""#),
      ], next: "max_id=6&types[]=mention")
    _ = Notifications.reduce(&state, .received(.kind(.replies), page, at: noon))
    #expect(state.ids == ["7"])
    #expect(
      Notifications.reduce(&state, .reachedEnd) == [
        .ask(
          Notifications.Request.older("max_id=6&types[]=mention"),
          APIRequest(.get, "/api/v1/notifications?max_id=6&types[]=mention"))
      ])
  }
}
