import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

@Suite struct HomeConversationTests {
  private struct Line {
    let id: Int
    var replyTo: Int?
    var commentOf: Int?
    /// The reposted post's id; `nil` if this isn't a repost.
    var reposted: Int?

    var json: String {
      if let reposted {
        return SamplePosts.json(id, by: id, more: #","reblog":\#(SamplePosts.json(reposted))"#)
      }
      var more = ""
      if let replyTo { more += #","in_reply_to_id":"\#(replyTo)","in_reply_to_account_id":"7""# }
      if let commentOf { more += #","comment_of":"\#(commentOf)""# }
      return SamplePosts.json(id, by: id % 5 + 10, more: more)
    }
  }

  private static func items(_ lines: [Line], in store: EntityStore = EntityStore()) -> [EntryList.Item] {
    SamplePosts.items(Array(("[" + lines.map(\.json).joined(separator: ",") + "]").utf8), in: store)
  }

  private static func mute(_ person: String, _ list: inout EntryList) {
    let change = SamplePosts.memberActed(.person(.mute(name: "")), person, true)
    list.store.apply(change)
    list.apply(change)
  }

  private static func list(_ lines: [Line], environment: String? = nil) -> EntryList {
    var list = EntryList(in: EntityStore(), conversations: ConversationGroups(viewerID: environment))
    list.merge(items(lines, in: list.store))
    return list
  }

  /// Returns the posts' ids, with `+` where the next one is a reply, and the number of folded posts.
  private static func text(_ list: EntryList) -> String {
    list.rows.map { row in
      switch row {
      case .entry(let index, let connector): list.items[index].entry.id + (connector == .below ? "+" : "")
      case .folded(let lines): "(\(lines.count))"
      case .comments(let lines, let post):
        "\(post):" + lines.map { list.items[$0].entry.id }.joined(separator: ",")
      case .gap: "gap"
      }
    }.joined(separator: " ")
  }

  @Test func `NEW_10 a reply stands under its parent, where its own place is`() {
    let list = Self.list([Line(id: 9, replyTo: 5), Line(id: 8), Line(id: 5), Line(id: 4)])
    #expect(Self.text(list) == "5+ 9 8 4")
    #expect(list.keys == ["s5", "s9", "s8", "s4"])
  }

  @Test func `NEW_10 of three and more the first and the last show`() {
    let list = Self.list([
      Line(id: 9, replyTo: 7), Line(id: 8, replyTo: 3), Line(id: 7, replyTo: 5), Line(id: 5),
      Line(id: 3, replyTo: 1),
    ])
    #expect(Self.text(list) == "5+ (1) 9 3+ 8")
    #expect(list.row(of: "7") == 1)
  }

  @Test func `NEW_10 what came later moves nothing that was there`() {
    var list = Self.list([Line(id: 7), Line(id: 5), Line(id: 4)])
    list.merge(Self.items([Line(id: 9, replyTo: 5), Line(id: 8, replyTo: 5), Line(id: 7)]))
    #expect(Self.text(list) == "9 8 7 5 4")
  }

  @Test func `NEW_10 a post that several people reposted stands once and names them`() {
    var list = Self.list([
      Line(id: 9, reposted: 2), Line(id: 8), Line(id: 6, reposted: 2), Line(id: 5, reposted: 2),
    ])
    #expect(Self.text(list) == "9 8")
    let first = list.items[0].entry
    let names = list.items[2...3].compactMap { $0.entry.reposter?.account.nick }
    #expect(list.alsoReposted(first) == names && names.count == 2)
    #expect(list.alsoReposted(list.items[1].entry) == [])
    Self.mute("6", &list)
    #expect(list.alsoReposted(first) == [names[1]])
    list.merge(Self.items([Line(id: 12, reposted: 2), Line(id: 11), Line(id: 9, reposted: 2)]))
    #expect(Self.text(list) == "11 9 8" && list.alsoReposted(first).count == 2)
  }

  @Test func `NEW_15 an interaction is on every line that shows the post, wherever pages have moved them`() {
    var list = Self.list([Line(id: 8), Line(id: 6, reposted: 2), Line(id: 5, reposted: 2), Line(id: 2)])
    list.merge(Self.items([Line(id: 9, reposted: 2), Line(id: 8)], in: list.store))
    list.store.apply(SamplePosts.memberActed(.post(.favourite), "2", true))
    #expect(list.items.map { $0.entry.post.interactions.isFavourite } == [true, false, true, true, true])
    #expect(
      list.post("2")?.interactions.isFavourite == true && list.index(of: "5") == 3
        && list.index(of: "7") == nil)
  }

  @Test func `NEW_10 of a post that stands as its author wrote it no later reposts are announced`() {
    var list = Self.list([Line(id: 2)])
    list.merge(Self.items([Line(id: 9, reposted: 2), Line(id: 2)]))
    #expect(Self.text(list) == "2" && list.alsoReposted(list.items[1].entry) == [])
  }

  @Test func `NEW_10 comments show as one line for each post`() {
    let list = Self.list([
      Line(id: 9, replyTo: 2, commentOf: 2), Line(id: 8), Line(id: 7, replyTo: 6, commentOf: 2),
      Line(id: 6, replyTo: 2, commentOf: 2), Line(id: 5, replyTo: 1, commentOf: 1),
    ])
    #expect(Self.text(list) == "2:9,7,6 8 1:5")
  }

  @Test func `NEW_10 who does not want to see comments announced does not, until they do`() {
    var list = Self.list([
      Line(id: 9, replyTo: 2, commentOf: 2), Line(id: 8), Line(id: 7), Line(id: 5, replyTo: 1, commentOf: 1),
    ])
    let all = Self.text(list)
    list.apply(.commentsShown(false))
    #expect(Self.text(list) == "8 7" && list.keys == ["s8", "s7"])
    list.merge(
      Self.items([
        Line(id: 11, replyTo: 1, commentOf: 1), Line(id: 10), Line(id: 9, replyTo: 2, commentOf: 2),
      ]))
    #expect(Self.text(list) == "10 8 7")
    list.apply(.commentsShown(true))
    #expect(all == "2:9 8 7 1:5" && Self.text(list) == "1:11 10 2:9 8 7 1:5")
    let kept = Timeline.State(.home, SamplePosts.context(memory: ["comments": "off"]))
    var hidden = EntryList(
      in: EntityStore(), conversations: ConversationGroups(viewerID: "1"), hidesComments: true)
    hidden.merge(Self.items([Line(id: 9, replyTo: 2, commentOf: 2), Line(id: 8)]))
    #expect(Self.text(hidden) == "8")
    #expect(
      kept.list
        == EntryList(in: EntityStore(), conversations: ConversationGroups(viewerID: "1"), hidesComments: true)
    )
  }

