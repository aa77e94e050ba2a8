import Contracts
import Markup
import Social
import Testing

@testable import Localization
@testable import Screens

/// Tests the lists of the community's screen that come in pages.
struct CommunityPagesTests {
  private static func page(_ rows: [String], next: String? = nil) -> Result<Response, RequestFailure> {
    let link = next.map { "<https://example.org/x?\($0)>; rel=\"next\"" } ?? ""
    return .success(
      Response(
        status: 200, body: Array("[\(rows.joined(separator: ","))]".utf8), fields: Array("\(link)\n\n".utf8)))
  }

  private static func people(_ ids: ClosedRange<Int>, next: String? = nil) -> Result<Response, RequestFailure>
  {
    page(ids.reversed().map { CommunityPageTests.person($0) }, next: next)
  }

  /// Returns a store that shows the members 20 to 29; the server has more.
  private static func members() -> TestStore<CommunityPage> {
    var store = CommunityPageTests.store()
    store.given(
      .tapped(.section(.members)), received(people(20...29, next: "limit=10&max_id=20")))
    return store
  }

  private static func received(
    _ result: Result<Response, RequestFailure>, query: String = "", after: String? = nil
  ) -> CommunityPage.Action {
    .received(.section(.members, query: query, after: after), result, at: noon)
  }

  private static func ids(_ store: TestStore<CommunityPage>) -> [Int] {
    (store.state.members ?? []).compactMap { Int($0.id) }
  }

  private static func footer(_ store: TestStore<CommunityPage>) -> CommunityPage.Cell? {
    CommunityPage.view(store.state, .made()).cells.all.first { $0.key == "footer" }
  }

  @Test func `NEW_20 a list of more than a page goes on at a tap, to its end`() {
    var store = Self.members()
    #expect(Self.footer(store) == .footer(.more))
    let asks = Effect.ask(
      CommunityPage.Request.section(.members, after: "limit=10&max_id=20"),
      APIRequest(.get, "/api/v2/admin/accounts?limit=10&max_id=20"))
    #expect(store.effects(.tapped(.more)) == [asks])
    #expect(store.effects(.tapped(.more)) == [], "one page at a time")
    #expect(Self.footer(store) == .footer(.loading))
    // A member who shows already isn't shown twice.
    store.given(Self.received(Self.people(11...20), after: "limit=10&max_id=20"))
    #expect(Self.ids(store) == Array((11...29).reversed()))
    #expect(Self.footer(store) == nil)
    #expect(store.effects(.tapped(.more)) == [])
  }

  @Test func `NEW_20 each list of the community goes on where the server says`() {
    let tests: [(CommunityPage.Section, String, String)] = [
      (.reports, CommunityPageTests.reports, "/api/v1/admin/reports?max_id=3"),
      (.requests, "[\(CommunityPageTests.person(7))]", "/api/v2/admin/accounts?max_id=3"),
      (.members, CommunityPageTests.members, "/api/v2/admin/accounts?max_id=3"),
      (.log, CommunityPageTests.log, "/api/swiftlet/v1/log?max_id=3"),
    ]
    for (section, body, target) in tests {
      var store = CommunityPageTests.store()
      let link = Array("<https://example.org/x?max_id=3>; rel=\"next\"\n\n".utf8)
      store.given(
        .tapped(.section(section)),
        .received(
          .section(section), .success(Response(status: 200, body: Array(body.utf8), fields: link)), at: noon))
      #expect(Self.footer(store) == .footer(.more), "\(section)")
      let asks = Effect.ask(
        CommunityPage.Request.section(section, after: "max_id=3"), APIRequest(.get, target))
      #expect(store.effects(.tapped(.more)) == [asks], "\(section)")
    }
  }

  @Test func `NEW_20 a page that doesn't come leaves the button, and says so`() {
    var store = Self.members()
    store.given(.tapped(.more))
    let effects = store.effects(Self.received(.failure(.unreachable), after: "limit=10&max_id=20"))
    #expect(effects == [.toast(Toast(Message(.unreachable)))])
    #expect(Self.ids(store).count == 10 && Self.footer(store) == .footer(.more))
    #expect(store.effects(.tapped(.more)).count == 1)
  }

  @Test func `NEW_20 who acts on a member far down keeps them in sight`() {
    var store = Self.members()
    store.given(
      .tapped(.more),
      Self.received(Self.people(10...19, next: "limit=10&max_id=10"), after: "limit=10&max_id=20"),
      .tapped(.signOut("12")))
    let first = Effect.ask(
      CommunityPage.Request.section(.members), CommunityRequests.members(""))
    #expect(store.effects(.received(.change, .text("{}"), at: noon)) == [first])
    // A new member has moved the end of the first page.
    let second = Effect.ask(
      CommunityPage.Request.section(.members, after: "limit=10&max_id=21"),
      APIRequest(.get, "/api/v2/admin/accounts?limit=10&max_id=21"))
    let next = store.effects(Self.received(Self.people(21...30, next: "limit=10&max_id=21")))
    #expect(next == [second])
    #expect(Self.ids(store) == Array((10...29).reversed()), "nothing moves until both are there")
    let last = store.effects(
      Self.received(Self.people(11...20, next: "limit=10&max_id=11"), after: "limit=10&max_id=21"))
    #expect(last == [])
    #expect(Self.ids(store) == Array((11...30).reversed()))
    #expect(Self.footer(store) == .footer(.more))
  }

  @Test func `NEW_20 a page of a list that was left or loaded again changes nothing`() {
    var store = Self.members()
    store.given(.tapped(.more), .tapped(.section(.log)))
    store.given(Self.received(Self.people(10...19), after: "limit=10&max_id=20"))
    #expect(Self.ids(store) == Array((20...29).reversed()))
    #expect(store.state.pages == CommunityPage.Pages())
    store.given(
      .tapped(.section(.members)), Self.received(Self.people(21...30, next: "limit=10&max_id=21")),
      Self.received(Self.people(10...19), after: "limit=10&max_id=20"))
    #expect(Self.ids(store) == Array((21...30).reversed()))
  }

  @Test func `NEW_20 a late response to an earlier search replaces nothing`() {
    var store = Self.members()
    let asks = Effect.ask(
      CommunityPage.Request.section(.members, query: "anna"), CommunityRequests.members("anna"))
    store.given(.searched("an"))
    #expect(store.effects(.searched("anna")) == [asks])
    store.given(Self.received(Self.people(7...7), query: "anna"))
    store.given(Self.received(Self.people(7...9, next: "q=an&max_id=7"), query: "an"))
    #expect(Self.ids(store) == [7] && Self.footer(store) == nil)
    store.given(Self.received(.failure(.unreachable), query: "an"))
    #expect(!store.state.hasFailed)
    // The first list, and a further page of it.
    store.given(Self.received(Self.people(20...29)))
    store.given(Self.received(Self.people(10...19), after: "limit=10&max_id=20"))
    #expect(Self.ids(store) == [7])
  }
}
