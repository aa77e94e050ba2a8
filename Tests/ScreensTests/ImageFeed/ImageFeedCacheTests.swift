import Contracts
import Social
import Testing

@testable import Screens

/// Tests the original app's cache policy: the server first, then the cached copy if it is younger than seven
/// days.
struct ImageFeedCacheTests {
  private static let week: Int64 = 7 * 86_400_000
  private let key = "images 0 https://example.org/essential-feed"

  private func copy(_ body: String, age: Int64, after: String = "") -> [UInt8] {
    CachedResponse(savedAt: noon.advanced(byMilliseconds: -age), after: after, body: Array(body.utf8)).bytes
  }

  private func failed(_ failure: RequestFailure = .unreachable) -> TestStore<ImageFeed> {
    var store = TestStore.images()
    store.given(.appeared, .received(.newest, .failure(failure), at: noon))
    return store
  }

  @Test func `COM_09 what came is cached page by page, as it came`() {
    var store = TestStore.images()
    store.given(.appeared)
    let earlier = noon.advanced(byMilliseconds: -2000)
    let effects = store.effects(.received(.newest, SampleImages.page(1...2), at: earlier))
    #expect(effects == [.save(key: key, copy(SampleImages.json(1...2), age: 2000))])
    store.given(.reachedEnd)
    #expect(
      store.effects(.received(.older(after: SampleImages.id(2)), SampleImages.page(3...3), at: noon)) == [
        .save(
          key: "images 1 https://example.org/essential-feed",
          copy(SampleImages.json(3...3), age: 0, after: SampleImages.id(2)))
      ])
  }

  @Test func `NEW_17 what a member's token showed is stored for that session, and goes with it`() {
    let (own, key) = (ServerAddress.made(), "session 1 images 0 https://example.org/essential-feed")
    let session = SamplePosts.context().session
    var store = TestStore<ImageFeed>(ImageFeed.State(nil, own: own, session))
    store.given(.appeared)
    #expect(
      store.effects(.received(.newest, SampleImages.page(1...2), at: noon)) == [
        .save(key: key, copy(SampleImages.json(1...2), age: 0))
      ])
    let elsewhere = ImageFeed.State(.made("https://other.org"), own: own, session)
    #expect(elsewhere.reader == nil, "no other server gets the token")
  }

  @Test(arguments: [0, 1, week - 1])
  func `COM_09 a young cached response shows without the server, and is marked`(age: Int64) {
    var store = failed()
    #expect(store.state.loading == .first && store.frameKeys == ["bar", "refresh-indicator"])
    #expect(store.effects(.loaded(copy(SampleImages.json(1...2), age: age), at: noon)) == [])
    #expect(store.numbers == [1, 2] && store.state.notice == .offlineCopy && store.state.loading == .no)
  }

  @Test(arguments: [week, week + 1, 10 * week])
  func `COM_09 a cached response of seven days is too old, and is deleted`(age: Int64) {
    var store = failed()
    #expect(
      store.effects(.loaded(copy(SampleImages.json(1...2), age: age), at: noon)) == [.removeSaved(key: key)])
    #expect(store.numbers == [] && store.state.notice == .failure(.unreachable))
    #expect(store.footer == ListFooter.retry.text)
  }

  @Test(arguments: ["", "\n", "x:\n{}", "12", "1795262400000:\nno json", "1795262400000:\n[]"])
  func `COM_09 an invalid cached response is deleted`(text: String) {
    var store = failed()
    #expect(store.effects(.loaded(Array(text.utf8), at: noon)) == [.removeSaved(key: key)])
    #expect(store.numbers == [] && store.state.notice == .failure(.unreachable))
  }

  @Test func `COM_09 without a cached response the error is said`() {
    var store = failed()
    #expect(store.effects(.loaded(nil, at: noon)) == [])
    #expect(store.state.notice == .failure(.unreachable) && store.footer == ListFooter.retry.text)
  }

  @Test func `COM_05 the cached response of a server that sends nonsense isn't shown offline`() {
    var store = failed(.tooLarge)
    store.given(.loaded(copy(SampleImages.json(1...2), age: 1), at: noon))
    #expect(store.numbers == [1, 2] && store.state.notice == .failure(.unreadable))
  }

  @Test func `COM_09 a cached page follows only the page before it`() {
    var store = failed()
    store.given(
      .loaded(copy(SampleImages.json(1...2), age: 1), at: noon),
      .reachedEnd,
      .received(.older(after: SampleImages.id(2)), .failure(.unreachable), at: noon),
      .loaded(copy(SampleImages.json(3...4), age: 1, after: SampleImages.id(2)), at: noon))
    #expect(store.numbers == [1, 2, 3, 4])
    store.given(.reachedEnd, .received(.older(after: SampleImages.id(4)), .failure(.unreachable), at: noon))
    let other = copy(SampleImages.json(8...9), age: 1, after: SampleImages.id(7))
    #expect(
      store.effects(.loaded(other, at: noon)) == [
        .removeSaved(key: "images 2 https://example.org/essential-feed")
      ])
    #expect(store.numbers == [1, 2, 3, 4] && store.state.pageFailure == .unreachable)
  }

  @Test func `COM_03 pictures that show are not replaced by a cached response`() {
    var store = TestStore.shown(1...2)
    store.given(.pulledDown)
    #expect(store.effects(.received(.newest, .failure(.unreachable), at: noon)) == [])
    #expect(store.effects(.loaded(copy(SampleImages.json(5...6), age: 1), at: noon)) == [])
    #expect(store.numbers == [1, 2])
  }
}
