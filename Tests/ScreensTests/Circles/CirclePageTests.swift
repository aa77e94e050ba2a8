import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the people and settings of a circle.
struct CirclePageTests {
  static func store() -> TestStore<CirclePage> {
    var context = SamplePosts.context(isRoot: false)
    context.memory[StoredCircles.key] = CircleListTests.stored
    return TestStore<CirclePage>(CirclePage.State("1", context))
  }

  static let circle =
    #"{"id":"1","title":"Family","replies_policy":"none","exclusive":false,"accounts_count":2}"#

  static func loaded() -> TestStore<CirclePage> {
    var store = store()
    store.given(
      .appeared, .received(.circle, .text(circle), at: noon),
      .received(.newest, PeopleScreenTests.page([9, 8]), at: noon))
    return store
  }

  @Test func `NEW_18 one sees who is in a circle`() {
    var store = Self.store()
    store.send(
      .appeared,
      effects: { _ in
        [
          .ask(CirclePage.Request.circle, CircleRequests.one("1")),
          .ask(CirclePage.Request.newest, CircleRequests.people(of: "1", page: nil)),
        ]
      })
    #expect(store.keys == ["search", "footer", "settings"], "the device knows the name")
    store.given(.received(.circle, .text(Self.circle), at: noon))
    store.given(.received(.newest, PeopleScreenTests.page([9, 8]), at: noon))
    #expect(store.keys == ["search", "people", "settings"])
    #expect(store.state.people?.map(\.id) == ["9", "8"])
  }

  @Test func `NEW_18 people are found by name and added at once`() throws {
    var store = Self.loaded()
    let waits = Effect.after(milliseconds: 200, .typingPaused)
    store.send(.typed("us"), effects: { _ in [waits] }) { $0.typed = "us" }
    store.send(
      .paused,
      effects: { _ in [.ask(CirclePage.Request.search("us"), MastodonRequests.searchAccounts("us", limit: 8))]
      }
    ) { $0.asked = "us" }
    store.send(.typed("user"), effects: { _ in [.cancel(CirclePage.Request.search("us")), waits] }) {
      ($0.typed, $0.asked) = ("user", nil)
    }
    // A late response says nothing about these words.
    store.given(.received(.search("us"), PeopleScreenTests.page([5]), at: noon))
    #expect(store.state.found == [])
    store.send(
      .paused,
      effects: { _ in
        [.ask(CirclePage.Request.search("user"), MastodonRequests.searchAccounts("user", limit: 8))]
      }
    ) { $0.asked = "user" }
    store.send(.paused)
    store.given(.received(.search("user"), PeopleScreenTests.page([9, 7]), at: noon))
    let person = try #require(store.state.found.last)
    #expect(store.page.cell(1).html(Strings(.english)).text.contains("add:7"))
    #expect(!store.page.cell(1).html(Strings(.english)).text.contains("add:9"), "who is in it isn't offered")
    store.send(
      .tapped(.add("7")),
      effects: { _ in [.ask(CirclePage.Request.put(person, true), CircleRequests.put("7", in: "1", true))] }
    ) { $0.people?.insert(person, at: 0) }
    store.answer(
      .put(person, true), with: .text(#"{"error":"Full","code":"circle_full"}"#, status: 422),
      effects: { _ in [.toast(Toast(Message(.refusedBy, "circle_full\u{1F}Full")))] }
    ) { $0.people?.removeFirst() }
  }

  @Test func `NEW_18 an emptied field asks for nobody, and finds nobody`() {
    var store = Self.loaded()
    let late = PeopleScreenTests.page([5])
    store.given(.typed("us"), .paused, .typed(""), .received(.search("us"), late, at: noon))
    #expect(store.state.found == [])
    store.send(.paused)
  }

  @Test(arguments: Circle.RepliesPolicy.allCases)
  func `NEW_18 one chooses whose replies its timeline shows`(_ policy: Circle.RepliesPolicy) throws {
    var store = Self.loaded()
    var changed = try #require(store.state.circle)
    let html = store.page.cell(2).html(Strings(.english)).text
    #expect(html.split(separator: "aria-current").count == 2, "the present one is marked")
    changed.repliesPolicy = policy
    store.send(
      .tapped(.replies(policy)),
      effects: { _ in [.ask(CirclePage.Request.change, CircleRequests.change(changed))] })
    #expect(CirclePage.Tap(CirclePage.Tap.replies(policy).encoded) == .replies(policy))
  }

  @Test func `NEW_18 a circle is renamed, kept out of home, and deleted after a question`() throws {
    var store = Self.loaded()
    let circle = try #require(store.state.circle)
    var renamed = circle
    renamed.name = "Kin"
    store.send(
      .rename("Kin"), effects: { _ in [.ask(CirclePage.Request.change, CircleRequests.change(renamed))] })
    let answer = #"{"id":"1","title":"Kin","replies_policy":"none","exclusive":false,"accounts_count":2}"#
    store.answer(
      .change, with: .text(answer),
      effects: { _ in
        [
          .remember(key: "circles", "1 Kin\n2 Committee of <them>\n"),
          .broadcast(.circlesChanged([renamed, Circle(id: "2", name: "Committee of <them>")])),
        ]
      }
    ) { $0.circle = renamed }
    var exclusive = renamed
    exclusive.isExclusive = true
    store.send(
      .tapped(.exclusive),
      effects: { _ in [.ask(CirclePage.Request.change, CircleRequests.change(exclusive))] })
    store.send(.tapped(.delete)) { $0.asksToDelete = true }
    #expect(store.frameKeys == ["bar", "question"])
    store.send(
      .tapped(.deleteNow), effects: { _ in [.ask(CirclePage.Request.delete, CircleRequests.delete("1"))] }
    ) { $0.asksToDelete = false }
    let effects = store.effects(.received(.delete, .text("{}"), at: noon))
    #expect(effects.last == .close)
    #expect(effects.contains(.remember(key: "circles", "2 Committee of <them>\n")))
  }
}
