import Contracts
import Social
import Testing

@testable import Screens

/// The cache policy of the original: remote first, else the local copy, if it is younger than seven days.
struct ImageFeedCopyTests {
  private static let week: Int64 = 7 * 86_400_000
  private let key = "images 0 https://example.org/essential-feed"

  private func copy(_ body: String, age: Int64, after: String = "") -> [UInt8] {
    StoredPage(savedAt: noon.advanced(byMilliseconds: -age), after: after, body: Array(body.utf8)).bytes
  }

  private func failed(_ failure: RequestFailure = .unreachable) -> TestStore<ImageFeed.State, ImageFeed.Action> {
    var store = TestStore.images()
    store.prepare(.appeared, .answered(RequestName(.timeline), .failure(failure)))
    return store
  }

  @Test func COM_09_whatCameIsKeptPageByPageAsItCame() {
    var store = TestStore.images()
    store.prepare(.appeared)
    let effects = store.effects(.answered(RequestName(.timeline), Images.page(1...2)))
    #expect(effects == [.save(key: key, copy(Images.json(1...2), age: 0))])
    store.prepare(.reachedEnd)
    #expect(
      store.effects(.answered(RequestName(.older), Images.page(3...3))) == [
        .save(
          key: "images 1 https://example.org/essential-feed", copy(Images.json(3...3), age: 0, after: Images.id(2)))
      ])
  }

  @Test(arguments: [0, 1, week - 1])
  func COM_09_aYoungCopyShowsWithoutTheServerAndIsMarked(age: Int64) {
    var store = failed()
    #expect(store.state.loading == .first && store.frameKeys == ["bar", "wheel"])
    #expect(store.effects(.loaded(copy(Images.json(1...2), age: age))) == [])
    #expect(store.numbers == [1, 2] && store.state.notice == .offlineCopy && store.state.loading == .no)
  }

  @Test(arguments: [week, week + 1, 10 * week])
  func COM_09_aCopyOfSevenDaysIsTooOldAndIsDeleted(age: Int64) {
    var store = failed()
    #expect(store.effects(.loaded(copy(Images.json(1...2), age: age))) == [.removeSaved(key: key)])
    #expect(store.numbers == [] && store.state.notice == .trouble(.unreachable))
    #expect(store.foot == .foot(.retry))
  }

  @Test(arguments: ["", "\n", "x:\n{}", "12", "1795262400000:\nno json", "1795262400000:\n[]"])
  func COM_09_anInvalidCopyIsDeleted(text: String) {
    var store = failed()
    #expect(store.effects(.loaded(Array(text.utf8))) == [.removeSaved(key: key)])
    #expect(store.numbers == [] && store.state.notice == .trouble(.unreachable))
  }

  @Test func COM_09_withoutACopyTheErrorIsSaid() {
    var store = failed()
    #expect(store.effects(.loaded(nil)) == [])
    #expect(store.state.notice == .trouble(.unreachable) && store.foot == .foot(.retry))
  }

  @Test func COM_05_theCopyOfAServerThatAnswersNonsenseIsNoOfflineCopy() {
    var store = failed(.tooLarge)
    _ = store.effects(.loaded(copy(Images.json(1...2), age: 1)))
    #expect(store.numbers == [1, 2] && store.state.notice == .trouble(.unreadable))
  }

  @Test func COM_09_aPageOfTheCopyFollowsOnlyThePageBeforeIt() {
    var store = failed()
    _ = store.effects(.loaded(copy(Images.json(1...2), age: 1)))
    store.prepare(.reachedEnd, .answered(RequestName(.older), .failure(.unreachable)))
    _ = store.effects(.loaded(copy(Images.json(3...4), age: 1, after: Images.id(2))))
    #expect(store.numbers == [1, 2, 3, 4])
    store.prepare(.reachedEnd, .answered(RequestName(.older), .failure(.unreachable)))
    let other = copy(Images.json(8...9), age: 1, after: Images.id(7))
    #expect(store.effects(.loaded(other)) == [.removeSaved(key: "images 2 https://example.org/essential-feed")])
    #expect(store.numbers == [1, 2, 3, 4] && store.state.pageTrouble == .unreachable)
  }

  @Test func COM_03_picturesThatShowAreNotReplacedByACopy() {
    var store = TestStore.shown(1...2)
    store.prepare(.pulledDown)
    #expect(store.effects(.answered(RequestName(.timeline), .failure(.unreachable))) == [])
    #expect(store.effects(.loaded(copy(Images.json(5...6), age: 1))) == [])
    #expect(store.numbers == [1, 2])
  }
}
