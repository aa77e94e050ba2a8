import Contracts
import Social
import TestSupport
import Testing
import Texts

@testable import Screens

/// The page as it was seen last, while the network is asked or where there is none.
struct MomentsOfflineTests {
  private func stored(_ posts: [Post]) -> Moments.Action {
    guard case .save(let key, let bytes) = Moments.save(TestStore.loaded(posts).state) else {
      preconditionFailure("a loaded page is saved")
    }
    return .loaded(key: key, bytes)
  }

  @Test func MOM_07_theStoredCopyShowsWhileTheNetworkIsAsked() {
    var store = TestStore.moments()
    store.prepare(.appeared)
    store.send(stored(Post.several(7))) {
      $0.profile = .made("ada")
      $0.posts = Post.several(7)
      $0.isStoredCopy = true
    }
    #expect(store.keys.count == 7)
    #expect(store.frameKeys == ["bar", "wheel"])
  }

  @Test func MOM_10_offlineTheStoredCopyStaysAndSaysWhatItIs() {
    var store = TestStore.moments()
    store.prepare(.appeared, stored(Post.several(7)))
    store.send(.answered(.posts, .failure(.unreachable)), effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.notice = .offlineCopy
    }
    #expect(store.keys.count == 7)
    #expect(store.frameKeys == ["bar", "wheel", "notice"])
  }

  @Test func MOM_10_theStoredCopyMayComeAfterTheFailure() {
    var store = TestStore.moments()
    store.prepare(.appeared, .answered(.posts, .failure(.unreachable)))
    store.send(stored(Post.several(7))) {
      $0.profile = .made("ada")
      $0.posts = Post.several(7)
      $0.isStoredCopy = true
      $0.notice = .offlineCopy
    }
  }

  @Test func MOM_10_aBrokenServerIsSaidOverTheStoredCopy() {
    var store = TestStore.moments()
    store.prepare(.appeared, stored(Post.several(7)), .answered(.posts, .text("", status: 500)))
    #expect(store.state.notice == .serverFailed(status: 500))
    #expect(store.keys.count == 7)
  }

  @Test func newPostsReplaceTheStoredCopy() {
    var store = TestStore.moments()
    store.prepare(.appeared, stored(Post.several(7)), .answered(.profile, .profile(.made("ada", nick: "Ada"))))
    store.send(.answered(.posts, .posts(Post.several(2))), effects: { [Moments.save($0)] }) {
      $0.profile = .made("ada", nick: "Ada")
      $0.posts = Post.several(2)
      $0.receivedProfile = nil
      $0.isComplete = true
      $0.isStoredCopy = false
      $0.loading = .no
    }
  }

  @Test func aStoredCopyThatComesTooLateOrIsBrokenChangesNothing() {
    var store = TestStore.loaded(Post.several(2))
    store.send(stored(Post.several(7)))
    store = .moments()
    store.send(.loaded(key: momentsKey, nil))
    store.send(.loaded(key: momentsKey, Array("{".utf8)))
  }

  @Test func theRenderedPageIsTheCopyWhenThereIsNoNetwork() {
    var store = TestStore.loaded(Post.several(5))
    store.prepare(.tookOver)
    store.send(
      .answered(.posts, .failure(.unreachable)), effects: { _ in bothCancelled + [.load(key: momentsKey)] }
    ) {
      $0.loading = .no
      $0.notice = .offlineCopy
    }
  }

  @Test func MOM_07_offlineTheStoredCopyHasTheRestOfTheRenderedPage() {
    var store = TestStore.loaded(Post.several(5))
    store.prepare(.tookOver, .answered(.posts, .failure(.unreachable)))
    store.send(stored(Post.several(12))) {
      $0.posts = Post.several(12)
      $0.isStoredCopy = true
    }
    #expect(store.keys.count == 7)
    store.prepare(.reachedEnd, .moreIsDue)
    #expect(store.keys.count == 12)
  }

  @Test func noticesAreSentencesOfTheReader() {
    let notices: [(Moments.Notice, String)] = [
      (.unreachable, "Couldn’t connect to example.org. Check the network and try again."),
      (.unreadable, "example.org answered something that is not a Moments page."),
      (.serverFailed(status: 503), "example.org has a problem (error 503). Try again later."),
      (.nobody, "There is nobody called “{1}” on example.org."),
      (.offlineCopy, "You are offline. This is what you saw last."),
    ]
    for (notice, sentence) in notices {
      #expect(notice.text(Strings(.english), server: "example.org", username: "{1}") == sentence)
    }
  }

  @Test(arguments: [
    ("https://example.org:8443/api", "example.org:8443"), ("http://localhost", "localhost"), ("[::1]:80", "[::1]:80"),
  ])
  func aMessageCallsTheServerByItsHost(address: String, name: String) {
    #expect(Moments.State(username: "ada", origin: .other(.made(address))).serverName == name)
  }
}