  @Test func `NEW_10 posts that were commented on and are no lines are asked for once, and begin their rows`()
    throws
  {
    func page(_ lines: [Line]) -> Result<Response, RequestFailure> {
      .text("[" + lines.map(\.json).joined(separator: ",") + "]")
    }
    func beginnings(_ store: TestStore<Timeline>) -> [String] {
      Timeline.view(store.state, .made()).cells.all.compactMap { cell in
        if case .comments(let cell) = cell { cell.post?.id ?? "?" } else { nil }
      }
    }
    let asked = Effect.ask(
      Timeline.Request.parents(["2", "1"]), APIRequest(.get, "/api/v1/statuses?id%5B%5D=2&id%5B%5D=1"))
    let lines = [
      Line(id: 9, replyTo: 2, commentOf: 2), Line(id: 8), Line(id: 5, replyTo: 1, commentOf: 1),
    ]
    var store = TestStore<Timeline>(Timeline.State(.home, SamplePosts.context()))
    store.given(.appeared, .loaded(nil))
    #expect(store.effects(.received(.newest, page(lines), at: noon)).contains(asked))
    #expect(beginnings(store) == ["?", "?"])
    #expect(store.effects(.received(.parents(["2", "1"]), .failure(.unreachable), at: noon)) == [])
    store.given(.returned)
    #expect(
      store.effects(.received(.newest, page(lines), at: noon)).contains(asked),
      "what failed is asked for again")
    #expect(store.effects(.received(.parents(["2", "1"]), SamplePosts.page([2]), at: noon)) == [])
    #expect(beginnings(store) == ["2", "?"], "the viewer may not see the other")
    store.given(.returned)
    let again = store.effects(.received(.newest, page([Line(id: 10, commentOf: 2)] + lines), at: noon))
    #expect(!again.contains { if case .asking = $0 { true } else { false } })
    #expect(beginnings(store) == ["2", "2", "?"])
    store.given(.changed(.postRemoved(id: "2")))
    #expect(beginnings(store) == ["?", "?", "?"])
  }

