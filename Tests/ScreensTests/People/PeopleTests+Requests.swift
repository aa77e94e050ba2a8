import Contracts
import Social
import Testing

@testable import Screens

/// Requests to follow, which stand above the member's own followers.
extension PeopleScreenTests {
  private static let askRequests = ask(.requests, "/api/v1/follow_requests?limit=40")

  /// Returns the member's own followers, with two requests.
  private static func asked() -> TestStore<People> {
    var store = TestStore<People>(state(of: "1"))
    store.given(
      .appeared, .loaded(nil), .received(.requests, page([6, 5]), at: noon),
      .received(.newest, page([8]), at: noon),
      .received(.relationships, relationships([8]), at: noon))
    return store
  }

  @Test func `FOL_03 who wants to follow stands above one's followers`() {
    var store = TestStore<People>(Self.state(of: "1"))
    #expect(store.effects(.appeared).contains(Self.askRequests))
    #expect(Self.asked().keys == ["requests", "asks6", "asks5", "heading", "p8", "footer"])
    var other = TestStore<People>(Self.state())
    #expect(!other.effects(.appeared).contains(Self.askRequests))
  }

  @Test func `FOL_03 whoever was answered no longer waits, until that is undone`() {
    var store = Self.asked()
    store.send(.tapped(.person(PersonTap(.accept, "5"))), effects: { _ in [.admit(id: "5", true)] })
    #expect(store.effects(.changed(.requestAnswered(id: "5", isWaiting: false))) == [])
    #expect(store.keys == ["requests", "asks6", "heading", "p8", "footer"])
    #expect(store.effects(.changed(.requestAnswered(id: "5", isWaiting: true))) == [])
    #expect(store.keys == ["requests", "asks6", "asks5", "heading", "p8", "footer"])
    store.send(.tapped(.person(PersonTap(.reject, "6"))), effects: { _ in [.admit(id: "6", false)] })
    // The same holds for a response from before the server knew of it.
    #expect(store.effects(.changed(.requestAnswered(id: "6", isWaiting: false))) == [])
    #expect(store.effects(.received(.requests, Self.page([6, 5, 4]), at: noon)) == [])
    #expect(store.keys == ["requests", "asks5", "asks4", "heading", "p8", "footer"])
  }

  @Test func `FOL_03 whoever was let in follows once the server knows it`() {
    var store = Self.asked()
    let item = OutboxItem(id: "x", session: "1", .admit(id: "5", true), createdAt: noon, notBefore: noon)
    let body = Array(#"{"id":"5","following":true,"followed_by":true}"#.utf8)
    #expect(store.effects(.changed(.itemSent(item, nil, body: body, at: noon))) == [Self.askRequests])
    #expect(store.keys == ["requests", "asks6", "heading", "p5", "p8", "footer"])
    #expect(Self.follows(store)[0] == .on)
    store.given(.received(.requests, Self.page([6, 4]), at: noon))
    #expect(store.keys == ["requests", "asks6", "asks4", "heading", "p5", "p8", "footer"])
  }

  @Test func `FOL_03 letting somebody in and turning somebody away keep what was read`() {
    var store = Self.asked()
    store.given(
      .pulledDown,
      .received(.newest, Self.page([8], next: "max_id=8"), at: noon),
      .reachedEnd,
      .received(.older, Self.page([7]), at: noon))
    for (id, isAccepted) in [("5", true), ("6", false)] {
      let item = OutboxItem(
        id: id, session: "1", .admit(id: id, isAccepted), createdAt: noon, notBefore: noon)
      let effects = store.effects(.changed(.itemSent(item, nil, body: [], at: noon)))
      #expect(effects == [Self.askRequests] + (isAccepted ? [Self.askRelationships([5])] : []))
    }
    #expect(store.keys == ["p5", "p8", "p7", "footer"])
  }

  @Test func `FOL_03 whoever is let in while the list loads is on it`() {
    var store = Self.asked()
    store.given(.pulledDown)
    let item = OutboxItem(id: "x", session: "1", .admit(id: "5", true), createdAt: noon, notBefore: noon)
    let effects = store.effects(.changed(.itemSent(item, nil, body: [], at: noon)))
    #expect(effects.contains(.cancel(People.Request.newest)))
    #expect(effects.contains(Self.ask(.newest, "/api/v1/accounts/1/followers?limit=40")))
  }

  @Test func `FOL_03 requests stay while the network is away, and lead to what is known of the person`() {
    var store = Self.asked()
    store.given(.received(.requests, .failure(.unreachable), at: noon))
    #expect(store.keys == ["requests", "asks6", "asks5", "heading", "p8", "footer"])
    let profile = store.state.requests[0]
    store.send(
      .tapped(.person(PersonTap(.profile, "6"))),
      effects: { _ in [.open(.profile(id: "6", handle: profile.handle, profile))] })
  }
}
