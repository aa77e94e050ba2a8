import Contracts
import Social
import Testing

@testable import Screens

struct ImageFeedTests {
  private let first = Effect.request(RequestName(.timeline), url: "/essential-feed/v1/feed?limit=10")

  private func older(after number: Int) -> Effect {
    .request(RequestName(.older), url: "/essential-feed/v1/feed?limit=10&after_id=" + Images.id(number))
  }

  @Test func COM_03_loadingStartsByItselfAndASpinnerShows() {
    var store = TestStore.images()
    store.send(.appeared, effects: { _ in [first] }) { $0.loading = .first }
    #expect(store.foot == .foot(.loading))
    store.send(.pulledDown)
    store.prepare(.answered(RequestName(.timeline), Images.page(1...3)))
    #expect(store.numbers == [1, 2, 3] && store.foot == .foot(.more))
  }

  @Test func COM_09_anotherBaseURLIsAskedUnderItsPath() {
    var store = TestStore.images(ServerAddress.made("https://feed.example/essential-feed"))
    store.send(
      .appeared,
      effects: { _ in
        [.request(RequestName(.timeline), url: "https://feed.example/essential-feed/v1/feed?limit=10")]
      }
    ) { $0.loading = .first }
  }

  @Test func COM_09_pagesFollowAfterTheLastIdUntilOneIsEmpty() {
    var store = TestStore.shown(1...10)
    store.send(.reachedEnd, effects: { _ in [older(after: 10)] }) { $0.loading = .older }
    store.send(.reachedEnd)
    store.prepare(.answered(RequestName(.older), Images.page(10...12)))
    #expect(store.numbers == Array(1...12))
    store.send(.reachedEnd, effects: { _ in [older(after: 12)] }) { $0.loading = .older }
    store.prepare(.answered(RequestName(.older), Images.page([])))
    #expect(store.foot == .foot(.end))
    store.send(.reachedEnd)
  }

  @Test(arguments: [199, 201, 204, 300, 400, 404, 500])
  func COM_05_only200IsASuccess(status: Int) {
    var store = TestStore.shown(1...2)
    store.prepare(.pulledDown)
    store.send(.answered(RequestName(.timeline), .text(Images.json(3...4), status: status))) {
      $0.loading = .no
      $0.notice = .trouble(.unreadable)
    }
    #expect(store.numbers == [1, 2])
  }

  @Test(arguments: ["", "[]", "{}", #"{"items":7}"#, "<html>", #"{"items":[}"#])
  func COM_05_whatCantBeReadIsInvalidData(body: String) {
    var store = TestStore.shown(1...2)
    store.prepare(.pulledDown, .answered(RequestName(.timeline), .text(body)))
    #expect(store.state.notice == .trouble(.unreadable) && store.numbers == [1, 2])
  }

  @Test func COM_03_aFailedRefreshKeepsTheRowsAndCanBeDismissed() {
    var store = TestStore.shown(1...2)
    store.prepare(.pulledDown, .answered(RequestName(.timeline), .failure(.unreachable)))
    #expect(store.frameKeys == ["bar", "wheel", "notice"] && store.numbers == [1, 2])
    store.send(.tappedNotice) { $0.notice = nil }
    store.prepare(.pulledDown, .answered(RequestName(.timeline), .failure(.tooLarge)))
    #expect(store.state.notice == .trouble(.unreadable))
    store.send(.pulledDown, effects: { _ in [first] }) {
      $0.notice = nil
      $0.loading = .refresh
    }
    store.prepare(.answered(RequestName(.timeline), Images.page(5...6)))
    #expect(store.numbers == [5, 6] && store.state.notice == nil)
  }

  @Test func COM_03_aFailedPageOffersToTryAgainAndKeepsTheRows() {
    var store = TestStore.shown(1...10)
    store.prepare(.reachedEnd)
    store.send(
      .answered(RequestName(.older), .failure(.unreachable)),
      effects: { _ in [.load(key: "images 1 https://example.org/essential-feed")] }
    ) { $0.pending = .unreachable }
    store.prepare(.loaded(nil))
    #expect(store.foot == .foot(.failed(.unreachable)) && store.numbers == Array(1...10))
    store.send(.reachedEnd)
    store.send(.tappedRetry, effects: { _ in [older(after: 10)] }) {
      $0.pageTrouble = nil
      $0.loading = .older
    }
  }

  @Test func aRefreshGoesBeforeAPageThatIsOnItsWay() {
    var store = TestStore.shown(1...10)
    store.prepare(.reachedEnd)
    store.send(.pulledDown, effects: { _ in [.cancel(RequestName(.older)), first] }) { $0.loading = .refresh }
    store.send(.answered(RequestName(.older), Images.page(11...12)))
  }

  @Test func COM_10_aFeedThatRepeatsItselfEnds() {
    var store = TestStore.shown(1...10)
    store.prepare(.reachedEnd, .answered(RequestName(.older), Images.page(1...10)))
    #expect(store.numbers == Array(1...10) && store.foot == .foot(.end))
  }

  @Test func anEmptyFeedSaysSo() {
    let store = TestStore.shown([])
    #expect(store.foot == .foot(.empty(.noPictures)))
  }

  @Test func COM_02_aPictureLeadsToItsComments() {
    var store = TestStore.shown(1...2)
    let image = store.state.images[1]
    store.send(
      .tappedImage(id: image.id), effects: { _ in [.open(.imageComments(id: image.id, image, nil))] })
    store.send(.tappedImage(id: "nobody"))
    store.send(.tappedBack, effects: { _ in [.close] })
  }

  @Test func tapsAreReadBack() {
    #expect(ImageFeed.Action(tap: "image:" + Images.id(1)) == .tappedImage(id: Images.id(1)))
    for tap in ["", "imagine", "tab:me"] { #expect(ImageFeed.Action(tap: tap) == nil) }
  }
}
