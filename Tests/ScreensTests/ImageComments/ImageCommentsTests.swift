import Contracts
import Social
import Testing

@testable import Screens

struct ImageCommentsTests {
  private let request = Effect.request(
    RequestName(.thread), url: "/essential-feed/v1/image/" + Images.id(1) + "/comments")

  private func loaded(_ context: ScreenContext = Statuses.context()) -> TestStore<
    ImageComments.State, ImageComments.Action
  > {
    var store = TestStore.comments(context)
    store.prepare(.appeared, .answered(RequestName(.thread), Images.comments([3, 1, 2])))
    return store
  }

  @Test func COM_02_commentsShowInTheOrderOfTheAPI() {
    var store = TestStore.comments()
    store.send(.appeared, effects: { _ in [request] }) { $0.isLoading = true }
    #expect(store.keys == [Images.id(1), "foot"] && store.foot == .foot(.loading))
    store.prepare(.answered(RequestName(.thread), Images.comments([3, 1, 2])))
    #expect(store.keys == [Images.id(1)] + [3, 1, 2].map { "c" + Images.id($0) } + ["foot"])
    #expect(
      ImageComments.view(store.state, .made()).cells[1]
        == .comment(store.state.comments[0], RelativeTime(.day, -3)))
    #expect(store.state.comments.map(\.author) == ["user3", "user1", "user2"])
  }

  @Test func COM_03_anEmptyListSaysSo() {
    var store = TestStore.comments()
    store.prepare(.appeared, .answered(RequestName(.thread), Images.comments([])))
    #expect(store.foot == .foot(.empty(.noComments)))
  }

  @Test(arguments: [200, 201, 202, 250, 299])
  func COM_05_any2xxIsASuccess(status: Int) {
    var store = TestStore.comments()
    store.prepare(.appeared, .answered(RequestName(.thread), Images.comments([1], status: status)))
    #expect(store.state.comments.count == 1 && store.state.trouble == nil)
  }

  @Test(arguments: [199, 300, 304, 400, 500])
  func COM_05_otherStatusesAreInvalidData(status: Int) {
    var store = TestStore.comments()
    store.prepare(.appeared, .answered(RequestName(.thread), Images.comments([1], status: status)))
    #expect(store.state.comments.isEmpty && store.state.trouble == .unreadable && store.foot == .foot(.retry))
  }

  @Test(arguments: ["", "[]", #"{"items":"x"}"#, "nonsense"])
  func COM_05_whatCantBeReadIsInvalidDataAndNoAnswerIsNoConnection(body: String) {
    var store = loaded()
    store.prepare(.pulledDown, .answered(RequestName(.thread), .text(body)))
    #expect(store.state.trouble == .unreadable && store.state.comments.count == 3)
    store.prepare(.pulledDown, .answered(RequestName(.thread), .failure(.unreachable)))
    #expect(store.state.trouble == .unreachable && store.state.comments.count == 3)
  }

  @Test func COM_03_theBandIsDismissedOrClearedByAReload() {
    var store = loaded()
    store.prepare(.pulledDown, .answered(RequestName(.thread), .failure(.unreachable)))
    #expect(store.frameKeys.contains("notice"))
    store.send(.tappedNotice) { $0.trouble = nil }
    store.prepare(.pulledDown, .answered(RequestName(.thread), .failure(.unreachable)))
    store.send(.pulledDown, effects: { _ in [request] }) {
      $0.trouble = nil
      $0.isLoading = true
    }
    store.send(.pulledDown)
    #expect(ImageComments.view(store.state, .made()).status == "refreshing")
  }

  @Test func COM_02_whoComesByALinkGetsThePictureFromTheFeed() {
    var store = TestStore.comments(on: nil)
    let feed = Effect.request(RequestName(.timeline), url: "/essential-feed/v1/feed?limit=100")
    store.send(.appeared, effects: { _ in [request, feed] }) { $0.isLoading = true }
    store.prepare(.answered(RequestName(.timeline), .text("nonsense")))
    #expect(store.state.image == nil && store.state.trouble == nil)
    store.prepare(.answered(RequestName(.timeline), Images.page([4, 1])))
    #expect(store.state.image?.url == "/media/1.jpg")
  }

  @Test func COM_02_thePictureOpensTheViewer() {
    var store = loaded()
    let start = Viewer.Start(pictures: [Picture(url: "/media/1.jpg")], index: 0)
    store.send(.tappedPicture, effects: { _ in [.open(.viewer(start))] })
    store.send(.tappedBack, effects: { _ in [.close] })
  }

  // MARK: Writing

  @Test func COM_02_aMemberAnswersThePicturesPost() throws {
    var store = loaded()
    #expect(store.frameKeys.contains("write"))
    store.send(.tappedWrite, effects: { _ in [.call(RequestName(.source), MastodonRequests.status("1"))] }) {
      $0.isAsking = true
    }
    store.send(.tappedWrite)
    let start = ComposeStart(replyTo: try Statuses.status(1), writer: Statuses.me)
    store.send(
      .answered(RequestName(.source), .text(Statuses.json(1))), effects: { _ in [.open(.compose(start))] }
    ) { $0.isAsking = false }
    store.prepare(.tappedWrite)
    store.send(.answered(RequestName(.source), .failure(.unreachable))) {
      $0.isAsking = false
      $0.trouble = .unreachable
    }
  }

  @Test func COM_02_aStrangerIsLedToSignIn() {
    var store = loaded(Statuses.context(isMember: false))
    store.send(.tappedWrite, effects: { _ in [.open(.signIn)] })
  }

  @Test func COM_02_otherServersTakeNoComments() {
    var store = TestStore.comments(at: .made("https://feed.example"))
    #expect(!store.frameKeys.contains("write"))
    store.send(.tappedWrite)
    var unknown = TestStore.comments(on: nil)
    unknown.send(.tappedWrite)
  }

  @Test func COM_02_anOwnCommentShowsAtOnceAndUntilTheServerHasIt() {
    var store = loaded()
    let item = Statuses.item(text: "Lovely", replyTo: "1")
    store.send(.heard(.statusWaiting(item))) { $0.waiting = [item] }
    store.prepare(.heard(.statusWaiting(Statuses.item("other", replyTo: "9"))))
    #expect(Array(store.keys.suffix(2)) == ["wlocal", "foot"])
    let sent = Fact.statusSent(local: "local", Answer(status: 200, body: []))
    store.send(.heard(sent), effects: { _ in [.cancel(RequestName(.thread)), request] }) {
      $0.sent = ["local"]
      $0.isLoading = true
    }
    #expect(store.keys.contains("wlocal"))
    store.prepare(.answered(RequestName(.thread), Images.comments([3, 1, 2, 4])))
    #expect(!store.keys.contains("wlocal") && store.state.comments.count == 4)
    store.send(.heard(.statusSent(local: "other", Answer(status: 200, body: []))))
  }

  @Test func COM_02_anOwnCommentThatIsTakenBackGoes() {
    var store = TestStore.comments(Statuses.context(outbox: [Statuses.item(replyTo: "1")]))
    #expect(store.keys.contains("wlocal"))
    store.prepare(.heard(.statusCancelled(local: "local")))
    #expect(!store.keys.contains("wlocal"))
  }
}
