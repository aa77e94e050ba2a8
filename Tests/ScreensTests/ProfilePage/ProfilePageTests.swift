import Contracts
import Social
import Testing

@testable import Screens

struct ProfilePageTests {
  private func store(id: String? = "7", isMember: Bool = true) -> TestStore<ProfilePage.State, ProfilePage.Action> {
    TestStore(
      ProfilePage.State(
        id: id, handle: "user7", nil, Statuses.context(isMember: isMember, isRoot: false)), ProfilePage.reduce)
  }

  private func loaded(locked: Bool = false) -> TestStore<ProfilePage.State, ProfilePage.Action> {
    var store = store()
    store.prepare(
      .appeared, .answered(.profile, .text(Statuses.author(7, locked: locked))),
      .answered(RequestName(.relationship), .text(#"[{"id":"7"}]"#)),
      .answered(RequestName(.older, "0"), Statuses.page([3, 2])))
    return store
  }

  private func request(_ target: String) -> APIRequest { APIRequest(.get, target) }

  @Test func TWT_11_aPersonIsAskedForWithRelationshipAndPosts() {
    var store = store()
    store.send(
      .appeared,
      effects: { _ in
        [
          .call(.profile, request("/api/v1/accounts/7")),
          .call(RequestName(.relationship), request("/api/v1/accounts/relationships?id%5B%5D=7")),
          .call(
            RequestName(.older, "0"), request("/api/v1/accounts/7/statuses?limit=20&exclude_replies=true")),
        ]
      }
    ) { $0.lists[0].isLoading = true }
  }

  @Test func TWT_11_whoeverIsKnownByNameIsLookedUpFirst() {
    var store = store(id: nil, isMember: false)
    store.send(
      .appeared, effects: { _ in [.call(.profile, request("/api/v1/accounts/lookup?acct=user7"))] })
    let posts = request("/api/v1/accounts/7/statuses?limit=20&exclude_replies=true")
    let profile = Statuses.decoder.profile(body: Array(Statuses.author(7).utf8))
    store.send(
      .answered(.profile, .text(Statuses.author(7))),
      effects: { _ in (profile.map { [.tell(.profileChanged($0))] } ?? []) + [.call(RequestName(.older, "0"), posts)] },
      change: {
        $0.profile = profile
        $0.id = "7"
        $0.lists[0].isLoading = true
      })
  }

  @Test func followingShowsAtOnceAndCounts() {
    var store = loaded()
    store.prepare(.tappedFollow)
    #expect(store.state.relationship?.isFollowing == true && store.state.profile?.followersCount == 6)
    var answer = Relationship(id: "7")
    answer.isFollowing = true
    store.send(
      .answered(RequestName(.follow), .text(#"{"id":"7","following":true}"#)),
      effects: { _ in [.tell(.relationshipChanged(answer))] }, change: { $0.sentFollow = nil })
    store.prepare(.tappedFollow)
    #expect(store.state.relationship?.isFollowing == false && store.state.profile?.followersCount == 5)
  }

  @Test func aLockedPersonIsAsked() {
    var store = loaded(locked: true)
    store.prepare(.tappedFollow)
    #expect(store.state.relationship?.isRequested == true && store.state.relationship?.isFollowing == false)
    #expect(store.state.profile?.followersCount == 5)
  }

  @Test func aRefusedFollowGoesBackAndIsSaid() {
    var store = loaded()
    store.prepare(.tappedFollow)
    store.send(
      .answered(RequestName(.follow), .failure(.unreachable)),
      effects: { _ in [.toast(Toast(.followFailed, "User 7"))] },
      change: {
        $0.sentFollow = nil
        $0.relationship = Relationship(id: "7")
        $0.profile?.followersCount = 5
      })
  }

  @Test func whatIsTappedWhileTheFirstIsOnItsWayFollows() {
    var store = loaded()
    store.prepare(.tappedFollow)
    store.send(
      .tappedFollow,
      change: {
        $0.relationship = Relationship(id: "7")
        $0.profile?.followersCount = 5
      })
    store.send(
      .answered(RequestName(.follow), .text(#"{"id":"7","following":true}"#)),
      effects: { _ in [.call(RequestName(.follow), APIRequest(.post, "/api/v1/accounts/7/unfollow"))] },
      change: { $0.sentFollow = false })
  }

  @Test func selectionsAreLoadedWhenTheyAreChosenAndGoOnAtTheEnd() {
    var store = loaded()
    store.prepare(.chose(.media))
    #expect(store.state.list.isLoading)
    store.prepare(.answered(RequestName(.older, "2"), Statuses.page([2])))
    #expect(store.state.list.entries.entries.map(\.id) == ["2"])
    store.send(.chose(.posts)) { $0.selection = .posts }
    store.send(
      .reachedEnd,
      effects: { _ in
        [
          .call(
            RequestName(.older, "0+"),
            request("/api/v1/accounts/7/statuses?limit=20&max_id=2&exclude_replies=true"))
        ]
      },
      change: { $0.lists[0].isLoading = true })
    store.prepare(.answered(RequestName(.older, "0+"), Statuses.page([])))
    #expect(store.state.list.isComplete)
  }

  @Test func nobodyFollowsThemselvesAndStrangersAreLedToSignIn() {
    var own = store(id: "1")
    own.prepare(.appeared, .answered(.profile, .text(Statuses.author(1))))
    #expect(own.state.isOwn)
    var stranger = store(isMember: false)
    stranger.send(.tappedFollow, effects: { _ in [.open(.signIn)] })
  }

  @Test func somebodyWhoIsNotThereIsSaid() {
    var store = store(id: nil)
    store.prepare(.appeared, .answered(.profile, .text("{}", status: 404)))
    #expect(ProfilePage.view(store.state, .made()).cells == [.foot(.failed(.missing, server: "example.org"))])
  }
}
