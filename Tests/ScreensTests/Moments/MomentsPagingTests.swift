import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// MOM_04: tests that all posts are in memory, and that five show at first and five more each time.
struct MomentsPagingTests {
  @Test func `MOM_04 the first five show`() {
    var store = TestStore.moments()
    store.send(.appeared, effects: { _ in [.load(key: momentsKey)] + bothRequests }) { $0.loading = .first }
    store.answer(
      .profile, with: .profile(.made("ada")),
      change: {
        $0.receivedProfile = .made("ada")
        $0.profile = .made("ada")
      })
    #expect(store.footer == ListFooter.loading.text)
    store.answer(.posts, with: .posts(MomentsPost.several(12)), effects: { [Moments.save($0)] }) {
      $0.receivedProfile = nil
      $0.posts = MomentsPost.several(12)
      $0.isComplete = true
      $0.loading = .no
    }
    #expect(store.keys == ["header", "p0", "p1", "p2", "p3", "p4", "footer"])
    #expect(store.footer == ListFooter.link(SafeURL(trusted: "/moments/ada?show=10")).text)
  }

  @Test func `MOM_04 pulling up shows five more until all are there`() {
    var store = TestStore.loaded(MomentsPost.several(12))
    for shown in [10, 12] {
      store.send(.reachedEnd, effects: { _ in [.after(milliseconds: 300, .moreIsDue)] }) {
        $0.isLoadingMore = true
      }
      #expect(store.footer == ListFooter.loading.text)
      store.send(.reachedEnd)
      store.send(.moreIsDue) {
        $0.isLoadingMore = false
        $0.shownCount = shown
      }
      #expect(store.keys.count == shown + 2)
    }
    #expect(store.footer == ListFooter.rule.text)
    store.send(.reachedEnd)
    store.send(.moreIsDue)
  }

  @Test func `MOM_04 five or fewer posts are all there at once`() {
    for count in 1...5 {
      var store = TestStore.loaded(MomentsPost.several(count))
      #expect(store.keys.count == count + 2)
      #expect(store.footer == ListFooter.rule.text)
      store.send(.reachedEnd)
    }
  }

  @Test func `MOM_04 pulling down shows the first five of the new posts`() {
    var store = TestStore.loaded(MomentsPost.several(12), showing: 12)
    store.given(.tapped(.fold(key: "p3")))
    store.send(.pulledDown, effects: { _ in [.cancel(Moments.Request.posts)] + bothRequests }) {
      $0.loading = .refresh
    }
    #expect(Moments.view(store.state, .made()).status == "refreshing")
    #expect(store.keys.count == 14)
    let newer = [MomentsPost.made("new")] + MomentsPost.several(12)
    store.answer(.posts, with: .posts(newer), change: { $0.decoding = try? .at(13) })
    #expect(store.keys.count == 14)
    store.answer(
      .profile, with: .profile(.made("ada", nick: "Ada")), effects: { [Moments.save($0), .scrollToTop] }
    ) {
      $0.profile = .made("ada", nick: "Ada")
      $0.posts = newer
      $0.shownCount = 5
      $0.unfolded = []
      $0.decoding = nil
      $0.loading = .no
    }
    #expect(store.keys == ["header", "pnew", "p0", "p1", "p2", "p3", "footer"])
    #expect(Moments.view(store.state, .made()).status.isEmpty)
  }

  @Test func `MOM_04 the rest comes after the page that the server rendered`() {
    var store = TestStore<Moments>(
      Moments.State(
        rendered: .made("ada"), posts: MomentsPost.several(5), isComplete: false, origin: .own(.made()),
        isRoot: true))
    store.send(.hydrated, effects: { _ in [postsAsked] }) { $0.loading = .rest }
    store.send(.reachedEnd, effects: { _ in [.after(milliseconds: 300, .moreIsDue)] }) {
      $0.isLoadingMore = true
    }
    store.send(.moreIsDue)
    #expect(store.footer == ListFooter.loading.text)
    store.answer(
      .posts, with: .posts(MomentsPost.several(8)),
      effects: { [Moments.save($0), .after(milliseconds: 0, .moreIsDue)] }
    ) {
      $0.posts = MomentsPost.several(8)
      $0.isComplete = true
      $0.loading = .no
    }
    store.send(.moreIsDue) {
      $0.isLoadingMore = false
      $0.shownCount = 8
    }
  }

  @Test func `MOM_04 the end of a cached response asks for the rest`() {
    var store = TestStore.moments()
    store.given(
      .appeared, .received(.posts, .posts(MomentsPost.several(3)), at: noon),
      .received(.profile, .failure(.unreachable), at: noon))
    #expect(store.state.posts.count == 3)
    store.send(
      .reachedEnd,
      effects: { _ in [.after(milliseconds: 300, .moreIsDue), postsAsked] }
    ) {
      $0.isLoadingMore = true
      $0.loading = .rest
    }
  }
}
