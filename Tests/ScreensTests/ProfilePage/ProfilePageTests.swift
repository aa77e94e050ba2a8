import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct ProfilePageTests {
  func store(id: String? = "7", isMember: Bool = true) -> TestStore<ProfilePage> {
    TestStore(
      ProfilePage.State(
        id: id, handle: "user7", nil, SamplePosts.context(isMember: isMember, isRoot: false)))
  }

  func loaded(locked: Bool = false) -> TestStore<ProfilePage> {
    var store = store()
    store.given(
      .appeared, .received(.profile, .text(SamplePosts.author(7, locked: locked)), at: noon),
      .received(.relationship, .text(#"[{"id":"7"}]"#), at: noon), .received(.pinned, .text("[]"), at: noon),
      .received(.newest(.posts), SamplePosts.page([3, 2]), at: noon))
    return store
  }

  static let follow = MemberAction.person(.follow(name: "User 7"))

  static func ask(_ request: ProfilePage.Request, _ target: String) -> Effect {
    .ask(request, APIRequest(.get, target))
  }

  static let lookup = ask(.profile, "/api/v1/accounts/lookup?acct=user7")
  static let profile = ask(.profile, "/api/v1/accounts/7")
  static let relationship = ask(.relationship, "/api/v1/accounts/relationships?id%5B%5D=7")
  static let posts = ask(.newest(.posts), "/api/v1/accounts/7/statuses?limit=20&exclude_replies=true")
  static let older = ask(
    .older(.posts, before: "2"), "/api/v1/accounts/7/statuses?limit=20&max_id=2&exclude_replies=true")
  static let mediaAddress = Effect.address(Links.posts(of: "user7", .media))
  static let postsAddress = Effect.address(Links.posts(of: "user7", .posts))
  static let pinned = ask(.pinned, "/api/v1/accounts/7/statuses?pinned=true")
  static let media = ask(.newest(.media), "/api/v1/accounts/7/statuses?limit=20&only_media=true")

  /// Returns the effects that cache the page as received.
  static func stored(_ state: ProfilePage.State) -> [Effect] {
    let (notes, time) = (state.cacheNotes, state.cacheNotes.loadedAt ?? noon)
    return [.save(key: "session 1 profile 7", CachedResponse(savedAt: time, parts: notes.bodies).bytes)]
  }

  @Test func `TWT_11 a person is asked for with relationship and posts`() {
    var store = store()
    let load = Effect.load(key: "session 1 profile 7")
    store.send(.appeared, effects: { _ in [load, Self.profile, Self.relationship, Self.pinned, Self.posts] })
    {
      $0.lists[0].loading = .newest(.posts)
    }
  }

  @Test func `TWT_11 whoever is known by name is looked up first`() throws {
    var store = store(id: nil, isMember: false)
    store.send(.appeared, effects: { _ in [Self.lookup] })
    let profile = try #require(SamplePosts.decoder.profile(body: Array(SamplePosts.author(7).utf8)))
    store.answer(
      .profile, with: .text(SamplePosts.author(7)),
      effects: { _ in [.broadcast(.profileChanged(profile, at: noon)), Self.pinned, Self.posts] }
    ) {
      $0.profile = profile
      $0.id = "7"
      $0.lists[0].loading = .newest(.posts)
    }
  }

  @Test func `FOL_10 picture and cover open in the picture viewer, and what is missing opens nothing`() {
    var plain = loaded()
    #expect(plain.effects(.tapped(.banner)) == [])
    var store = loaded()
    let pictures = #","avatar":"https://a.example/a.png","header":"https://a.example/h.png"}"#
    store.given(.received(.profile, .text(SamplePosts.author(7).dropLast() + pictures), at: noon))
    for (tap, name) in [(ProfilePage.Tap.avatar, "a"), (.banner, "h")] {
      let picture = Picture(url: "https://a.example/\(name).png")
      store.send(
        .tapped(tap), effects: { _ in [.open(.viewer(PictureSet(pictures: [picture], index: 0)))] })
      #expect(ProfilePage.Tap(tap.encoded) == tap)
    }
  }

  @Test func `TWT_11 a tab that is chosen while the page is loaded anew loads as well`() {
    var store = loaded()
    store.given(.pulledDown)
    #expect(store.effects(.tapped(.choose(.media))) == [Self.media, Self.mediaAddress])
    #expect(
      store.effects(.tapped(.choose(.posts))) == [Self.postsAddress],
      "what shows something waits for the newest")
    #expect(store.effects(.reachedEnd) == [])
  }

  @Test func `TWT_11 each tab is gone back to where it was left`() {
    var store = loaded()
    store.given(.anchored(ReadingPosition(key: "s2", offset: -30)))
    #expect(store.effects(.tapped(.choose(.media))) == [Self.media, Self.mediaAddress])
    store.given(.anchored(ReadingPosition(key: "media-3", offset: 4)))
    #expect(store.effects(.tapped(.choose(.posts))) == [Self.postsAddress, .restore(key: "s2", offset: -30)])
    #expect(store.effects(.tapped(.choose(.posts))) == [], "it is there")
    #expect(
      store.effects(.tapped(.choose(.media))) == [Self.mediaAddress, .restore(key: "media-3", offset: 4)])
  }

  @Test func `TWT_07 an older response does not undo a confirmed interaction`() throws {
    var store = loaded()
    store.given(
      .pulledDown, .changed(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1, isConfirmed: true)))
    store.given(.received(.newest(.posts), SamplePosts.page([3, 2]), at: noon))
    #expect(store.state.list.entries.entries.map(\.post.interactions.isFavourite) == [true, false])
  }

  @Test(arguments: [MastodonRequests.Selection.posts, .withReplies, .media])
  func `NEW_15 a page that is opened by the address of a tab begins there`(
    selection: MastodonRequests.Selection
  ) throws {
    let address = Links.posts(of: "anna@example.org", selection)
    let found = try #require(Destination(address.text, own: .own(.made())))
    #expect(found.url == address)
    let screen = found.open(1, in: SamplePosts.context(isRoot: false)) as? ScreenHost<ProfilePage>
    #expect(screen?.state.selection == selection)
  }

  @Test func `Selections are loaded when they are chosen and go on at the end`() {
    var store = loaded()
    store.send(.tapped(.choose(.media)), effects: { _ in [Self.media, Self.mediaAddress] }) {
      $0.selection = .media
      $0.lists[2].loading = .newest(.media)
    }
    store.answer(
      .newest(.media), with: SamplePosts.page([2]),
      change: {
        $0.lists[2].loading = nil
        $0.lists[2].entries.append(SamplePosts.items([2]))
      })
    #expect(store.state.list.entries.entries.map(\.id) == ["2"])
    store.send(.tapped(.choose(.posts)), effects: { _ in [Self.postsAddress] }) { $0.selection = .posts }
    store.send(.reachedEnd, effects: { _ in [Self.older] }) {
      $0.lists[0].loading = .older(.posts, before: "2")
    }
    store.send(.reachedEnd)
    store.answer(
      .older(.posts, before: "2"), with: SamplePosts.page([]),
      change: {
        $0.lists[0].loading = nil
        $0.lists[0].isComplete = true
      })
    store.send(.reachedEnd)
  }

  @Test func `A selection that comes late stands in its own list`() {
    var store = loaded()
    store.given(.tapped(.choose(.media)), .tapped(.choose(.posts)))
    store.answer(
      .newest(.media), with: SamplePosts.page([2]),
      change: {
        $0.lists[2].loading = nil
        $0.lists[2].entries.append(SamplePosts.items([2]))
      })
    #expect(store.state.list.entries.entries.map(\.id) == ["3", "2"])
  }

  @Test func `A refresh while older posts load asks anew, and what was on its way is dropped`() {
    var store = loaded()
    store.given(.reachedEnd)
    store.send(
      .pulledDown,
      effects: { _ in
        [
          .cancel(ProfilePage.Request.older(.posts, before: "2")), Self.profile, Self.relationship,
          Self.pinned,
          Self.posts,
        ]
      }
    ) {
      $0.isRefreshing = true
      $0.lists[0].loading = .newest(.posts)
    }
    // The response was on its way already when the request was cancelled.
    store.send(.received(.older(.posts, before: "2"), SamplePosts.page([1]), at: noon))
    let effects = store.effects(.received(.newest(.posts), SamplePosts.page([5, 4]), at: noon))
    #expect(effects == Self.stored(store.state))
    #expect(!store.state.isRefreshing && store.state.list.loading == nil)
    #expect(store.keys == ["header", "selection", "s5", "s4", "footer"])
  }

  /// Returns a cached copy of the page.
  static func copy(at time: Timestamp) -> [UInt8] {
    let relationship = #"[{"id":"7","following":true}]"#
    let parts = [
      SamplePosts.author(7), relationship, "[]", "[\(SamplePosts.json(3)),\(SamplePosts.json(2))]",
    ]
    return CachedResponse(savedAt: time, parts: parts.map { Array($0.utf8) }).bytes
  }

  @Test(arguments: [("7", 0), (nil, 1)] as [(String?, Int)])
  func `FOL_04 what was seen of a person shows at once, and offline it says how old it is`(
    id: String?, asked: Int
  ) {
    var store = store(id: id)
    store.given(.appeared)
    // The copy holds the person's id, which the address lacks, so requests don't wait for the server.
    let effects = store.effects(.loaded(Self.copy(at: SamplePosts.at(-3600))))
    #expect(effects == (id == nil ? [Self.relationship, Self.pinned, Self.posts] : []))
    #expect(store.keys == ["header", "selection", "s3", "s2", "footer"])
    #expect(store.state.relationship?.isFollowing == true && store.state.profile?.id == "7")
    #expect(!store.frameKeys.contains("notice"))
    for request in [ProfilePage.Request.profile, .relationship, .pinned, .newest(.posts)] {
      store.given(.received(request, .failure(.unreachable), at: noon))
    }
    #expect(store.keys == ["header", "selection", "s3", "s2", "footer"])
    #expect(store.text.contains("1 hour ago"))
    store.given(.pulledDown)
    #expect(!store.frameKeys.contains("notice"))
    store.given(.received(.newest(.posts), SamplePosts.page([5]), at: noon))
    #expect(store.keys == ["header", "selection", "s5", "footer"] && store.state.cachedAt == nil)
  }

  @Test func `FOL_04 a cached person shows nothing once the server has answered, and strangers have none`() {
    var store = loaded()
    #expect(store.effects(.loaded(Self.copy(at: SamplePosts.at(-60)))) == [])
    #expect(store.state.cachedAt == nil)
    var stranger = self.store(isMember: false)
    #expect(!stranger.effects(.appeared).contains(.load(key: "session 1 profile 7")))
  }

  @Test func `A refresh that fails keeps the posts and can be pulled again`() {
    var store = loaded()
    store.given(.pulledDown)
    store.send(.pulledDown)
    store.answer(
      .newest(.posts), with: .text("", status: 503),
      change: {
        $0.isRefreshing = false
        $0.lists[0].loading = nil
        $0.failure = .serverFailed(status: 503)
      })
    #expect(store.keys == ["header", "selection", "s3", "s2", "footer"])
    #expect(store.effects(.pulledDown) == [Self.profile, Self.relationship, Self.pinned, Self.posts])
  }

  @Test(
    arguments: [.text("nonsense"), .text("{}"), .failure(.unreachable)] as [Result<Response, RequestFailure>])
  func `A page of a handle can be pulled again after an unreadable response`(
    response: Result<Response, RequestFailure>
  ) {
    var store = store(id: nil)
    store.send(.pulledDown, effects: { _ in [Self.lookup] }) { $0.isRefreshing = true }
    #expect(store.effects(.received(.profile, response, at: noon)) == [])
    #expect(store.state.failure != nil && !store.state.isRefreshing && store.page.status == "")
    store.send(.pulledDown, effects: { _ in [Self.lookup] }) {
      $0.isRefreshing = true
      $0.failure = nil
    }
  }

  @Test func `Nobody follows themselves and strangers are led to sign in`() {
    var own = store(id: "1")
    own.given(.appeared, .received(.profile, .text(SamplePosts.author(1)), at: noon))
    #expect(own.state.isOwn)
    own.send(.tapped(.follow))
    #expect(
      !AnyPage(ProfilePage.view(own.state, .made())).cell(0).html(Strings(.english)).text.contains("follow\"")
    )
    var stranger = store(isMember: false)
    stranger.given(.received(.profile, .text(SamplePosts.author(7)), at: noon))
    stranger.send(.tapped(.follow), effects: { _ in [.open(.landingPage(DeferredAction(.follow, "7")))] })
  }

  @Test func `Somebody who is not there is said`() {
    var store = store(id: nil)
    store.given(.appeared)
    store.answer(
      .profile, with: .text("{}", status: 404),
      effects: { [.forget(.person(id: nil, handle: "user7", $0.postsState.origin))] },
      change: { $0.failure = .missing }
    )
    #expect(store.keys == ["footer"])
    #expect(
      ProfilePage.view(store.state, .made()).cells.tail == [.part(.footer(.failed(Message(.notThere))))])
  }

  @Test(arguments: [403, 404, 410])
  func `Whoever is gone shows no longer, and no cached response stays`(status: Int) throws {
    var store = loaded()
    #expect(store.keys.contains("s3"))
    store.given(.pulledDown)
    let effects = store.effects(.received(.profile, .text("{}", status: status), at: noon))
    #expect(effects.contains { if case .forget(.person(id: "7", _, _)) = $0 { true } else { false } })
    #expect(store.state.profile == nil && !store.keys.contains("s3"))
    store.given(.received(.newest(.posts), SamplePosts.page([3, 2]), at: noon))
    #expect(!store.keys.contains("s3"), "what comes late is not shown")
  }

  @Test func `TWT_11 media are looked through in whole lines of three and of four, sensitive ones covered`()
    throws
  {
    var store = TestStore<ProfilePage>(Looks.mediaOfProfile())
    func rows() -> [MediaRow] {
      ProfilePage.view(store.state, .made()).cells.all.compactMap {
        if case .media(let row) = $0 { row } else { nil }
      }
    }
    #expect(rows().map { $0.tiles.map(\.postID) } == [["9", "9", "8", "7"]])
    #expect(rows().map { $0.tiles.map(\.isCovered) } == [[false, false, true, false]])
    #expect([0, 12, 13].map { MediaRow.count(of: $0) } == [0, 1, 2])
    let pictures = store.state.list.entries.entries[0].post.attachments.map(\.picture)
    #expect(
      store.effects(.tapped(.post(.picture(id: "9", index: 1)))) == [
        .open(.viewer(PictureSet(pictures: pictures, index: 1)))
      ])
    #expect(store.effects(.tapped(.post(.cover(id: "8")))) == [])
    #expect(rows()[0].tiles.map(\.isCovered) == [false, false, false, false])
  }

  @Test func `NEW_15 a tap on a post of a person makes no key anew`() {
    var store = loaded()
    let before = ProfilePage.view(store.state, .made()).cells.rows
    store.given(.changed(SamplePosts.memberActed(.post(.favourite), "3", true)))
    #expect(before == ["s3", "s2"] && isSame(before, ProfilePage.view(store.state, .made()).cells.rows))
  }

  @Test func `TWT_11 a long description folds, and unfolds by a tap`() {
    var store = store()
    let words = String(repeating: "I walk by the river. ", count: 40)
    store.given(
      .appeared,
      .received(
        .profile, .text(#"{"id":"7","username":"user7","acct":"user7","note":"<p>\#(words)</p>"}"#), at: noon)
    )
    #expect(header(store).contains(#"<div class="words bio" dir="auto">"#))
    #expect(header(store).contains(#"data-tap="bio" aria-expanded="false">Show more</button>"#))
    store.send(.tapped(.bio)) { $0.isBioUnfolded = true }
    #expect(header(store).contains(#"<div class="words bio unfolded" dir="auto">"#))
    #expect(header(store).contains(#"data-tap="bio" aria-expanded="true">Show less</button>"#))
    #expect(!header(loaded()).contains(#"data-tap="bio""#))
  }

  @Test func `TWT_11 a link that its server has verified says so`() {
    var store = store()
    let fields =
      #"[{"name":"Home","value":"a","verified_at":"2026-01-01T00:00:00.000Z"},{"name":"Work","value":"b"}]"#
    store.given(
      .appeared,
      .received(
        .profile, .text(#"{"id":"7","username":"user7","acct":"user7","fields":\#(fields)}"#), at: noon))
    #expect(
      header(store).contains(
        #"<dd class="verified" dir="auto"><span class="unseen">Verified link: </span><p>a</p></dd>"#))
    #expect(header(store).contains(#"<dd dir="auto"><p>b</p></dd>"#))
  }

  private func header(_ store: TestStore<ProfilePage>) -> String {
    let cell = ProfilePage.view(store.state, .made()).cells.head.first
    return cell.map { String(decoding: $0.html(ViewEnvironment.made().strings).bytes, as: UTF8.self) } ?? ""
  }

  @Test func `NEW_12 a note shows under the header and leads to its field`() throws {
    var store = TestStore<ProfilePage>(Looks.notedProfile())
    let (profile, relationship) = (try #require(store.state.profile), try #require(store.state.relationship))
    #expect(relationship.note.hasPrefix("Plot 7"))
    #expect(store.effects(.tapped(.note)) == [.open(.options(.note(profile)))])
    #expect(ScreenHost<ProfilePage>(store.state, id: 1).markup(.made()).text.contains("Lent me the spade"))
    var changed = relationship
    changed.note = ""
    store.state.postsState.store.receive(relationship: changed, asked: SamplePosts.at(60))
    #expect(!ScreenHost<ProfilePage>(store.state, id: 1).markup(.made()).text.contains("data-tap=\"note\""))
  }
}
