import Contracts
import Social
import Testing

@testable import Screens

struct ThreadTests {
  private func store(_ status: Status? = nil) -> TestStore<Thread.State, Thread.Action> {
    TestStore(Thread.State("5", status, Statuses.context(isRoot: false)), Thread.reduce)
  }

  private func loaded() throws -> TestStore<Thread.State, Thread.Action> {
    var store = store(try Statuses.status(5))
    store.prepare(
      .appeared, .answered(RequestName(.timeline), .text(Statuses.json(5))),
      .answered(RequestName(.thread), context))
    return store
  }

  private var context: Result<Answer, RequestFailure> {
    let reply = #","in_reply_to_id":"5","in_reply_to_account_id":"7""#
    return .text(
      #"{"ancestors":[\#(Statuses.json(1)),\#(Statuses.json(1)),\#(Statuses.json(5))],"#
        + #""descendants":[\#(Statuses.json(9, more: reply)),\#(Statuses.json(8, more: reply)),{"error":"x"}]}"#)
  }

  private func keys(_ state: Thread.State) -> [String] { Thread.view(state, .made()).cells.map(\.key) }

  @Test func TWT_06_aPostIsShownAtOnceAndAskedForWithAllAroundIt() throws {
    var store = store(try Statuses.status(5))
    store.send(
      .appeared,
      effects: { _ in
        [
          .call(RequestName(.timeline), APIRequest(.get, "/api/v1/statuses/5")),
          .call(RequestName(.thread), APIRequest(.get, "/api/v1/statuses/5/context")),
        ]
      }
    ) { $0.isLoading = true }
    #expect(keys(store.state) == ["s5", "foot"])
  }

  @Test func TWT_06_repliesAreInTheOrderOfTimeAndNothingShowsTwice() throws {
    #expect(keys(try loaded().state) == ["s1", "s5", "s8", "s9", "foot"])
  }

  @Test func TWT_06_whatAServerAnswersIsTheThread() throws {
    var store = store(try Statuses.status(5))
    store.prepare(.appeared)
    store.send(.answered(RequestName(.thread), context)) {
      $0.isLoading = false
      $0.hasContext = true
      $0.ancestors = [try? Statuses.status(1)].compactMap { $0 }
      let reply = #","in_reply_to_id":"5","in_reply_to_account_id":"7""#
      $0.replies = [try? Statuses.status(8, more: reply), try? Statuses.status(9, more: reply)].compactMap { $0 }
    }
  }

  @Test func TWT_05_anOwnReplyShowsWhileItWaitsAndWhenItIsSent() throws {
    var store = try loaded()
    store.prepare(.heard(.statusWaiting(Statuses.item(replyTo: "5"))), .heard(.statusWaiting(Statuses.item("x"))))
    #expect(keys(store.state) == ["s1", "s5", "s8", "s9", "wlocal", "foot"])
    let sent = Answer(status: 200, body: Array(Statuses.json(11, by: 1, more: #","in_reply_to_id":"5""#).utf8))
    store.prepare(.heard(.statusSent(local: "local", sent)))
    #expect(keys(store.state) == ["s1", "s5", "s8", "s9", "s11", "foot"])
  }

  @Test func aPostThatIsGoneClosesItsPage() throws {
    var store = try loaded()
    store.send(
      .heard(.statusRemoved(id: "5")), effects: { _ in [.close] },
      change: { $0.board.hear(.statusRemoved(id: "5")) })
    store.prepare(.heard(.statusRemoved(id: "8")))
    #expect(!keys(store.state).contains("s8"))
  }

  @Test func aPostThatIsNotThereIsSaid() {
    var store = store()
    store.prepare(.appeared)
    store.prepare(.answered(RequestName(.timeline), .text("{}", status: 404)))
    #expect(store.state.trouble == .missing)
    #expect(Thread.view(store.state, .made()).cells == [.failed(.missing, server: "example.org")])
  }

  @Test func changesOfPostsAreHeard() throws {
    var store = try loaded()
    for id in [1, 5, 8] {
      let changed = StatusMark.favourite.set(true, on: try Statuses.status(id))
      store.prepare(.heard(.statusChanged(changed)))
      #expect(store.state.entries.first { $0.status.id == "\(id)" }?.status.viewer.isFavourite == true)
    }
  }
}
