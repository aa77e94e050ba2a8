import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests the two responses with any content and in any order.
struct MomentsResponsesTests {
  @Test(arguments: [true, false])
  func `either response may come first`(profileFirst: Bool) {
    var store = TestStore.moments()
    store.given(.appeared)
    let profile = Result<Response, RequestFailure>.profile(.made("ada"))
    let posts = Result<Response, RequestFailure>.posts(MomentsPost.several(2))
    store.given(profileFirst ? .received(.profile, profile, at: noon) : .received(.posts, posts, at: noon))
    #expect(store.state.loading == .first)
    store.answer(
      profileFirst ? .posts : .profile, with: profileFirst ? posts : profile, effects: { [Moments.save($0)] }
    ) {
      $0.profile = .made("ada")
      $0.posts = MomentsPost.several(2)
      $0.receivedProfile = nil
      $0.decoding = nil
      $0.isComplete = true
      $0.loading = .no
    }
  }

  static let failures: [(Result<Response, RequestFailure>, LoadFailure)] = [
    (.failure(.unreachable), .unreachable), (.failure(.tooLarge), .unreadable),
    (.text("", status: 500), .serverFailed(status: 500)),
    (.text("{}", status: 503), .serverFailed(status: 503)),
    (.text("[]", status: 301), .serverFailed(status: 301)),
    (.text("[]", status: 199), .serverFailed(status: 199)),
    (.text("<!doctype html><title>Hi</title>"), .unreadable),
    (.text(""), .unreadable), (.text("null"), .unreadable), (.text("\"a\""), .unreadable),
    (.text("{\"error\":\"x\"}"), .unreadable),
    (.success(Response(status: 200, body: [0xFF, 0xFE])), .unreadable),
  ]

  /// Returns the message for the failure.
  private func message(_ failure: LoadFailure) -> Message {
    switch failure {
    case .unreachable: Message(.unreachable)
    case .unreadable: Message(.pageUnreadable)
    case .missing: Message(.nobody, "ada", "example.org")
    case .serverFailed: Message(.unreadableAnswer)
    }
  }

  @Test(arguments: failures.indices)
  func `MOM_10 a failed first load says so`(index: Int) {
    let (result, failure) = Self.failures[index]
    for request in [Moments.Request.profile, .posts] {
      var store = TestStore.moments()
      store.given(.appeared)
      if failure != .unreachable {
        // The other response may still arrive.
        let other = request == .profile ? Moments.Request.posts : .profile
        store.given(.received(other, result, at: noon))
      }
      store.answer(request, with: result, effects: { _ in bothCancelled }) {
        $0.loading = .no
        $0.failure = failure
        $0.showsFailure = true
        ($0.profileFailure, $0.postsFailure) = (nil, nil)
      }
      #expect(store.footer == ListFooter.failed(message(failure)).text)
      #expect(store.frameKeys == ["bar", "refresh-indicator"])
      store.send(.tapped(.list(.retry)), effects: { _ in [.load(key: momentsKey)] + bothRequests }) {
        $0.loading = .first
        $0.failure = nil
      }
    }
  }

  @Test(arguments: failures.indices)
  func `MOM_10 a failed refresh keeps what is on the screen, and says so`(index: Int) {
    let (result, failure) = Self.failures[index]
    for request in [Moments.Request.profile, .posts] {
      var store = TestStore.loaded(MomentsPost.several(12), showing: 10)
      let keys = store.keys
      store.given(.pulledDown)
      store.answer(request, with: result, effects: { _ in bothCancelled }) {
        $0.loading = .no
        $0.failure = failure
        $0.showsFailure = true
      }
      #expect(store.keys == keys)
      #expect(store.frameKeys == ["bar", "refresh-indicator", "notice"])
      #expect(Moments.view(store.state, .made()).frame.last == .part(.notice(message(failure))))
      store.send(.tapped(.list(.notice))) { $0.showsFailure = false }
      #expect(store.frameKeys == ["bar", "refresh-indicator"])
    }
  }

  @Test func `MOM_10 a person who is gone is forgotten on the device`() {
    var store = TestStore.moments()
    store.given(.appeared)
    store.answer(
      .profile, with: .text("{\"error\":\"User not found\"}", status: 404),
      effects: { bothCancelled + [.forget(.person(id: nil, handle: "ada", $0.origin))] }
    ) {
      $0.loading = .no
      $0.failure = .missing
      $0.showsFailure = true
    }
    #expect(store.footer == ListFooter.failed(message(.missing)).text)
  }

