import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests pages without visible posts before older ones with posts: the server hides them, or the app leaves
/// them out.
struct EmptyPagesTests {
  private static let empty = Result<Response, RequestFailure>.success(
    Response(status: 200, body: Array("[]".utf8), link: SamplePosts.link("max_id=4900")))

  private static func empty(before id: Int) -> Result<Response, RequestFailure> {
    .success(Response(status: 200, body: Array("[]".utf8), link: SamplePosts.link("max_id=\(id)")))
  }

  private static func home(_ query: String) -> APIRequest {
    APIRequest(.get, "/api/v1/timelines/home?" + query)
  }

  @Test func `NEW_05 home goes on behind an empty page`() {
    var store = TestStore.newest([5002, 5001])
    #expect(
      store.effects(.reachedEnd)
        == [.ask(Timeline.Request.older(before: "5001"), Self.home("limit=20&max_id=5001"))])
    #expect(
      store.effects(.received(.older(before: "5001"), Self.empty, at: noon))
        == [.ask(Timeline.Request.older(before: "5001"), Self.home("max_id=4900"))])
    #expect(!store.state.isComplete && store.state.isLoadingOlder)
    store.given(.received(.older(before: "5001"), SamplePosts.page([4890]), at: noon))
    #expect(store.ids == [5002, 5001, 4890] && !store.state.isComplete)
    #expect(
      store.effects(.reachedEnd)
        == [.ask(Timeline.Request.older(before: "4890"), Self.home("limit=20&max_id=4890"))])
  }

  @Test func `NEW_05 five empty pages are passed over at once, and then it is up to the viewer`() {
    var store = TestStore.newest([9])
    store.given(.reachedEnd)
    var asked = 1
    for id in (1...8).reversed() {
      guard store.state.isLoadingOlder else { break }
      asked += store.effects(.received(.older(before: "9"), Self.empty(before: id), at: noon)).count
    }
    #expect(asked == 5 && !store.state.isComplete && !store.state.isLoadingOlder)
    #expect(store.footer.contains("data-tap=\"more\""))
    #expect(
      store.effects(.tapped(.list(.more))) == [
        .ask(Timeline.Request.older(before: "9"), Self.home("max_id=4"))
      ])
  }

  @Test func `NEW_05 a server that names the same page again is at its end`() {
    var store = TestStore.newest([9])
    store.given(
      .reachedEnd,
      .received(.older(before: "9"), Self.empty, at: noon),
      .received(.older(before: "9"), Self.empty, at: noon))
    #expect(store.state.isComplete)
  }

  @Test func `NEW_05 an empty first page is not the end`() {
    var store = TestStore.timeline(.tag("birds"), SamplePosts.context(isMember: false))
    store.given(.appeared)
    let query = APIRequest(.get, "/api/v1/timelines/tag/birds?max_id=4900")
    #expect(
      store.effects(.received(.newest, Self.empty, at: noon)) == [
        .ask(Timeline.Request.newer(before: ""), query)
      ])
    store.given(.received(.newer(before: ""), SamplePosts.page([4890]), at: noon))
    #expect(store.ids == [4890] && store.state.loading == .no && !store.state.isComplete)
  }

  @Test func `NEW_05 of a list that begins with many empty pages the viewer asks for more`() {
    var store = TestStore.timeline(.tag("birds"), SamplePosts.context(isMember: false))
    store.given(.appeared, .received(.newest, Self.empty(before: 100), at: noon))
    for id in (90..<95).reversed() {
      store.given(.received(.newer(before: ""), Self.empty(before: id), at: noon))
    }
    #expect(store.state.loading == .no && !store.state.isComplete)
    #expect(store.keys == ["footer"] && store.footer.contains("data-tap=\"more\""))
    #expect(store.effects(.tapped(.list(.more))).count == 1)
    store.given(.received(.older(before: ""), SamplePosts.page([4]), at: noon))
    #expect(store.ids == [4])
  }

  @Test func `NEW_05 a gap is filled behind empty pages`() throws {
    var store = TestStore.newest([9])
    store.given(.returned, .received(.newest, SamplePosts.page([30, 29]), at: noon))
    for _ in 0..<3 {
      let last = try #require(store.state.incoming.last.flatMap { Int($0.entry.id) })
      store.given(.received(.newer(before: "\(last)"), SamplePosts.page([last - 1]), at: noon))
    }
    let gap = try #require(store.gaps.first)
    store.given(.tapped(.gap(after: gap)))
    #expect(store.effects(.received(.gap(after: gap), Self.empty(before: 12), at: noon)).count == 1)
    #expect(store.gaps == [gap], "nothing says that nothing is missing")
    store.given(.received(.gap(after: gap), SamplePosts.page([10, 9]), at: noon))
    #expect(store.ids.suffix(2) == [10, 9] && store.gaps == [gap].filter { $0 != gap })
  }

  @Test func `NEW_05 a person's posts go on behind an empty page, with what was asked for`() {
    var store = TestStore<ProfilePage>(
      ProfilePage.State(id: "7", handle: "ann", nil, SamplePosts.context(isRoot: false)))
    store.given(
      .appeared, .received(.profile, .text(SamplePosts.author(7)), at: noon),
      .received(.pinned, .text("[]"), at: noon))
    let query = APIRequest(.get, "/api/v1/accounts/7/statuses?max_id=4900&exclude_replies=true")
    #expect(
      store.effects(.received(.newest(.posts), Self.empty, at: noon))
        == [.ask(ProfilePage.Request.older(.posts, before: ""), query)])
    store.given(.received(.older(.posts, before: ""), SamplePosts.page([3]), at: noon))
    #expect(store.keys == ["header", "selection", "s3", "footer"])
  }
}

