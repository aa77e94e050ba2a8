import Contracts
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// The first steps of a new member (NEW_19).
struct FirstStepsTests {
  static func state(memory: [String: String] = [:]) -> FirstSteps.State {
    FirstSteps.State(SamplePosts.context(memory: memory, isRoot: false))
  }

  static func people(_ ids: some Sequence<Int>) -> FirstSteps.Action {
    .received(
      .members, .text("[" + ids.map { SamplePosts.author($0) }.joined(separator: ",") + "]"), at: noon)
  }

  private static func ids(_ state: FirstSteps.State) -> [String]? { state.people?.map { $0.id } }

  private func follow(_ id: Int) -> Effect {
    .perform(.person(.follow(name: "User \(id)")), id: "\(id)", true)
  }

  @Test func `NEW_19 the steps come one after the other, and the server learns at once that they came`() {
    var state = Self.state()
    #expect(
      FirstSteps.reduce(&state, .appeared)
        == [.ask(FirstSteps.Request.welcomed, APIRequest(.post, "/api/swiftlet/v1/welcome"))])
    #expect(state.step == .profile)
    #expect(FirstSteps.reduce(&state, .tapped(.edit)) == [.open(.editProfile)])
    #expect(
      FirstSteps.reduce(&state, .tapped(.next)) == [
        .remember(key: "first-steps", "2"), .scrollToTop,
        .ask(
          FirstSteps.Request.members, APIRequest(.get, "/api/v1/directory?local=true&order=active&limit=52")),
      ])
    #expect(FirstSteps.reduce(&state, .tapped(.next)) == [.remember(key: "first-steps", "3"), .scrollToTop])
    #expect(FirstSteps.reduce(&state, .tapped(.next)) == [.remember(key: "first-steps", nil), .close])
  }

  @Test(arguments: [("2", FirstSteps.Step.people), ("3", .homeScreen), ("9", .profile), ("x", .profile)])
  func `NEW_19 a reload stays at its step`(stored: String, step: FirstSteps.Step) {
    var state = Self.state(memory: ["first-steps": stored])
    #expect(state.step == step)
    #expect(FirstSteps.reduce(&state, .tapped(.close)) == [.remember(key: "first-steps", nil), .close])
  }

  @Test func `NEW_19 the guide alone tells the server nothing`() {
    var state = FirstSteps.State(guideIn: SamplePosts.context(memory: ["first-steps": "2"], isRoot: false))
    #expect(FirstSteps.reduce(&state, .appeared) == [])
    #expect(state.step == nil)
  }

  @Test func `NEW_19 all members of a small community can be followed at once, except those who are`() {
    var state = Self.state(memory: ["first-steps": "2"])
    _ = FirstSteps.reduce(&state, .appeared)
    let asked = FirstSteps.reduce(&state, Self.people([1, 7, 8, 9]))
    #expect(Self.ids(state) == ["7", "8", "9"], "not the viewer")
    #expect(
      asked == [
        .ask(
          FirstSteps.Request.relationships,
          APIRequest(.get, "/api/v1/accounts/relationships?id%5B%5D=7&id%5B%5D=8&id%5B%5D=9"))
      ])
    #expect(!state.canFollow)
    _ = FirstSteps.reduce(
      &state,
      .received(
        .relationships,
        .text(#"[{"id":"7"},{"id":"8","following":true},{"id":"9","followed_by":true}]"#), at: noon))
    #expect(FirstSteps.reduce(&state, .tapped(.followAll)) == [follow(7), follow(9)])
    #expect(FirstSteps.reduce(&state, .tapped(.person(PersonTap(.follow, "7")))) == [follow(7)])
    for id in ["7", "9"] {
      let change = MemberActionChange(
        action: .person(.follow(name: "")), id: id, isOn: true, at: noon, isConfirmed: false)
      state.context.store.apply(.memberActed(change))
    }
    #expect(state.people?.map { state.context.store.follow($0) } == [.on, .on, .on] && !state.canFollow)
    #expect(FirstSteps.reduce(&state, .tapped(.followAll)) == [])
  }

  @Test(arguments: [(50, false), (51, true)])
  func `NEW_19 a larger community suggests people`(others: Int, suggests: Bool) {
    var state = Self.state(memory: ["first-steps": "2"])
    let effects = FirstSteps.reduce(&state, Self.people(2...(others + 1)))
    let asked = effects.contains(
      .ask(FirstSteps.Request.suggestions, APIRequest(.get, "/api/v1/suggestions?limit=20")))
    #expect(asked == suggests)
    #expect((state.people == nil) == suggests)
  }

  @Test func `NEW_19 without a network the way on stays open`() {
    var state = Self.state(memory: ["first-steps": "2"])
    _ = FirstSteps.reduce(&state, .received(.members, .failure(.unreachable), at: noon))
    #expect(state.failure != nil)
    #expect(FirstSteps.reduce(&state, .tapped(.list(.retry))).count == 1 && state.failure == nil)
    #expect(FirstSteps.reduce(&state, .tapped(.next)).first == .remember(key: "first-steps", "3"))
  }

  @Test func `NEW_19 every tap can be read back`() {
    let taps: [FirstSteps.Tap] = [
      .next, .close, .edit, .followAll, .person(PersonTap(.follow, "7")), .person(PersonTap(.profile, "7")),
      .list(.retry),
    ]
    for tap in taps { #expect(FirstSteps.Tap(tap.encoded) == tap) }
  }
}
