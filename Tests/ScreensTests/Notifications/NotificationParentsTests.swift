import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the squares with the posts that replies answer.
struct NotificationParentsTests {
  private static let picture =
    #","media_attachments":[{"id":"1","type":"image","url":"https://example.org/1.jpg","preview_url":"https://example.org/1s.jpg","description":"A coast"}]"#

  /// Returns the JSON of a reply to the post with the id `parent`.
  private static func reply(_ id: Int, of post: Int, to parent: Int) -> String {
    Notices.json(
      id, "mention", of: post, more: #","in_reply_to_id":"\#(parent)","in_reply_to_account_id":"1""#)
  }

  private static func asked(_ ids: [Int]) -> Effect {
    let query = ids.map { "id%5B%5D=\($0)" }.joined(separator: "&")
    return .ask(
      Notifications.Request.parents(ids.map { "\($0)" }), APIRequest(.get, "/api/v1/statuses?" + query))
  }

  private static func posts(_ items: [String]) -> Result<Response, RequestFailure> {
    .text("[" + items.joined(separator: ",") + "]")
  }

  private static func requests(_ effects: [Effect]) -> Int {
    effects.count(where: { if case .asking = $0 { true } else { false } })
  }

  /// Returns the square of each row; an empty text for a row without one.
  private static func squares(_ state: Notifications.State) -> [String] {
    let page = AnyPage(Notifications.view(state, .made()))
    return state.keys.indices.map { row in
      let html = page.cell(page.head.count + row).html(Strings(.english)).text
      return html.firstMatch(of: /<(a|span) class="parent-square".*?<\/\1>/).map { String($0.0) } ?? ""
    }
  }

  private static let empty = #"<span class="parent-square" aria-hidden="true"></span>"#

  @Test func `NEW_09 a reply shows the beginning of what it answers, and its room before that is known`() {
    var store = TestStore<Notifications>(Notices.state(.appeared))
    let page = Notices.page([
      Self.reply(9, of: 30, to: 2), Self.reply(8, of: 31, to: 2), Notices.json(7, "mention", of: 4),
    ])
    #expect(store.effects(.received(.newest, page, at: noon)).contains(Self.asked([2])), "once for both")
    #expect(Self.squares(store.state) == [Self.empty, Self.empty, ""], "the third answers nothing")
    let parent = Self.posts([SamplePosts.json(2, by: 1, text: "@ben Snow &amp; ice")])
    #expect(store.effects(.received(.parents(["2"]), parent, at: noon)) == [])
    let square =
      #"<a class="parent-square" href="/@user1/2" data-tap="open:2" aria-label="Replying to @user1: Snow &amp; ice"><span dir="auto">Snow &amp; ice</span></a>"#
    #expect(Self.squares(store.state) == [square, square, ""])
    let again = store.effects(.received(.newest, page, at: noon))
    #expect(Self.requests(again) == 0, "it is known")
    let post = store.state.parents.entries.first?.post
    store.send(.tapped(.post(.open(id: "2"))), effects: { _ in [.open(.thread(id: "2", post))] })
    store.given(.changed(.postRemoved(id: "2")))
    #expect(Self.squares(store.state) == ["", "", ""], "a deleted one shows nothing")
  }

  @Test func `NEW_09 a picture takes the text's place, unless it is covered`() {
    func square(_ more: String, text: String = "By the sea") -> String {
      var state = Notices.shown([Self.reply(9, of: 30, to: 2)], marker: 9)
      let parent = Self.posts([SamplePosts.json(2, by: 1, text: text, more: more)])
      _ = Notifications.reduce(&state, .received(.parents(["2"]), parent, at: noon))
      return Self.squares(state)[0]
    }
    let shown = square(Self.picture)
    #expect(shown.contains("<img class=\"picture\"") && !shown.contains("<span"))
    #expect(shown.contains("aria-label=\"Replying to @user1: By the sea\""))
    #expect(square(Self.picture, text: "").contains("aria-label=\"Replying to @user1: A coast\""))
    let sensitive = square(Self.picture + ",\"sensitive\":true")
    #expect(!sensitive.contains("<img") && sensitive.contains(">By the sea<"))
    let warned = square(Self.picture + ",\"spoiler_text\":\"Spiders\"")
    #expect(warned.contains(">Spiders<") && !warned.contains("By the sea") && !warned.contains("<img"))
    #expect(square(Self.picture + ",\"sensitive\":true", text: "") == "", "nothing to show")
    #expect(square("", text: "") == "")
  }

  @Test func `NEW_09 what the viewer may not see leaves no square`() {
    var store = TestStore<Notifications>(
      Notices.shown(
        [Self.reply(9, of: 30, to: 2), Self.reply(8, of: 31, to: 3), Self.reply(7, of: 32, to: 4)], marker: 9)
    )
    let filter = #","filtered":[{"filter":{"id":"1","title":"Birds","context":["notifications"],"#
    let more = filter + #""filter_action":"warn"}}]"#
    let posts = Self.posts([SamplePosts.json(3, by: 5), SamplePosts.json(4, by: 1, more: more)])
    store.given(.received(.parents(["2", "3", "4"]), posts, at: noon))
    let squares = Self.squares(store.state)
    #expect(squares[0] == "" && squares[2] == "", "it was left out, or is filtered")
    #expect(squares[1].contains(">Post 3<"))
    store.given(.changed(SamplePosts.memberActed(.person(.block(name: "")), "5", true)))
    #expect(Self.squares(store.state)[1] == "", "its author is blocked")
  }

  @Test func `NEW_09 parents are asked for as many at once as Mastodon returns`() {
    var store = TestStore<Notifications>(Notices.state(.appeared))
    let page = Notices.page((0..<30).map { Self.reply(90 - $0, of: 200 + $0, to: 100 + $0) })
    let first = Array(100..<120)
    #expect(store.effects(.received(.newest, page, at: noon)).contains(Self.asked(first)))
    let ids = first.map { "\($0)" }
    #expect(
      store.effects(.received(.parents(ids), SamplePosts.page(first), at: noon))
        == [Self.asked(Array(120..<130))])
  }

