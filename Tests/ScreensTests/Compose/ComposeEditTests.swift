import Contracts
import Social
import Testing

@testable import Screens

struct ComposeEditTests {
  private static let status = Status(id: "9", author: ComposeTests.anna, content: .text("Old"))
  private let start = ComposeStart(editing: status)
  private let source = Effect.ask(Compose.Request.source, APIRequest(.get, "/api/v1/statuses/9/source"))

  private func loaded() -> TestStore<Compose> {
    var store = ComposeTests.store(start)
    store.given(
      .appeared, .received(.source, .text(#"{"id":"9","text":"Old","spoiler_text":""}"#), at: noon))
    return store
  }

  private func cells(_ state: Compose.State) -> [Compose.Cell] { Compose.view(state, .made()).cells.head }

  @Test func `The text comes as it was typed`() {
    var store = ComposeTests.store(start)
    store.send(.appeared, effects: { _ in [source] })
    #expect(cells(store.state) == [.loading])
    store.answer(
      .source, with: .text(#"{"id":"9","text":"Old","spoiler_text":"Food"}"#),
      change: {
        $0.loading = .no
        $0.draft.text = "Old"
        $0.draft.warning = "Food"
        $0.original = $0.draft
        $0.fieldText = "Old"
        $0.fieldWarning = "Food"
        $0.hasWarning = true
      })
    #expect(cells(store.state) == [.warning("Food"), .field("Old", isReply: false), .marks("Old", surplusStart: nil)])
    #expect(cells(loaded().state) == [.field("Old", isReply: false), .marks("Old", surplusStart: nil)])
  }

  @Test(
    arguments: [.failure(.unreachable), .text("{}"), .text("nonsense"), .text("{}", status: 404)]
      as [Result<Response, RequestFailure>])
  func `A text that does not come can be asked for again`(response: Result<Response, RequestFailure>) {
    var store = ComposeTests.store(start)
    store.given(.appeared)
    store.answer(.source, with: response, change: { $0.loading = .failed })
    #expect(cells(store.state) == [.failed])
    store.send(.tapped(.retry), effects: { _ in [source] }) { $0.loading = .source }
  }

  @Test func `A change is handed over once, the draft forgotten, and the page closed`() {
    var store = loaded()
    var draft = start.draft
    draft.text = "New"
    store.send(.typed(field: "text", text: "New"), effects: { _ in [.remember(key: "draft edit 9", draft.json)] }) {
      $0.draft.text = "New"
    }
    store.send(
      .tapped(.send),
      effects: { _ in [.remember(key: "draft edit 9", nil), .edit(id: "9", Self.status, draft), .close] }
    ) { $0.isSent = true }
    store.send(.tapped(.send))
  }

  @Test func `Nothing is sent before the text has come`() {
    var store = ComposeTests.store(start)
    store.given(.appeared)
    store.send(.tapped(.send))
    #expect(!store.state.canSend)
  }

  @Test func `A refused change opens as it was written, and can be sent again`() {
    var draft = start.draft
    draft.text = "New"
    var store = ComposeTests.store(
      ComposeStart(draft, editing: "9", isRestored: true), memory: ["draft edit 9": Draft(text: "kept").json])
    store.send(.appeared, effects: { _ in [.remember(key: "draft edit 9", draft.json)] })
    #expect(store.state.draft == draft && store.state.canSend)
    store.send(
      .tapped(.send), effects: { _ in [.remember(key: "draft edit 9", nil), .edit(id: "9", nil, draft), .close] }
    ) { $0.isSent = true }
  }
}
