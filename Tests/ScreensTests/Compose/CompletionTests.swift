import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

struct CompletionTests {
  private static func people(_ ids: Int...) -> Result<Response, RequestFailure> {
    .text("[" + ids.map { SamplePosts.author($0) }.joined(separator: ",") + "]")
  }

  private static let asksUser = Effect.ask(
    Compose.Request.completions("@us"), APIRequest(.get, "/api/v1/accounts/search?q=us&limit=5"))

  @Test(arguments: [
    ("@us", "@us"), ("Hello @us", "@us"), ("(@us", "@us"), ("你好@us", "@us"), ("a #fig", "#fig"), ("#北", "#北"),
    ("", nil), ("@", nil), ("@us ", nil), ("me@us", nil), ("Hello", nil), ("@us\n", nil),
    ("http://a.b/#us", nil),
  ])
  func `NEW_11 a mention or a tag at the end is completed`(text: String, word: String?) {
    #expect(Completions.wordToComplete(text) == word)
  }

  @Test func `NEW_11 people are offered after a moment, and one of them takes the place of what was typed`() {
    var store = ComposeTests.store()
    #expect(
      store.effects(.typed(field: "text", text: "Hello @us")).last == .after(milliseconds: 200, .typingPaused)
    )
    #expect(store.effects(.paused) == [Self.asksUser])
    #expect(store.effects(.paused) == [])
    store.given(.received(.completions("@us"), Self.people(3, 12), at: noon))
    #expect(store.state.completions?.people.map(\.handle) == ["user3", "user12"])
    store.given(.typed(field: "text", text: "Hello @user1"))
    #expect(store.state.completions?.people.map(\.handle) == ["user12"], "who still fits")
    #expect(
      store.effects(.tapped(.field(.complete("@user12")))).first == .setField(name: "text", "Hello @user12 "))
    #expect(store.state.draft.text == "Hello @user12 " && store.state.completions == nil)
  }

  @Test(arguments: [("Hi 😀 @us you", "9", "Hi 😀 @user3 you"), ("@us\nnext", "3", "@user3\nnext")])
  func `NEW_11 a word is completed where one writes`(text: String, caret: String, completed: String) {
    var store = ComposeTests.store()
    store.given(.typed(field: "caret", text: caret), .typed(field: "text", text: text), .paused)
    #expect(store.state.completions?.word == "@us")
    store.given(.received(.completions("@us"), Self.people(3), at: noon))
    #expect(store.effects(.tapped(.field(.complete("@user3")))).first == .setField(name: "text", completed))
  }

  @Test func `NEW_11 nothing is completed within a word, and what is offered can be sent away`() {
    var store = ComposeTests.store()
    store.given(.typed(field: "caret", text: "2"), .typed(field: "text", text: "@user"))
    #expect(store.state.completions == nil)
    store.given(
      .typed(field: "caret", text: "5"), .typed(field: "text", text: "@user"), .tapped(.field(.complete(""))))
    #expect(store.state.completions == nil && store.state.draft.text == "@user")
  }

  @Test func `NEW_11 responses to older letters are dropped, and without a network one types on`() {
    var store = ComposeTests.store()
    store.given(.typed(field: "text", text: "@us"), .paused, .typed(field: "text", text: "@use"))
    store.given(.received(.completions("@us"), Self.people(3), at: noon))
    #expect(store.state.completions?.isEmpty == true)
    store.given(.paused, .received(.completions("@use"), .failure(.unreachable), at: noon))
    #expect(store.state.completions?.isEmpty == true)
    store.given(.typed(field: "text", text: "@use "))
    #expect(store.state.completions == nil)
    #expect(store.effects(.tapped(.field(.complete("@user3")))) == [])
  }

  @Test func `NEW_11 without a network those are offered whom the device knows, and first whom one follows`()
    throws
  {
    var store = ComposeTests.store()
    let session = try #require(store.state.session)
    store.given(.typed(field: "text", text: "@us"), .paused)
    let keys = [session.storageKey("following anna"), session.storageKey("timeline home")]
    #expect(
      store.effects(.received(.completions("@us"), .failure(.unreachable), at: noon))
        == keys.map { .load(key: $0) })
    let page = CachedResponse(
      savedAt: noon, after: "", body: Array("[\(SamplePosts.author(3)),\(SamplePosts.author(4))]".utf8))
    store.given(.loaded(key: keys[0], page.bytes))
    #expect(store.state.completions?.people.map(\.handle) == ["user3", "user4"])
    guard case .success(let home) = SamplePosts.page([3, 2]) else { return }
    for bytes in [home.body, Array("nonsense".utf8)] { store.given(.loaded(key: keys[1], bytes)) }
    store.given(.loaded(key: keys[0], nil))
    let handles = try #require(store.state.completions?.people.map(\.handle))
    #expect(handles.prefix(2) == ["user3", "user4"] && handles.count > 2)
    #expect(Set(handles).count == handles.count, "nobody twice")
    store.given(.typed(field: "text", text: "@user4"))
    #expect(store.state.completions?.people.map(\.handle) == ["user4"])
  }

  @Test func `NEW_11 without a network those tags are offered that the home timeline has`() throws {
    var store = ComposeTests.store()
    let session = try #require(store.state.session)
    store.given(
      .typed(field: "text", text: "In #fi"), .paused,
      .received(.completions("#fi"), .failure(.unreachable), at: noon))
    let post =
      SamplePosts.json(3).dropLast()
      + #","tags":[{"name":"Figs","url":"https://a.example/t"},{"name":"pears"}]}"#
    store.given(.loaded(key: session.storageKey("timeline home"), SamplePosts.copy("[\(post)]")))
    #expect(store.state.completions?.tags == ["Figs"])
  }

  @Test func `NEW_11 tags are offered as well`() {
    var store = ComposeTests.store()
    store.given(.typed(field: "text", text: "In #fi"))
    let call = APIRequest(.get, "/api/v2/search?q=fi&type=hashtags&limit=5")
    #expect(store.effects(.paused) == [.ask(Compose.Request.completions("#fi"), call)])
    store.given(.received(.completions("#fi"), SearchTests.found(tags: ["figs", "fish"]), at: noon))
    #expect(store.state.completions?.tags == ["figs", "fish"])
    #expect(store.effects(.tapped(.field(.complete("#figs")))).first == .setField(name: "text", "In #figs "))
  }
}
