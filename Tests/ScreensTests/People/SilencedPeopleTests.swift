import Contracts
import Markup
import Social
import Testing

@testable import Screens

/// Tests the lists of people that the viewer has muted or blocked.
struct SilencedPeopleTests {
  @Test(arguments: [(MastodonRequests.PeopleList.muted, "mutes"), (.blocked, "blocks")])
  func `NEW_12 whoever is kept away is on a list of one's own, and comes back from there`(
    kind: MastodonRequests.PeopleList, path: String
  ) throws {
    var store = TestStore<People>(People.State(kind, id: nil, handle: "", SamplePosts.context(isRoot: false)))
    store.send(
      .appeared, effects: { _ in [.ask(People.Request.newest, APIRequest(.get, "/api/v1/\(path)?limit=40"))] }
    ) { $0.loading = .newest }
    #expect(
      store.effects(.received(.newest, PeopleScreenTests.page([9, 8]), at: noon)) == [],
      "nothing is kept, and nobody asked")
    let action: MemberAction =
      kind == .muted ? .person(.mute(name: "User 9")) : .person(.block(name: "User 9"))
    store.send(
      .tapped(.person(PersonTap(.follow, "9"))), effects: { _ in [.perform(action, id: "9", false)] })
    store.given(.changed(SamplePosts.memberActed(action, "9", false)))
    let silenced: FollowState = kind == .muted ? .muted : .blocked
    #expect(PeopleScreenTests.follows(store) == [FollowState.none, silenced])
    // The request failed.
    store.given(.changed(SamplePosts.memberActed(action, "9", true)))
    #expect(PeopleScreenTests.follows(store) == [silenced, silenced])
  }

  @Test func `NEW_12 the lists of whom one keeps away have addresses, and strangers have none of them`()
    throws
  {
    for list in [MastodonRequests.PeopleList.muted, .blocked] {
      let destination = Destination.people(list, id: nil, handle: "")
      let url = try #require(destination.url?.text)
      #expect(Destination(url, own: .own(.made())) == destination)
      #expect(destination.open(1, in: SamplePosts.context(isRoot: false)) is ScreenHost<People>)
      #expect(destination.open(1, in: Looks.stranger) is ScreenHost<SignIn>)
    }
  }
}
