import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct FilePageTests {
  static let text = ##"""
    {"timeline":[
    {"id":"a","author":"@anna","content":"Hello @bob and @zoe, #News #4242\nhttps://example.org/?a=b&c=d","date":"2026-11-21T11:30:00Z","avatar":"https://example.org/a.png"},
    {"id":"b","author":"@bob","content":"مرحبا @anna","date":"2026-02-31T11:30:00Z","avatar":"","inReplyTo":"a"},
    {"id":"c","author":"@anna","content":"Again #news","date":"2026-11-21T11:40:00+0000","inReplyTo":"b","images":["https://example.org/p.jpg"]},
    {"id":"c","author":"@bob","content":"Twice"},
    {"id":"d","author":"@bob","content":"To nobody","inReplyTo":"gone"},
    {"id":"e","author":"","content":"x"},
    7
    ]}
    """##

  static func store(_ start: FilePosts.Start = .stored) -> TestStore<FilePage> {
    TestStore<FilePage>(FilePage.State(start, SamplePosts.context(isRoot: false)))
  }

  static func opened() -> TestStore<FilePage> {
    var store = store()
    store.given(.appeared, .loaded(Array(text.utf8)))
    return store
  }

  static func file(_ count: Int) -> [UInt8] {
    let posts = (0..<count).map { #"{"id":"\#($0)","author":"@a","content":"\#($0)"}"# }
    return Array((#"{"timeline":["# + posts.joined(separator: ",") + "]}").utf8)
  }

  private func keys(_ state: FilePage.State) -> [String] { TestStore<FilePage>(state).keys }

  static func saving(_ bytes: [UInt8], _ name: String = "") -> [Effect] {
    [.save(key: "timeline file", bytes), .save(key: "timeline file name", Array(name.utf8)), .scrollToTop]
  }

  @Test func `THR_01 the order is that of the file`() {
    #expect(keys(Self.opened().state) == ["head", "sa", "sb", "sc", "sd", "footer"])
  }

  @Test func `THR_01 a file that is given is stored`() {
    let bytes = Self.file(3)
    var store = Self.store(.given(bytes))
    store.send(
      .appeared, effects: { _ in Self.saving(bytes) },
      change: {
        $0.start = .stored
        $0.isLoading = false
        $0.postsState.file = Self.posts(bytes)
        $0.posts = Self.posts(bytes).all
      })
  }

  private static func posts(_ bytes: [UInt8]) -> FilePosts {
    var posts = FilePosts()
    for post in (try? TimelineFileDecoder.file(bytes))?.posts ?? [] { posts.append(post) }
    return posts
  }

  @Test func `THR_01 a long file is decoded in slices, and shown a page at a time`() {
    let bytes = Self.file(5000)
    let saved: [Effect] = Self.saving(bytes)
    var store = Self.store(.given(bytes))
    store.given(.appeared)
    #expect(keys(store.state) == ["footer"])
    var slices = 1
    while store.state.isLoading {
      let effects = store.effects(.decodesOn)
      #expect(effects == (store.state.isLoading ? [.after(milliseconds: 0, .decodesOn)] : saved))
      slices += 1
    }
    #expect(slices == 40)
    #expect(store.state.posts.count == 5000 && keys(store.state).count == 1 + 20 + 1)
    store.send(.reachedEnd) { $0.shownCount = 40 }
  }

  @Test func `THR_01 another file takes its place, and a bad one does not`() {
    var store = Self.opened()
    let before = store.state
    store.send(.given(Array("{}".utf8))) { $0.problem = .fileNotTimeline }
    store.send(.given(Array(#"{"timeline":[7]}"#.utf8))) { $0.problem = .fileEmpty }
    #expect(store.frameKeys == ["bar", "notice"])
    store.send(.tapped(.list(.notice))) { $0.problem = nil }
    #expect(store.state == before)
    let bytes = Self.file(2)
    #expect(store.effects(.given(bytes)) == Self.saving(bytes))
    #expect(keys(store.state) == ["head", "s0", "s1", "footer"])
  }

  @Test func `THR_01 the file's name shows, and is stored with it`() {
    func head(_ store: TestStore<FilePage>) -> String {
      FilePage.view(store.state, .made()).cells.all[0].html(Strings(.english)).text
    }
    let bytes = Self.file(2)
    var store = Self.store(.given(bytes, name: "old.json"))
    #expect(store.effects(.appeared) == Self.saving(bytes, "old.json"))
    #expect(head(store).contains("old.json"))
    #expect(store.effects(.given([], name: "bad.json")) == [], "a bad one changes nothing")
    #expect(head(store).contains("old.json"))
    #expect(store.effects(.given(bytes, name: "<new>.json")) == Self.saving(bytes, "<new>.json"))
    #expect(head(store).contains("&lt;new&gt;.json"))
    var later = Self.store()
    #expect(later.effects(.appeared) == FilePage.loadStored)
    later.given(.loadedName(Array("old.json".utf8)), .loaded(bytes))
    #expect(head(later).contains("old.json"))
    later.given(.tapped(.remove))
    #expect(later.state.name == "")
  }

  @Test(arguments: ["", "[]", "\u{89}PNG", #"{"timeline":{}}"#, #"{"timeline":[{"id":"1""#])
  func `THR_06 what is no timeline file is said`(text: String) {
    var store = Self.store(.given(Array(text.utf8)))
    store.given(.appeared, .loaded(nil))
    #expect(FilePage.view(store.state, .made()).cells.all == [.nothing(.fileNotTimeline)])
  }

  @Test func `THR_06 a file that is refused leaves the one that is stored`() {
    var store = Self.store(.given([]))
    store.send(.appeared, effects: { _ in FilePage.loadStored }) {
      $0.start = .stored
      $0.problem = .fileNotTimeline
    }
    store.given(.loaded(Self.file(1)))
    #expect(keys(store.state) == ["head", "s0", "footer"])
    #expect(store.state.problem == .fileNotTimeline)
  }

  @Test func `THR_01 a file is removed from the device`() {
    var store = Self.opened()
    let removing: [Effect] = [.removeSaved(key: "timeline file"), .removeSaved(key: "timeline file name")]
    store.send(.tapped(.remove), effects: { _ in removing }) {
      $0.postsState.file = FilePosts()
      $0.posts = []
      $0.leftOut = []
    }
    #expect(FilePage.view(store.state, .made()).cells.all == [.nothing(nil)])
  }

  @Test func `THR_06 what was left out is counted by its reason`() {
    let head = FilePage.view(Self.opened().state, .made()).cells.all.first
    #expect(head == .head(name: "", count: 4, leftOut: [1, 0, 1, 0, 1]))
  }

  @Test func `THR_02 people and tags of the file lead to their posts`() {
    var store = Self.opened()
    let file = Self.posts(Array(Self.text.utf8))
    store.send(
      .tapped(.post(.profile(id: "bob"))), effects: { _ in [.open(.file(.posts(.person("bob"), file)))] })
    store.send(
      .tapped(.post(.profile(id: "zoe"))), effects: { _ in [.open(.profile(id: nil, handle: "zoe", nil))] })
    store.send(.tapped(.post(.tag("news"))), effects: { _ in [.open(.file(.posts(.tag("news"), file)))] })
    #expect(keys(Self.store(.posts(.person("Bob"), file)).state) == ["sb", "sd", "footer"])
    #expect(keys(Self.store(.posts(.tag("news"), file)).state) == ["sa", "sc", "footer"])
  }

  @Test func `THR_02 text stands out where it leads somewhere`() {
    let html = FilePage.view(Self.opened().state, .made()).cells.all[1].html(Strings(.english)).text
    for link in [
      #"href="/@bob" data-tap="profile:bob" dir="auto">@bob</a> and <a"#,
      #"href="/tags/news" data-tap="tag:news" dir="auto">#News</a> #4242"#,
      #"href="https://example.org/?a=b&amp;c=d" rel="noopener noreferrer nofollow ugc" target="_blank">https://"#,
    ] { #expect(html.contains(link), "\(link)") }
    #expect(html.contains(#"<div class="words" dir="auto">"#))
  }

  @Test func `THR_03 a post of a file opens its thread`() {
    var store = Self.opened()
    let file = Self.posts(Array(Self.text.utf8))
    store.send(.tapped(.post(.open(id: "b"))), effects: { _ in [.open(.fileThread(id: "b", file))] })
    let thread = Thread.State("b", in: file, SamplePosts.context(isRoot: false))
    #expect(TestStore<Thread>(thread).keys == ["sa", "sb", "sc", "footer"])
    var open = TestStore<Thread>(thread)
    open.send(.appeared, effects: { _ in [.restore(key: "sb", offset: 132)] })
    open.send(.pulledDown)
    open.send(.tapped(.post(.open(id: "a"))), effects: { _ in [.open(.fileThread(id: "a", file))] })
    let first = Thread.State("a", in: file, SamplePosts.context(isRoot: false))
    #expect(TestStore<Thread>(first).keys == ["sa", "sb", "sc", "footer"])
  }

  @Test func `THR_06 a text that is no date is said to be missing`() {
    let cells = FilePage.view(Self.opened().state, .made()).cells.all
    #expect(cells[1].html(Strings(.english)).text.contains(">30m</time>"))
    #expect(cells[2].html(Strings(.english)).text.contains(">No date</a>"))
    #expect(!cells[1].html(Strings(.english)).text.contains("class=\"actions\""))
  }

  @Test func `THR_01 the file shows at its address, and where it is dropped`() {
    var app = App.loaded()
    let opened = app.handle(.given(.success(Self.file(1))))
    #expect(opened.contains(.pushHistory(depth: 1, url: "/file")))
    #expect(opened.contains(.save(key: "timeline file", Self.file(1))))
    let again = app.handle(.given(.success(Self.file(2))))
    #expect(!again.contains { if case .openScreen = $0 { true } else { false } })
    var elsewhere = App.loaded()
    let bad = elsewhere.handle(.given(.success(Array("nonsense".utf8))))
    #expect(!bad.contains { if case .openScreen = $0 { true } else { false } }, "one stays where one was")
    #expect(elsewhere.toast == Toast(.fileNotTimeline))
    let dragged = elsewhere.handle(.fileDragged(isOver: true))
    #expect(!dragged.contains { if case .startTimer = $0 { true } else { false } }, "the hint stays")
    #expect(elsewhere.toast == Toast(.dropHint))
    _ = elsewhere.handle(.fileDragged(isOver: false))
    #expect(elsewhere.toast == nil)
    let refused = app.handle(.given(.failure(.tooLarge)))
    #expect(
      refused.contains { if case .toast(let html?) = $0 { html.text.contains("64 MB") } else { false } })
    guard case .file(.stored)? = Destination("/file", own: .own(.made())) else {
      Issue.record("/file leads nowhere")
      return
    }
  }
}
