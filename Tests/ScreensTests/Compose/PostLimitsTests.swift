import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests another server's limits for the length of a post and the number of its pictures.
struct PostLimitsTests {
  private static func instance(_ characters: Int, _ pictures: Int) -> String {
    #"{"title":"Elsewhere","configuration":{"statuses":{"max_characters":\#(characters),"max_media_attachments":\#(pictures),"characters_reserved_per_url":23}}}"#
  }

  private static func store(_ memory: [String: String] = [:]) -> TestStore<Compose> {
    TestStore<Compose>(Compose.State(ComposeStart(), ComposeTests.context(memory, isOwnServer: false)))
  }

  private static func limits(_ characters: Int, _ pictures: Int) -> PostLimits {
    var limits = PostLimits()
    (limits.characters, limits.pictures) = (characters, pictures)
    return limits
  }

  private static let asked: [Effect] = [
    .ask(Compose.Request.preferences, APIRequest(.get, "/api/v1/preferences")),
    .ask(Compose.Request.limits(.second), APIRequest(.get, "/api/v2/instance")),
  ]

  @Test func `NEW_07 another server is asked for its limits, and they are stored`() throws {
    var store = Self.store()
    store.send(.appeared, effects: { _ in Self.asked })
    let kept = Self.limits(300, 4)
    store.answer(
      .limits(.second), with: .text(Self.instance(300, 4)),
      effects: { _ in [.remember(key: "limits", kept.json)] },
      change: { $0.limits = kept })
    #expect(store.state.left == 300)
    #expect(Self.store(["limits": kept.json]).state.limits == kept)
    var again = Self.store(["limits": kept.json])
    again.given(.appeared)
    again.send(.received(.limits(.second), .text(Self.instance(300, 4)), at: noon))
  }

  private static let askedFirst: [Effect] = [
    .ask(Compose.Request.limits(.first), APIRequest(.get, "/api/v1/instance"))
  ]

  @Test(arguments: [
    (#"{"uri":"far.example","version":"2.7.2 (compatible; Pleroma 2.6)","max_toot_chars":5000}"#, 5000, 4),
    (#"{"max_toot_chars":"5000","max_media_attachments":16}"#, 5000, 9),
    (#"{"configuration":{"statuses":{"max_characters":1000}}}"#, 1000, 4),
    (#"{"configuration":{"statuses":{"max_media_attachments":6}},"max_characters":200000}"#, 200_000, 6),
    (#"{"max_toot_chars":9007199254740993}"#, 1_000_000, 4),
  ])
  func `NEW_07 a server that knows the first version alone says its limits there`(
    body: String, characters: Int, pictures: Int
  ) {
    var store = Self.store()
    store.given(.appeared)
    store.answer(.limits(.second), with: .text("{}", status: 404), effects: { _ in Self.askedFirst })
    let kept = Self.limits(characters, pictures)
    store.answer(
      .limits(.first), with: .text(body), effects: { _ in [.remember(key: "limits", kept.json)] },
      change: { $0.limits = kept })
    #expect(store.state.limits == kept)
  }

  @Test func `NEW_07 the own server is not asked for its limits`() {
    var store = ComposeTests.store(memory: [Visibility.lastChoiceKey: "public"])
    store.send(.appeared, effects: { _ in [ComposeTests.askCircles] })
  }

  @Test(arguments: [
    "", "{}", #"{"configuration":{}}"#,
    #"{"configuration":{"statuses":{"max_characters":"a","max_media_attachments":4}}}"#,
    #"{"configuration":{"statuses":{"max_characters":0,"max_media_attachments":4}}}"#,
  ])
  func `NEW_07 a server that says nothing of limits has the usual ones`(_ body: String) {
    #expect(PostLimits(Array(body.utf8)) == nil)
    var store = Self.store()
    store.given(.appeared)
    store.answer(.limits(.second), with: .text(body), effects: { _ in Self.askedFirst })
    store.answer(.limits(.first), with: .text(body))
    #expect(store.state.limits == PostLimits())
  }

  @Test func `NEW_07 of many pictures the grid's nine fit`() {
    #expect(PostLimits(Array(Self.instance(5000, 20).utf8)) == Self.limits(5000, 9))
  }

  @Test func `NEW_07 a fifth picture is refused in words where four fit`() {
    var store = Self.store(["limits": Self.limits(500, 4).json])
    for id in ["1-a", "1-b", "1-c", "1-d"] { store.given(.picked(id)) }
    store.send(.picked("1-e"), effects: { _ in [.toast(Toast(Message(.tooManyPictures, "4")))] })
    #expect(Message(.tooManyPictures, "4").text(Strings(.english)) == "A post can have up to 4 pictures.")
    let page = Compose.view(store.state, .made())
    #expect(!page.cells.head.contains { $0.html(Strings(.english)).text.contains(#"class="add""#) })
  }

  @Test func `NEW_07 a draft with more pictures than fit says so, and can be sent when enough are gone`() {
    let pictures = (1...5).map { DraftPicture(id: "1-\($0)", state: .sent(id: "\($0)", at: noon)) }
    var store = Self.store(["limits": Self.limits(500, 4).json, "draft": Draft(pictures: pictures).json])
    func said() -> Bool {
      Compose.view(store.state, .made()).cells.head.contains {
        $0.html(Strings(.english)).text.contains("A post can have up to 4 pictures.")
      }
    }
    #expect(said() && !store.state.canSend)
    store.given(.tapped(.picture(.remove("1-2"))))
    #expect(!said() && store.state.canSend)
  }

  @Test func `NEW_07 the ring and the marks go by the server's limit`() {
    var store = Self.store(["limits": Self.limits(1000, 9).json])
    store.given(.typed(field: "text", text: String(repeating: "a", count: 500)))
    #expect(store.state.canSend && store.state.count.surplusStart == nil)
    let bar = Compose.view(store.state, .made()).frame.first
    #expect(bar == .bar(.compose, left: 500, of: 1000, canSend: true, isEdit: false))
    #expect(bar?.html(Strings(.english)).text.contains(#"stroke-dasharray="50 100""#) == true)
  }
}
