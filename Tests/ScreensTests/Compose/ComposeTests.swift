import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct ComposeTests {
  static let anna = Profile(id: "1", account: .made("anna", nick: "Anna"))
  static let bob = Profile(id: "2", account: .made("bob", nick: "Bob"), handle: "bob@example.net")
  static let post = Post(
    id: "7", author: bob, content: .text("Hello"), warning: "Food", visibility: .followers)

  static func context(_ memory: [String: String] = [:], isOwnServer: Bool = true) -> ScreenContext {
    var kept = Memory()
    for (key, text) in memory { kept[key] = text }
    let session = Session(key: "1", server: .made(), isOwnServer: isOwnServer, me: anna)
    return ScreenContext(origin: .own(.made()), session: session, memory: kept)
  }

  static func store(
    _ start: ComposeStart = ComposeStart(), memory: [String: String] = [:]
  ) -> TestStore<Compose> {
    TestStore<Compose>(Compose.State(start, context(memory)))
  }

  /// The cells of the text, without the writer and the rows below.
  private func cells(_ state: Compose.State) -> [Compose.Cell] {
    Compose.view(state, .made()).cells.head.filter {
      !["writer", "location", "remind", "audience", "audience-limit"].contains($0.key)
    }
  }

  private func bar(_ state: Compose.State) -> Compose.Cell? { Compose.view(state, .made()).frame.first }

  @Test func `TWT_04 the counter counts down, and sending is off when there is nothing or too much`() {
    var store = Self.store()
    #expect(bar(store.state) == .bar(.compose, left: 500, canSend: false, isEdit: false))
    store.given(.typed(field: "text", text: "See https://example.org/a/very/long/path"))
    #expect(bar(store.state) == .bar(.compose, left: 500 - 27, canSend: true, isEdit: false))
    store.given(.typed(field: "text", text: String(repeating: "a", count: 502)))
    #expect(bar(store.state) == .bar(.compose, left: -2, canSend: false, isEdit: false))
    store.send(.tapped(.send))
    #expect(store.effects(.typed(field: "text", text: " \n ")) == [.remember(key: "draft", nil)])
    #expect(bar(store.state) == .bar(.compose, left: 497, canSend: false, isEdit: false))
    store.send(.tapped(.send))
  }

  @Test func `TWT_04 only the surplus is marked`() {
    var store = Self.store()
    store.given(.typed(field: "text", text: String(repeating: "a", count: 501) + "<"))
    let html = Compose.Cell.marks(store.state.draft.text, surplusStart: store.state.count.surplusStart).html(
      Strings(.english))
    #expect(html.text.hasSuffix("aa<mark>a&lt;</mark></div>"))
    store.given(.typed(field: "text", text: "a"))
    #expect(cells(store.state).last == .marks("a", surplusStart: nil))
  }

  @Test func `TWT_04 the warning counts as well`() {
    var store = Self.store()
    store.given(
      .tapped(.warning), .typed(field: "warning", text: "abc"),
      .typed(field: "text", text: String(repeating: "a", count: 499)))
    #expect(bar(store.state) == .bar(.compose, left: -2, canSend: false, isEdit: false))
  }

  @Test func `TWT_05 sending hands the draft over and closes`() {
    var store = Self.store()
    store.given(.typed(field: "text", text: "Hello"), .tapped(.choose(.unlisted)))
    store.send(
      .tapped(.send),
      effects: { _ in
        [.remember(key: "draft", nil), .post(Draft(text: "Hello", visibility: .unlisted)), .close]
      }
    ) { $0.isSent = true }
  }

  @Test func `TWT_05 two quick taps on Send post once`() {
    var store = Self.store()
    store.given(.typed(field: "text", text: "Hello"))
    store.send(
      .tapped(.send), effects: { _ in [.remember(key: "draft", nil), .post(Draft(text: "Hello")), .close] }
    ) { $0.isSent = true }
    #expect(bar(store.state) == .bar(.compose, left: 495, canSend: false, isEdit: false))
    store.send(.tapped(.send))
  }

  @Test func `TWT_08 a reply names the author, and carries the id and the audience`() {
    var store = Self.store(ComposeStart(replyTo: Self.post, writer: Self.anna))
    #expect(store.state.draft.text == "@bob@example.net ")
    #expect(store.keys == ["quoted", "writer", "warning", "field", "marks", "audience", "audience-limit"])
    #expect(!store.state.canSend, "it says nothing but whom it is for")
    store.given(.typed(field: "text", text: "@bob@example.net Hi"))
    store.send(
      .tapped(.send),
      effects: { _ in
        [
          .remember(key: "draft reply 7", nil),
          .post(
            Draft(
              text: "@bob@example.net Hi", warning: "Food", isSensitive: true, visibility: .followers,
              replyTo: .init(id: "7", nick: "Bob", handle: "bob@example.net", text: "Hello"))), .close,
        ]
      }
    ) { $0.isSent = true }
  }

  @Test func `TWT_08 a reply to a repost names both`() {
    let carl = Profile(id: "3", account: .made("carl"))
    #expect(
      ComposeStart(replyTo: Self.post, reposter: carl, writer: Self.anna).draft.text
        == "@bob@example.net @carl ")
  }

  @Test func `TWT_15 a draft is stored with each change and comes back`() throws {
    var store = Self.store()
    let draft = Draft(text: "Hel")
    store.send(
      .typed(field: "text", text: "Hel"), effects: { _ in [.remember(key: "draft", draft.json)] },
      change: { $0.draft.text = "Hel" })
    let again = Self.store(memory: ["draft": draft.json]).state
    #expect(again.draft == draft)
    #expect(cells(again) == [.field("Hel", isReply: false), .marks("Hel", surplusStart: nil)])
  }

  @Test func `TWT_15 an empty draft is forgotten`() {
    var store = Self.store()
    store.given(.typed(field: "text", text: "H"))
    store.send(
      .typed(field: "text", text: ""), effects: { _ in [.remember(key: "draft", nil)] },
      change: { $0.draft.text = "" })
  }

  @Test func `TWT_15 replies and new posts have drafts of their own`() {
    let memory = ["draft": Draft(text: "new").json, "draft reply 7": Draft(text: "reply").json]
    #expect(Self.store(memory: memory).state.draft.text == "new")
    #expect(
      Self.store(ComposeStart(replyTo: Self.post, writer: Self.anna), memory: memory).state.draft.text
        == "reply")
  }

  @Test func `A post that was taken back goes before a stored draft`() {
    let start = ComposeStart(Draft(text: "taken back"), isRestored: true)
    var store = Self.store(start, memory: ["draft": Draft(text: "kept").json])
    #expect(store.state.draft.text == "taken back")
    #expect(!store.state.isUntouched)
    store.given(.tapped(.discard))
    #expect(store.state.draft.text == "")
  }

  @Test func `TWT_15 discarding can be taken back`() {
    var store = Self.store()
    store.given(.typed(field: "text", text: "Hello"))
    let draft = store.state.draft
    store.send(
      .tapped(.discard),
      effects: { _ in
        [.setField(name: "text", ""), .setField(name: "warning", ""), .remember(key: "draft", nil)]
      },
      change: {
        $0.discarded = draft
        $0.draft = Draft()
      })
    store.send(
      .tapped(.restore),
      effects: { _ in
        [
          .setField(name: "text", "Hello"), .setField(name: "warning", ""),
          .remember(key: "draft", draft.json),
        ]
      },
      change: {
        $0.discarded = nil
        $0.draft = draft
      })
    store.send(.tapped(.restore))
  }

  @Test func `TWT_15 discarding a reply with a warning leaves in its fields what is sent`() {
    var store = Self.store(ComposeStart(replyTo: Self.post, writer: Self.anna))
    let original = store.state.draft
    store.given(.typed(field: "text", text: "@bob@example.net Hi"), .typed(field: "warning", text: "Drink"))
    let draft = store.state.draft
    store.send(
      .tapped(.discard),
      effects: { _ in
        [
          .setField(name: "text", "@bob@example.net "), .setField(name: "warning", "Food"),
          .remember(key: "draft reply 7", nil),
        ]
      }
    ) {
      $0.discarded = draft
      $0.draft = original
    }
    #expect(store.keys == ["quoted", "writer", "warning", "field", "marks", "audience", "audience-limit"])
    store.send(.tapped(.send))
    store.given(.typed(field: "text", text: "@bob@example.net Ho"))
    var sent = original.sensitive
    sent.text = "@bob@example.net Ho"
    #expect(store.effects(.tapped(.send)) == [.remember(key: "draft reply 7", nil), .post(sent), .close])
  }

  @Test func `TWT_15 discarding brings back a warning that was taken away, and undoing takes it away again`()
  {
    var store = Self.store(ComposeStart(replyTo: Self.post, writer: Self.anna))
    let original = store.state.draft
    store.given(.tapped(.warning), .typed(field: "text", text: "Hi"))
    let draft = store.state.draft
    #expect(store.keys == ["quoted", "writer", "field", "marks", "audience", "audience-limit"])
    #expect(draft.warning == "")
    store.send(
      .tapped(.discard),
      effects: { _ in
        [
          .setField(name: "text", "@bob@example.net "), .setField(name: "warning", "Food"),
          .remember(key: "draft reply 7", nil),
        ]
      }
    ) {
      $0.discarded = draft
      $0.draft = original
      $0.fieldWarning = "Food"
      $0.hasWarning = true
    }
    #expect(cells(store.state).contains(.warning("Food")))
    store.send(
      .tapped(.restore),
      effects: { _ in
        [
          .setField(name: "text", "Hi"), .setField(name: "warning", ""),
          .remember(key: "draft reply 7", draft.json),
        ]
      }
    ) {
      $0.discarded = nil
      $0.draft = draft
      $0.fieldWarning = ""
      $0.hasWarning = false
    }
  }

  @Test func `TWT_04 beside the text stands whose it is, below it who will see it, and above it the parent`()
  {
    let post = Post(
      id: "7",
      author: Profile(
        id: "2", account: Account(username: "bob", nick: "Bob", avatar: Picture(url: "/b.png"))),
      content: .text("Where is the ladder?"))
    let start = ComposeStart(replyTo: post, writer: Profile(id: "1", account: .made("me")))
    let page = Compose.view(Self.store(start).state, .made())
    #expect(page.cells.head.map(\.key) == ["quoted", "writer", "field", "marks", "audience"])
    #expect(page.cells.head[0].html(Strings(.english)).text.contains(#"src="/b.png""#))
    let kept = Draft(json: start.draft.json)
    #expect(kept?.replyTo?.author.avatar?.url == "/b.png" && kept?.replyTo?.author.username == "bob")
  }

  @Test(arguments: [(0, "0 100"), (250, "50 100"), (480, "96 100"), (509, "100 100")])
  func `TWT_04 a ring says how much of the room is taken`(_ count: Int, arc: String) {
    var store = Self.store()
    store.given(.typed(field: "text", text: String(repeating: "a", count: count)))
    #expect(bar(store.state)?.html(Strings(.english)).text.contains(#"stroke-dasharray="\#(arc)""#) == true)
    store.given(.typed(field: "text", text: String(repeating: "a", count: 510)))
    #expect(bar(store.state)?.html(Strings(.english)).text.contains(#"class="ring""#) == false)
  }

  @Test func `Typing never replaces the field that is typed into`() {
    var store = Self.store()
    let before = cells(store.state).first
    store.given(.typed(field: "text", text: "Hello"))
    #expect(cells(store.state).first == before)
  }

  @Test func `The audience is chosen from a sheet`() {
    var store = Self.store()
    store.send(.tapped(.audience)) { $0.isChoosingAudience = true }
    #expect(Compose.view(store.state, .made()).frame.map(\.key) == ["bar", "audiences", "tools"])
    store.send(.tapped(.outside)) { $0.isChoosingAudience = false }
    store.send(.tapped(.audience)) { $0.isChoosingAudience = true }
    store.send(
      .tapped(.choose(.direct)), effects: { _ in [.remember(key: "draft", nil)] },
      change: {
        $0.isChoosingAudience = false
        $0.draft.visibility = .direct
      })
  }

  static let askCircles = Effect.ask(Compose.Request.circles, CircleRequests.all)

  @Test func `NEW_17 the composer begins with the last choice, else with the author's default`() {
    var store = Self.store()
    #expect(Compose.view(store.state, .made()).cells.all.contains(.audience(nil)))
    store.send(
      .appeared,
      effects: { _ in
        [.ask(Compose.Request.preferences, MastodonRequests.preferences), Self.askCircles]
      })
    store.answer(
      .preferences,
      with: .text(#"{"posting:default:visibility":"private","posting:default:audience":"members"}"#),
      change: { $0.defaultAudience = .members })
    #expect(Compose.view(store.state, .made()).cells.all.contains(.audience(.members)))
    store.given(.typed(field: "text", text: "Hello"))
    #expect(
      store.effects(.tapped(.send)) == [
        .remember(key: "draft", nil), .post(Draft(text: "Hello", visibility: .members)), .close,
      ])
    var next = Self.store()
    next.given(.tapped(.audience))
    next.send(
      .tapped(.choose(.followers)),
      effects: { _ in [.remember(key: "draft", nil), .remember(key: "audience", "private")] },
      change: {
        $0.isChoosingAudience = false
        $0.draft.visibility = .followers
      })
    var last = Self.store(memory: ["audience": "private"])
    #expect(last.state.audience == .followers)
    last.send(.appeared, effects: { _ in [Self.askCircles] })
  }

  @Test func `NEW_17 a reply offers at most its parent's audience, and members only where they are known`() {
    #expect(Self.store().state.audiences == Visibility.withoutCircles)
    for parent in Visibility.allCases {
      var post = Self.post
      post.visibility = parent
      var store = Self.store(ComposeStart(replyTo: post, writer: Self.anna))
      #expect(store.state.audiences == [parent] + parent.narrowed && store.state.audience == parent)
      #expect(Compose.view(store.state, .made()).cells.all.contains(.audienceLimit) == (parent != .everybody))
      store.given(.tapped(.choose(.everybody)))
      #expect(store.state.audience == parent)
    }
    let elsewhere = Compose.State(ComposeStart(), Self.context(isOwnServer: false))
    #expect(elsewhere.audiences == [.everybody, .unlisted, .followers, .direct])
  }

  @Test(
    arguments: [
      ("send", .send), ("discard", .discard), ("restore", .restore), ("warning", .warning),
      ("audience", .audience),
      ("outside", .outside), ("retry", .retry), ("audience:public", .choose(.everybody)),
      ("audience:unlisted", .choose(.unlisted)), ("audience:members", .choose(.members)),
      ("audience:private", .choose(.followers)),
      ("audience:direct", .choose(.direct)),
    ] as [(String, Compose.Tap)])
  func `Taps are read back`(text: String, tap: Compose.Tap) {
    #expect(Compose.Tap(EncodedTap(text: text)) == tap)
    #expect(tap.encoded.text == text)
  }

  @Test(arguments: ["", "audience:", "audience:all", "Send", "back"])
  func `Other texts are no taps`(text: String) {
    #expect(Compose.Tap(EncodedTap(text: text)) == nil)
  }
}

extension Draft {
  /// The draft as it is sent: a post with a warning is sensitive.
  fileprivate var sensitive: Draft {
    var draft = self
    draft.isSensitive = true
    return draft
  }
}
