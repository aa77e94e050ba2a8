import Contracts
import Social
import Testing

@testable import Screens

struct ComposeEditTests {
  private let start = ComposeStart(editing: Status(id: "9", author: ComposeTests.anna, content: .text("Old")))

  private func loaded() -> TestStore<Compose.State, Compose.Action> {
    var store = ComposeTests.store(start)
    store.prepare(.answered(RequestName(.source, "9"), .text(#"{"id":"9","text":"Old","spoiler_text":""}"#)))
    return store
  }

  @Test func theTextComesAsItWasTyped() {
    var store = ComposeTests.store(start)
    store.send(
      .appeared, effects: { _ in [.call(RequestName(.source, "9"), APIRequest(.get, "/api/v1/statuses/9/source"))] })
    #expect(Compose.view(store.state, .made()).cells == [.loading])
    #expect(
      Compose.view(loaded().state, .made()).cells == [.field("Old", isReply: false), .marks("Old", surplusStart: nil)])
  }

  @Test(
    arguments: [.failure(.unreachable), .text("{}"), .text("nonsense"), .text("{}", status: 404)]
      as [Result<Answer, RequestFailure>])
  func aTextThatDoesNotComeCanBeAskedForAgain(answer: Result<Answer, RequestFailure>) {
    var store = ComposeTests.store(start)
    store.send(.answered(RequestName(.source, "9"), answer)) { $0.loading = .failed }
    #expect(Compose.view(store.state, .made()).cells == [.failed])
    store.send(
      .tappedRetry, effects: { _ in [.call(RequestName(.source, "9"), APIRequest(.get, "/api/v1/statuses/9/source"))] },
      change: { $0.loading = .source })
  }

  @Test func aChangeIsSentAndToldAndTheDraftForgotten() {
    var store = loaded()
    store.prepare(.typed(field: "text", text: "New"))
    let request = StatusRequests.edit("9", .init(text: "New"))
    store.send(
      .tappedSend, effects: { _ in [.call(RequestName(.edit, "9"), request)] }, change: { $0.loading = .change })
    store.send(.tappedSend)
    store.send(
      .answered(RequestName(.edit, "9"), .text("{}")),
      effects: { _ in [.remember(key: "draft edit 9", nil), .close] }, change: { $0.loading = .no })
  }

  @Test func aRefusedChangeStaysAndIsSaid() {
    var store = loaded()
    store.prepare(.typed(field: "text", text: "New"), .tappedSend)
    store.send(
      .answered(RequestName(.edit, "9"), .text(#"{"error":"No"}"#, status: 422)),
      effects: { _ in [.toast(Toast(.refusedBy, "No"))] }, change: { $0.loading = .no })
    #expect(store.state.canSend)
  }
}
