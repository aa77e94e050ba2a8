import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct NotificationsTests {
  private static let newest = Effect.ask(
    Notifications.Request.newest, APIRequest(.get, "/api/v1/notifications?limit=40"))
  private static let marker = Effect.ask(
    Notifications.Request.marker, APIRequest(.get, "/api/v1/markers?timeline%5B%5D=notifications"))
  private static let glance = Effect.after(milliseconds: 1_000, .wasSeen)

  private static func html(_ state: Notifications.State, _ row: Int = 0, _ language: Language = .english)
    -> String
  {
    let page = AnyPage(Notifications.view(state, .made(language)))
    return page.cell(page.head.count + row).html(Strings(language)).text
  }

  /// Returns the text of a row, as a screen reader reads it.
  private static func text(_ state: Notifications.State, _ row: Int = 0, _ language: Language = .english)
    -> String
  {
    let html =
      html(state, row, language).split(separator: "<h2 class=\"sentence\">").last.map(String.init) ?? ""
    return String(html.replacing(/<a class="time".*/, with: "").replacing(/<[^>]*>/, with: ""))
  }

  @Test func `NEW_09 after a reply or a follower the list offers notifications for the closed app, once`() {
    func offers(_ items: [String], _ permission: PushPermission?, memory: [String: String] = [:]) -> Bool {
      var state = Notifications.State(SamplePosts.context(memory: memory))
      let looks = Notifications.reduce(&state, .appeared).contains(.push(.look))
      #expect(looks == memory.isEmpty)
      if let permission { _ = Notifications.reduce(&state, .pushed(permission)) }
      _ = Notifications.reduce(&state, .received(.newest, Notices.page(items), at: noon))
      return state.offersPush
    }
    let (like, reply) = (Notices.json(9, "favourite", of: 3), Notices.json(8, "mention", of: 5))
    #expect(!offers([like], .unasked), "a like alone")
    for permission in [PushPermission.unasked, .granted, .needsHomeScreen] {
      #expect(offers([like, reply], permission))
    }
    #expect(offers([Notices.json(8, "follow")], .unasked))
    for permission in [PushPermission.denied, .missing, .failed, nil] {
      #expect(!offers([reply], permission), "this browser can't have them")
    }
    #expect(!offers([reply], .unasked, memory: ["push": "x"]), "it has them")
    #expect(!offers([reply], .unasked, memory: ["push answered": ""]), "it was answered")
    for isAccepted in [true, false] {
      var store = TestStore<Notifications>(Looks.offeredPush())
      #expect(store.keys.contains("offer"))
      let tap = Notifications.Tap.offer(isAccepted: isAccepted)
      #expect(Notifications.Tap(tap.encoded) == tap)
      #expect(
        store.effects(.tapped(tap))
          == [.remember(key: "push answered", "")] + (isAccepted ? [.open(.notificationSettings)] : []))
      #expect(!store.keys.contains("offer"))
    }
  }

  @Test func `NEW_09 the cached response shows at once, while the newest and the marker are requested`()
    throws
  {
    let body = Notices.body([Notices.json(5, "follow")])
    var store = TestStore<Notifications>(Notices.state())
    store.send(
      .appeared,
      effects: { _ in [.load(key: "session 1 notifications"), Self.newest, Self.marker, .push(.look)] })
    let copy = CachedResponse(savedAt: SamplePosts.at(-60), after: "max_id=5", body: body).bytes
    #expect(store.effects(.loaded(key: "session 1 notifications", copy)) == [])
    #expect(
      store.state.ids == ["5"] && store.state.loadedAt == SamplePosts.at(-60)
        && store.state.next == "max_id=5")
    // The app asks for the relationships to people in cached rows too, to know who can be followed back.
    let follows = Effect.ask(
      Notifications.Request.relationships(["7"]), MastodonRequests.relationships(to: ["7"]))
    #expect(store.effects(.received(.newest, .failure(.unreachable), at: noon)) == [follows])
    #expect(
      store.page.frame.contains {
        $0.html(Strings(.english)).text.contains("offline. Last loaded: 1 minute ago")
      })
    let page = Notices.page([Notices.json(6, "follow", by: 8), Notices.json(5, "follow")])
    #expect(
      store.effects(.received(.newest, page, at: noon)) == [
        .save(
          key: "session 1 notifications",
          CachedResponse(
            savedAt: noon, after: "",
            body: Notices.body([Notices.json(6, "follow", by: 8), Notices.json(5, "follow")])
          ).bytes)
      ])
    #expect(store.state.ids == ["6", "5"] && store.state.notice == nil && store.state.isComplete)
    #expect(store.effects(.loaded(key: "session 1 notifications", copy)) == [], "the server was faster")
    #expect(store.state.ids == ["6", "5"])
  }

  @Test func `NEW_09 alike ones of a day are one row that says who`() {
    let likes = [7, 8, 9, 10, 11].enumerated().map { Notices.json(50 - $0, "favourite", by: $1, of: 3) }
    let rest = [
      Notices.json(40, "reblog", of: 3), Notices.json(39, "favourite", of: 4),
      Notices.json(38, "favourite", by: 12, of: 3, minutes: 1_440),
    ]
    let state = Notices.shown(likes + rest, marker: 100)
    #expect(state.rows == [["50", "49", "48", "47", "46"], ["40"], ["39"], ["38"]])
    #expect(Self.text(state) == "User 7, User 8 and 3 others liked your post")
    #expect(Self.text(state, 1) == "User 7 reposted your post")
    #expect(Self.text(state, 0, .arabic) == "أُعجب User 7 وUser 8 و3 أشخاص آخرين بمنشورك")
    #expect(Self.html(state).contains("<p dir=\"auto\">Post 3</p>"))
    for (count, words) in [(1, "User 7 وUser 8 وشخص آخر"), (2, "User 7 وUser 8 وشخصان آخران")] {
      let few = Notices.shown(Array(likes.prefix(2 + count)), marker: 100)
      #expect(Self.text(few, 0, .arabic) == "أُعجب \(words) بمنشورك")
    }
  }

  @Test func `NEW_09 the faces of several people unfold to rows, each with its person, and fold again`()
    throws
  {
    let likes = [7, 8, 9, 10, 11, 12, 13].enumerated().map {
      Notices.json(50 - $0, "favourite", by: $1, of: 3)
    }
    var store = TestStore<Notifications>(
      Notices.shown(likes + [Notices.json(40, "favourite", by: 8, of: 4)], marker: 100))
    let key = store.state.keys[0]
    let tap = Notifications.Tap.faces(key: key)
    func row() -> String { Self.html(store.state) }
    let folded = row()
    let button =
      #"<button class="unfold" type="button" data-tap="\#(tap.encoded.text)" aria-expanded="false""#
    #expect(folded.contains(button))
    #expect(
      folded.contains("+2</button>") && !folded.contains("class=\"face\"") && !folded.contains("class=\"whom")
    )
    store.send(.tapped(tap), change: { $0.unfolded = [key] })
    #expect(row().contains("aria-expanded=\"true\""))
    #expect(row().matches(of: /<li><a class="person" href="\/@user\d+" data-tap="profile:\d+">/).count == 7)
    store.send(.tapped(tap), change: { ($0.unfolded, $0.folded) = ([], key) })
    #expect(
      row().contains("<div class=\"whom folds\" inert>"), "on its way back nothing in it can be reached")
    let actor = store.state.items[6].actor
    store.send(
      .tapped(.post(.profile(id: "13"))),
      effects: { _ in [.open(.profile(id: "13", handle: "user13", actor))] })
    let single = Self.html(store.state, 1)
    #expect(
      single.contains("class=\"face\"") && !single.contains("unfold"), "one person has nothing to unfold")
    for tap in [tap, .admit(id: "7", true), .admit(id: "7", false)] {
      #expect(Notifications.Tap(tap.encoded) == tap)
    }
  }

  @Test func `NEW_09 a long mention that is folded again comes back into view`() {
    var state = Notices.shown([Notices.json(9, "mention", of: 3)], marker: 9)
    let tap = Notifications.Action.tapped(.post(.warning(id: "3")))
    #expect(Notifications.reduce(&state, tap) == [])
    #expect(Notifications.reduce(&state, tap) == [.reveal(key: state.keys[0])])
  }

  @Test func `NEW_09 names stand out, whatever is in them`() {
    let name = #"{"id":"7","username":"eve","display_name":"<b>\u0001{0}"}"#
    let state = Notices.shown([#"{"id":"3","type":"follow","account":\#(name)}"#], marker: 9)
    #expect(Self.html(state).contains("<bdi class=\"nick\">&lt;b&gt;{0}</bdi>"))
  }

  @Test func `NEW_09 kinds that the app does not know are left out, and cost nothing else`() {
    let state = Notices.shown(
      [
        Notices.json(9, "severed_relationships"), Notices.json(8, "quote", of: 3),
        Notices.json(7, "admin.sign_up"),
        #"{"type":"follow"}"#, "7", Notices.json(6, "follow_request"), Notices.json(5, "mention", of: 3),
      ], marker: 4)
    #expect(state.ids == ["7", "6", "5"])
    #expect(state.newestID == "9", "the marker goes over them")
    #expect(Self.text(state, 0) == "User 7 joined by your invitation")
    #expect(Self.html(state, 2).contains("class=\"post unread\""))
  }

  @Test func `NEW_20 a request to join says so, and leads to where it is answered`() {
    let asked = #"{"id":"7","type":"admin.sign_up","account":\#(SamplePosts.author(7)),"join_request":true}"#
    let state = Notices.shown([asked, Notices.json(6, "admin.sign_up")], marker: 9)
    #expect(Self.text(state, 0) == "User 7 asked to join")
    for (index, isAsked) in [true, false].enumerated() {
      #expect(Self.html(state, index).contains("data-tap=\"community\"") == isAsked)
      #expect(Self.html(state, index).contains("data-tap=\"profile:7\"") == !isAsked)
    }
    #expect(Self.text(state, 1) == "User 7 joined by your invitation")
    #expect(state.groups.map { $0.offersFollow(isUnfolded: false) } == [false, true])
  }

  @Test func `NEW_09 a request to follow is answered in its place`() {
    var store = TestStore<Notifications>(Notices.shown([Notices.json(6, "follow_request")], marker: 9))
    #expect(
      Self.html(store.state).contains("data-tap=\"accept:7\"") && Self.html(store.state).contains("reject:7"))
    store.send(.tapped(.admit(id: "7", false)), effects: { _ in [.admit(id: "7", false)] })
    store.given(.changed(.requestAnswered(id: "7", isWaiting: false)))
    #expect(store.state.rows == [])
    store.given(.changed(.requestAnswered(id: "7", isWaiting: true)))
    #expect(store.state.rows == [["6"]], "it was taken back")
  }

  @Test func `NEW_09 each leads to its post or its person`() throws {
    let state = Notices.shown(
      [Notices.json(9, "mention", of: 30), Notices.json(8, "favourite", of: 3), Notices.json(7, "follow")],
      marker: 9)
    var store = TestStore<Notifications>(state)
    let reply = try #require(state.items[0].post)
    store.send(.tapped(.post(.open(id: "30"))), effects: { _ in [.open(.thread(id: "30", reply))] })
    let actor = state.items[2].actor
    store.send(
      .tapped(.post(.profile(id: "7"))), effects: { _ in [.open(.profile(id: "7", handle: "user7", actor))] })
    #expect(
      Self.html(state, 1).contains("href=\"/@anna/3\"") || Self.html(state, 1).contains("href=\"/@user1/3\""))
    #expect(Self.html(state, 2).contains("href=\"/@user7\""))
  }

  @Test func `NEW_09 what was deleted or liked here shows so at once`() {
    var store = TestStore<Notifications>(
      Notices.shown([Notices.json(9, "mention", of: 30), Notices.json(8, "favourite", of: 3)], marker: 9))
    store.given(.changed(SamplePosts.memberActed(.post(.favourite), "30", true)))
    #expect(store.state.entries[0].post.interactions.isFavourite)
    store.given(.changed(.postRemoved(id: "3")))
    #expect(store.state.rows == [["9"]])
  }

  // Read and unread.

  @Test func `NEW_09 what came after the marker is unread, and read once it has shown for a second`() {
    var store = TestStore<Notifications>(Notices.state(.appeared))
    let page = Notices.page([
      Notices.json(9, "follow"), Notices.json(8, "favourite", of: 3), Notices.json(7, "mention", of: 4),
    ])
    store.given(.received(.newest, page, at: noon))
    #expect(store.state.unread == [], "nothing is known yet")
    store.send(
      .received(.marker, Notices.marker(7), at: noon), effects: { _ in [Self.glance] },
      change: {
        $0.marker = "7"
        $0.readID = "7"
        $0.isSeeing = true
      })
    #expect(store.state.unread == ["9", "8"])
    #expect(store.effects(.anchored(key: store.state.keys[0])) == [], "the glance has begun")
    #expect(store.effects(.wasSeen) == [.read(id: "9")])
    #expect(store.effects(.wasSeen) == [])
    #expect(store.state.unread == ["9", "8"], "it stays marked while it shows")
    #expect(store.effects(.received(.marker, Notices.marker(9), at: noon)) == [])
    #expect(store.state.unread == ["9", "8"], "that was this device")
    store.given(.pulledDown)
    #expect(store.state.unread == [])
  }

  @Test func `NEW_09 the marker goes forward only`() {
    var state = Notices.shown([Notices.json(9, "follow")], marker: 12)
    #expect(!state.isSeeing && state.unread == [])
    #expect(Notifications.reduce(&state, .wasSeen) == [])
    #expect(Notifications.reduce(&state, .anchored(key: state.keys[0])) == [])
  }

  @Test func `NEW_09 what comes above what is read counts when the viewer goes there`() {
    var store = TestStore<Notifications>(
      Notices.shown([Notices.json(9, "follow"), Notices.json(8, "mention", of: 3)], marker: 9))
    #expect(store.effects(.anchored(key: "n8")) == [])
    let page = Notices.page(
      [Notices.json(10, "mention", of: 5), Notices.json(9, "follow"), Notices.json(8, "mention", of: 3)])
    #expect(store.effects(.received(.newest, page, at: noon)).count == 1, "it is only kept")
    #expect(store.effects(.anchored(key: "n10")) == [Self.glance])
    store.given(.anchored(key: "n8"))
    #expect(store.effects(.wasSeen) == [], "the viewer went on too soon")
    #expect(store.effects(.anchored(key: "n10")) == [Self.glance])
    #expect(store.effects(.wasSeen) == [.read(id: "10")])
  }

  @Test func `NEW_09 what another device has read is read here too`() {
    var state = Notices.shown([Notices.json(9, "follow"), Notices.json(8, "mention", of: 3)], marker: 7)
    #expect(state.unread == ["9", "8"])
    _ = Notifications.reduce(&state, .received(.marker, Notices.marker(8), at: noon))
    #expect(state.unread == ["9"])
  }

  @Test func `NEW_09 a server without markers has nothing unread, one without a marker everything`() {
    var state = Notices.state(
      .appeared, .received(.newest, Notices.page([Notices.json(9, "follow")]), at: noon))
    _ = Notifications.reduce(&state, .received(.marker, .text("{}", status: 404), at: noon))
    #expect(state.unread == [])
    _ = Notifications.reduce(&state, .received(.marker, .text("{}"), at: noon))
    #expect(state.unread == ["9"])
  }

  @Test func `NEW_09 a response that was requested before another one is dropped`() {
    var state = Notices.state(
      .appeared, .received(.newest, Notices.page([Notices.json(9, "follow")]), at: SamplePosts.at(5)))
    _ = Notifications.reduce(&state, .received(.newest, Notices.page([]), at: noon))
    #expect(state.ids == ["9"])
  }

  @Test func `NEW_09 it is asked for again while it shows, and when the viewer is back`() {
    var store = TestStore<Notifications>(Notices.shown([Notices.json(9, "follow")], marker: 9))
    store.send(.ticked(SamplePosts.at(10)))
    store.send(.ticked(SamplePosts.at(30)), effects: { _ in [Self.newest, Self.marker] })
    store.send(.returned, effects: { _ in [Self.newest, Self.marker] })
    store.given(.anchored(key: "elsewhere"))
    store.send(.choseAgain, effects: { _ in [.scrollToTop] })
    store.given(.anchored(key: store.state.keys[0]))
    #expect(store.effects(.choseAgain) == [.scrollToTop, Self.newest, Self.marker])
  }

  @Test func `FOL_03 a locked person in a row is let go after a question`() throws {
    var postsState = PostsState(SamplePosts.context())
    let person = try #require(
      SamplePosts.decoder.profile(body: Array(SamplePosts.author(8, locked: true).utf8)))
    #expect(postsState.requestRelationships(with: [person]) == ["8"])
    postsState.received(["8"], Array(#"[{"id":"8","following":true}]"#.utf8), noon)
    #expect(postsState.tapped(.follow(id: "8"), among: []) == [.open(.options(.unfollow(person)))])
    postsState.store.apply(SamplePosts.memberActed(.person(.follow(name: "User 8")), "8", false))
    postsState.store.apply(SamplePosts.memberActed(.person(.follow(name: "User 8")), "8", true))
    let action = Effect.perform(.person(.follow(name: "User 8")), id: "8", false)
    #expect(postsState.tapped(.follow(id: "8"), among: []) == [action], "a request is taken back at once")
  }

  @Test func `NEW_09 whoever follows can be followed back in their row`() {
    var store = TestStore<Notifications>(Notices.state(.appeared))
    func followed() -> FollowState? {
      for case .group(let cell) in Notifications.view(store.state, .made()).cells.all {
        return cell.follows.first
      }
      return nil
    }
    let page = Notices.page([Notices.json(9, "follow", by: 8)])
    #expect(
      store.effects(.received(.newest, page, at: noon)).contains(
        .ask(Notifications.Request.relationships(["8"]), MastodonRequests.relationships(to: ["8"]))))
    #expect(followed() == FollowState.none)
    store.given(
      .received(.relationships(["8"]), .text(#"[{"id":"8","following":false,"followed_by":true}]"#), at: noon)
    )
    #expect(followed() == .back)
    #expect(
      store.effects(.tapped(.post(.follow(id: "8")))) == [
        .perform(.person(.follow(name: "User 8")), id: "8", true)
      ])
    let change = MemberActionChange(
      action: .person(.follow(name: "User 8")), id: "8", isOn: true, at: noon, isConfirmed: false)
    store.given(.changed(.memberActed(change)))
    #expect(followed() == .on)
    #expect(
      !store.effects(.received(.newest, page, at: SamplePosts.at(5))).contains {
        if case .asking = $0 { true } else { false }
      })
  }
}
