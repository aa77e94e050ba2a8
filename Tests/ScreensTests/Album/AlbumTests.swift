import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the album of a person: posts by day, pictures by month, the look back, and the jump to a month.
struct AlbumTests {
  static func store(isMember: Bool = true) -> TestStore<Album> {
    TestStore<Album>(Album.State("user7", SamplePosts.context(isMember: isMember, isRoot: false)))
  }

  static let profile = Album.Action.received(.profile, .text(SamplePosts.author(7)), at: noon)

  /// Returns the JSON of a post with that many pictures.
  static func json(_ id: Int, on day: String, pictures: Int = 0, more: String = "") -> String {
    let all = (0..<pictures).map {
      #"{"id":"\#(id)\#($0)","type":"image","url":"https://example.org/\#(id)-\#($0).jpg"}"#
    }
    return
      #"{"id":"\#(id)","account":\#(SamplePosts.author(7)),"content":"<p>Post \#(id)</p>","visibility":"public","created_at":"\#(day)T10:00:00.000Z","media_attachments":[\#(all.joined(separator: ","))]\#(more)}"#
  }

  static func page(_ posts: String...) -> Result<Response, RequestFailure> {
    .text("[" + posts.joined(separator: ",") + "]")
  }

  static let overview = Album.Action.received(
    .overview,
    .text(
      #"{"months":[{"month":"2026-11","posts_count":3,"max_id":"31"},{"month":"2025-02","posts_count":1,"max_id":"11"},{"month":"x"}],"anniversaries":[\#(json(4, on: "2024-11-21")),\#(json(3, on: "2023-11-20"))]}"#
    ), at: noon)

  /// Returns an album with posts of four days in two years.
  static func shown() -> TestStore<Album> {
    var store = store()
    store.given(
      .appeared, profile, overview,
      .received(
        .first(.days, month: nil),
        page(
          json(30, on: "2026-11-21", pictures: 3), json(29, on: "2026-11-20"),
          json(28, on: "2026-11-12", pictures: 9), json(27, on: "2026-11-12", pictures: 1),
          json(10, on: "2025-02-28", pictures: 2)), at: noon))
    return store
  }

