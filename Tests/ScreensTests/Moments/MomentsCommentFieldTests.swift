import Contracts
import Foundation
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the field of a comment: suggestions and emoji.
struct MomentsCommentFieldTests {
  static func people(_ ids: Int...) -> Result<Response, RequestFailure> {
    .text("[" + ids.map { SamplePosts.author($0) }.joined(separator: ",") + "]")
  }

  private func commenting(_ text: String = "", caret: String? = nil) -> TestStore<Moments> {
    var store = MomentsActionsTests.store()
    store.given(.tapped(.comment(key: "p7")))
    if let caret { store.given(.typed(field: "caret", text: caret)) }
    if !text.isEmpty { store.given(.typed(field: "comment", text: text)) }
    return store
  }

  private func handles(_ store: TestStore<Moments>) -> [String]? {
    store.state.writing.commenting?.completions?.people.map(\.handle)
  }

  private func asks(_ name: String) -> [Effect] {
    [
      .cancel(Moments.Request.completions),
      .ask(
        Moments.Request.completions, APIRequest(.get, "/api/v1/accounts/search?q=\(name)&limit=5")),
    ]
  }

  @Test func `NEW_22 people of the conversation are offered first, and then the community's`() {
    var store = commenting()
    #expect(
      store.effects(.typed(field: "comment", text: "Hi @b")) == [
        .remember(key: "comment 7", "Hi @b"), .after(milliseconds: 200, .typingPaused),
      ])
    #expect(handles(store) == ["bob"], "nobody twice, and not oneself")
    #expect(store.effects(.paused) == asks("b"))
    #expect(store.effects(.paused) == [], "once for each word")
    store.given(.received(.completions, Self.people(3, 12), at: noon))
    #expect(handles(store) == ["bob", "user3", "user12"])
    #expect(store.frameKeys.suffix(2) == ["completions", "comment"], "over the field")
    #expect(
      store.effects(.tapped(.writing(.field(.complete("@bob"))))) == [
        .setField(name: "comment", "Hi @bob "), .remember(key: "comment 7", "Hi @bob "),
      ])
    #expect(store.state.writing.commenting?.text == "Hi @bob ")
    #expect(handles(store) == nil && !store.frameKeys.contains("completions"))
  }

  @Test func `NEW_22 a name is completed where one writes, and a tag as well`() {
    var store = commenting("😀 @bo you", caret: "6")
    #expect(handles(store) == ["bob"])
    #expect(
      store.effects(.tapped(.writing(.field(.complete("@bob"))))).first
        == .setField(name: "comment", "😀 @bob you"))
    store = commenting("In #fi")
    let call = APIRequest(.get, "/api/v2/search?q=fi&type=hashtags&limit=5")
    #expect(store.effects(.paused).last == .ask(Moments.Request.completions, call))
    store.given(.received(.completions, SearchTests.found(tags: ["figs"]), at: noon))
    #expect(store.state.writing.commenting?.completions?.tags == ["figs"])
  }

  @Test func `NEW_22 suggestions can be sent away, and end with the comment`() {
    var store = commenting("@bo")
    #expect(store.effects(.tapped(.writing(.field(.complete(""))))) == [])
    #expect(store.state.writing.commenting?.text == "@bo" && handles(store) == nil)
    store.given(.typed(field: "comment", text: "@bob"), .tapped(.writing(.leave)))
    #expect(!store.frameKeys.contains("completions"))
    #expect(store.effects(.paused) == [] && store.effects(.tapped(.writing(.field(.emoji)))) == [])
    #expect(store.effects(.tapped(.writing(.field(.complete("@bob"))))) == [])
  }

  @Test func `NEW_22 a late response says nothing about newer letters`() {
    var store = commenting("@us")
    store.given(
      .paused, .typed(field: "comment", text: "@use"), .received(.completions, Self.people(3), at: noon))
    #expect(handles(store) == [])
  }

  @Test func `NEW_22 without a network the people of the page are offered`() {
    let carl = Account.made("carl", nick: "Carl")
    var state = TestStore.loaded(
      MomentsActionsTests.posts + [.made("9", by: carl, text: "Elsewhere", likes: [MomentsActionsTests.bob])]
    ).state
    state.viewer = MomentsActionsTests.me
    var store = TestStore<Moments>(state)
    store.given(.tapped(.comment(key: "p7")), .typed(field: "comment", text: "@ca"), .paused)
    #expect(handles(store) == [])
    store.given(.received(.completions, .failure(.unreachable), at: noon))
    #expect(handles(store) == ["carl"])
  }

  @Test func `NEW_22 suggestions are a list that screen readers know`() {
    let store = commenting("@bo")
    for part in [
      #"role="listbox" aria-label="Suggestions""#,
      #"role="option" aria-selected="false" tabindex="-1" data-tap="complete:@bob""#,
      #"<p class="unseen" role="status">"#, #"data-escape="complete:""#, #"data-caret="""#,
    ] { #expect(store.text.contains(part), "\(part)") }
    #expect(
      store.text.components(separatedBy: #"data-dismiss="uncomment""#).count == 3,
      "a tap on the list isn't one outside of the bar")
  }

  @Test func `NEW_22 the panel of emoji opens under the field and closes`() {
    var store = commenting("Hi")
    store.send(.tapped(.writing(.field(.emoji)))) {
      $0.writing.commenting?.emojis = EmojiPanel(recent: nil)
    }
    #expect(store.frameKeys.suffix(2) == ["comment", "emojis"])
    #expect(Moments.view(store.state, .made()).status == "emojis")
    store.given(.typed(field: "comment", text: ""))
    #expect(Moments.view(store.state, .made()).status == "unsendable emojis")
    store.send(.tapped(.writing(.field(.emoji)))) { $0.writing.commenting?.emojis = nil }
    store.given(
      .tapped(.writing(.field(.emoji))), .typed(field: "comment", text: "Bye"), .tapped(.writing(.send)))
    #expect(!store.frameKeys.contains("emojis"))
  }

  @Test func `NEW_22 emoji that were used come first the next time`() {
    var store = commenting()
    store.given(.tapped(.writing(.field(.emoji))))
    #expect(store.effects(.typed(field: "emoji", text: "😂")) == [.remember(key: "emojis", "😂")])
    #expect(store.effects(.typed(field: "emoji", text: "❤️")) == [.remember(key: "emojis", "❤️ 😂")])
    #expect(store.effects(.typed(field: "emoji", text: "😂")) == [.remember(key: "emojis", "😂 ❤️")])
    #expect(store.state.writing.commenting?.emojis?.recent == [], "nothing moves under a finger")
    #expect(store.state.writing.commenting?.text == "", "the bridge writes the text")
    store.given(.tapped(.writing(.field(.emoji))), .tapped(.writing(.field(.emoji))))
    #expect(store.state.writing.commenting?.emojis?.recent == ["😂", "❤️"])
    #expect(store.text.contains(#"aria-label="Recently used"><button type="button">😂</button>"#))
  }
}