  @Test func `NEW_10 a reply shows how its parent begins, and has the room before that is known`() {
    func page(_ lines: [Line]) -> Result<Response, RequestFailure> {
      .text("[" + lines.map(\.json).joined(separator: ",") + "]")
    }
    var store = TestStore<Timeline>(Timeline.State(.home, SamplePosts.context()))
    func said() -> [String] {
      Timeline.view(store.state, .made()).cells.all.compactMap { cell in
        guard case .post(let cell) = cell else { return nil }
        let text = cell.html(Strings(.english)).text
        return text.firstMatch(of: /class="context line">(.*?)<\/p>/).map { String($0.1) } ?? text
      }
    }
    store.given(.appeared, .loaded(nil))
    let lines = [Line(id: 9, replyTo: 2), Line(id: 8, replyTo: 1)]
    #expect(
      store.effects(.received(.newest, page(lines), at: noon)).contains(
        .ask(
          Timeline.Request.parents(["2", "1"]), APIRequest(.get, "/api/v1/statuses?id%5B%5D=2&id%5B%5D=1"))))
    #expect(said() == ["", ""])
    store.given(.received(.parents(["2", "1"]), SamplePosts.page([2]), at: noon))
    #expect(said() == [#"<bdi>Replying to @user7</bdi> <span dir="auto">Post 2</span>"#, ""])
  }

  @Test func `NEW_10 the viewer's own comments are not announced, wherever their post is`() {
    let lines = [Line(id: 9, replyTo: 2, commentOf: 2), Line(id: 8), Line(id: 7, replyTo: 2, commentOf: 2)]
    #expect(Self.text(Self.list(lines, environment: "14")) == Self.text(Self.list(Array(lines.dropFirst()))))
    #expect(Self.text(Self.list(lines)) != Self.text(Self.list(lines, environment: "14")))
  }

  @Test
  func `NEW_10 comments that came with their post are under it, and those that come later are announced`() {
    var list = Self.list([Line(id: 9, replyTo: 2, commentOf: 2), Line(id: 8), Line(id: 2)])
    #expect(Self.text(list) == "8 2")
    list.merge(
      Self.items([Line(id: 10, replyTo: 2, commentOf: 2), Line(id: 9, replyTo: 2, commentOf: 2), Line(id: 8)])
    )
    #expect(Self.text(list) == "2:10 8 2")
  }

  @Test func `NEW_10 a post stands once, whoever reposts it`() {
    var list = Self.list([Line(id: 9, reposted: 5), Line(id: 8), Line(id: 5)])
    #expect(Self.text(list) == "9 8")
    list.merge(Self.items([Line(id: 11, reposted: 8), Line(id: 10), Line(id: 9, reposted: 5)]))
    #expect(Self.text(list) == "10 9 8")
  }

  @Test func `NEW_10 only rows that show count as new`() {
    var list = Self.list([Line(id: 8), Line(id: 5)], environment: "12")
    #expect(list.merge(Self.items([Line(id: 11, reposted: 8), Line(id: 8)])) == 0, "a repost of what shows")
    #expect(
      list.merge(Self.items([Line(id: 12, commentOf: 5), Line(id: 11, reposted: 8)])) == 0,
      "one's own comment")
    #expect(
      list.merge(Self.items([Line(id: 14, commentOf: 5), Line(id: 13, commentOf: 5), Line(id: 12)])) == 1)
    list.apply(.commentsShown(false))
    #expect(list.merge(Self.items([Line(id: 15, commentOf: 5), Line(id: 14, commentOf: 5)])) == 0)
    Self.mute("11", &list)
    #expect(
      list.merge(Self.items([Line(id: 18), Line(id: 16), Line(id: 15, commentOf: 5)])) == 1, "one is muted")
  }

  @Test func `NEW_10 a deleted post leaves the others of its conversation together`() {
    var list = Self.list([Line(id: 9, replyTo: 7), Line(id: 7, replyTo: 5), Line(id: 5)])
    list.store.apply(.postRemoved(id: "9"))
    list.apply(.postRemoved(id: "9"))
    #expect(Self.text(list) == "5+ 7")
    list.store.apply(.postRemoved(id: "5"))
    list.apply(.postRemoved(id: "5"))
    #expect(Self.text(list) == "7")
    list.store.apply(.postRestored(id: "9"))
    list.apply(.postRestored(id: "9"))
    #expect(Self.text(list) == "7+ 9")
  }

  @Test func `NEW_10 replies that go round in circles end`() {
    #expect(
      Self.list([Line(id: 3, replyTo: 2), Line(id: 2, replyTo: 3), Line(id: 1, replyTo: 1)]).rows.count == 3)
  }

  @Test(arguments: 0..<200)
  func `NEW_10 each post stands once, conversations by their newest, and nothing that was there moves`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var list = EntryList(in: EntityStore(), conversations: ConversationGroups(viewerID: nil))
    var all: [Line] = []
    for id in 1...120 {
      let known = all.last.map { _ in Int.random(in: max(1, id - 12)..<id, using: &generator) }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1: all.append(Line(id: id, replyTo: known))
      case 2: all.append(Line(id: id, replyTo: known, commentOf: known.map { $0 / 20 * 20 + 1 }))
      case 3: all.append(Line(id: id, reposted: all.last { $0.id == known && $0.reposted == nil }?.id))
      default: all.append(Line(id: id))
      }
    }
    all.reverse()
    var before: [String] = []
    var (top, end) = (60, 60)
    for _ in 0..<12 {
      if Bool.random(using: &generator) {
        end = min(120, end + Int.random(in: 1...20, using: &generator))
        list.merge(Self.items(Array(all[max(top, end - 20)..<end])))
      } else {
        let next = max(0, top - Int.random(in: 1...20, using: &generator))
        list.merge(Self.items(Array(all[next..<min(end, top + 1)])))
        top = next
      }
      let keys = list.keys.filter { $0.hasPrefix("s") }
      #expect(keys.filter(Set(before).contains) == before)
      before = keys
      var posts: [String] = []
      for row in list.rows {
        switch row {
        case .entry(let index, _): posts.append(list.items[index].entry.post.id)
        case .folded(let lines), .comments(let lines, _): posts += lines.map { list.items[$0].entry.post.id }
        case .gap: continue
        }
      }
      #expect(Set(posts).count == posts.count)
      // Only comments may be missing, as they show under their post.
      let comments = list.items.map(\.entry.post).filter { $0.commentOf != nil }.map(\.id)
      #expect(Set(posts).union(comments) == Set(list.items.map(\.entry.post.id)))
      #expect(Set(list.keys).count == list.keys.count)
    }
  }
}
