import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests named albums: their cards in a person's album, one of them, and the choice for a post.
struct ScrapbookTests {
  static func json(_ id: String, _ title: String, owner: String = "7", count: Int = 2) -> String {
    #"{"id":"\#(id)","account_id":"\#(owner)","title":"\#(title)","posts_count":\#(count),"cover":{"id":"5","type":"image","url":"https://example.org/5.jpg"}}"#
  }

  static func list(_ scrapbooks: String...) -> Result<Response, RequestFailure> {
    .text("[" + scrapbooks.joined(separator: ",") + "]")
  }

  /// Returns the page of an album, of the viewer's own or of another member's.
  static func page(isOwn: Bool = true, isMember: Bool = true) -> TestStore<ScrapbookPage> {
    let context = SamplePosts.context(isMember: isMember, isRoot: false)
    var store = TestStore<ScrapbookPage>(ScrapbookPage.State("50", of: "user7", nil, context))
    let owner = isOwn ? SamplePosts.me.id : "7"
    store.given(
      .appeared, .received(.scrapbook, .text(json("50", "Summer <2026>", owner: owner)), at: noon),
      .received(
        .newest,
        AlbumTests.page(
          AlbumTests.json(30, on: "2026-11-21", pictures: 2),
          AlbumTests.json(29, on: "2026-11-20", pictures: 1)),
        at: noon))
    return store
  }

  static func choice(_ posts: String...) -> TestStore<ScrapbookChoice> {
    TestStore<ScrapbookChoice>(ScrapbookChoice.State(posts, SamplePosts.context(isRoot: false)))
  }

