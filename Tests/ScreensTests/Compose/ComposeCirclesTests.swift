import Contracts
import JSON
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Choosing the circles of a new post, and the reminder of who sees it.
struct ComposeCirclesTests {
  private static let stored = ["circles": "12 Family\n13 Kids\n"]
  private static let family = Post.ChosenCircle(id: "12", name: "Family", isExcepted: false)
  private static let notKids = Post.ChosenCircle(id: "13", name: "Kids", isExcepted: true)

  private func store(known: String? = nil) -> TestStore<Compose> {
    var memory = Self.stored
    memory[Compose.State.knownCirclesKey] = known
    var store = ComposeTests.store(memory: memory)
    store.given(.typed(field: "text", text: "x"))
    return store
  }

  private func people(_ names: [String]) -> Result<Response, RequestFailure> {
    let list = names.map {
      #"{"id":"\#($0.utf8.count)\#($0.utf8.first ?? 0)","username":"\#($0)","acct":"\#($0)"}"#
    }
    return .success(Response(status: 200, body: Array(("[" + list.joined(separator: ",") + "]").utf8)))
  }

  @Test func `NEW_18 one tap chooses a circle, and another audience takes its place`() {
    var store = store(known: "12 ")
    store.given(.tapped(.audience))
    store.given(.tapped(.circle(.only("12"))))
    #expect(store.state.draft.circles == [Self.family] && !store.state.isChoosingAudience)
    #expect(Compose.view(store.state, .made()).cells.all.contains(.circles([Self.family])))
    store.given(.tapped(.circle(.only("99"))))
    #expect(store.state.draft.circles == [Self.family], "that is none of the viewer's circles")
    let effects = store.effects(.tapped(.send))
    guard case .post(let draft) = effects[1] else {
      Issue.record("\(effects)")
      return
    }
    let body = String(
      decoding: StatusRequests.publish(draft.fields, idempotencyKey: "k").body ?? [], as: UTF8.self)
    #expect(body.contains(#""visibility":"circles""#) && body.contains(#""circle_ids":["12"]"#))
    store = self.store()
    store.given(.tapped(.circle(.only("12"))))
    store.given(.tapped(.choose(.members)))
    #expect(store.state.draft.circles.isEmpty && store.state.audience == .members)
  }

