import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests the list of the viewer's circles, and the choice of those that a person is in.
struct CircleListTests {
  static let two =
    #"[{"id":"1","title":"Family","replies_policy":"list","exclusive":false,"accounts_count":5},{"id":"2","title":"Committee of <them>","exclusive":true,"accounts_count":1},{}]"#
  static let circles = [
    Circle(id: "1", name: "Family", peopleCount: 5),
    Circle(id: "2", name: "Committee of <them>", isExclusive: true, peopleCount: 1),
  ]
  static let stored = "1 Family\n2 Committee of <them>\n"

  static func store(with person: Profile? = nil, memory: String? = nil) -> TestStore<CircleList> {
    var context = SamplePosts.context(isRoot: false)
    context.memory[StoredCircles.key] = memory
    return TestStore<CircleList>(CircleList.State(person, context))
  }

  private static let asks = Effect.ask(CircleList.Request.all, CircleRequests.all)

  @Test func `NEW_18 one sees one's circles, and the device keeps their names`() {
    var store = Self.store()
    store.send(.appeared, effects: { _ in [Self.asks] })
    #expect(store.keys == ["footer", "new0"])
    store.answer(
      .all, with: .text(Self.two),
      effects: { _ in
        [.remember(key: "circles", Self.stored), .broadcast(.circlesChanged(Self.circles))]
      }
    ) { $0.circles = Self.circles }
    #expect(store.keys == ["circles", "new0"])
    store.send(.tapped(.open("2")), effects: { _ in [.open(.circle(id: "2"))] })
  }

  @Test func `NEW_18 without a network the circles that the device knows show`() {
    var store = Self.store(memory: Self.stored)
    store.given(.appeared)
    store.answer(.all, with: .failure(.unreachable)) { $0.failure = .unreachable }
    #expect(store.state.circles?.map(\.name) == ["Family", "Committee of <them>"])
    #expect(store.keys == ["circles", "footer", "new0"])
    store.send(.tapped(.list(.retry)), effects: { _ in [Self.asks] }) { $0.failure = nil }
  }

  @Test func `NEW_18 a new circle leads to its people`() {
    var store = Self.store()
    store.given(.appeared, .received(.all, .text("[]"), at: noon))
    #expect(store.keys == ["footer", "new0"])
    store.send(.create(" "))
    let asks = Effect.ask(CircleList.Request.new, CircleRequests.create("Family"))
    store.send(.create("Family"), effects: { _ in [asks] }) { $0.form.isRunning = true }
    // A second tap makes no second circle.
    store.send(.create("Family"))
    store.answer(.new, with: .text(#"{"error":"No","code":"too_many_circles"}"#, status: 422)) {
      $0.form.isRunning = false
      $0.form.problem = Message(.refusedBy, "too_many_circles\u{1F}No")
    }
    store.send(.create("Family"), effects: { _ in [asks] }) {
      $0.form.isRunning = true
      $0.form.problem = nil
    }
    let made = Circle(id: "7", name: "Family", peopleCount: 0)
    store.answer(
      .new, with: .text(#"{"id":"7","title":"Family","accounts_count":0}"#),
      effects: { _ in
        [
          .remember(key: "circles", "7 Family\n"), .broadcast(.circlesChanged([made])),
          .open(.circlePeople(id: "7")),
        ]
      }
    ) {
      $0.form.isRunning = false
      $0.form.count = 1
      $0.circles = [made]
    }
  }

  @Test func `NEW_18 a person is put into circles at once, and out again if that fails`() {
    let person = Profile(id: "7", account: .made("user7", nick: "User 7"))
    var store = Self.store(with: person)
    store.send(
      .appeared,
      effects: { _ in [Self.asks, .ask(CircleList.Request.chosen, CircleRequests.all(with: person.id))] })
    store.given(.received(.all, .text(Self.two), at: noon))
    store.answer(.chosen, with: .text(#"[{"id":"2","title":"Committee"}]"#)) { $0.chosen = ["2"] }
    store.send(
      .tapped(.choose("1")),
      effects: { _ in [.ask(CircleList.Request.put("1", true), CircleRequests.put(person.id, in: "1", true))]
      }
    ) { $0.chosen = ["2", "1"] }
    store.answer(
      .put("1", true), with: .failure(.unreachable), effects: { _ in [.toast(Toast(Message(.unreachable)))] }
    ) { $0.chosen = ["2"] }
    store.send(
      .tapped(.choose("2")),
      effects: { _ in
        [.ask(CircleList.Request.put("2", false), CircleRequests.put(person.id, in: "2", false))]
      }
    ) { $0.chosen = [] }
    store.answer(.put("2", false), with: .text("{}"))
  }

  @Test func `NEW_18 circles have addresses, and strangers have none of them`() throws {
    for destination in [Destination.circles(with: nil), .circle(id: "7"), .circlePeople(id: "7")] {
      let url = try #require(destination.url?.text)
      #expect(Destination(url, own: .own(.made())) == destination)
      #expect(destination.open(1, in: SamplePosts.context(isRoot: false)) != nil)
      #expect(destination.open(1, in: Looks.stranger) is ScreenHost<SignIn>)
    }
  }

  @Test func `NEW_18 home shows a chip for each circle, which opens its timeline`() {
    var context = SamplePosts.context()
    var store = TestStore<Timeline>(Timeline.State(.home, context))
    #expect(!store.frameKeys.contains("circles"))
    store.send(.changed(.circlesChanged(Self.circles))) { $0.circles = Self.circles }
    #expect(store.frameKeys.contains("circles") && store.text.contains("Committee of &lt;them&gt;"))
    store.send(.tapped(.circle("1")), effects: { _ in [.open(.circle(id: "1"))] })
    context.memory[StoredCircles.key] = Self.stored
    #expect(TestStore<Timeline>(Timeline.State(.home, context)).frameKeys.contains("circles"))
    #expect(!TestStore<Timeline>(Timeline.State(.mentions, context)).frameKeys.contains("circles"))
  }

  @Test func `NEW_18 a circle's timeline has its name, and goes with the circle`() {
    var context = SamplePosts.context(isRoot: false)
    context.memory[StoredCircles.key] = Self.stored
    var store = TestStore<Timeline>(Timeline.State(.circle("1"), context))
    #expect(store.text.contains("Family"))
    let request = store.effects(.appeared).last
    #expect(request == .ask(Timeline.Request.newest, APIRequest(.get, "/api/v1/timelines/list/1?limit=20")))
    store.send(.tapped(.people), effects: { _ in [.open(.circlePeople(id: "1"))] })
    #expect(store.effects(.changed(.circlesChanged([Self.circles[0]]))) == [])
    let gone = store.effects(.changed(.circlesChanged([Self.circles[1]])))
    #expect(gone.count == 1 && store.state.list.isEmpty && store.state.failure == .missing)
  }
}
