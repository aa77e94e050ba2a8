import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// What the two answers may be, and in which order they may come.
struct MomentsAnswersTests {
  @Test(arguments: [true, false])
  func eitherAnswerMayComeFirst(profileFirst: Bool) {
    var store = TestStore.moments()
    store.prepare(.appeared)
    let profile = Moments.Action.answered(.profile, .profile(.made("ada")))
    let posts = Moments.Action.answered(.posts, .posts(Post.several(2)))
    store.prepare(profileFirst ? profile : posts)
    #expect(store.state.loading == .first)
    store.send(profileFirst ? posts : profile, effects: { [Moments.save($0)] }) {
      $0.profile = .made("ada")
      $0.posts = Post.several(2)
      $0.receivedProfile = nil
      $0.decoding = nil
      $0.isComplete = true
      $0.loading = .no
    }
  }

  static let failures: [(Result<Answer, RequestFailure>, Moments.Notice)] = [
    (.failure(.unreachable), .unreachable), (.failure(.tooLarge), .unreadable),
    (.text("", status: 500), .serverFailed(status: 500)),
    (.text("{}", status: 503), .serverFailed(status: 503)), (.text("[]", status: 301), .serverFailed(status: 301)),
    (.text("[]", status: 199), .serverFailed(status: 199)), (.text("<!doctype html><title>Hi</title>"), .unreadable),
    (.text(""), .unreadable), (.text("null"), .unreadable), (.text("\"a\""), .unreadable),
    (.text("{\"error\":\"x\"}"), .unreadable),
    (.success(Answer(status: 200, body: [0xFF, 0xFE])), .unreadable),
  ]

  @Test(arguments: failures.indices)
  func MOM_10_aFailedFirstLoadSaysSo(index: Int) {
    let (result, notice) = Self.failures[index]
    for name in [RequestName.profile, .posts] {
      var store = TestStore.moments()
      store.prepare(.appeared)
      store.send(.answered(name, result), effects: { _ in bothCancelled }) {
        $0.loading = .no
        $0.notice = notice
      }
      #expect(store.foot == .foot(.failed(notice, server: "example.org", username: "ada")))
      #expect(store.frameKeys == ["bar", "wheel"])
      store.send(.tappedRetry, effects: { _ in [.load(key: momentsKey)] + bothRequests }) {
        $0.loading = .first
        $0.notice = nil
      }
    }
  }

  @Test(arguments: failures.indices)
  func MOM_10_aFailedRefreshKeepsWhatIsOnTheScreenAndSaysSo(index: Int) {
    let (result, notice) = Self.failures[index]
    for name in [RequestName.profile, .posts] {
      var store = TestStore.loaded(Post.several(12), showing: 10)
      let keys = store.keys
      store.prepare(.pulledDown)
      store.send(.answered(name, result), effects: { _ in bothCancelled }) {
        $0.loading = .no
        $0.notice = notice
      }
      #expect(store.keys == keys)
      #expect(store.frameKeys == ["bar", "wheel", "notice"])
      store.send(.tappedNotice) { $0.notice = nil }
      #expect(store.frameKeys == ["bar", "wheel"])
    }
  }

  @Test func aPersonWhoIsGoneIsForgottenOnTheDevice() {
    var store = TestStore.moments()
    store.prepare(.appeared)
    store.send(
      .answered(.profile, .text("{\"error\":\"User not found\"}", status: 404)),
      effects: { _ in bothCancelled + [.removeSaved(key: momentsKey)] }
    ) {
      $0.loading = .no
      $0.notice = .nobody
    }
  }

  @Test func MOM_10_anAnswerAfterTheFailureChangesNothing() {
    var store = TestStore.loaded(Post.several(3))
    store.prepare(.pulledDown, .answered(.profile, .failure(.unreachable)))
    store.send(.answered(.posts, .posts([])))
    store.send(.answered(.profile, .profile(.made("eve"))))
    store.send(.answered(.posts, .failure(.tooLarge)))
    store.send(.decodesOn)
  }