/// Tests servers that ignore a request's parameters.
struct IgnoredParameterTests {
  private static let mixed = [Notices.json(9, "favourite", of: 5000), Notices.json(8, "mention", of: 4990)]

  @Test func `NEW_05 mentions show no likes where the server ignores the types`() {
    var store = TestStore.timeline(.mentions)
    store.given(.appeared, .loaded(nil), .received(.newest, Notices.page(Self.mixed), at: noon))
    #expect(store.keys == ["s8", "footer"])
  }

  @Test func `NEW_05 a page of likes is passed over on the way to older mentions`() {
    var store = TestStore.timeline(.mentions)
    store.given(.appeared, .loaded(nil))
    let likes = [Notices.json(9, "favourite", of: 5), Notices.json(8, "reblog", of: 5)]
    let next = "limit=20&max_id=8&types%5B%5D=mention"
    #expect(
      store.effects(.received(.newest, Notices.page(likes), at: noon))
        == [.ask(Timeline.Request.newer(before: ""), APIRequest(.get, "/api/v1/notifications?" + next))])
    store.given(.received(.newer(before: ""), Notices.page([Notices.json(7, "mention", of: 4)]), at: noon))
    #expect(store.keys == ["s7", "footer"])
    store.given(.returned)
    let known = Notices.page([Notices.json(10, "follow"), Notices.json(7, "favourite", of: 5)])
    store.given(.received(.newest, known, at: noon))
    #expect(store.state.loading == .no, "as far down as what is there")
  }

  private func profile(_ pinned: String, _ posts: String) -> TestStore<ProfilePage> {
    var store = TestStore<ProfilePage>(
      ProfilePage.State(id: "7", handle: "ann", nil, SamplePosts.context(isRoot: false)))
    store.given(
      .appeared, .received(.profile, .text(SamplePosts.author(7)), at: noon),
      .received(.pinned, .text(pinned), at: noon),
      .received(.newest(.posts), .text(posts), at: noon))
    return store
  }

  private static func list(_ ids: [Int], more: String = "") -> String {
    "[" + ids.map { SamplePosts.json($0, more: more) }.joined(separator: ",") + "]"
  }

  @Test func `NEW_12 nothing is on top where the server ignores what is pinned`() {
    #expect(
      profile(Self.list([3, 2, 1]), Self.list([3, 2, 1])).keys == [
        "header", "selection", "s3", "s2", "s1", "footer",
      ])
    let many = Array((1...20).reversed())
    #expect(!profile(Self.list(many), Self.list(many)).keys.contains("pinned-s20"))
    let reply =
      "[" + SamplePosts.json(4, more: #","in_reply_to_id":"99""#) + "," + Self.list([3, 2]).dropFirst()
    #expect(!profile(reply, Self.list([3, 2])).keys.contains { $0.hasPrefix("pinned") })
  }

  @Test func `NEW_12 what the server marks as pinned is on top, whatever else it returns`() {
    let marked = "[" + SamplePosts.json(3) + "," + SamplePosts.json(2, more: #","pinned":true"#) + "]"
    #expect(profile(marked, Self.list([3, 2])).keys == ["header", "selection", "pinned-s2", "s3", "footer"])
    #expect(
      profile(Self.list([1]), Self.list([3, 2, 1])).keys == [
        "header", "selection", "pinned-s1", "s3", "s2", "footer",
      ])
  }

  @Test func `NEW_12 what may be no pinned posts waits for the newest ones`() {
    var store = TestStore<ProfilePage>(
      ProfilePage.State(id: "7", handle: "ann", nil, SamplePosts.context(isRoot: false)))
    store.given(
      .appeared, .received(.profile, .text(SamplePosts.author(7)), at: noon),
      .received(.pinned, .text(Self.list([3, 2])), at: noon))
    #expect(!store.keys.contains("pinned-s3"))
    store.given(.received(.newest(.posts), .failure(.unreachable), at: noon))
    #expect(store.keys.contains("pinned-s3"))
  }

  private static func filtered(_ id: Int, _ action: String, _ contexts: String) -> String {
    SamplePosts.json(
      id,
      more:
        #","filtered":[{"filter":{"id":"1","title":"words","context":[\#(contexts)],"filter_action":"\#(action)"},"keyword_matches":["x"],"status_matches":null}]"#
    )
  }

  @Test func `NEW_12 what a filter hides doesn't show at all, in the lists that it is for`() {
    let body = "[" + Self.filtered(3, "hide", #""home""#) + "," + SamplePosts.json(2) + "]"
    var home = TestStore.timeline()
    home.given(.appeared, .loaded(nil), .received(.newest, .text(body), at: noon))
    #expect(home.keys == ["s2", "footer"])
    var tag = TestStore.timeline(.tag("x"))
    tag.given(.appeared, .loaded(nil), .received(.newest, .text(body), at: noon))
    #expect(tag.keys == ["s3", "s2", "footer"])
    let effect = tag.state.list.items.first.map { FilterEffect($0.post.filters, in: .everywhere) }
    #expect(effect == FilterEffect())
  }

  @Test func `NEW_12 a page on which all is hidden is not the end`() {
    var store = TestStore.newest([9])
    store.given(.reachedEnd)
    let hidden = Self.filtered(8, "hide", #""home","public""#)
    let effects = store.effects(.received(.older(before: "9"), .text("[\(hidden)]"), at: noon))
    #expect(
      effects
        == [
          .ask(
            Timeline.Request.older(before: "9"), APIRequest(.get, "/api/v1/timelines/home?limit=20&max_id=8"))
        ])
  }

  @Test func `NEW_12 a repost of what a filter hides doesn't show either`() {
    let repost =
      #"{"id":"10","account":\#(SamplePosts.author(8)),"content":"","reblog":\#(Self.filtered(3, "hide", #""home""#))}"#
    var home = TestStore.timeline()
    home.given(
      .appeared, .loaded(nil), .received(.newest, .text("[\(repost),\(SamplePosts.json(2))]"), at: noon))
    #expect(home.keys == ["s2", "footer"])
  }

  @Test func `NEW_12 a notification of a hidden post doesn't show, and a thread has its other posts`() throws
  {
    let mention =
      #"{"id":"9","type":"mention","account":\#(SamplePosts.author(7)),"status":\#(Self.filtered(3, "hide", #""notifications""#))}"#
    let state = Notices.state(.appeared, .received(.newest, .text("[\(mention)]"), at: noon))
    #expect(state.ids == [] && state.newestID == "9")
    let context =
      #"{"ancestors":[],"descendants":[\#(Self.filtered(3, "hide", #""thread""#)),\#(SamplePosts.json(4))]}"#
    var thread = TestStore<Thread>(
      Thread.State("2", try SamplePosts.post(2), SamplePosts.context(isRoot: false)))
    thread.given(.appeared, .received(.context, .text(context), at: noon))
    #expect(thread.keys == ["s2", "s4", "footer"])
  }

  @Test func `NEW_12 a filter that blurs covers the pictures, and one that warns says its title`() throws {
    let decoder = MastodonDecoder(origin: .own(.made()), context: .home)
    let blurred = try #require(decoder.status(body: Array(Self.filtered(3, "blur", #""home""#).utf8)))
    let effect = FilterEffect(blurred.filters, in: .home)
    #expect(effect.blurs && effect.title == "")
    #expect(PostsState(SamplePosts.context(), filters: .home).filtered(blurred).isSensitive)
    let warned = try #require(decoder.status(body: Array(Self.filtered(3, "warn", #""home""#).utf8)))
    #expect(FilterEffect(warned.filters, in: .home).title == "words")
    #expect(!PostsState(SamplePosts.context(), filters: .home).filtered(warned).isSensitive)
  }
}
