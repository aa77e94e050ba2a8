import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Screens

struct ComposeTests {
  static let anna = Profile(id: "1", account: .made("anna", nick: "Anna"))
  static let bob = Profile(id: "2", account: .made("bob", nick: "Bob"), handle: "bob@example.net")
  static let post = Status(id: "7", author: bob, content: .text("Hello"), warning: "Food", visibility: .followers)

  static func context(_ memory: [String: String] = [:]) -> ScreenContext {
    var kept = Memory()
    for (key, text) in memory { kept[key] = text }
    let session = Session(key: "1", server: .made(), isOwnServer: true, me: anna)
    return ScreenContext(origin: .own(.made()), session: session, memory: kept)
  }

  static func store(
    _ start: ComposeStart = ComposeStart(), memory: [String: String] = [:]
  ) -> TestStore<Compose.State, Compose.Action> {
    TestStore(Compose.State(start, context(memory)), Compose.reduce)
  }

  private func keys(_ state: Compose.State) -> [String] { Compose.view(state, .made()).cells.map(\.key) }

  private func bar(_ state: Compose.State) -> Compose.Cell? { Compose.view(state, .made()).frame.first }

  @Test func TWT_04_theCounterCountsDownAndSendingIsOffWhenThereIsNothingOrTooMuch() {
    var store = Self.store()
    #expect(bar(store.state) == .bar(.compose, left: 500, canSend: false, isEdit: false))
    store.prepare(.typed(field: "text", text: "See https://example.org/a/very/long/path"))
    #expect(bar(store.state) == .bar(.compose, left: 500 - 27, canSend: true, isEdit: false))
    store.prepare(.typed(field: "text", text: String(repeating: "a", count: 502)))
    #expect(bar(store.state) == .bar(.compose, left: -2, canSend: false, isEdit: false))
    store.send(.tappedSend)
    store.prepare(.typed(field: "text", text: " \n "))
    #expect(bar(store.state) == .bar(.compose, left: 497, canSend: false, isEdit: false))
    store.send(.tappedSend)
  }

  @Test func TWT_04_onlyTheSurplusIsMarked() {
    var store = Self.store()
    store.prepare(.typed(field: "text", text: String(repeating: "a", count: 501) + "<"))
    let html = Compose.Cell.marks(store.state.draft.text, surplusStart: store.state.count.surplusStart).html(
      Strings(.english))
    #expect(html.text.hasSuffix("aa<mark>a&lt;</mark></div>"))
    store.prepare(.typed(field: "text", text: "a"))
    #expect(Compose.view(store.state, .made()).cells.last == .marks("a", surplusStart: nil))
  }

  @Test func TWT_04_theWarningCountsAsWell() {
    var store = Self.store()
    store.prepare(
      .tappedWarning, .typed(field: "warning", text: "abc"),
      .typed(field: "text", text: String(repeating: "a", count: 499)))
    #expect(bar(store.state) == .bar(.compose, left: -2, canSend: false, isEdit: false))
  }

  @Test func TWT_05_sendingHandsTheDraftOverAndCloses() {
    var store = Self.store()
    store.prepare(.typed(field: "text", text: "Hello"), .chose(.unlisted))
    store.send(
      .tappedSend,
      effects: { _ in [.remember(key: "draft", nil), .post(Draft(text: "Hello", visibility: .unlisted)), .close] })
  }

  @Test func TWT_08_aReplyNamesTheAuthorAndCarriesTheIdAndTheAudience() {
    var store = Self.store(ComposeStart(replyTo: Self.post, writer: Self.anna))
    #expect(store.state.draft.text == "@bob@example.net ")
    #expect(keys(store.state) == ["quoted", "warning", "field", "marks"])
    store.prepare(.typed(field: "text", text: "@bob@example.net Hi"))
    store.send(
      .tappedSend,
      effects: { _ in
        [
          .remember(key: "draft reply 7", nil),
          .post(
            Draft(
              text: "@bob@example.net Hi", warning: "Food", isSensitive: true, visibility: .followers,
              replyTo: .init(id: "7", nick: "Bob", handle: "bob@example.net", text: "Hello"))), .close,
        ]
      })
  }

