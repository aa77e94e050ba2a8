import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Choosing the people who are reminded of a new post.
struct ComposeRemindTests {
  private static let followed = APIRequest(.get, "/api/v1/accounts/1/following?limit=40")

  private func people(_ ids: Int...) -> Result<Response, RequestFailure> {
    .text("[" + ids.map { SamplePosts.author($0) }.joined(separator: ",") + "]")
  }

  private func followers(_ followed: [Int: Bool]) -> Result<Response, RequestFailure> {
    .text(
      "[" + followed.map { #"{"id":"\#($0.key)","followed_by":\#($0.value)}"# }.joined(separator: ",") + "]")
  }

  /// The composer with the choice open, and people to choose from.
  private func opened(_ ids: Int..., memory: [String: String] = ["audience": "public"]) -> TestStore<Compose>
  {
    var store = ComposeTests.store(memory: memory)
    store.given(.typed(field: "text", text: "Hi"))
    store.given(.tapped(.remind(.open)))
    store.given(
      .received(
        .followed, .text("[" + ids.map { SamplePosts.author($0) }.joined(separator: ",") + "]"), at: noon))
    return store
  }

  private func rows(_ state: Compose.State) -> [Compose.RemindRow] {
    for case .remindPeople(let rows, _, _) in Compose.view(state, .made()).cells.head { return rows }
    return []
  }

  private func isLoading(_ state: Compose.State) -> Bool {
    Compose.view(state, .made()).cells.head.contains {
      $0 == .remindPeople([], isForNobody: false, isLoading: true)
    }
  }

  @Test func `NEW_22 those whom one follows are offered, and others are found`() {
    var store = ComposeTests.store(memory: ["audience": "public"])
    #expect(
      store.effects(.tapped(.remind(.open))) == [.ask(Compose.Request.followed, Self.followed)])
    store.given(.received(.followed, people(1, 3, 4), at: noon))
    #expect(rows(store.state).map(\.person.id) == ["3", "4"], "without oneself")
    store.given(.tapped(.remind(.turn("3"))))
    let search = APIRequest(.get, "/api/v1/accounts/search?q=us&limit=20")
    let waits = Effect.after(milliseconds: 200, .typingPaused)
    #expect(store.effects(.typed(field: "remind", text: "u")) == [waits])
    #expect(store.effects(.typed(field: "remind", text: "us")) == [waits])
    #expect(store.effects(.paused) == [.ask(Compose.Request.toRemind("us"), search)])
    #expect(store.effects(.paused) == [], "it is on its way")
    store.given(.received(.toRemind("u"), people(9), at: noon))
    store.given(.received(.toRemind("us"), people(12), at: noon))
    #expect(
      rows(store.state).map(\.person.id) == ["3", "12"] && rows(store.state).map(\.isOn) == [true, false])
    store.given(.tapped(.remind(.turn("12"))))
    store.given(.tapped(.remind(.done)))
    #expect(store.state.draft.reminded.map(\.id) == ["3", "12"] && !store.state.reminding.isOpen)
    #expect(Draft(json: store.state.draft.json) == store.state.draft)
    #expect(store.state.draft.fields.reminded == ["3", "12"])
    #expect(store.effects(.tapped(.remind(.open))) == [], "they are known")
    store.given(.tapped(.remind(.turn("3"))))
    store.given(.tapped(.remind(.cancel)))
    #expect(store.state.draft.reminded.map(\.id) == ["3", "12"])
  }

