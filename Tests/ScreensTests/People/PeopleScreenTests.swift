import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct PeopleScreenTests {
  static func state(
    _ kind: MastodonRequests.PeopleList = .followers, of id: String? = "7", isMember: Bool = true,
    memory: [String: String] = [:]
  ) -> People.State {
    People.State(
      kind, id: id, handle: id.map { "user" + $0 } ?? "user7",
      SamplePosts.context(isMember: isMember, memory: memory, isRoot: false))
  }

  /// Returns a page of these people, with the query of the next page.
  static func page(_ ids: [Int], next: String? = nil, more: String = "") -> Result<Response, RequestFailure> {
    .success(Response(status: 200, body: copy(ids), link: SamplePosts.link(next ?? "")))
  }

  static func copy(_ ids: [Int]) -> [UInt8] {
    Array(("[" + ids.map { SamplePosts.author($0, locked: $0 == 9) }.joined(separator: ",") + "]").utf8)
  }

  static func relationships(_ ids: [Int], _ members: String = "") -> Result<Response, RequestFailure> {
    .text("[" + ids.map { #"{"id":"\#($0)"\#(members)}"# }.joined(separator: ",") + "]")
  }

  private static func listed(_ ids: [Int]) -> [Profile] {
    var people: [Profile] = []
    #expect(SamplePosts.decoder.people(body: copy(ids)) { people.append($0) })
    return people
  }

  /// Returns the state of each person's button.
  static func follows(_ store: TestStore<People>) -> [FollowState] {
    store.state.people.map { store.state.listed($0).follow }
  }

  private static func ids(_ ids: [Int]) -> Set<String> { Set(ids.map { "\($0)" }) }

  static func ask(_ request: People.Request, _ target: String) -> Effect {
    .ask(request, APIRequest(.get, target))
  }

  private static let load = Effect.load(key: "session 1 followers user7")
  private static let profile = ask(.profile, "/api/v1/accounts/7")
  private static let newest = ask(.newest, "/api/v1/accounts/7/followers?limit=40")
  private static let older = ask(.older, "/api/v1/accounts/7/followers?max_id=8")

  static func askRelationships(_ ids: [Int]) -> Effect {
    ask(
      .relationships, "/api/v1/accounts/relationships?" + ids.map { "id%5B%5D=\($0)" }.joined(separator: "&"))
  }

  /// Returns the effect that caches the first page as received.
  private static func save(_ ids: [Int], next: String = "") -> Effect {
    .save(key: "session 1 followers user7", Array("\(noon.milliseconds):\(next)\n".utf8) + copy(ids))
  }

  /// Returns a first page of two people, with another page after it.
  private static func loaded() -> TestStore<People> {
    var store = TestStore<People>(state())
    store.given(
      .appeared, .loaded(nil), .received(.newest, page([9, 8], next: "max_id=8"), at: noon),
      .received(.relationships, relationships([9, 8]), at: noon))
    return store
  }

  @Test func `FOL_03 the latest come first, and more at the end by the server's cursor`() {
    var store = TestStore<People>(Self.state())
    store.send(.appeared, effects: { _ in [Self.load, Self.newest, Self.profile] }) { $0.loading = .newest }
    store.send(.loaded(nil))
    store.answer(
      .newest, with: Self.page([9, 8], next: "max_id=8"),
      effects: { _ in [Self.save([9, 8], next: "max_id=8"), Self.askRelationships([9, 8])] }
    ) {
      $0.loading = nil
      $0.people = Self.listed([9, 8])
      $0.keys = ["p9", "p8"]
      $0.known = Self.ids([9, 8])
      $0.next = "max_id=8"
      $0.loadedAt = noon
    }
    store.answer(.relationships, with: Self.relationships([9, 8]))
    #expect(Self.follows(store) == [.off, .off])
    store.answer(.profile, with: .failure(.unreachable))
    store.send(.reachedEnd, effects: { _ in [Self.older] }) { $0.loading = .older }
    store.send(.reachedEnd)
    store.answer(
      .older, with: Self.page([8, 3]), effects: { _ in [Self.askRelationships([3])] }
    ) {
      $0.loading = nil
      $0.people += Self.listed([3])
      $0.keys.append("p3")
      $0.known.insert("3")
      $0.next = nil
    }
    #expect(store.state.isComplete && store.keys == ["p9", "p8", "p3", "footer"])
    store.send(.reachedEnd)
  }

  @Test func `FOL_03 a list that is known by a handle is looked up first`() throws {
    var store = TestStore<People>(Self.state(.following, of: nil, isMember: false))
    store.send(
      .appeared, effects: { _ in [Self.ask(.profile, "/api/v1/accounts/lookup?acct=user7")] })
    let profile = try #require(SamplePosts.decoder.profile(body: Array(SamplePosts.author(7).utf8)))
    store.answer(
      .profile, with: .text(SamplePosts.author(7)),
      effects: { _ in
        [
          .broadcast(.profileChanged(profile, at: noon)),
          Self.ask(.newest, "/api/v1/accounts/7/following?limit=40"),
        ]
      }
    ) {
      $0.profile = profile
      $0.id = "7"
      $0.loading = .newest
    }
    // Strangers have no relationships, and nothing is cached for them.
    store.answer(.newest, with: Self.page([8])) {
      $0.loading = nil
      $0.people = Self.listed([8])
      $0.keys = ["p8"]
      $0.known = ["8"]
      $0.loadedAt = noon
    }
    // The app asks a stranger to sign in.
    store.send(
      .tapped(.person(PersonTap(.follow, "8"))),
      effects: { _ in [.perform(.person(.follow(name: "User 8")), id: "8", true)] })
  }

  @Test func `FOL_07 pulling begins anew, and what was on its way is dropped`() {
    var store = Self.loaded()
    store.given(.reachedEnd)
    store.send(.pulledDown, effects: { _ in [.cancel(People.Request.older), Self.newest, Self.profile] }) {
      $0.isRefreshing = true
      $0.loading = .newest
    }
    store.send(.pulledDown)
    #expect(store.page.status == "refreshing")
    store.send(.received(.older, Self.page([1]), at: noon))
    store.given(.received(.newest, Self.page([10, 9], next: "max_id=9"), at: noon))
    #expect(store.keys == ["p10", "p9", "footer"])
    #expect(store.state.next == "max_id=9" && store.page.status == "")
    // People who stay in the list keep their relationship.
    #expect(Self.follows(store) == [.none, .off])
  }

  @Test func `FOL_07 pages without anybody new are passed over, but not for ever`() {
    var store = Self.loaded()
    store.given(.reachedEnd)
    for page in 0..<People.maxEmptyPages {
      let effects = store.effects(
        .received(.older, Self.page([9], next: "n=\(page + 1)"), at: noon))
      #expect(effects.contains(Self.ask(.older, "/api/v1/accounts/7/followers?n=\(page + 1)")))
    }
    #expect(store.effects(.received(.older, Self.page([], next: "n=99"), at: noon)) == [])
    #expect(store.state.loading == nil && store.footer.contains("more"))
  }

  @Test func `FOL_03 whoever would have to be asked again is let go after a question, others at once`() throws
  {
    var store = Self.loaded()
    let answer = #"[{"id":"8","following":true},{"id":"9","following":true}]"#
    store.given(.received(.relationships, .text(answer), at: noon))
    let locked = try #require(store.state.people.first { $0.isLocked })
    #expect(store.effects(.tapped(.person(PersonTap(.follow, "9")))) == [.open(.options(.unfollow(locked)))])
    #expect(
      store.effects(.tapped(.person(PersonTap(.follow, "8")))) == [
        .perform(.person(.follow(name: "User 8")), id: "8", false)
      ])
  }

  @Test func `Following shows at once, and a locked person is asked`() {
    var store = Self.loaded()
    let (eight, nine) = (
      MemberAction.person(.follow(name: "User 8")), MemberAction.person(.follow(name: "User 9"))
    )
    store.send(.tapped(.person(PersonTap(.follow, "8"))), effects: { _ in [.perform(eight, id: "8", true)] })
    #expect(store.effects(.changed(SamplePosts.memberActed(eight, "8", true))) == [])
    #expect(store.effects(.changed(SamplePosts.memberActed(nine, "9", true))) == [])
    #expect(Self.follows(store) == [.requested, .on])
    // Taking back a request needs no confirmation.
    #expect(store.effects(.tapped(.person(PersonTap(.follow, "9")))) == [.perform(nine, id: "9", false)])
    #expect(store.effects(.changed(SamplePosts.memberActed(nine, "9", false, at: 1))) == [])
    #expect(Self.follows(store)[0] == .off)
    var relationship = Relationship(id: "9")
    relationship.isFollowedBy = true
    store.state.context.store.receive(relationship: relationship, asked: SamplePosts.at(2))
    #expect(Self.follows(store)[0] == .back)
  }

  @Test func `An older response does not undo a follow`() {
    var store = TestStore<People>(Self.state())
    store.given(
      .appeared, .loaded(nil), .received(.newest, Self.page([8]), at: noon),
      .changed(SamplePosts.memberActed(.person(.follow(name: "User 8")), "8", true, at: 1, isConfirmed: true))
    )
    #expect(store.effects(.received(.relationships, Self.relationships([8]), at: noon)) == [])
    #expect(Self.follows(store)[0] == .on)
  }

  @Test func `Whom the server leaves out has no button, and is not asked for again`() {
    var store = TestStore<People>(Self.state())
    store.given(.appeared, .loaded(nil), .received(.newest, Self.page([9, 8]), at: noon))
    #expect(store.effects(.received(.relationships, Self.relationships([9]), at: noon)) == [])
    #expect(Self.follows(store) == [.off, .none])
    #expect(store.effects(.received(.relationships, .failure(.unreachable), at: noon)) == [])
  }

  @Test func `FOL_03 whoever follows one back can be followed back, and oneself can't be followed`() {
    var store = TestStore<People>(Self.state())
    store.given(
      .appeared, .loaded(nil), .received(.newest, Self.page([9, 8, 1]), at: noon),
      .received(.relationships, Self.relationships([9, 8], #","followed_by":true"#), at: noon))
    let page = store.page
    #expect(page.cell(0).html(Strings(.english)).text.contains("Follow back"))
    #expect(!page.cell(2).html(Strings(.english)).text.contains("Follow"))
  }

  @Test func `FOL_08 tapping somebody opens their page`() {
    var store = Self.loaded()
    store.send(
      .tapped(.person(PersonTap(.profile, "8"))),
      effects: { [.open(.profile(id: "8", handle: "user8", $0.people[1]))] })
  }

  @Test(
    arguments: [
      (Self.page([]), "This list is hidden"), (.text("{}", status: 403), "This list is hidden"),
      (.text("{}", status: 500), "be shown right now"), (.text("{}", status: 404), "This is gone"),
      (.text("?"), "be shown right now"),
      (.failure(.unreachable), "No connection right now"),
    ] as [(Result<Response, RequestFailure>, String)])
  func `FOL_03 nobody on a list is explained`(result: Result<Response, RequestFailure>, words: String) throws
  {
    var state = Self.state()
    state.profile = SamplePosts.decoder.profile(body: Array(SamplePosts.author(7).utf8))
    var store = TestStore<People>(state)
    store.given(.appeared, .loaded(nil), .received(.newest, result, at: noon))
    #expect(store.footer.contains(words), "\(store.footer)")
  }

  @Test func `FOL_03 an empty list of one's own is not hidden`() {
    var store = TestStore<People>(Self.state(of: "1"))
    store.given(.appeared, .loaded(nil), .received(.newest, Self.page([]), at: noon))
    #expect(store.footer.contains("No followers yet"))
  }

  @Test func `A failed page can be tried again`() {
    var store = Self.loaded()
    store.given(.reachedEnd, .received(.older, .failure(.unreachable), at: noon))
    store.send(.reachedEnd)
    store.send(.tapped(.list(.retry)), effects: { _ in [Self.older] }) {
      $0.failure = nil
      $0.loading = .older
    }
  }

  // The cached copy.

  private static let stored = Array("\(noon.milliseconds):max_id=7\n".utf8) + copy([9, 8, 7])

  @Test func `FOL_04 what was seen last shows at once, and offline it says how old it is`() {
    var store = TestStore<People>(Self.state())
    store.given(.appeared)
    store.send(.loaded(Self.stored), effects: { _ in [Self.askRelationships([9, 8, 7])] }) {
      $0.people = Self.listed([9, 8, 7])
      $0.keys = ["p9", "p8", "p7"]
      $0.known = Self.ids([9, 8, 7])
      $0.next = "max_id=7"
      $0.loadedAt = noon
    }
    store.answer(.newest, with: .failure(.unreachable)) {
      $0.loading = nil
      $0.notice = .unreachable
    }
    #expect(store.frameKeys.contains("notice"))
    let notice = store.page.frame.last?.html(Strings(.english)).text ?? ""
    #expect(notice.contains("You are offline. Last loaded: Just now"))
    store.send(.tapped(.list(.notice))) { $0.notice = nil }
  }

  @Test func `FOL_04 a cached response that comes after the network failed takes the place of the failure`() {
    var store = TestStore<People>(Self.state())
    store.given(.appeared, .received(.newest, .failure(.unreachable), at: noon))
    #expect(store.state.failure == .unreachable)
    #expect(store.effects(.loaded(Self.stored)) == [Self.askRelationships([9, 8, 7])])
    #expect(
      store.state.failure == nil && store.keys == ["p9", "p8", "p7", "footer"]
        && store.frameKeys.contains("notice"))
  }

  @Test func `FOL_04 the server's list takes the place of the cached response, and who went is gone`() {
    var store = TestStore<People>(Self.state())
    store.given(.appeared, .loaded(Self.stored))
    let effects = store.effects(.received(.newest, Self.page([10, 8], next: "max_id=8"), at: noon))
    #expect(store.keys == ["p10", "p8", "footer"] && store.state.next == "max_id=8")
    #expect(effects.contains(Self.save([10, 8], next: "max_id=8")))
  }

  @Test func `FOL_04 a cached response shows nothing once the server has answered`() {
    var store = Self.loaded()
    store.send(.loaded(Self.stored))
  }

  // The account whose followers show.

  private static func chooser() -> TestStore<People> {
    TestStore(People.State(.followers, id: "1", handle: "anna", Looks.memberWithMuch))
  }

  @Test func `FOL_06 the title offers all saved accounts, and choosing one opens theirs`() {
    var store = Self.chooser()
    store.send(.tapped(.act(.accounts, ""))) { $0.isChoosing = true }
    #expect(store.frameKeys == ["bar", "refresh-indicator", "accounts"])
    let menu = store.page.frame[2].html(Strings(.english)).text
    #expect(menu.contains("Anna, elsewhere") && menu.contains("@anna@") && menu.contains("Add an account"))
    store.send(
      .tapped(.act(.account, "2")),
      effects: { _ in
        [.session(.choose("2", opens: .people(.followers, id: "9", handle: "anna_elsewhere")))]
      }
    ) { $0.isChoosing = false }
    // Choosing the account in front closes the list without a switch.
    store.send(.tapped(.act(.accounts, ""))) { $0.isChoosing = true }
    store.send(.tapped(.act(.account, "1"))) { $0.isChoosing = false }
  }

  @Test func `FOL_06 the list of somebody else offers nobody`() {
    let store = TestStore<People>(
      People.State(.followers, id: "7", handle: "user7", Looks.memberWithMuch))
    #expect(!(store.page.frame[0].html(Strings(.english)).text.contains("aria-expanded")))
  }

  @Test func `FOL_06 each account keeps its reading position`() {
    var store = TestStore<People>(Self.state(of: "1", memory: ["place followers user1": "-20:p8"]))
    store.given(.appeared, .loaded(nil))
    let effects = store.effects(.received(.newest, Self.page([9, 8]), at: noon))
    #expect(effects.contains(.restore(key: "p8", offset: -20)))
    store.send(
      .anchored(key: "p9", offset: -3), effects: { _ in [.remember(key: "place followers user1", "-3:p9")] })
    // The reading position in another account's list isn't stored.
    var other = Self.loaded()
    other.send(.anchored(key: "p8", offset: -3))
  }

  @Test func `FOL_06 a reading position farther down is loaded by itself`() {
    var store = TestStore<People>(Self.state(of: "1", memory: ["place followers user1": "-20:p3"]))
    store.given(.appeared, .loaded(nil))
    let next = Self.ask(.older, "/api/v1/accounts/1/followers?max_id=8")
    #expect(store.effects(.received(.newest, Self.page([9, 8], next: "max_id=8"), at: noon)).contains(next))
    // The browser reports the topmost row in the meantime.
    store.send(.anchored(key: "p9", offset: 0))
    let effects = store.effects(.received(.older, Self.page([3], next: "max_id=3"), at: noon))
    #expect(effects == [.restore(key: "p3", offset: -20), Self.askRelationships([3])])
  }
}
