import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// TWT_10: tests bookmarks and favourites. Only the server knows their order and names their pages.
struct CollectionTests {
  private static let first = APIRequest(.get, "/api/v1/bookmarks?limit=20")
  private static let second = APIRequest(.get, "/api/v1/bookmarks?limit=20&max_id=77")

  private static func page(_ ids: [Int], next: String = "") -> Result<Response, RequestFailure> {
    let body = "[" + ids.map { SamplePosts.json($0) }.joined(separator: ",") + "]"
    return .success(Response(status: 200, body: Array(body.utf8), link: SamplePosts.link(next)))
  }

  private static func shown(_ ids: [Int], next: String = "") -> TestStore<Timeline> {
    var store = TestStore.timeline(.collection(.bookmarks), SamplePosts.context(isRoot: false))
    store.given(.appeared, .loaded(nil), .received(.newest, page(ids, next: next), at: noon))
    return store
  }

  @Test(arguments: [(MastodonRequests.Collection.bookmarks, "bookmarks"), (.favourites, "favourites")])
  func `TWT_10 what the device stored and what the server has are asked for`(
    collection: MastodonRequests.Collection, name: String
  ) {
    var store = TestStore.timeline(.collection(collection), SamplePosts.context(isRoot: false))
    store.send(
      .appeared,
      effects: { _ in
        [
          .load(key: "session 1 timeline " + name),
          .ask(Timeline.Request.newest, APIRequest(.get, "/api/v1/\(name)?limit=20")),
        ]
      }
    ) { $0.loading = .first }
  }

  @Test func `TWT_10 pages go on where the server says, in its order`() {
    var store = Self.shown([5, 9, 2], next: "limit=20&max_id=77")
    #expect(store.ids == [5, 9, 2])
    store.send(
      .reachedEnd, effects: { _ in [.ask(Timeline.Request.older(before: "limit=20&max_id=77"), Self.second)] }
    ) {
      $0.isLoadingOlder = true
    }
    let request = Timeline.Request.older(before: "limit=20&max_id=77")
    store.given(.received(request, Self.page([2, 30, 1]), at: noon))
    #expect(store.ids == [5, 9, 2, 30, 1], "each once")
    #expect(store.state.isComplete)
    #expect(store.effects(.reachedEnd) == [])
  }

  @Test func `TWT_10 pulling takes what is there now, and a page of before is dropped`() {
    var store = Self.shown([5, 9], next: "max_id=77")
    store.given(.reachedEnd)
    #expect(store.effects(.pulledDown) == [.ask(Timeline.Request.newest, Self.first)])
    store.given(.received(.newest, Self.page([8, 5], next: "max_id=70"), at: noon))
    #expect(store.ids == [8, 5])
    #expect(store.effects(.received(.older(before: "max_id=77"), Self.page([2]), at: noon)) == [])
    #expect(store.ids == [8, 5])
    #expect(store.effects(.reachedEnd).count == 1, "the next page can be asked for")
  }

  @Test func `TWT_10 an interaction that is taken back stays in the list until it is loaded again`() {
    var store = Self.shown([5, 9])
    #expect(store.effects(.returned) == [], "coming back from a post loads nothing")
    #expect(store.effects(.ticked(SamplePosts.at(600))) == [])
    let change = MemberActionChange(
      action: .post(.bookmark), id: "5", isOn: false, at: noon, isConfirmed: false)
    store.given(.changed(.memberActed(change)))
    #expect(store.ids == [5, 9])
  }

  @Test func `TWT_10 offline the cached response shows, and says that it is one`() {
    var store = TestStore.timeline(.collection(.bookmarks), SamplePosts.context(isRoot: false))
    let copy = Array("[\(SamplePosts.json(5)),\(SamplePosts.json(9))]".utf8)
    store.given(.appeared, .loaded(copy), .received(.newest, .failure(.unreachable), at: noon))
    #expect(store.ids == [5, 9])
    #expect(store.state.notice == .unreachable)
  }

  @Test func `TWT_10 a cached response that comes late changes nothing`() {
    var store = TestStore.timeline(.collection(.bookmarks), SamplePosts.context(isRoot: false))
    store.given(.appeared, .received(.newest, Self.page([5]), at: noon))
    #expect(
      store.effects(.loaded(Array("[\(SamplePosts.json(9))]".utf8))) == [
        .save(key: "session 1 timeline bookmarks", SamplePosts.copy([5]))
      ])
    #expect(store.ids == [5])
  }

  @Test func `TWT_10 pages that bring nothing are passed over, and not for ever`() {
    var store = Self.shown([], next: "max_id=1")
    var count = 0
    while store.state.isLoadingOlder, count < 20 {
      count += 1
      store.given(
        .received(.older(before: "max_id=\(count)"), Self.page([], next: "max_id=\(count + 1)"), at: noon))
    }
    #expect(count == Timeline.maxPages)
    #expect(store.state.isComplete)
    #expect(store.keys == ["footer"])
  }
}