  @Test func MOM_10_aFailureAfterHalfTheRefreshLeavesThePageWhole() {
    var store = TestStore.loaded(Post.several(3))
    store.prepare(.pulledDown, .answered(.posts, .posts(Post.several(9))))
    store.send(.answered(.profile, .text("", status: 500)), effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.decoding = nil
      $0.notice = .serverFailed(status: 500)
    }
    #expect(store.state.posts == Post.several(3))
  }

  @Test func MOM_10_pullingAgainWhileItLoadsStartsNothing() {
    var store = TestStore.moments()
    store.prepare(.appeared)
    store.send(.pulledDown)
    store = .loaded(Post.several(3))
    store.prepare(.pulledDown)
    store.send(.pulledDown)
  }

  @Test func MOM_10_pullingWhileTheRestComesStartsAnew() {
    var store = TestStore.loaded(Post.several(3))
    store.prepare(.tookOver)
    store.send(.pulledDown, effects: { _ in [.cancel(.posts)] + bothRequests }) { $0.loading = .refresh }
  }

  @Test func MOM_10_retryingAfterAFailedRefreshRefreshes() {
    var store = TestStore.loaded(Post.several(3))
    store.prepare(.pulledDown, .answered(.posts, .failure(.unreachable)))
    store.send(.tappedRetry, effects: { _ in [.cancel(.posts)] + bothRequests }) {
      $0.loading = .refresh
      $0.notice = nil
    }
  }

  @Test(arguments: ["[]", #"[{"error":"losted"},{"unknown error":"STARTTLS"},{},null,1]"#])
  func MOM_02_aPageWithoutPostsSaysSo(answer: String) {
    var store = TestStore.moments()
    store.prepare(.appeared, .answered(.profile, .profile(.made("ada"))))
    store.send(.answered(.posts, .text(answer)), effects: { [Moments.save($0)] }) {
      $0.receivedProfile = nil
      $0.isComplete = true
      $0.loading = .no
    }
    #expect(store.foot == .foot(.noPosts))
    store.prepare(.pulledDown)
    #expect(store.foot == .foot(.noPosts))
  }

  @Test func aFailureIsSaidOnceAndStaysUntilItIsTriedAgain() {
    var store = TestStore.moments()
    store.prepare(.appeared, .answered(.profile, .profile(.made("ada"))), .answered(.posts, .failure(.unreachable)))
    #expect(store.foot == .foot(.failed(.unreachable, server: "example.org", username: "ada")))
    #expect(store.frameKeys == ["bar", "wheel"])
    store.prepare(.tappedRetry)
    #expect(store.foot == .foot(.loading))
  }

  @Test func unreadableItemsInTheMiddleEndTheLoadButNotThePage() {
    var store = TestStore.loaded(Post.several(3))
    store.prepare(.pulledDown)
    store.send(.answered(.posts, .text("[{},{}")), effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.notice = .unreadable
    }
  }

  @Test func postsWithoutIdsAreKnownByTheirPlace() {
    let posts = [Post.made(nil, text: "a"), .made("7", text: "b"), .made(nil, text: "a")]
    #expect(TestStore.loaded(posts).keys == ["header", "n0", "p7", "n2", "foot"])
  }

  @Test func ofTwoPostsWithOneIdTheLaterLosesIt() {
    var store = TestStore.moments()
    store.prepare(
      .appeared, .answered(.profile, .profile(.made("ada"))),
      .answered(.posts, .posts([.made("7", text: "a"), .made("7", text: "b"), .made("7", text: "c")])))
    #expect(store.keys == ["header", "p7", "n1", "n2", "foot"])
    #expect(store.state.posts.map(\.text) == ["a", "b", "c"])
  }

  @Test func MOM_06_anotherServerIsAskedAtItsAddress() {
    var store = TestStore.moments(of: "a b", at: .other(.made("https://moments.example/api")))
    store.send(
      .appeared,
      effects: { _ in
        [
          .load(key: "moments https://moments.example/api a b"),
          .request(.profile, url: "https://moments.example/api/user/a%20b"),
          .request(.posts, url: "https://moments.example/api/user/a%20b/tweets"),
        ]
      }
    ) { $0.loading = .first }
  }
}
