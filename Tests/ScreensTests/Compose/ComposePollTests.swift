import Contracts
import JSON
import Social
import Testing

@testable import Localization
@testable import Screens

/// NEW_21: the poll of a new post.
struct ComposePollTests {
  private func written(_ options: [String]) -> TestStore<Compose> {
    var store = ComposeTests.store()
    store.given(.typed(field: "text", text: "Which day?"))
    store.given(.tapped(.poll(.toggle)))
    for (index, option) in options.enumerated() {
      if index > 1 { store.given(.tapped(.poll(.addOption))) }
      store.given(.typed(field: "answer \(index)", text: option))
    }
    return store
  }

  @Test(arguments: [
    ([String](), false), (["Saturday"], false), (["Saturday", " "], false),
    (["Saturday", "Saturday"], false),
    (["Saturday", "Sunday"], true), (["Saturday", "Sunday", ""], true), (["a", "b", "c", "d"], true),
  ])
  func `NEW_21 a poll is sent with two different answers`(_ options: [String], _ canSend: Bool) {
    #expect(written(options).state.canSend == canSend)
  }

  @Test func `NEW_21 the draft keeps the poll, and the request has it`() throws {
    var store = written(["Saturday", "Sunday"])
    store.given(.tapped(.poll(.several)))
    store.given(.typed(field: "poll end", text: "259200"))
    let draft = try #require(Draft(json: store.state.draft.json))
    #expect(draft == store.state.draft)
    let body = StatusRequests.publish(draft.fields, idempotencyKey: "1").body ?? []
    let poll = try JSON(parsing: body)["poll"]
    #expect(poll?["options"]?.array?.compactMap(\.string) == ["Saturday", "Sunday"])
    #expect(poll?["multiple"]?.bool == true && poll?["expires_in"]?.int64 == 259_200)
  }

  @Test func `NEW_21 a post has either pictures or a poll, and four answers at most`() {
    var store = written(["a", "b", "c", "d"])
    store.given(.tapped(.poll(.addOption)))
    #expect(store.state.draft.poll?.options == ["a", "b", "c", "d"])
    let tools = Compose.view(store.state, .made()).frame.last
    #expect(tools == .tools(hasWarning: false, takesPictures: false, hasPoll: true, bin: .discards))
    store.given(.tapped(.poll(.toggle)))
    #expect(store.state.draft.poll == nil && store.state.fieldPoll == nil)
  }

  @Test func `NEW_21 names of voters are offered for circles alone, and sent with them alone`() throws {
    func offers(_ store: TestStore<Compose>) -> Bool? {
      for case .poll(_, let takesVoters) in Compose.view(store.state, .made()).cells.all {
        return takesVoters
      }
      return nil
    }
    func isSent(_ store: TestStore<Compose>) throws -> Bool? {
      let body = StatusRequests.publish(store.state.draft.fields, idempotencyKey: "1").body ?? []
      return try JSON(parsing: body)["poll"]?["shows_voters"]?.bool
    }
    var store = ComposeTests.store(memory: ["circles": "12 Family\n"])
    store.given(.typed(field: "text", text: "Which day?"), .tapped(.poll(.toggle)))
    store.given(.typed(field: "answer 0", text: "Saturday"), .typed(field: "answer 1", text: "Sunday"))
    #expect(offers(store) == false)
    store.given(.tapped(.circle(.only("12"))))
    #expect(
      offers(store) == true && store.state.fieldPoll?.options == ["Saturday", "Sunday"],
      "what was typed stays")
    #expect(try isSent(store) == nil, "votes are secret at first")
    store.given(.tapped(.poll(.voters)))
    #expect(try isSent(store) == true)
    #expect(Draft(json: store.state.draft.json) == store.state.draft)
    store.given(.tapped(.choose(.members)))
    #expect(try offers(store) == false && isSent(store) == nil, "members' votes are secret")
  }

  @Test func `NEW_21 every tap is decoded as it was encoded`() {
    for tap in [Compose.PollTap.toggle, .addOption, .several, .voters] {
      #expect(Compose.PollTap(tap.encoded)?.encoded == tap.encoded)
    }
  }
}
