import Contracts
import Social
import Testing

@testable import Screens

/// THR_03 with thousands of posts: decoded in slices, and shown a page at a time.
struct LongThreadTests {
  private static func reply(_ id: Int, to other: Int) -> String {
    Statuses.json(id, more: #","in_reply_to_id":"\#(other)","in_reply_to_account_id":"7""#)
  }

  private static func answer(above: [Int], below: [String]) -> Result<Answer, RequestFailure> {
    let above = above.map { Statuses.json($0) }.joined(separator: ",")
    return .text(#"{"ancestors":[\#(above)],"descendants":[\#(below.joined(separator: ","))]}"#)
  }

  private static func store() throws -> TestStore<Thread.State, Thread.Action> {
    var store = TestStore(
      Thread.State("1000", try Statuses.status(1000), Statuses.context(isRoot: false)), Thread.reduce)
    store.prepare(.appeared)
    return store
  }

  private static func keys(_ state: Thread.State) -> [String] { Thread.view(state, .made()).cells.map(\.key) }

  @Test func THR_03_theFirstRepliesShowBeforeTheLastOnesAreDecoded() throws {
    var store = try Self.store()
    let below = (1001...1300).map { Self.reply($0, to: 1000) }
    store.prepare(.answered(RequestName(.thread), Self.answer(above: [], below: below)))
    #expect(store.state.replies.count == Thread.sliceLength)
    #expect(Self.keys(store.state).count == 1 + Thread.pageLength + 1)
    var slices = 1
    while store.state.decoding != nil {
      store.prepare(.decodesOn)
      slices += 1
    }
    #expect(slices == 5)
    #expect(store.state.replies.count == 300 && !store.state.isLoading)
    #expect(Self.keys(store.state).count == 1 + Thread.pageLength + 1)
  }

  @Test func THR_03_moreRepliesComeWhenTheReaderIsThere() throws {
    var store = try Self.store()
    store.prepare(
      .answered(RequestName(.thread), Self.answer(above: [], below: (1001...1050).map { Self.reply($0, to: 1000) })))
    store.send(.reachedEnd) { $0.shownReplies = 40 }
    store.send(.reachedEnd) { $0.shownReplies = 60 }
    store.send(.reachedEnd)
    #expect(Self.keys(store.state).count == 1 + 50 + 1)
    #expect(Thread.view(store.state, .made()).cells.last == .end)
  }

  @Test func THR_03_earlierPostsComeAboveWhenTheyAreWanted() throws {
    var store = try Self.store()
    store.prepare(.answered(RequestName(.thread), Self.answer(above: Array(1...30), below: [])))
    #expect(Self.keys(store.state) == ["earlier"] + (11...30).map { "s\($0)" } + ["s1000", "foot"])
    store.send(.tappedEarlier) { $0.shownAncestors = 40 }
    #expect(Self.keys(store.state) == (1...30).map { "s\($0)" } + ["s1000", "foot"])
    store.send(.tappedEarlier)
  }

  @Test func THR_03_aReplyHasItsOwnRepliesBelowAndAFirstPostAll() throws {
    let below = [Self.reply(1003, to: 1001), Self.reply(1002, to: 1000), Self.reply(1001, to: 1000)]
    var first = try Self.store()
    first.prepare(.answered(RequestName(.thread), Self.answer(above: [], below: below)))
    #expect(Self.keys(first.state) == ["s1000", "s1001", "s1002", "s1003", "foot"])
    var reply = try Self.store()
    reply.prepare(.answered(RequestName(.thread), Self.answer(above: [3], below: below)))
    #expect(Self.keys(reply.state) == ["s3", "s1000", "s1001", "s1002", "foot"])
  }

  @Test func THR_06_aServerThatAnswersInCirclesIsShownOnce() throws {
    var store = try Self.store()
    let below = [Self.reply(1000, to: 1001), Self.reply(1001, to: 1000), Self.reply(1001, to: 1001), "{}", "7"]
    store.prepare(.answered(RequestName(.thread), Self.answer(above: [3, 3, 1000], below: below)))
    #expect(Self.keys(store.state) == ["s3", "s1000", "s1001", "foot"])
  }

  @Test func anAnswerThatBreaksOffIsSaid() throws {
    var store = try Self.store()
    store.prepare(.answered(RequestName(.thread), .text(#"{"ancestors":[],"descendants":[{"#)))
    #expect(store.state.trouble == .unreadable && !store.state.isLoading)
  }

  @Test func TWT_05_anOwnReplyStaysWhereItWaitedEvenIfMoreComeBelow() throws {
    var store = try Self.store()
    store.prepare(
      .answered(RequestName(.thread), Self.answer(above: [], below: (1001...1050).map { Self.reply($0, to: 1000) })))
    let sent = Answer(status: 200, body: Array(Statuses.json(2000, by: 1, more: #","in_reply_to_id":"1000""#).utf8))
    store.prepare(.heard(.statusSent(local: "local", sent)))
    #expect(Self.keys(store.state).suffix(2) == ["s2000", "foot"])
  }
}