  @Test func `NEW_22 an album loads the person, their posts and an overview`() {
    var store = Self.store()
    store.send(
      .appeared,
      effects: { _ in
        [
          .load(key: "session 1 album user7"),
          .ask(Album.Request.profile, MastodonRequests.lookup("user7")),
        ]
      })
    let asked = store.effects(Self.profile)
    let first = AlbumRequests.posts(of: "7", onlyMedia: false, .init(limit: 20))
    #expect(
      asked == [
        .ask(Album.Request.overview, AlbumRequests.overview(of: "7", at: noon)),
        .ask(Album.Request.first(.days, month: nil), first),
      ])
    #expect(
      AlbumRequests.overview(of: "7", at: noon).target == "/api/swiftlet/v1/accounts/7/album?date=2026-11-21")
    #expect(first.target == "/api/v1/accounts/7/statuses?limit=20&exclude_replies=true&exclude_reblogs=true")
  }

  @Test func `NEW_22 posts stand under their days, with the year where it changes`() {
    let store = Self.shown()
    let keys = store.keys
    #expect(keys.prefix(3) == ["owner", "sections", "anniversaries"])
    #expect(keys.count { $0.hasPrefix("day-") } == 4, "two posts share a day")
    let texts = (0..<store.page.count).map { store.page.cell($0).html(Strings(.english)).text }
    #expect(texts[3].contains("Today") && texts[4].contains("Yesterday"))
    #expect(texts[5].contains("<b>12</b> <span>Nov</span>") && texts[5].contains("9 pictures"))
    #expect(texts[5].contains("mosaic of4") && texts[5].contains("mosaic of1"))
    #expect(!texts[5].contains("album-year") && texts[6].contains("album-year"), "only another year is named")
    #expect(texts[6].contains(">2025<"))
  }

  @Test func `NEW_22 the look back shows posts of the viewer's day only`() {
    let text = Self.shown().page.cell(2).html(Strings(.english)).text
    #expect(text.contains("On this day") && text.contains("2 years ago") && text.contains("Post 4"))
    #expect(!text.contains("Post 3"), "a day before, in the viewer's time zone")
  }

  @Test func `NEW_22 replies, comments and reposts don't belong to it`() {
    var store = Self.store()
    let repost =
      #"{"id":"8","account":\#(SamplePosts.author(7)),"created_at":"2026-11-21T10:00:00Z","reblog":\#(Self.json(2, on: "2026-11-01"))}"#
    store.given(
      .appeared, Self.profile,
      .received(
        .first(.days, month: nil),
        Self.page(
          Self.json(9, on: "2026-11-21", more: #","in_reply_to_id":"1","in_reply_to_account_id":"7""#),
          repost,
          Self.json(7, on: "2026-11-20")), at: noon))
    #expect(store.state.list.entries.items.map(\.id) == ["7"])
  }

  @Test func `NEW_22 a page without posts of its own is skipped, but not forever`() {
    var store = Self.store()
    store.given(.appeared, Self.profile)
    func reply(_ id: Int) -> Result<Response, RequestFailure> {
      Self.page(Self.json(id, on: "2026-11-21", more: #","in_reply_to_id":"1","in_reply_to_account_id":"7""#))
    }
    store.given(.received(.first(.days, month: nil), reply(90), at: noon))
    #expect(store.state.list.loading == .older(.days, before: "90"))
    for id in [89, 88, 87] {
      guard let request = store.state.list.loading else { break }
      store.given(.received(request, reply(id), at: noon))
    }
    #expect(store.state.list.loading == .older(.days, before: "87"))
    store.given(.received(.older(.days, before: "87"), reply(86), at: noon))
    #expect(store.state.list.loading == nil && !store.state.list.isComplete)
    #expect(store.footer.contains("Show more"))
    store.given(.reachedEnd, .received(.older(.days, before: "86"), .text("[]"), at: noon))
    #expect(store.state.list.isComplete)
  }

  @Test func `NEW_22 a short album ends without a button for more`() {
    let link = "<https://moments.example.org/api/v1/accounts/7/statuses?min_id=30>; rel=\"prev\""
    func answer(_ fields: String) -> Result<Response, RequestFailure> {
      let body = Array(("[" + Self.json(30, on: "2026-11-21") + "]").utf8)
      return .success(Response(status: 200, body: body, fields: Array(fields.utf8)))
    }
    var store = Self.store()
    store.given(
      .appeared, Self.profile, .received(.first(.days, month: nil), answer(link + "\n\n"), at: noon))
    #expect(store.state.list.isComplete && !store.footer.contains("Show more"))
    // A server that names no neighbours may have more.
    store = Self.store()
    store.given(.appeared, Self.profile, .received(.first(.days, month: nil), answer("\n\n"), at: noon))
    #expect(!store.state.list.isComplete && store.footer.contains("Show more"))
  }

  @Test func `NEW_22 the list begins with a month, and comes back to the newest post`() throws {
    var store = Self.shown()
    let effects = store.effects(.chose(month: "2025-02"))
    let page = MastodonRequests.Page(before: "11", limit: 20)
    #expect(
      effects == [
        .scrollToTop,
        .ask(
          Album.Request.first(.days, month: "2025-02"), AlbumRequests.posts(of: "7", onlyMedia: false, page)),
      ])
    #expect(store.state.list.entries.isEmpty && !store.keys.contains("anniversaries"))
    #expect(store.text.contains(#"<option value="2025-02" selected>Feb 2025</option>"#))
    // Late responses of before say nothing about this month.
    store.given(.received(.older(.days, before: "10"), Self.page(Self.json(9, on: "2025-01-01")), at: noon))
    store.given(.received(.first(.days, month: nil), Self.page(Self.json(30, on: "2026-11-21")), at: noon))
    #expect(store.state.list.entries.isEmpty)
    store.given(
      .received(.first(.days, month: "2025-02"), Self.page(Self.json(10, on: "2025-02-28")), at: noon))
    #expect(store.state.list.entries.items.map(\.id) == ["10"])
    // A post that is published meanwhile isn't of that month.
    store.given(.changed(.entryArrived(try Self.item(31), at: noon)))
    #expect(store.state.list.entries.items.count == 1)
    // The overview comes anew, with another cursor of the month.
    store.given(
      .received(
        .overview,
        .text(
          #"{"months":[{"month":"2026-11","max_id":"32"},{"month":"2025-02","max_id":"13"}],"anniversaries":[]}"#
        ),
        at: noon))
    #expect(store.state.month?.cursor == "13")
    #expect(store.text.contains(#"<option value="2025-02" selected>Feb 2025</option>"#))
    #expect(store.effects(.chose(month: "2025-02")).isEmpty)
    store.given(.chose(month: ""))
    #expect(store.state.month == nil && store.state.list.loading == .first(.days, month: nil))
  }

  static func item(_ id: Int) throws -> MastodonDecoder.Item {
    let post = try #require(SamplePosts.decoder.status(body: Array(json(id, on: "2026-11-21").utf8)))
    return MastodonDecoder.Item(entry: TimelineEntry(post), source: [])
  }

  @Test func `NEW_22 on the next visit the album goes on behind its first page`() {
    var first = Self.store()
    first.given(.appeared, Self.profile)
    let page = Self.page(Self.json(30, on: "2026-11-21"), Self.json(29, on: "2026-11-20"))
    guard
      case .save(_, let bytes)? = first.effects(
        .received(.first(.days, month: nil), page, at: noon)
      ).last
    else {
      Issue.record("nothing is stored")
      return
    }
    var store = Self.store()
    store.given(.appeared, .loaded(bytes), Self.profile)
    #expect(store.state.list.loading == .first(.days, month: nil))
    store.given(.received(.first(.days, month: nil), page, at: noon))
    #expect(!store.state.list.isComplete && store.state.cachedAt == nil)
    store.given(.reachedEnd)
    #expect(store.state.list.loading == .older(.days, before: "29"))
  }

  @Test func `NEW_22 a section that is chosen over the stored album loads, and the days too`() {
    var first = Self.store()
    first.given(.appeared, Self.profile)
    let saved = first.effects(
      .received(.first(.days, month: nil), Self.page(Self.json(30, on: "2026-11-21")), at: noon))
    guard case .save(_, let bytes)? = saved.last else { return }
    var store = Self.store()
    store.given(.appeared, .loaded(bytes), .tapped(.choose(.pictures)))
    let asked = store.effects(Self.profile)
    #expect(
      store.state.lists.map(\.loading) == [.first(.days, month: nil), .first(.pictures, month: nil), nil])
    #expect(asked.count == 2, "the overview and the days: the pictures were asked for already")
  }

  @Test func `NEW_22 a refresh that fails takes nothing away`() {
    var store = Self.shown()
    store.given(.reachedEnd, .received(.older(.days, before: "10"), .text("[]"), at: noon))
    #expect(store.state.list.isComplete)
    store.given(
      .pulledDown, .received(.profile, .failure(.unreachable), at: noon),
      .received(.first(.days, month: nil), .failure(.unreachable), at: noon))
    #expect(store.state.list.isComplete && store.state.list.entries.items.count == 5)
    #expect(!store.state.isRefreshing && store.frameKeys.contains("notice"))
    // It is loaded again when it shows next.
    store.given(.tapped(.choose(.pictures)), .tapped(.choose(.days)))
    #expect(store.state.list.loading == .first(.days, month: nil))
  }

  @Test func `NEW_22 the first post of an empty album shows`() throws {
    var store = Self.store()
    store.given(.appeared, Self.profile, .received(.first(.days, month: nil), .text("[]"), at: noon))
    #expect(store.state.list.isComplete)
    store.given(.changed(.entryArrived(try Self.item(31), at: noon)))
    #expect(store.keys.contains { $0.hasPrefix("day-") })
  }

  @Test func `NEW_22 a day that comes twice has two cells`() {
    var store = Self.store()
    store.given(
      .appeared, Self.profile,
      .received(
        .first(.days, month: nil),
        Self.page(
          Self.json(9, on: "2026-11-12"), Self.json(8, on: "2026-11-10"), Self.json(7, on: "2026-11-12")),
        at: noon))
    #expect(Set(store.keys).count == store.keys.count)
    #expect(store.keys.count { $0.hasPrefix("day-") } == 3)
  }

  @Test func `NEW_22 pictures stand in a grid under their months`() {
    var store = Self.shown()
    store.given(.tapped(.choose(.pictures)))
    #expect(store.state.list.loading == .first(.pictures, month: nil))
    store.given(
      .received(
        .first(.pictures, month: nil),
        Self.page(
          Self.json(28, on: "2026-11-12", pictures: 9), Self.json(27, on: "2026-11-12", pictures: 4),
          Self.json(10, on: "2025-02-28", pictures: 2)), at: noon))
    let rows = store.keys.filter { $0.hasPrefix("pictures-") }
    #expect(rows.count == 3, "twelve a row, and each month begins one")
    let text = store.page.cell(2).html(Strings(.english)).text
    #expect(text.contains("<h2>Nov 2026</h2>"))
    #expect(!store.page.cell(3).html(Strings(.english)).text.contains("<h2>"))
    // The other part is as it was.
    store.given(.tapped(.choose(.days)))
    #expect(store.keys.contains("anniversaries") && store.state.list.loading == nil)
  }

  /// Returns where the keys of the rows lie. A view, and an action that changes no post, neither make nor
  /// compare them anew.
  private func rows(_ store: TestStore<Album>) -> UnsafeRawPointer? {
    let keys = Album.view(store.state, .made()).cells.rows
    return keys.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  @Test func `NEW_22 the rows of 2,000 posts are made when posts come, not for each view`() {
    var store = Self.store()
    // Two on each day of a thousand.
    let posts = (1...2000).reversed().map { number in
      let day = number / 2
      return Self.json(number, on: "20\(10 + day / 100)-0\(1 + day % 100 / 20)-\(10 + day % 20)")
    }
    store.given(
      .appeared, Self.profile,
      .received(.first(.days, month: nil), .text("[" + posts.joined(separator: ",") + "]"), at: noon))
    let first = rows(store)
    #expect(store.state.rows.dayKeys.count == 1001 && first != nil)
    store.given(
      .anchored(ReadingPosition(key: "owner", offset: 0)), .tapped(.list(.notice)),
      .received(.older(.days, before: "x"), .failure(.unreachable), at: noon), .tapped(.select(true)),
      .tapped(.post(.favourite(id: "7"))))
    #expect(rows(store) == first)
    store.given(.changed(.postRemoved(id: "1000")))
    let count = store.state.rows.days.reduce(0) { $0 + $1.rows.count }
    #expect(count == 1999)
  }

  @Test func `NEW_22 in another time zone than at its beginning an album has other days`() {
    let store = Self.shown()
    let far = Album.view(store.state, ViewEnvironment(language: .english, now: noon, minutesEast: 14 * 60))
    let here = Album.view(store.state, .made())
    #expect(far.cells.rows.count == here.cells.rows.count && far.cells.rows != here.cells.rows)
    #expect(store.state.rows.dayKeys == here.cells.rows)
  }

  @Test func `NEW_22 what a post hides, its album hides too`() throws {
    var store = Self.store()
    store.given(
      .appeared, Self.profile,
      .received(
        .first(.days, month: nil),
        Self.page(
          Self.json(9, on: "2026-11-21", pictures: 2, more: #","spoiler_text":"Spiders""#),
          Self.json(8, on: "2026-11-21", pictures: 1, more: #","sensitive":true"#)), at: noon))
    let text = store.page.cell(2).html(Strings(.english)).text
    #expect(text.contains("Spiders") && !text.contains("Post 9") && !text.contains("<img"))
  }

  @Test func `NEW_22 without a network the stored album shows`() {
    var first = Self.store()
    first.given(.appeared, Self.profile, Self.overview)
    let saved = first.effects(
      .received(.first(.days, month: nil), Self.page(Self.json(30, on: "2026-11-21")), at: noon))
    guard case .save(let key, let bytes)? = saved.last else {
      Issue.record("nothing is stored: \(saved)")
      return
    }
    #expect(key == "session 1 album user7")
    var store = Self.store()
    store.given(.appeared, .loaded(bytes), .received(.profile, .failure(.unreachable), at: noon))
    #expect(store.state.list.entries.items.map(\.id) == ["30"] && store.frameKeys.contains("notice"))
    #expect(store.state.months.count == 2)
    // A stranger's device stores nothing.
    var stranger = Self.store(isMember: false)
    #expect(stranger.effects(.appeared).count == 1)
  }

  @Test func `NEW_22 a person who is gone leaves no album`() {
    var store = Self.store()
    store.given(.appeared)
    let effects = store.effects(.received(.profile, .text("{}", status: 404), at: noon))
    #expect(effects == [.forget(.person(id: nil, handle: "user7", store.state.postsState.origin))])
    #expect(store.keys == ["footer"])
  }

  @Test func `NEW_22 deleted posts leave it, new ones stand on top`() throws {
    var store = Self.shown()
    store.given(.changed(.postRemoved(id: "29")))
    #expect(!store.state.list.entries.rows.isEmpty)
    #expect(store.keys.count { $0.hasPrefix("day-") } == 3)
    store.given(.changed(.entryArrived(try Self.item(31), at: noon)))
    #expect(store.state.list.entries.items.first?.id == "31")
  }

  @Test func `NEW_22 taps open posts and the person`() throws {
    var store = Self.shown()
    let post = try #require(store.state.list.entries.post("30"))
    #expect(
      store.effects(.tapped(.post(.open(id: "30")))) == [.open(.thread(id: "30", post))])
    let anniversary = try #require(store.state.anniversaries.post("4"))
    #expect(store.effects(.tapped(.post(.open(id: "4")))) == [.open(.thread(id: "4", anniversary))])
    #expect(
      store.effects(.tapped(.post(.profile(id: "7")))) == [
        .open(.profile(id: "7", handle: "user7", post.author))
      ])
  }
}
