import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// MOM_04: all posts in memory, five show at first, five more each time.
struct MomentsPagingTests {
  @Test func MOM_04_firstFiveShow() {
    var store = TestStore.moments()
    store.send(.appeared, effects: { _ in [.load(key: momentsKey)] + bothRequests }) { $0.loading = .first }
    store.send(.answered(.profile, .profile(.made("ada")))) {
      $0.receivedProfile = .made("ada")
      $0.profile = .made("ada")
    }
    #expect(store.foot == .foot(.loading))
    store.send(.answered(.posts, .posts(Post.several(12))), effects: { [Moments.save($0)] }) {
      $0.receivedProfile = nil
      $0.posts = Post.several(12)
      $0.isComplete = true
      $0.loading = .no
    }
    #expect(store.keys == ["header", "p0", "p1", "p2", "p3", "p4", "foot"])
    #expect(store.foot == .foot(.more(username: "ada", .own(.made()), count: 10)))
  }

  @Test func MOM_04_pullingUpShowsFiveMoreUntilAllAreThere() {
    var store = TestStore.loaded(Post.several(12))
    for shown in [10, 12] {
      store.send(.reachedEnd, effects: { _ in [.after(milliseconds: 300, .moreIsDue)] }) { $0.isLoadingMore = true }
      #expect(store.foot == .foot(.loading))
      store.send(.reachedEnd)
      store.send(.moreIsDue) {
        $0.isLoadingMore = false
        $0.shownCount = shown
      }
      #expect(store.keys.count == shown + 2)
    }
    #expect(store.foot == .foot(.end))
    store.send(.reachedEnd)
    store.send(.moreIsDue)
  }

  @Test func MOM_04_fiveOrFewerPostsAreAllThereAtOnce() {
    for count in 1...5 {
      var store = TestStore.loaded(Post.several(count))
      #expect(store.keys.count == count + 2)
      #expect(store.foot == .foot(.end))
      store.send(.reachedEnd)
    }
  }

  @Test func MOM_04_pullingDownShowsTheFirstFiveOfTheNewPosts() {
    var store = TestStore.loaded(Post.several(12), showing: 12)
    store.prepare(.tappedFold(key: "p3"))
    store.send(.pulledDown, effects: { _ in [.cancel(.posts)] + bothRequests }) { $0.loading = .refresh }
    #expect(Moments.view(store.state, .made()).status == "refreshing")
    #expect(store.keys.count == 14)
    let newer = [Post.made("new")] + Post.several(12)
    store.send(.answered(.posts, .posts(newer))) { $0.decoding = try? .at(13) }
    #expect(store.keys.count == 14)
    store.send(.answered(.profile, .profile(.made("ada", nick: "Ada"))), effects: { [Moments.save($0), .scrollToTop] })
    {
      $0.profile = .made("ada", nick: "Ada")
      $0.posts = newer
      $0.shownCount = 5
      $0.unfolded = []
      $0.decoding = nil
      $0.loading = .no
    }
    #expect(store.keys == ["header", "pnew", "p0", "p1", "p2", "p3", "foot"])
    #expect(Moments.view(store.state, .made()).status.isEmpty)
  }

  @Test func MOM_04_theRestComesAfterThePageThatTheServerRendered() {
    var store = TestStore(
      Moments.State(
        rendered: .made("ada"), posts: Post.several(5), isComplete: false, origin: .own(.made()), isRoot: true),
      Moments.reduce)
    store.send(.tookOver, effects: { _ in [.request(.posts, url: "/user/ada/tweets")] }) { $0.loading = .rest }
    store.send(.reachedEnd, effects: { _ in [.after(milliseconds: 300, .moreIsDue)] }) { $0.isLoadingMore = true }
    store.send(.moreIsDue)
    #expect(store.foot == .foot(.loading))
    store.send(
      .answered(.posts, .posts(Post.several(8))),
      effects: { [Moments.save($0), .after(milliseconds: 0, .moreIsDue)] }
    ) {
      $0.posts = Post.several(8)
      $0.isComplete = true
      $0.loading = .no
    }
    store.send(.moreIsDue) {
      $0.isLoadingMore = false
      $0.shownCount = 8
    }
  }

  @Test func MOM_04_theEndOfAStoredCopyAsksForTheRest() {
    var store = TestStore.moments()
    store.prepare(.appeared, .answered(.posts, .posts(Post.several(3))), .answered(.profile, .failure(.unreachable)))
    #expect(store.state.posts.count == 3)
    store.send(
      .reachedEnd,
      effects: { _ in [.after(milliseconds: 300, .moreIsDue), .request(.posts, url: "/user/ada/tweets")] }
    ) {
      $0.isLoadingMore = true
      $0.loading = .rest
    }
  }
}