  @Test func `NEW_22 late responses, pauses and words of before find nobody`() {
    var store = opened(3)
    store.given(.typed(field: "remind", text: "us"), .paused)
    let typed = store.effects(.typed(field: "remind", text: "use"))
    #expect(
      typed == [
        .cancel(Compose.Request.toRemind("us")), .after(milliseconds: 200, .typingPaused),
      ])
    // Between two words, and before the pause, no response is for what stands there.
    store.given(.received(.toRemind("us"), people(9), at: noon))
    #expect(store.state.reminding.found == [])
    store.given(.typed(field: "remind", text: "us"), .received(.toRemind("us"), people(9), at: noon))
    #expect(store.state.reminding.found == [])
    store.given(.paused, .received(.toRemind("us"), people(12), at: noon))
    #expect(rows(store.state).map(\.person.id) == ["12"])
    #expect(store.effects(.typed(field: "remind", text: "")) == [.cancel(Compose.Request.toRemind("us"))])
    #expect(rows(store.state).map(\.person.id) == ["3"])
    // The choice closes while a pause and a request are on their way.
    store.given(.typed(field: "remind", text: "me"), .paused, .tapped(.remind(.done)))
    #expect(store.effects(.paused) == [])
    store.given(.received(.toRemind("me"), people(9), at: noon), .tapped(.remind(.open)))
    #expect(rows(store.state).map(\.person.id) == ["3"])
  }

  @Test func `NEW_22 ten people can be chosen`() {
    var store = opened(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    for id in 2...12 { store.given(.tapped(.remind(.turn("\(id)")))) }
    #expect(store.state.draft.reminded.map(\.id) == (2...11).map { "\($0)" })
    #expect(rows(store.state).last?.isFree == false)
    store.given(.tapped(.remind(.turn("2"))))
    #expect(rows(store.state).last?.isFree == true)
  }

  @Test func `NEW_22 those who don't see the post take no place of the ten`() {
    var store = opened(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    for id in 2...11 { store.given(.tapped(.remind(.turn("\(id)")))) }
    store.given(.tapped(.choose(.followers)))
    store.given(.received(.followers, followers([2: false, 3: true, 12: true]), at: noon))
    #expect(Compose.view(store.state, .made()).frame == [.remindBar(9)])
    store.given(.tapped(.remind(.turn("12"))))
    #expect(store.state.draft.reminded.map(\.id) == (3...12).map { "\($0)" })
    #expect(Draft(json: store.state.draft.json)?.reminded.count == 10)
  }

  @Test func `NEW_22 people who can't be loaded are no reason to wait, and are asked for again`() {
    var store = ComposeTests.store(memory: ["audience": "public"])
    store.given(.tapped(.remind(.open)))
    #expect(isLoading(store.state))
    #expect(
      store.effects(.received(.followed, .failure(.unreachable), at: noon)) == [
        .toast(Toast(Message(.unreachable)))
      ])
    #expect(!isLoading(store.state))
    store.given(.tapped(.remind(.cancel)))
    #expect(
      store.effects(.tapped(.remind(.open))) == [.ask(Compose.Request.followed, Self.followed)])
  }

  @Test func `NEW_22 names in the composer's row keep their own direction`() {
    var store = opened(3)
    store.given(.tapped(.remind(.turn("3"))), .tapped(.remind(.done)))
    let html = Compose.view(store.state, .made()).cells.head.map { $0.html(Strings(.arabic)).text }.joined()
    #expect(html.contains("\u{2068}\(store.state.draft.reminded[0].nick)\u{2069}"))
  }

  @Test func `NEW_22 who doesn't follow can't be reminded of a post for followers`() {
    var store = opened(3, 4)
    for id in ["3", "4"] { store.given(.tapped(.remind(.turn(id)))) }
    store.given(.tapped(.remind(.done)))
    let effects = store.effects(.tapped(.choose(.followers)))
    #expect(
      effects.last
        == .ask(
          Compose.Request.followers,
          APIRequest(.get, "/api/v1/accounts/relationships?id%5B%5D=3&id%5B%5D=4")))
    store.given(.received(.followers, followers([3: true, 4: false]), at: noon))
    #expect(store.state.remindedPeople.map(\.id) == ["3"])
    store.given(.tapped(.remind(.open)))
    #expect(rows(store.state).map(\.sees) == [true, false])
    store.given(.tapped(.remind(.done)))
    guard
      case .post(let draft)? = store.effects(.tapped(.send)).first(where: { effect in
        if case .post = effect { true } else { false }
      })
    else {
      Issue.record("it isn't sent")
      return
    }
    #expect(draft.reminded.map(\.id) == ["3"])
  }

  @Test func `NEW_22 a post for nobody else reminds nobody but those whom it names`() {
    var store = opened(3, 4)
    store.given(.tapped(.remind(.turn("3"))), .tapped(.remind(.done)), .tapped(.choose(.direct)))
    #expect(store.state.remindedPeople == [])
    store.given(.typed(field: "text", text: "Hi @user3"))
    #expect(store.state.remindedPeople.map(\.id) == ["3"])
    store.given(.tapped(.choose(.members)))
    #expect(store.state.remindedPeople.map(\.id) == ["3"])
  }

  @Test func `NEW_22 the people of the circles decide who can be reminded`() {
    var store = opened(3, 4, memory: ["audience": "public", "circles": "12 Family\n13 Kids\n"])
    for id in ["3", "4"] { store.given(.tapped(.remind(.turn(id)))) }
    store.given(.tapped(.remind(.done)))
    let effects = store.effects(.tapped(.circle(.only("12"))))
    #expect(
      effects.last
        == .ask(Compose.Request.members(of: "12"), APIRequest(.get, "/api/v1/lists/12/accounts?limit=0")))
    #expect(store.state.remindedPeople.count == 2, "until it is known")
    store.given(.received(.members(of: "12"), people(4), at: noon))
    #expect(store.state.remindedPeople.map(\.id) == ["4"])
    store.given(.tapped(.circle(.except("12"))))
    #expect(store.state.remindedPeople.map(\.id) == ["3"])
  }

  @Test func `NEW_22 the choice is read as boxes, and says who doesn't see the post`() {
    var store = opened(3, 4)
    store.given(.tapped(.choose(.followers)))
    store.given(.received(.followers, followers([3: true, 4: false]), at: noon))
    store.given(.tapped(.remind(.turn("3"))))
    let html = Compose.view(store.state, .made()).cells.head.map { $0.html(Strings(.english)).text }.joined()
    #expect(html.contains(#"role="checkbox" aria-checked="true" data-tap="remind-turn:3""#))
    #expect(html.contains("Can’t see this post"))
  }
}
