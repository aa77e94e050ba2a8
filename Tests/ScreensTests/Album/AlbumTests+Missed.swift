import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Posts that were published while no stream brought them, and new ones while the viewer reads farther down.
extension AlbumTests {
  private static func missed(_ section: Album.Section = .days, before: String? = nil, month: String? = nil)
    -> Effect
  {
    let page = MastodonRequests.Page(before: before, limit: section == .days ? 20 : 40)
    return .ask(
      Album.Request.missed(section, month: month),
      AlbumRequests.posts(of: "7", onlyMedia: section == .pictures, page))
  }

  private static func received(_ ids: Int..., isLast: Bool = false) -> Album.Action {
    let body = "[" + ids.map { json($0, on: "2026-11-21") }.joined(separator: ",") + "]"
    let link = isLast ? "<https://a.example/x?min_id=30>; rel=\"prev\"\n\n" : "\n\n"
    return .received(
      .missed(.days, month: nil),
      .success(Response(status: 200, body: Array(body.utf8), fields: Array(link.utf8))), at: noon)
  }

  private static let farDown = Album.Action.anchored(ReadingPosition(key: "day-20770", offset: -30))
  private static let atTop = Album.Action.anchored(ReadingPosition(key: "owner", offset: 0))

  private static func ids(_ store: TestStore<Album>) -> [String] { store.state.list.entries.items.map(\.id) }

  @Test func `NEW_06 an album that may lack posts is loaded again, without a sign of it`() {
    var store = Self.shown()
    let footer = store.footer
    for (event, page) in [
      (Album.Action.returned, Self.received(31, 30, 28)), (.ticked, Self.received(32, 31, 30, 28)),
    ] {
      #expect(store.effects(event) == [], "nothing was missed")
      #expect(store.effects(.missedEvents) == [])
      #expect(store.effects(event) == [Self.missed()])
      #expect(store.page.status == "" && store.footer == footer)
      #expect(store.effects(event) == [], "the request is on its way")
      store.given(page)
    }
    #expect(Self.ids(store) == ["32", "31", "30", "28", "27", "10"], "29 was deleted")
    #expect(store.state.list.cursor == "10", "older posts follow as before")
  }

  @Test func `NEW_06 what an album missed farther up waits until the viewer is there`() throws {
    var store = Self.shown()
    store.given(Self.farDown, .missedEvents, .ticked, Self.received(31, 30, 29, 28))
    #expect(Self.ids(store).first == "30")
    #expect(store.effects(.ticked) == [])
    #expect(store.effects(Self.farDown) == [])
    #expect(store.effects(Self.atTop) == [Self.missed()])
    store.given(Self.received(31, 30, 29, 28))
    #expect(Self.ids(store).first == "31")
    // So does a post that comes by itself.
    store.given(Self.farDown, .changed(.entryArrived(try Self.item(33), at: noon)))
    #expect(Self.ids(store).first == "31")
    #expect(store.effects(Self.atTop) == [Self.missed()])
    store.given(Self.received(33, 31, 30, 29, 28))
    #expect(Self.ids(store).first == "33")
  }

  @Test func `NEW_06 a post of an album that was edited meanwhile shows so wherever one reads`() {
    var store = Self.shown()
    store.given(Self.farDown, .missedEvents, .ticked)
    let edited = Self.json(30, on: "2026-11-21").replacing("Post 30", with: "Another")
    let rest = [29, 28].map { Self.json($0, on: "2026-11-20") }
    let body = "[" + ([edited] + rest).joined(separator: ",") + "]"
    store.given(.received(.missed(.days, month: nil), .text(body), at: SamplePosts.at(1)))
    #expect(store.wholeText.contains("Another") && !store.state.list.waitsForTop)
  }

  @Test func `NEW_06 an album that missed more than a page begins with that page`() {
    var store = Self.shown()
    store.given(.reachedEnd, .missedEvents, .ticked)
    let running = Album.Request.older(.days, before: "10")
    #expect(store.state.list.loading == running)
    let effects = store.effects(Self.received(60, 59))
    #expect(effects.contains(.cancel(running)))
    #expect(Self.ids(store) == ["60", "59"] && store.state.list.cursor == "59")
    #expect(!store.state.list.isComplete && store.state.list.loading == nil)
  }

  @Test func `NEW_06 an album whose last posts were deleted is empty`() {
    var store = Self.shown()
    store.given(.missedEvents, .ticked, Self.received(isLast: true))
    #expect(Self.ids(store) == [] && store.state.list.isComplete)
  }

  @Test func `NEW_06 a post that comes during the request is loaded after it, and no other is lost`() throws {
    var store = Self.shown()
    store.given(.missedEvents, .ticked, .changed(.entryArrived(try Self.item(40), at: noon)))
    #expect(Self.ids(store).first == "30", "others may be missing below it")
    #expect(store.effects(Self.received(31, 30, 29)).contains(Self.missed()))
    store.given(Self.received(40, 31, 30, 29))
    #expect(Self.ids(store).prefix(3) == ["40", "31", "30"])
    // The same while it is loaded anew.
    store.given(.pulledDown, .changed(.entryArrived(try Self.item(41), at: noon)))
    let first = Album.Action.received(
      .first(.days, month: nil), Self.page(Self.json(40, on: "2026-11-21")), at: noon)
    #expect(store.effects(first).contains(Self.missed()))
  }

  @Test func `NEW_06 without a network an album says so, and asks again once there is one`() {
    var store = Self.shown()
    store.given(
      .missedEvents, .ticked, .received(.missed(.days, month: nil), .failure(.unreachable), at: noon))
    #expect(store.frameKeys.contains("notice") && Self.ids(store).count == 5)
    #expect(store.effects(.ticked) == [], "not each half minute")
    #expect(store.effects(.returned) == [Self.missed()])
    #expect(!store.frameKeys.contains("notice"))
  }

  @Test func `NEW_06 the other section of an album and its months catch up when they show`() {
    var store = Self.shown()
    store.given(
      .tapped(.choose(.pictures)),
      .received(
        .first(.pictures, month: nil), Self.page(Self.json(30, on: "2026-11-21", pictures: 3)), at: noon),
      .missedEvents)
    #expect(store.effects(.ticked) == [Self.missed(.pictures)])
    #expect(store.effects(.tapped(.choose(.days))) == [Self.missed()])
    store.given(
      .chose(month: "2025-02"),
      .received(.first(.days, month: "2025-02"), Self.page(Self.json(10, on: "2025-02-28")), at: noon),
      // Late, and about the newest posts.
      Self.received(31, 30))
    #expect(Self.ids(store) == ["10"])
    store.given(.missedEvents)
    #expect(store.effects(.returned) == [Self.missed(before: "11", month: "2025-02")])
  }
}