  @Test func `NEW_18 circles that were made on another device are offered`() {
    var store = ComposeTests.store()
    #expect(store.effects(.appeared).contains(ComposeTests.askCircles))
    let response = Result<Response, RequestFailure>.text(#"[{"id":"12","title":"Family"}]"#)
    let family = Circle(id: "12", name: "Family")
    let known = store.effects(.received(.circles, response, at: SamplePosts.at(1)))
    #expect(known == [.remember(key: "circles", "12 Family\n"), .broadcast(.circlesChanged([family]))])
    store.given(.circlesChanged([family]), .tapped(.audience))
    store.given(.tapped(.circle(.only("12"))))
    #expect(store.state.draft.circles == [Self.family])
    #expect(store.effects(.received(.circles, response, at: SamplePosts.at(2))) == [], "they are known")
  }

  @Test func `NEW_18 several are chosen, or all but some, and the device stores it with the draft`() {
    var store = store()
    store.given(.tapped(.circle(.several)))
    store.given(.tapped(.circle(.share("12"))))
    store.given(.tapped(.circle(.except("13"))))
    #expect(store.state.isChoosingCircles && store.state.draft.circles == [Self.family, Self.notKids])
    #expect([Self.family, Self.notKids].text(Strings(.english)).contains("not"))
    #expect(Draft(json: store.state.draft.json) == store.state.draft)
    let item = OutboxItem(
      id: "1", session: "1", .publish(store.state.draft), createdAt: Timestamp(milliseconds: 1),
      notBefore: Timestamp(milliseconds: 2))
    #expect(OutboxItem(json: item.json) == item)
    #expect(store.state.draft.fields.circles == ["12"] && store.state.draft.fields.excludedCircles == ["13"])
    store.given(.tapped(.circle(.share("13"))))
    #expect(store.state.draft.circles.map(\.isExcepted) == [false, false], "a circle is one or the other")
    store.given(.tapped(.circle(.share("13"))))
    store.given(.tapped(.circle(.share("12"))))
    store.given(.tapped(.circle(.except("13"))))
    store.given(.tapped(.circle(.chosen)))
    #expect(store.state.draft.circles == [Self.notKids] && !store.state.isChoosingCircles)
    #expect([Self.notKids].text(Strings(.english)).hasPrefix("All but"))
  }

  @Test func `NEW_18 exceptions are taken from all members, or from the followers`() {
    var store = store()
    store.given(.tapped(.circle(.except("13"))))
    #expect(store.state.draft.fields.visibility == .circles)
    store.given(.tapped(.circle(.fromFollowers)))
    #expect(store.state.draft.circles.text(Strings(.english)).hasPrefix("Followers, but not"))
    #expect(
      store.state.draft.fields.visibility == .followers && store.state.draft.fields.excludedCircles == ["13"])
    #expect(Draft(json: store.state.draft.json) == store.state.draft)
    store.given(.tapped(.circle(.except("12"))))
    #expect(store.state.draft.circles.map(\.isOfFollowers) == [true, true], "another one joins it")
    store.given(.tapped(.circle(.share("12"))))
    #expect(
      store.state.draft.circles.map(\.isOfFollowers) == [false, false], "a shared circle leaves no choice")
    #expect(store.state.draft.fields.visibility == .circles)
  }

  @Test func `NEW_18 before the first post to a circle it says who sees it, and not again`() {
    var store = store()
    store.given(.tapped(.circle(.only("12"))))
    store.given(.tapped(.circle(.except("13"))))
    _ = store.effects(.tapped(.send))
    #expect(store.state.reminder?.people == nil && !store.state.isSent)
    store.given(.received(.people(isExcepted: true), people(["kid"]), at: Timestamp(milliseconds: 0)))
    #expect(store.state.reminder?.people == nil, "not all are loaded")
    store.given(
      .received(.people(isExcepted: false), people(["kid", "aunt"]), at: Timestamp(milliseconds: 0)))
    #expect(store.state.reminder?.people?.map(\.nick) == ["aunt"])
    store.given(.tapped(.outside))
    #expect(store.state.reminder == nil && !store.state.isSent)
    _ = store.effects(.tapped(.send))
    let effects = store.effects(.tapped(.circle(.confirm)))
    #expect(effects.first == .remember(key: Compose.State.knownCirclesKey, "12 "))
    #expect(store.state.isSent)
    var later = self.store(known: "12 ")
    later.given(.tapped(.circle(.only("12"))))
    _ = later.effects(.tapped(.send))
    #expect(later.state.isSent && later.state.reminder == nil)
  }

  @Test func `NEW_18 replies, changes and other servers offer no circles`() {
    let reply = ComposeStart(replyTo: ComposeTests.post, writer: ComposeTests.anna)
    for start in [reply, ComposeStart(editing: ComposeTests.post)] {
      #expect(ComposeTests.store(start, memory: Self.stored).state.circles.isEmpty)
    }
    #expect(
      Compose.State(ComposeStart(), ComposeTests.context(Self.stored, isOwnServer: false)).circles.isEmpty)
    #expect(ComposeTests.store(memory: Self.stored).state.circles.map(\.name) == ["Family", "Kids"])
  }

  @Test(
    arguments: [.only("1"), .several, .share("1"), .except("2"), .fromFollowers, .chosen, .confirm]
      as [Compose.CircleTap])
  func `a tap on circles is read as it was written`(_ tap: Compose.CircleTap) {
    #expect(Compose.Tap(Compose.Tap.circle(tap).encoded) == .circle(tap))
  }
}
