import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct SearchTests {
  private static func store(_ query: String = "", memory: [String: String] = [:]) -> TestStore<Search> {
    TestStore(Search.State(query, SamplePosts.context(memory: memory, isRoot: false)))
  }

  static func found(people: [Int] = [], tags: [String] = [], posts: [Int] = []) -> Result<
    Response, RequestFailure
  > {
    let people = people.map { SamplePosts.author($0) }.joined(separator: ",")
    let tags = tags.map { #"{"name":"\#($0)","url":"https://example.org/tags/\#($0)"}"# }.joined(
      separator: ",")
    let posts = posts.map { SamplePosts.json($0) }.joined(separator: ",")
    return .text(#"{"accounts":[\#(people)],"hashtags":[\#(tags)],"statuses":[\#(posts)]}"#)
  }

  private static func ask(_ words: String, target: String) -> Effect {
    .ask(Search.Request.results(words, .all, from: 0), APIRequest(.get, target))
  }

  private static func posts(before last: String?) -> Effect {
    let page = last.map { "&max_id=" + $0 } ?? ""
    return .ask(
      Search.Request.posts(before: last),
      APIRequest(.get, "/api/v1/timelines/public?limit=20\(page)&local=true"))
  }

  private static let discovers: [Effect] = [
    .ask(Search.Request.members, APIRequest(.get, "/api/v1/directory?local=true&order=active&limit=6")),
    .ask(Search.Request.trends, APIRequest(.get, "/api/v1/trends/tags?limit=5")), posts(before: nil),
  ]

  @Test
  func `NEW_11 people who were found and opened are shown the next time, ten of them, and can be taken away`()
  {
    var store = Self.store()
    let ids = Array(1...11)
    store.given(
      .appeared, .typed("user"), .paused,
      .received(.results("user", .all, from: 0), Self.found(people: ids), at: noon))
    var kept: String?
    for id in ids + [5] {
      for case .remember("people seen", let text) in store.effects(.tapped(.person(id: "\(id)"))) {
        kept = text
      }
    }
    let expected = ["5", "11", "10", "9", "8", "7", "6", "4", "3", "2"]
    #expect(store.state.seen.map(\.id) == expected)
    var again = Self.store(memory: ["people seen": (kept ?? "") + "broken\tline\n"])
    again.given(.appeared)
    #expect(again.state.seen.map(\.id) == expected && again.state.seen.first?.account.nick == "User 5")
    #expect(again.keys.prefix(3) == ["recent", "seen 5", "seen 11"])
    #expect(
      again.effects(.tapped(.person(id: "11"))).contains {
        if case .open(.profile("11", "user11", _)) = $0 { true } else { false }
      })
    for id in expected.dropLast() { again.given(.tapped(.unsee(id: id))) }
    #expect(
      again.effects(.tapped(.unsee(id: "2"))) == [.remember(key: "people seen", nil)]
        && again.state.seen.isEmpty)
  }

  @Test func `NEW_11 without words there are the community's people, its tags of the week and its posts`() {
    var store = Self.store(memory: ["searches": "figs"])
    #expect(store.effects(.appeared) == Self.discovers && store.state.isLoading)
    let people = "[" + [1, 3, 4].map { SamplePosts.author($0) }.joined(separator: ",") + "]"
    store.given(
      .received(.members, .text(people), at: noon),
      .received(.trends, .text(#"[{"name":"garden","url":"x"},{"name":7}]"#), at: noon),
      .received(.posts(before: nil), SamplePosts.page([9, 4]), at: noon))
    #expect(store.state.people.map(\.id) == ["3", "4"], "not the viewer")
    #expect(store.state.tags == [.init("garden")])
    #expect(
      Search.view(store.state, .made()).cells.all.map(\.key) == [
        "recent", "recent figs", "tags", "tag garden", "people", "p3", "p4", "members", "heading", "s9", "s4",
        "footer",
      ])
    #expect(store.effects(.reachedEnd) == [Self.posts(before: "4")])
    #expect(store.effects(.reachedEnd) == [], "it is asked already")
    store.given(.received(.posts(before: nil), SamplePosts.page([12]), at: noon))
    #expect(store.state.posts.entries.map(\.id) == ["9", "4"], "a late response to another request")
    store.given(.received(.posts(before: "4"), SamplePosts.page([]), at: noon))
    #expect(store.state.isComplete && store.effects(.reachedEnd) == [])
    store.given(.typed("x"), .paused, .received(.members, .text("[]"), at: noon))
    #expect(store.state.people.map(\.id) == ["3", "4"], "what shows stays until words were found")
    store.given(.received(.results("x", .all, from: 0), Self.found(tags: ["xylophone"]), at: noon))
    #expect(store.state.people == [] && store.state.tags == [.init("xylophone")] && store.state.posts.isEmpty)
  }

  @Test func `NEW_11 what there is can fail, and be asked for again`() {
    var store = Self.store()
    store.given(.appeared, .received(.posts(before: nil), .failure(.unreachable), at: noon))
    #expect(store.state.failure == .unreachable && !store.state.isLoading)
    #expect(store.effects(.tapped(.list(.retry))) == Self.discovers)
    store.given(.received(.posts(before: nil), SamplePosts.page([]), at: noon))
    #expect(
      Search.view(store.state, .made()).cells.all == [.part(.footer(.empty(.search, help: .searchHelp)))])
  }

  @Test func `NEW_11 the server is asked when nothing was typed for a moment`() {
    var store = Self.store()
    #expect(store.effects(.appeared) == Self.discovers)
    #expect(store.effects(.typed(" αθή")) == [.after(milliseconds: 250, .typingPaused)])
    let ask = Self.ask("αθή", target: "/api/v2/search?q=%CE%B1%CE%B8%CE%AE&limit=20")
    #expect(store.effects(.paused) == [ask])
    #expect(store.effects(.paused) == [], "the same is not asked for twice")
    #expect(store.state.isLoading)
    store.given(
      .received(
        .results("αθή", .all, from: 0), Self.found(people: [3], tags: ["αθήνα"], posts: [9, 4]), at: noon))
    #expect(store.state.people.map(\.id) == ["3"] && store.state.tags == [.init("αθήνα")])
    #expect(store.state.posts.entries.map(\.id) == ["9", "4"])
    #expect(!store.state.isLoading && store.state.isComplete)
  }

  @Test func `NEW_11 an address with words looks for them at once`() {
    var store = Self.store("figs")
    #expect(store.effects(.appeared) == [Self.ask("figs", target: "/api/v2/search?q=figs&limit=20")])
  }

  @Test func `NEW_11 responses to older letters are dropped, and an empty field shows nothing`() {
    var store = Self.store()
    store.given(.typed("fi"), .paused, .typed("fig"), .paused)
    store.given(.received(.results("fi", .all, from: 0), Self.found(posts: [1]), at: noon))
    #expect(store.state.found == nil && store.state.isLoading)
    store.given(.received(.results("fig", .all, from: 0), Self.found(posts: [2]), at: noon))
    #expect(store.state.posts.entries.map(\.id) == ["2"])
    #expect(store.effects(.tapped(.clear)) == [.setField(name: "search", "")] + Self.discovers)
    #expect(store.state.found == "" && store.state.posts.isEmpty)
    store.given(.received(.results("fig", .all, from: 0), Self.found(posts: [2]), at: noon))
    #expect(store.state.posts.isEmpty)
  }

  @Test func `NEW_11 more posts follow at the end, each once`() {
    var store = Self.store("x")
    store.given(
      .appeared,
      .received(.results("x", .all, from: 0), Self.found(posts: Array((41...60).reversed())), at: noon))
    let more = Effect.ask(
      Search.Request.results("x", .posts, from: 20),
      APIRequest(.get, "/api/v2/search?q=x&limit=20&type=statuses&offset=20"))
    #expect(store.effects(.reachedEnd) == [more])
    #expect(store.effects(.reachedEnd) == [])
    store.given(.received(.results("x", .posts, from: 20), Self.found(posts: [41, 40]), at: noon))
    #expect(store.state.posts.items.count == 21 && store.state.isComplete)
    #expect(store.effects(.reachedEnd) == [])
  }

  @Test func `NEW_11 a page with posts that are there already is not the end`() {
    var store = Self.store("x")
    store.given(
      .appeared,
      .received(.results("x", .all, from: 0), Self.found(posts: Array((41...60).reversed())), at: noon),
      .reachedEnd,
      .received(.results("x", .posts, from: 20), Self.found(posts: Array((22...41).reversed())), at: noon))
    #expect(store.state.posts.items.count == 39 && !store.state.isComplete)
    let more = Effect.ask(
      Search.Request.results("x", .posts, from: 40),
      APIRequest(.get, "/api/v2/search?q=x&limit=20&type=statuses&offset=40"))
    #expect(store.effects(.reachedEnd) == [more])
  }

  @Test func `NEW_11 a filter shows all people or all tags that were found, and stays for other words`() {
    var store = Self.store("x")
    let tags = (1...6).map { "x\($0)" }
    store.given(
      .appeared,
      .received(
        .results("x", .all, from: 0), Self.found(people: Array(1...7), tags: tags, posts: [9]), at: noon))
    func keys() -> [String] { Search.view(store.state, .made()).cells.all.map(\.key) }
    let people = (1...7).map { "p\($0)" }
    let allTags = tags.map { "tag " + $0 }
    let few =
      ["people"] + people.prefix(5) + ["more accounts", "tags"] + allTags.prefix(3) + ["more hashtags"]
    #expect(keys() == ["filters"] + few + ["heading", "s9", "footer"])
    #expect(store.effects(.tapped(.show(.people))) == [.scrollToTop])
    #expect(keys() == ["filters"] + people + ["footer"])
    store.given(.tapped(.show(.tags)))
    #expect(keys() == ["filters"] + allTags + ["footer"])
    store.given(.tapped(.show(.posts)))
    #expect(keys() == ["filters", "s9", "footer"])
    store.given(
      .typed("xy"),
      .paused,
      .received(.results("xy", .all, from: 0), Self.found(people: [1]), at: noon))
    #expect(keys() == ["filters", "footer", "more accounts"], "no posts, but somebody")
    store.given(.tapped(.show(.people)))
    #expect(keys() == ["filters", "p1", "footer"])
    store.given(.tapped(.clear), .received(.posts(before: nil), SamplePosts.page([9]), at: noon))
    #expect(
      store.state.filter == .all && keys() == ["s9", "footer"], "without words there is nothing to filter")
  }

  @Test func `NEW_11 a tag in use says how many posts have it, and shows how many each day`() {
    var store = Self.store()
    store.given(
      .appeared, .received(.members, .text("[\(SamplePosts.author(9))]"), at: noon),
      .received(
        .trends, .text(#"[{"name":"garden","history":[{"uses":"4"},{"uses":"2"},{"uses":1},{"uses":"0"}]}]"#),
        at: noon)
    )
    let cells = Search.view(store.state, .made()).cells.all
    #expect(cells.map(\.key).prefix(4) == ["tags", "tag garden", "people", "p9"])
    let row = cells[1].html(Strings(.english)).text
    #expect(row.contains("<bdi>#garden</bdi><span>6 posts</span>"))
    #expect(
      row.contains(#"d="M3 20v-1M9 20v-1M15 20v-10M21 20v-20""#),
      "the oldest first; what isn't a number counts nothing"
    )
  }

  @Test func `NEW_11 that nothing was found is said with the words`() {
    var store = Self.store("qzx")
    store.given(.appeared, .received(.results("qzx", .all, from: 0), Self.found(), at: noon))
    #expect(
      Search.view(store.state, .made()).cells.all.last?.html(Strings(.english)).text.contains(
        "Nothing found for “qzx”")
        == true)
  }

  @Test func `NEW_11 more people and tags follow at the end, each once`() {
    var store = Self.store("x")
    store.given(
      .appeared,
      .received(.results("x", .all, from: 0), Self.found(people: Array(1...20), tags: ["x"]), at: noon),
      .tapped(.show(.people)))
    let more = Effect.ask(
      Search.Request.results("x", .people, from: 20),
      APIRequest(.get, "/api/v2/search?q=x&limit=20&type=accounts&offset=20"))
    #expect(store.effects(.reachedEnd) == [more])
    #expect(store.effects(.reachedEnd) == [])
    // A page that arrives while another kind shows is dropped, and is requested again when its kind shows.
    store.given(.tapped(.show(.tags)))
    #expect(store.effects(.reachedEnd) == [], "all tags are there")
    store.given(.received(.results("x", .people, from: 20), Self.found(people: [21]), at: noon))
    #expect(store.state.people.count == 20)
    store.given(.tapped(.show(.people)))
    #expect(store.effects(.reachedEnd) == [more])
    store.given(.received(.results("x", .people, from: 20), Self.found(people: [20, 21]), at: noon))
    #expect(store.state.people.map(\.id) == (1...21).map(String.init) && store.state.hasAllPeople)
    #expect(store.effects(.reachedEnd) == [])
  }

  @Test func `NEW_11 only the pause after the last letter counts`() {
    var app = App.member()
    _ = app.performing(.open(.search("")))
    let search = app.stack.last?.id ?? 0
    let timers = ["f", "fi", "fig"].flatMap { text in
      app.handle(.typed(search, field: Search.field, text)).compactMap { command -> Identifier? in
        if case .startTimer(let id, 250) = command { id } else { nil }
      }
    }
    #expect(timers.count == 3)
    #expect(
      timers.map { app.handle(.timerFired($0)).contains { if case .send = $0 { true } else { false } } } == [
        false, false, true,
      ])
  }

  @Test func `NEW_11 what led somewhere is remembered, six at most, and can be forgotten`() {
    var store = Self.store(memory: ["searches": "a\nb\nc\nd\ne\nf"])
    #expect(store.state.recent == ["a", "b", "c", "d", "e", "f"])
    #expect(store.effects(.submitted("c")).last == .remember(key: "searches", "c\na\nb\nd\ne\nf"))
    store.given(.received(.results("c", .all, from: 0), Self.found(people: [3]), at: noon))
    let opened = store.effects(.tapped(.person(id: "3")))
    #expect(opened.count == 2, "the latest is the latest already")
    #expect(opened.first == .remember(key: "people seen", "3\tuser3\tUser 3\t\n"))
    store.given(.typed("g"), .paused)
    #expect(store.effects(.tapped(.found(tag: "go"))).first == .remember(key: "searches", "g\nc\na\nb\nd\ne"))
    #expect(store.effects(.tapped(.forget("c"))) == [.remember(key: "searches", "g\na\nb\nd\ne")])
    #expect(
      store.effects(.tapped(.recent("d"))) == [
        .setField(name: "search", "d"), Self.ask("d", target: "/api/v2/search?q=d&limit=20"),
        .remember(key: "searches", "d\ng\na\nb\ne"),
      ])
  }

  @Test func `NEW_11 what went wrong is said and can be tried again`() {
    var store = Self.store("x")
    store.given(.appeared, .received(.results("x", .all, from: 0), .failure(.unreachable), at: noon))
    #expect(store.state.failure == .unreachable)
    #expect(store.effects(.tapped(.list(.retry))).count == 1)
    store.given(.received(.results("x", .all, from: 0), .text("[]"), at: noon))
    #expect(store.state.failure == .unreadable)
  }

  @Test(arguments: 0..<100)
  func `NEW_11 what shows is what was typed last, in whatever order responses come`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var store = Self.store()
    var out: [String] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1: store.given(.typed(["", "a", "ab", "abc", "b"].randomElement(using: &generator) ?? ""))
      case 2:
        let asked = store.state.asked
        store.given(.paused)
        if let now = store.state.asked, now != asked { out.append(now) }
      case 3: store.given(.tapped(.clear))
      default:
        guard !out.isEmpty else { continue }
        let words = out.remove(at: Int.random(in: out.indices, using: &generator))
        // The search without words shows the community's posts: one post, once.
        let answer: Search.Action =
          words.isEmpty
          ? .received(.posts(before: nil), SamplePosts.page([9]), at: noon)
          : .received(.results(words, .all, from: 0), Self.found(posts: [words.utf8.count]), at: noon)
        store.given(answer)
      }
      if let found = store.state.found, !found.isEmpty {
        #expect(store.state.posts.entries.map(\.id) == ["\(found.utf8.count)"])
      } else {
        #expect(store.state.posts.entries.allSatisfy { $0.id == "9" })
      }
      #expect(
        store.state.found == nil || store.state.found == "" || store.state.found == store.state.asked
          || store.state.isLoading)
    }
  }
}
