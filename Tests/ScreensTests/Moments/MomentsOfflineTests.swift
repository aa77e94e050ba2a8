import Contracts
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the cached page, which shows during a request and without a network.
struct MomentsOfflineTests {
  private func stored(_ posts: [MomentsPost]) -> Moments.Action {
    guard case .save(_, let bytes) = Moments.save(TestStore.loaded(posts).state) else {
      preconditionFailure("a loaded page is saved")
    }
    return .loaded(bytes)
  }

  @Test func `MOM_07 the cached response shows while the network is asked`() {
    var store = TestStore.moments()
    store.given(.appeared)
    store.send(stored(MomentsPost.several(7))) {
      $0.profile = .made("ada")
      $0.posts = MomentsPost.several(7)
      $0.showsCached = true
    }
    #expect(store.keys.count == 7)
    #expect(store.frameKeys == ["bar", "refresh-indicator"])
  }

  @Test func `MOM_10 offline the cached response stays, and says what it is`() {
    var store = TestStore.moments()
    store.given(.appeared, stored(MomentsPost.several(7)))
    store.answer(.posts, with: .failure(.unreachable), effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.failure = .unreachable
      $0.showsFailure = true
      $0.isOffline = true
    }
    #expect(store.keys.count == 7)
    #expect(store.frameKeys == ["bar", "refresh-indicator", "notice"])
    #expect(Moments.view(store.state, .made()).frame.last == .part(.notice(Message(.offlineCopy))))
    store.send(.tapped(.list(.notice))) { $0.showsFailure = false }
    #expect(store.frameKeys == ["bar", "refresh-indicator"])
  }

  @Test func `MOM_10 whoever pulls an offline page is not told that they are offline before that fails`() {
    var store = TestStore.moments()
    store.given(
      .appeared, stored(MomentsPost.several(7)), .received(.posts, .failure(.unreachable), at: noon))
    #expect(store.frameKeys == ["bar", "refresh-indicator", "notice"])
    store.send(
      .pulledDown, effects: { _ in [.cancel(Moments.Request.posts)] + bothRequests },
      change: {
        $0.loading = .refresh
        $0.failure = nil
        $0.isOffline = false
      })
    #expect(store.frameKeys == ["bar", "refresh-indicator"])
  }

  @Test func `MOM_10 the cached response may come after the failure`() {
    var store = TestStore.moments()
    store.given(.appeared, .received(.posts, .failure(.unreachable), at: noon))
    store.send(stored(MomentsPost.several(7))) {
      $0.profile = .made("ada")
      $0.posts = MomentsPost.several(7)
      $0.showsCached = true
      $0.isOffline = true
    }
    #expect(Moments.view(store.state, .made()).frame.last == .part(.notice(Message(.offlineCopy))))
  }

  @Test func `MOM_10 a broken server is said over the cached response`() {
    var store = TestStore.moments()
    store.given(
      .appeared, stored(MomentsPost.several(7)), .received(.posts, .text("", status: 500), at: noon))
    #expect(store.state.failure == .serverFailed(status: 500) && !store.state.isOffline)
    #expect(
      Moments.view(store.state, .made()).frame.last == .part(.notice(Message(.unreadableAnswer))))
    #expect(store.keys.count == 7)
  }

  @Test func `MOM_07 new posts replace the cached response`() {
    var store = TestStore.moments()
    store.given(
      .appeared, stored(MomentsPost.several(7)),
      .received(.profile, .profile(.made("ada", nick: "Ada")), at: noon))
    store.answer(.posts, with: .posts(MomentsPost.several(2)), effects: { [Moments.save($0)] }) {
      $0.profile = .made("ada", nick: "Ada")
      $0.posts = MomentsPost.several(2)
      $0.receivedProfile = nil
      $0.isComplete = true
      $0.showsCached = false
      $0.loading = .no
    }
  }

  @Test func `MOM_07 a cached response that comes too late, or is broken, changes nothing`() {
    var store = TestStore.loaded(MomentsPost.several(2))
    store.send(stored(MomentsPost.several(7)))
    store = .moments()
    store.send(.loaded(nil))
    store.send(.loaded(Array("{".utf8)))
  }

  @Test func `MOM_07 the rendered page stands for a cached response when there is no network`() {
    var store = TestStore.loaded(MomentsPost.several(5))
    store.given(.hydrated)
    store.answer(
      .posts, with: .failure(.unreachable), effects: { _ in bothCancelled + [.load(key: momentsKey)] }
    ) {
      $0.loading = .no
      $0.failure = .unreachable
      $0.showsFailure = true
      $0.isOffline = true
    }
  }

  @Test func `MOM_07 offline the cached response has the rest of the rendered page`() {
    var store = TestStore.loaded(MomentsPost.several(5))
    store.given(.hydrated, .received(.posts, .failure(.unreachable), at: noon))
    store.send(stored(MomentsPost.several(12))) {
      $0.posts = MomentsPost.several(12)
      $0.showsCached = true
    }
    #expect(store.keys.count == 7)
    store.send(.reachedEnd, effects: { _ in [.after(milliseconds: 300, .moreIsDue)] }) {
      $0.isLoadingMore = true
    }
    store.send(.moreIsDue) {
      $0.isLoadingMore = false
      $0.shownCount = 10
    }
    #expect(store.keys.count == 12)
  }

  @Test func `MOM_10 notices are sentences for the viewer`() {
    let failures: [(LoadFailure?, String)] = [
      (.unreachable, "No connection right now. Try again in a moment."),
      (.unreadable, "This page can’t be shown right now. Try again in a moment."),
      (.serverFailed(status: 503), "This can’t be shown right now. Try again later."),
      (.serverFailed(status: 401), "Sign in again: the server no longer knows this device."),
      (.missing, "There is nobody called “{1}” on example.org."),
      (nil, "You are offline. This is what you saw last."),
    ]
    for (failure, sentence) in failures {
      var state = Moments.State(username: "{1}", origin: .own(.made()))
      state.failure = failure
      state.isOffline = failure == nil
      #expect(state.message?.text(Strings(.english)) == sentence)
    }
    var elsewhere = Moments.State(username: "ada", origin: .other(.made()))
    elsewhere.failure = .unreadable
    #expect(
      elsewhere.message?.text(Strings(.english))
        == "example.org answered something that is not a Moments page.")
    #expect(Moments.State(username: "ada", origin: .own(.made())).message == nil)
  }

  @Test(arguments: [
    ("https://example.org:8443/api", "example.org:8443"), ("http://localhost", "localhost"),
    ("[::1]:80", "[::1]:80"),
  ])
  func `MOM_10 a message calls the server by its host`(address: String, name: String) {
    var state = Moments.State(username: "ada", origin: .other(.made(address)))
    state.failure = .unreadable
    #expect(state.message == Message(.unreadable, name))
  }
}
