import Social
import TestSupport
import Testing

@testable import Screens

/// MOM_08: a large answer is decoded in slices, between which the screen is drawn.
struct MomentsDecodingTests {
  @Test func MOM_08_tenThousandPostsAreDecodedInSlicesAndNoneIsLost() throws {
    let posts = Post.several(10_000)
    var store = TestStore.moments()
    store.prepare(.appeared, .answered(.profile, .profile(.made("ada"))))
    let next: (Moments.State) -> [Effect] = { _ in [.after(milliseconds: 0, .decodesOn)] }
    store.send(.answered(.posts, .posts(posts)), effects: next) {
      $0.posts = Array(posts.prefix(64))
      $0.decoding = try? .at(64)
    }
    #expect(store.keys.count == 7)
    var turns = 1
    while store.state.loading != .no, turns < 1000 {
      store.prepare(.decodesOn)
      turns += 1
    }
    #expect(turns == 157)
    #expect(store.state.posts == posts)
    #expect(store.state.isComplete)
    #expect(store.state.decoding == nil)
  }

  @Test(arguments: [1, 63, 64, 65, 128])
  func MOM_08_theLastSliceMayBeFull(count: Int) {
    var store = TestStore.loaded([])
    store.prepare(
      .pulledDown, .answered(.profile, .profile(.made("ada"))), .answered(.posts, .posts(Post.several(count))))
    for _ in 0..<count / 64 { store.prepare(.decodesOn) }
    #expect(store.state.posts == Post.several(count))
    #expect(store.state.loading == .no)
    store.send(.decodesOn)
  }

  @Test func MOM_08_aRefreshShowsNothingBeforeItIsWhole() throws {
    var store = TestStore.loaded(Post.several(3))
    store.prepare(.pulledDown)
    let newer = (0..<100).map { Post.made("new\($0)") }
    store.send(.answered(.posts, .posts(newer)), effects: { _ in [.after(milliseconds: 0, .decodesOn)] }) {
      $0.decoding = try? .at(64)
    }
    store.send(.decodesOn) { $0.decoding = try? .at(100) }
    #expect(store.state.posts == Post.several(3))
  }

  @Test func MOM_08_anErrorBehindTheFirstSliceKeepsThePosts() {
    var store = TestStore.moments()
    store.prepare(.appeared, .answered(.profile, .profile(.made("ada"))))
    guard case .success(let whole) = Result.posts(Post.several(100)) else { return }
    store.prepare(.answered(.posts, .success(Answer(status: 200, body: whole.body.dropLast(3)))))
    store.send(.decodesOn, effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.notice = .unreadable
      $0.decoding = nil
      $0.receivedProfile = nil
    }
    #expect(store.state.posts == Post.several(64))
  }

  @Test func droppedItemsCostOnlyThemselves() throws {
    var store = TestStore.loaded([])
    store.prepare(.pulledDown)
    let items = #"[{"error":"a"},{"content":"Hello","sender":{"username":"ada","nick":"ADA","avatar":""},"id":"1"},{}]"#
    store.send(.answered(.posts, .text(items))) {
      $0.posts = [.made("1")]
      $0.decoding = try? .at(1, dropped: 2)
    }
  }

  @Test func onlyTheFirstTwoHundredPostsAreKeptOnTheDevice() throws {
    let state = TestStore.loaded(Post.several(300)).state
    guard case .save(let key, let bytes) = Moments.save(state) else {
      Issue.record("nothing is saved")
      return
    }
    #expect(key == momentsKey)
    var store = TestStore.moments()
    store.prepare(.loaded(key: key, bytes))
    #expect(store.state.posts == Post.several(200))
  }
}
