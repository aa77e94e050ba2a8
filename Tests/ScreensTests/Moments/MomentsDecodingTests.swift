import Social
import TestSupport
import Testing

@testable import Screens

/// MOM_08: tests that a large response is decoded in slices, between which the screen is drawn.
struct MomentsDecodingTests {
  @Test func `MOM_08 ten thousand posts are decoded in slices, and all are there`() throws {
    let posts = MomentsPost.several(10_000)
    var store = TestStore.moments()
    store.given(.appeared, .received(.profile, .profile(.made("ada")), at: noon))
    let next: (Moments.State) -> [Effect] = { _ in [.after(milliseconds: 0, .decodesOn)] }
    store.answer(.posts, with: .posts(posts), effects: next) {
      $0.posts = Array(posts.prefix(64))
      $0.decoding = try? .at(64)
    }
    #expect(store.keys.count == 7)
    var turns = 1
    while store.state.loading != .no, turns < 1000 {
      let effects = store.effects(.decodesOn)
      #expect(effects == (store.state.loading == .no ? [Moments.save(store.state)] : next(store.state)))
      turns += 1
    }
    #expect(turns == 157)
    #expect(store.state.posts == posts)
    #expect(store.state.isComplete)
    #expect(store.state.decoding == nil)
  }

  @Test(arguments: [1, 63, 64, 65, 128])
  func `MOM_08 the last slice may be full`(count: Int) {
    var store = TestStore.loaded([])
    store.given(
      .pulledDown, .received(.profile, .profile(.made("ada")), at: noon),
      .received(.posts, .posts(MomentsPost.several(count)), at: noon))
    for _ in 0..<count / 64 { store.given(.decodesOn) }
    #expect(store.state.posts == MomentsPost.several(count))
    #expect(store.state.loading == .no)
    store.send(.decodesOn)
  }

  @Test func `MOM_08 a refresh shows nothing before it is whole`() throws {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.given(.pulledDown)
    let newer = (0..<100).map { MomentsPost.made("new\($0)") }
    store.answer(.posts, with: .posts(newer), effects: { _ in [.after(milliseconds: 0, .decodesOn)] }) {
      $0.decoding = try? .at(64)
    }
    store.send(.decodesOn) { $0.decoding = try? .at(100) }
    #expect(store.state.posts == MomentsPost.several(3))
  }

  @Test func `MOM_08 an error behind the first slice keeps the posts`() {
    var store = TestStore.moments()
    store.given(.appeared, .received(.profile, .profile(.made("ada")), at: noon))
    guard case .success(let whole) = Result.posts(MomentsPost.several(100)) else { return }
    store.given(.received(.posts, .success(Response(status: 200, body: whole.body.dropLast(3))), at: noon))
    store.send(.decodesOn, effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.failure = .unreadable
      $0.showsFailure = true
      $0.decoding = nil
      $0.receivedProfile = nil
    }
    #expect(store.state.posts == MomentsPost.several(64))
  }

  @Test func `dropped items cost only themselves`() throws {
    var store = TestStore.loaded([])
    store.given(.pulledDown)
    let items =
      #"[{"error":"a"},{"content":"Hello","sender":{"username":"ada","nick":"ADA","avatar":""},"id":"1"},{}]"#
    store.answer(
      .posts, with: .text(items),
      change: {
        $0.posts = [.made("1")]
        $0.decoding = try? .at(1, dropped: 2)
      })
  }

  @Test func `MOM_06 an item that is no JSON costs only itself`() throws {
    var store = TestStore.loaded([])
    store.given(.pulledDown)
    let items =
      #"[{"content":"\u00"},{"content":"Hello","sender":{"username":"ada","nick":"ADA","avatar":""},"id":"1"},nil]"#
    store.answer(
      .posts, with: .text(items),
      change: {
        $0.posts = [.made("1")]
        $0.decoding = try? .at(1, dropped: 2)
      })
  }

  @Test func `MOM_07 only the first two hundred posts are cached on the device`() throws {
    let state = TestStore.loaded(MomentsPost.several(300)).state
    guard case .save(let key, let bytes) = Moments.save(state) else {
      Issue.record("nothing is saved")
      return
    }
    #expect(key == momentsKey)
    var store = TestStore.moments()
    store.given(.loaded(bytes))
    #expect(store.state.posts == MomentsPost.several(200))
  }
}