  @Test func `NEW_09 a failed request for parents is repeated, a refused one isn't`() {
    let page = Notices.page([Self.reply(9, of: 30, to: 2)])
    var store = TestStore<Notifications>(Notices.state(.appeared))
    store.given(.received(.newest, page, at: noon))
    #expect(store.effects(.received(.parents(["2"]), .failure(.unreachable), at: noon)) == [])
    #expect(Self.squares(store.state) == [""], "no room is kept for it")
    #expect(store.effects(.received(.newest, page, at: noon)).contains(Self.asked([2])))
    let missing = Response(status: 404, body: Array("{}".utf8))
    #expect(store.effects(.received(.parents(["2"]), .success(missing), at: noon)) == [])
    #expect(Self.requests(store.effects(.received(.newest, page, at: noon))) == 0)
  }

  @Test func `NEW_09 a post that another screen loaded is not asked for`() throws {
    let state = Notices.state(.appeared)
    state.postsState.store.receive(try SamplePosts.post(2, by: 1), asked: noon)
    var store = TestStore<Notifications>(state)
    let page = Notices.page([Self.reply(9, of: 30, to: 2)])
    #expect(Self.requests(store.effects(.received(.newest, page, at: noon))) == 0)
    #expect(Self.squares(store.state)[0].contains(">Post 2<"))
    let arriving = Notices.shown([Self.reply(10, of: 33, to: 5)], marker: 9).items[0]
    let effects = store.effects(.changed(.notificationArrived(arriving, source: [], at: noon)))
    #expect(effects.contains(Self.asked([5])), "also for one that came by itself")
  }
}