  @Test func TWT_08_aReplyToARepostNamesBoth() {
    let carl = Profile(id: "3", account: .made("carl"))
    #expect(
      ComposeStart(replyTo: Self.post, reposter: carl, writer: Self.anna).draft.text == "@bob@example.net @carl ")
  }

  @Test func TWT_15_aDraftIsKeptWithEachChangeAndComesBack() throws {
    var store = Self.store()
    let draft = Draft(text: "Hel")
    store.send(
      .typed(field: "text", text: "Hel"), effects: { _ in [.remember(key: "draft", draft.json)] },
      change: { $0.draft.text = "Hel" })
    store.send(.tappedBack, effects: { _ in [.close] })
    let again = Self.store(memory: ["draft": draft.json]).state
    #expect(again.draft == draft)
    #expect(Compose.view(again, .made()).cells == [.field("Hel", isReply: false), .marks("Hel", surplusStart: nil)])
  }

  @Test func TWT_15_whatIsEmptyAgainIsForgotten() {
    var store = Self.store()
    store.prepare(.typed(field: "text", text: "H"))
    store.send(
      .typed(field: "text", text: ""), effects: { _ in [.remember(key: "draft", nil)] },
      change: { $0.draft.text = "" })
  }

  @Test func TWT_15_repliesAndNewPostsHaveDraftsOfTheirOwn() {
    let memory = ["draft": Draft(text: "new").json, "draft reply 7": Draft(text: "reply").json]
    #expect(Self.store(memory: memory).state.draft.text == "new")
    #expect(Self.store(ComposeStart(replyTo: Self.post, writer: Self.anna), memory: memory).state.draft.text == "reply")
  }

  @Test func whatWasTakenBackGoesBeforeAKeptDraft() {
    let start = ComposeStart(Draft(text: "taken back"), isRestored: true)
    var store = Self.store(start, memory: ["draft": Draft(text: "kept").json])
    #expect(store.state.draft.text == "taken back")
    #expect(!store.state.isUntouched)
    store.prepare(.tappedDiscard)
    #expect(store.state.draft.text == "")
  }

  @Test func TWT_15_discardingCanBeTakenBack() {
    var store = Self.store()
    store.prepare(.typed(field: "text", text: "Hello"))
    let draft = store.state.draft
    store.send(
      .tappedDiscard, effects: { _ in [.setField(name: "text", ""), .remember(key: "draft", nil)] },
      change: {
        $0.discarded = draft
        $0.draft = Draft()
      })
    store.send(
      .tappedRestore, effects: { _ in [.setField(name: "text", "Hello"), .remember(key: "draft", draft.json)] },
      change: {
        $0.discarded = nil
        $0.draft = draft
      })
    store.send(.tappedRestore)
  }

  @Test func typingNeverReplacesTheFieldThatIsTypedInto() {
    var store = Self.store()
    let before = Compose.view(store.state, .made()).cells.first
    store.prepare(.typed(field: "text", text: "Hello"))
    #expect(Compose.view(store.state, .made()).cells.first == before)
  }

  @Test func theAudienceIsChosenFromASheet() {
    var store = Self.store()
    store.send(.tappedAudience) { $0.isChoosingAudience = true }
    #expect(Compose.view(store.state, .made()).frame.map(\.key) == ["bar", "audiences", "tools"])
    store.send(.tappedOutside) { $0.isChoosingAudience = false }
    store.prepare(.tappedAudience)
    store.send(
      .chose(.direct), effects: { _ in [.remember(key: "draft", nil)] },
      change: {
        $0.isChoosingAudience = false
        $0.draft.visibility = .direct
      })
  }

  @Test(
    arguments: [
      ("back", .tappedBack), ("send", .tappedSend), ("discard", .tappedDiscard), ("restore", .tappedRestore),
      ("warning", .tappedWarning), ("audience", .tappedAudience), ("outside", .tappedOutside), ("retry", .tappedRetry),
      ("audience:public", .chose(.everybody)), ("audience:private", .chose(.followers)),
    ] as [(String, Compose.Action)])
  func tapsAreReadBack(tap: String, action: Compose.Action) {
    #expect(Compose.Action(tap: tap) == action)
  }

  @Test(arguments: ["", "audience:", "audience:all", "Send", "send:1"])
  func otherTapsAreNone(tap: String) {
    #expect(Compose.Action(tap: tap) == nil)
  }
}