  @Test func `NEW_22 a person's album has a part with their named albums`() {
    var store = AlbumTests.shown()
    #expect(store.wholeText.contains(">Albums</button>"))
    let effects = store.effects(.tapped(.choose(.scrapbooks)))
    #expect(effects == [.ask(Album.Request.scrapbooks, ScrapbookRequests.all(of: "7"))])
    store.given(.received(.scrapbooks, Self.list(Self.json("50", "Summer <2026>"), "{}"), at: noon))
    #expect(store.keys == ["owner", "sections", "scrapbooks"])
    #expect(store.wholeText.contains("Summer &lt;2026&gt;") && store.wholeText.contains("2 posts"))
    #expect(store.wholeText.contains(#"href="/@user7/albums/50""#))
    let known = store.state.scrapbooks?.first
    #expect(
      store.effects(.tapped(.scrapbook("50"))) == [.open(.scrapbook(.page(id: "50", handle: "user7", known)))]
    )
    // It may have changed while it was open.
    #expect(store.effects(.returned) == [.ask(Album.Request.scrapbooks, ScrapbookRequests.all(of: "7"))])
    store.given(.received(.scrapbooks, Self.list(), at: noon))
    #expect(store.keys == ["owner", "sections", "no-scrapbooks"])
  }

  @Test func `NEW_22 servers without albums show no part for them`() {
    var store = AlbumTests.store()
    store.given(.appeared, AlbumTests.profile, .received(.overview, .text("{}", status: 404), at: noon))
    #expect(store.keys.contains("sections") && !store.wholeText.contains(">Albums</button>"))
  }

  @Test func `NEW_22 without a network the stored named albums show`() {
    var first = AlbumTests.shown()
    first.given(.tapped(.choose(.scrapbooks)))
    let saved = first.effects(.received(.scrapbooks, Self.list(Self.json("50", "Summer")), at: noon))
    guard case .save(_, let bytes)? = saved.last else {
      Issue.record("nothing is stored: \(saved)")
      return
    }
    var store = AlbumTests.store()
    store.given(
      .appeared, .loaded(bytes), .received(.profile, .failure(.unreachable), at: noon),
      .tapped(.choose(.scrapbooks)), .received(.scrapbooks, .failure(.unreachable), at: noon))
    #expect(store.keys.contains("scrapbooks") && store.frameKeys.contains("notice"))
  }

  @Test func `NEW_22 an album shows its pictures, and tools to its owner alone`() throws {
    var store = Self.page()
    #expect(store.keys == ["about", "media-0", "footer"])
    #expect(store.text.contains("Summer &lt;2026&gt;") && store.text.contains(#"data-tap="tools""#))
    let post = try #require(store.state.entries.post("30"))
    #expect(store.effects(.tapped(.post(.open(id: "30")))) == [.open(.thread(id: "30", post))])
    #expect(!store.state.isComplete)
    let older = ScrapbookRequests.posts(of: "50", .init(before: "29", limit: 40))
    #expect(store.effects(.reachedEnd) == [.ask(ScrapbookPage.Request.older(before: "29"), older)])
    store.given(.received(.older(before: "29"), .text("[]"), at: noon))
    #expect(store.state.isComplete)
    for isMember in [true, false] {
      var others = Self.page(isOwn: false, isMember: isMember)
      #expect(!others.text.contains(#"data-tap="tools""#))
      others.send(.tapped(.deleteNow))
      others.send(.tapped(.select))
    }
  }

  @Test func `NEW_22 an album is renamed and deleted`() {
    var store = Self.page()
    store.send(.tapped(.tools)) { $0.panel = .tools }
    store.send(.tapped(.rename)) { $0.panel = .rename }
    store.send(.rename(" "))
    store.send(
      .rename("Sea"),
      effects: { _ in [.ask(ScrapbookPage.Request.rename("Sea"), ScrapbookRequests.rename("50", to: "Sea"))] }
    )
    store.given(.received(.rename("Sea"), .failure(.unreachable), at: noon))
    #expect(store.state.problem == Message(.unreachable) && store.state.panel == .rename)
    #expect(store.text.contains(#"value="Sea""#), "what was typed stays")
    store.given(.received(.rename("Sea"), .text(Self.json("50", "Sea", owner: SamplePosts.me.id)), at: noon))
    #expect(store.state.scrapbook?.title == "Sea" && store.state.panel == nil)
    store.given(.tapped(.delete))
    #expect(store.text.contains("The posts in it stay."))
    #expect(
      store.effects(.tapped(.deleteNow)) == [
        .ask(ScrapbookPage.Request.delete, ScrapbookRequests.delete("50"))
      ])
    #expect(
      store.effects(.received(.delete, .failure(.unreachable), at: noon)) == [
        .toast(Toast(Message(.unreachable)))
      ])
    #expect(
      store.effects(.received(.delete, .text("{}"), at: noon)) == [
        .removeSaved(key: "session 1 scrapbook 50"), .close,
      ])
  }

  @Test func `NEW_22 a late response about a title closes no other sheet, and a failure is said`() {
    var store = Self.page()
    store.given(.tapped(.rename), .rename("Sea"), .tapped(.stay), .tapped(.delete))
    #expect(
      store.effects(.received(.rename("Sea"), .failure(.unreachable), at: noon)) == [
        .toast(Toast(Message(.unreachable)))
      ])
    store.given(.received(.rename("Sea"), .text(Self.json("50", "Sea", owner: SamplePosts.me.id)), at: noon))
    #expect(store.state.scrapbook?.title == "Sea" && store.state.panel == .deletion)
  }

  @Test func `NEW_22 pictures are selected and removed together`() {
    var store = Self.page()
    store.given(.tapped(.tools), .tapped(.select))
    #expect(store.state.selected == [] && store.frameKeys.contains("selection"))
    #expect(store.wholeText.contains(#"data-escape="stay""#))
    #expect(store.effects(.tapped(.removeSelected)).isEmpty)
    store.given(.tapped(.pick("30")), .tapped(.pick("29")), .tapped(.pick("30")))
    #expect(store.state.selected == ["29"])
    let request = ScrapbookRequests.put(["29"], in: "50", false)
    #expect(
      store.effects(.tapped(.removeSelected)) == [.ask(ScrapbookPage.Request.removal(["29"]), request)])
    store.given(.received(.removal(["29"]), .failure(.unreachable), at: noon))
    #expect(store.state.selected == ["29"], "nothing is lost")
    store.given(.received(.removal(["29"]), .text(Self.json("50", "Summer", count: 1)), at: noon))
    #expect(store.state.selected == nil && store.state.loading == .newest)
    store.given(.tapped(.select), .tapped(.stay))
    #expect(store.state.selected == nil)
  }

  @Test(arguments: [ScrapbookPage.Tap.tools, .rename, .delete])
  func `NEW_22 a sheet over a selection closes first, then the selection ends`(sheet: ScrapbookPage.Tap) {
    var store = Self.page()
    store.given(.tapped(.select), .tapped(.pick("29")), .tapped(sheet))
    #expect(store.state.panel != nil && store.state.selected == ["29"])
    store.send(.tapped(.stay)) { $0.panel = nil }
    #expect(store.state.selected == ["29"])
    store.send(.tapped(.stay)) { $0.selected = nil }
  }

  @Test func `NEW_22 a short album ends without a button for more`() {
    let context = SamplePosts.context(isRoot: false)
    var store = TestStore<ScrapbookPage>(ScrapbookPage.State("50", of: "user7", nil, context))
    let body = Array(("[" + AlbumTests.json(30, on: "2026-11-21", pictures: 1) + "]").utf8)
    let fields = Array("<https://moments.example.org/x?min_id=30>; rel=\"prev\"\n\n".utf8)
    store.given(
      .appeared, .received(.scrapbook, .text(Self.json("50", "Summer")), at: noon),
      .received(.newest, .success(Response(status: 200, body: body, fields: fields)), at: noon))
    #expect(store.state.isComplete && !store.footer.contains("Show more"))
  }

  @Test func `NEW_22 a download opens the address of its ticket`() {
    var store = Self.page()
    #expect(
      store.effects(.tapped(.download)) == [
        .ask(ScrapbookPage.Request.download, ScrapbookRequests.download("50"))
      ])
    let effects = store.effects(.received(.download, .text(#"{"ticket":"abc"}"#), at: noon))
    guard case .visit(let url)? = effects.first else {
      Issue.record("no download: \(effects)")
      return
    }
    #expect(url.hasSuffix("/export/abc"))
  }

  @Test func `NEW_22 without a network the stored album shows, and one that is gone is forgotten`() {
    let context = SamplePosts.context(isRoot: false)
    var first = TestStore<ScrapbookPage>(ScrapbookPage.State("50", of: "user7", nil, context))
    first.given(.appeared, .received(.scrapbook, .text(Self.json("50", "Summer")), at: noon))
    let saved = first.effects(
      .received(.newest, AlbumTests.page(AlbumTests.json(30, on: "2026-11-21", pictures: 2)), at: noon))
    guard case .save(let key, let bytes)? = saved.last else {
      Issue.record("nothing is stored: \(saved)")
      return
    }
    #expect(key == "session 1 scrapbook 50")
    var store = TestStore<ScrapbookPage>(ScrapbookPage.State("50", of: "user7", nil, context))
    store.given(
      .appeared, .loaded(bytes), .received(.scrapbook, .failure(.unreachable), at: noon),
      .received(.newest, .failure(.unreachable), at: noon))
    #expect(store.state.entries.items.map(\.id) == ["30"] && store.frameKeys.contains("notice"))
    let gone = store.effects(.received(.scrapbook, .text("{}", status: 404), at: noon))
    #expect(gone == [.removeSaved(key: key)] && store.keys == ["footer"])
  }

  @Test func `NEW_22 a post is put into albums, also into a new one`() {
    var store = Self.choice("30")
    store.send(
      .appeared,
      effects: { _ in
        [
          .ask(ScrapbookChoice.Request.all, ScrapbookRequests.all(of: SamplePosts.me.id)),
          .ask(ScrapbookChoice.Request.chosen, ScrapbookRequests.all(with: "30")),
        ]
      })
    store.given(
      .received(.all, Self.list(Self.json("50", "Summer"), Self.json("51", "Feast")), at: noon),
      .received(.chosen, Self.list(Self.json("51", "Feast")), at: noon))
    #expect(store.keys == ["scrapbooks", "new0"])
    store.send(
      .tapped(.choose("50")),
      effects: { _ in
        [.ask(ScrapbookChoice.Request.put("50", true), ScrapbookRequests.put(["30"], in: "50", true))]
      }
    ) { $0.chosen = ["51", "50"] }
    store.given(.received(.put("50", true), .failure(.unreachable), at: noon))
    #expect(store.state.chosen == ["51"], "it goes back")
    store.send(.create(" "))
    #expect(
      store.effects(.create("Sea")) == [
        .ask(ScrapbookChoice.Request.new("Sea"), ScrapbookRequests.create("Sea"))
      ])
    let made = store.effects(.received(.new("Sea"), .text(Self.json("52", "Sea", count: 0)), at: noon))
    #expect(
      made == [
        .ask(ScrapbookChoice.Request.put("52", true), ScrapbookRequests.put(["30"], in: "52", true))
      ])
    #expect(store.state.chosen == ["51", "52"] && store.state.scrapbooks?.first?.title == "Sea")
  }

  @Test func `NEW_22 several posts are selected among one's pictures, and put into albums at once`() {
    var store = TestStore<Album>(Album.State("anna", SamplePosts.context(isRoot: false)))
    let me = SamplePosts.me.id
    store.given(
      .appeared,
      .received(
        .profile, .text(#"{"id":"\#(me)","username":"anna","acct":"anna","display_name":"Anna"}"#), at: noon),
      AlbumTests.overview, .tapped(.choose(.pictures)),
      .received(
        .first(.pictures, month: nil),
        AlbumTests.page(
          AlbumTests.json(28, on: "2026-11-12", pictures: 2),
          AlbumTests.json(27, on: "2026-11-12", pictures: 1)),
        at: noon))
    #expect(store.keys.contains("select"))
    store.given(.tapped(.select(true)))
    #expect(store.frameKeys.contains("selection") && store.wholeText.contains(#"aria-pressed="false""#))
    #expect(store.wholeText.contains(#"data-escape="stay""#))
    #expect(store.effects(.tapped(.add)).isEmpty)
    store.given(.tapped(.pick("28")), .tapped(.pick("27")))
    #expect(store.effects(.tapped(.add)) == [.open(.scrapbook(.choice(["28", "27"])))])
    #expect(store.state.picked == nil)
    var choice = Self.choice("28", "27")
    #expect(
      choice.effects(.appeared) == [.ask(ScrapbookChoice.Request.all, ScrapbookRequests.all(of: me))])
    choice.given(.received(.all, Self.list(Self.json("50", "Summer")), at: noon))
    let request = ScrapbookRequests.put(["28", "27"], in: "50", true)
    #expect(
      choice.effects(.tapped(.choose("50"))) == [.ask(ScrapbookChoice.Request.put("50", true), request)])
    // Of others' pictures none is selected.
    var others = AlbumTests.shown()
    others.given(.tapped(.choose(.pictures)), .tapped(.select(true)))
    #expect(others.state.picked == nil)
  }

  @Test func `NEW_22 the menu of own posts with pictures leads to the choice`() {
    var post = Post(
      id: "30", url: "https://example.org/@anna/30", author: SamplePosts.me, content: .text("At the sea"))
    func offers(_ post: Post) -> Bool {
      let store = TestStore<PostSheet>(PostSheet.State(.post(post), SamplePosts.context()))
      return store.text.contains(#"data-tap="albums""#)
    }
    #expect(!offers(post), "there are no pictures")
    post.attachments = [
      Post.Attachment(id: "1", kind: .image, picture: Picture(url: "https://example.org/1.jpg"), url: "")
    ]
    #expect(offers(post))
    var store = TestStore<PostSheet>(PostSheet.State(.post(post), SamplePosts.context()))
    #expect(store.effects(.tapped(.albums)) == [.open(.scrapbook(.choice(["30"])))])
    post.author = Profile(id: "8", account: Account(username: "ben", nick: "Ben"))
    #expect(!offers(post), "an album holds one's own posts")
  }

  @Test func `NEW_22 a named album has an address`() throws {
    let destination = Destination.scrapbook(.page(id: "50", handle: "user7", nil))
    let url = try #require(destination.url?.text)
    #expect(url == "/@user7/albums/50")
    #expect(Destination(url, own: .own(.made())) == destination)
    #expect(destination.open(1, in: SamplePosts.context(isRoot: false)) != nil)
    #expect(destination.open(1, in: Looks.stranger) is ScreenHost<ScrapbookPage>)
  }
}
