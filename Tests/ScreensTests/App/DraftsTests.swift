import Contracts
import Social
import Testing

@testable import Screens

struct DraftsTests {
  private static let quoted = Draft.Quoted(id: "7", nick: "Bob", handle: "bob", text: "Where?")

  private static let memory = [
    "draft": Draft(text: "A thought").json, "draft reply 7": Draft(text: "@bob There", replyTo: quoted).json,
    "draft edit 8": Draft(warning: "Spiders").json, "draft reply 9": "no JSON", "other": "text",
    "draft edit 8 again a": Draft(text: "Taken back").json,
  ]

  @Test func `TWT_15 what was begun is listed, and gone on with as what it is`() throws {
    var store = TestStore<Me>(Me.State(SamplePosts.context(memory: Self.memory)))
    #expect(
      store.state.drafts.map(\.key) == ["draft", "draft edit 8", "draft reply 7", "draft edit 8 again a"])
    func start(_ key: String) throws -> ComposeStart {
      guard case .open(.compose(let start))? = store.effects(.tapped(.draft(key: key))).first else {
        throw SamplePosts.Unreadable()
      }
      return start
    }
    for (key, edited) in [
      ("draft", nil), ("draft edit 8", "8"), ("draft reply 7", nil), ("draft edit 8 again a", "8"),
    ] {
      let start = try start(key)
      #expect(start.draftKey == key && start.editedID == edited && start.isRestored)
    }
    #expect(try start("draft reply 7").draft.replyTo == Self.quoted)
    #expect(store.effects(.tapped(.draft(key: "draft reply 1"))) == [])
    store.given(.changed(.draftsChanged([])))
    #expect(store.state.drafts.isEmpty && !store.keys.contains("drafts"))
  }

  @Test func `TWT_15 a draft is listed once its screen was left, and no longer when it was sent`() throws {
    var app = App.member()
    func drafts() -> [String]? { (app.stack.first as? ScreenHost<Me>)?.state.drafts.map(\.draft.text) }
    func top() -> Identifier { app.stack.last?.id ?? 0 }
    #expect(drafts() == [])
    _ = app.handle(.tapped(top(), "compose"))
    _ = app.handle(.typed(top(), field: "text", "Half a thought"))
    _ = app.handle(.wentTo(depth: 0))
    #expect(drafts() == ["Half a thought"])
    _ = app.handle(.tapped(top(), "draft:draft"))
    _ = app.handle(.typed(top(), field: "text", "A whole thought"))
    _ = app.handle(.tapped(top(), "send"))
    _ = app.handle(.wentTo(depth: 0))
    #expect(drafts() == [])
  }
}