  @Test(arguments: [403, 404, 410])
  func `MOM_10 of a person who is gone nothing shows any more`(status: Int) {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.given(.pulledDown, .received(.posts, .text("{}", status: status), at: noon))
    #expect(store.state.posts.isEmpty && store.state.profile == nil)
    store.given(.loaded(Array(#"{"posts":[{"content":"x","sender":{"username":"ada"}}]}"#.utf8)))
    #expect(store.state.posts.isEmpty, "nor what the device kept")
    #expect(!store.keys.contains { $0.hasPrefix("p") })
  }

  @Test func `MOM_10 a response after the failure changes nothing`() {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.given(.pulledDown, .received(.profile, .failure(.unreachable), at: noon))
    store.send(.received(.posts, .posts([]), at: noon))
    store.send(.received(.profile, .profile(.made("eve")), at: noon))
    store.send(.received(.posts, .failure(.tooLarge), at: noon))
    store.send(.decodesOn)
  }

  @Test func `MOM_10 a failure after half the refresh leaves the page whole`() {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.given(.pulledDown, .received(.posts, .posts(MomentsPost.several(9)), at: noon))
    store.answer(.profile, with: .text("", status: 500), effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.decoding = nil
      $0.failure = .serverFailed(status: 500)
      $0.showsFailure = true
    }
    #expect(store.state.posts == MomentsPost.several(3))
  }

  @Test func `MOM_10 pulling again while it loads starts nothing`() {
    var store = TestStore.moments()
    store.given(.appeared)
    store.send(.pulledDown)
    store = .loaded(MomentsPost.several(3))
    store.given(.pulledDown)
    store.send(.pulledDown)
  }

  @Test func `MOM_10 pulling while the rest comes starts anew`() {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.given(.hydrated)
    store.send(.pulledDown, effects: { _ in [.cancel(Moments.Request.posts)] + bothRequests }) {
      $0.loading = .refresh
    }
  }

  @Test func `MOM_10 retrying after a failed refresh refreshes`() {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.given(.pulledDown, .received(.posts, .failure(.unreachable), at: noon))
    store.send(.tapped(.list(.retry)), effects: { _ in [.cancel(Moments.Request.posts)] + bothRequests }) {
      $0.loading = .refresh
      $0.failure = nil
    }
    #expect(store.frameKeys == ["bar", "refresh-indicator"])
  }

  @Test(arguments: ["[]", #"[{"error":"losted"},{"unknown error":"STARTTLS"},{},null,1]"#])
  func `MOM_02 a page without posts says so`(body: String) {
    var store = TestStore.moments()
    store.given(.appeared, .received(.profile, .profile(.made("ada")), at: noon))
    store.answer(.posts, with: .text(body), effects: { [Moments.save($0)] }) {
      $0.receivedProfile = nil
      $0.isComplete = true
      $0.loading = .no
    }
    let empty = ListFooter.empty(.noPosts, help: .noPostsHelp).text
    #expect(store.footer == empty)
    store.send(.pulledDown, effects: { _ in [.cancel(Moments.Request.posts)] + bothRequests }) {
      $0.loading = .refresh
    }
    #expect(store.footer == empty)
  }

  @Test func `NEW_22 an empty page of one's own speaks to its owner`() {
    var state = TestStore.loaded([]).state
    state.profile = .made("ada")
    #expect(TestStore<Moments>(state).footer == ListFooter.empty(.noPosts, help: .noPostsHelp).text)
    state.viewer = Profile(id: "1", account: .made("ada"))
    #expect(TestStore<Moments>(state).footer == ListFooter.empty(.noPosts, help: .emptyOwnHelp).text)
  }

  @Test func `MOM_10 a failure is said once, and stays until it is tried again`() {
    var store = TestStore.moments()
    store.given(
      .appeared, .received(.profile, .profile(.made("ada")), at: noon),
      .received(.posts, .failure(.unreachable), at: noon))
    #expect(store.footer == ListFooter.failed(message(.unreachable)).text)
    #expect(store.frameKeys == ["bar", "refresh-indicator"])
    store.given(.tapped(.list(.retry)))
    #expect(store.footer == ListFooter.loading.text)
  }

  @Test func `MOM_10 unreadable items in the middle end the load, and not the page`() {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.given(.pulledDown)
    store.answer(.posts, with: .text("[{},{}"), effects: { _ in bothCancelled }) {
      $0.loading = .no
      $0.failure = .unreadable
      $0.showsFailure = true
    }
  }

  @Test func `posts without ids are known by their position`() {
    let posts = [MomentsPost.made(nil, text: "a"), .made("7", text: "b"), .made(nil, text: "a")]
    #expect(TestStore.loaded(posts).keys == ["header", "n0", "p7", "n2", "footer"])
  }

  @Test func `of two posts with one id the later loses it`() {
    var store = TestStore.moments()
    store.given(
      .appeared, .received(.profile, .profile(.made("ada")), at: noon),
      .received(
        .posts, .posts([.made("7", text: "a"), .made("7", text: "b"), .made("7", text: "c")]), at: noon))
    #expect(store.keys == ["header", "p7", "n1", "n2", "footer"])
    #expect(store.state.posts.map(\.text) == ["a", "b", "c"])
  }

  @Test func `MOM_06 another server is asked at its address`() {
    let origin = Origin.other(.made("https://moments.example/api"))
    var store = TestStore.moments(of: "a b", at: origin)
    let requests: [Effect] = [
      .ask(Moments.Request.profile, APIRequest(.get, "/user/a%20b"), as: .stranger(origin)),
      .ask(Moments.Request.posts, APIRequest(.get, "/user/a%20b/tweets"), as: .stranger(origin)),
    ]
    store.send(
      .appeared,
      effects: { _ in [.load(key: "stranger moments https://moments.example/api a b")] + requests },
      change: { $0.loading = .first })
    #expect(
      requests.map(\.url) == [
        "https://moments.example/api/user/a%20b", "https://moments.example/api/user/a%20b/tweets",
      ])
    #expect(bothRequests.map(\.url) == ["/user/ada", "/user/ada/tweets?covered=true"])
  }

  @Test func `MOM_06 whoever is signed in asks in their own name`() {
    var store = MomentsActionsTests.store()
    store.send(
      .pulledDown,
      effects: { _ in
        [
          .cancel(Moments.Request.posts),
          .ask(Moments.Request.profile, APIRequest(.get, "/user/ada"), as: .viewer),
          .ask(Moments.Request.posts, APIRequest(.get, "/user/ada/tweets?covered=true"), as: .viewer),
        ]
      }, change: { $0.loading = .refresh })
  }
}
