import Testing

@testable import ImageCaching

struct ImageCacheNetworkTests {
  private func staleImageOnScreen() -> ImageCache {
    var cache = cache([entry("/a", etag: "\"1\"", fetchedAt: 0, usedAt: 1000)])
    _ = cache.request("/a", by: 1, now: 1000)
    #expect(
      cache.foundInStorage("/a", bytes: 10, now: 1000) == [.show("/a", 1), .fetch("/a", validator: "\"1\"")])
    return cache
  }

  @Test func `MOM_07 a fresh image is not asked about`() {
    var cache = cache([entry("/a", etag: "\"1\"", fetchedAt: 1)])
    _ = cache.request("/a", by: 1, now: 1000)
    #expect(cache.foundInStorage("/a", bytes: 10, now: 1000) == [.show("/a", 1)])
    #expect(cache.request("/a", by: 2, now: 1001) == [.show("/a", 2), .fetch("/a", validator: "\"1\"")])
  }

  @Test func `MOM_07 an immutable image is never asked about`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.fetched("/a", .init(bytes: 10, etag: "\"1\"", isImmutable: true), now: 0)
    #expect(cache.request("/a", by: 2, now: 1 << 40) == [.show("/a", 2)])
  }

  @Test func `MOM_07 an image from the future is asked about`() {
    var cache = cache([entry("/a", fetchedAt: 500)])
    _ = cache.request("/a", by: 1, now: 499)
    #expect(
      cache.foundInStorage("/a", bytes: 10, now: 499) == [.show("/a", 1), .fetch("/a", validator: nil)])
  }

  @Test func `MOM_07 not modified makes the image fresh again`() {
    var cache = staleImageOnScreen()
    #expect(cache.notModified("/a", now: 1500) == [.startIndexTimer])
    #expect(cache.storedEntries.map { $0.fetchedAt } == [1500])
    #expect(cache.request("/a", by: 2, now: 2499) == [.show("/a", 2)])
    #expect(cache.request("/a", by: 3, now: 2500) == [.show("/a", 3), .fetch("/a", validator: "\"1\"")])
  }

  @Test func `MOM_07 a new version replaces the shown one`() {
    var cache = staleImageOnScreen()
    _ = cache.request("/a", by: 2, now: 1001)
    #expect(
      cache.fetched("/a", .init(bytes: 20, etag: "\"2\""), now: 1500)
        == [.save("/a"), .startIndexTimer, .show("/a", 1), .show("/a", 2)])
    #expect(cache.memoryBytes == 20)
    #expect(cache.storedEntries == [entry("/a", bytes: 20, etag: "\"2\"", fetchedAt: 1500, usedAt: 1500)])
  }

  @Test func `MOM_07 a new version that is too large takes the old one out of storage`() {
    var cache = staleImageOnScreen()
    #expect(
      cache.fetched("/a", .init(bytes: 21), now: 1500) == [.remove(["/a"]), .startIndexTimer, .show("/a", 1)])
    #expect(cache.storedEntries == [])
  }

  @Test(arguments: [ImageCache.Failure.offline, .unavailable, .invalid])
  func `MOM_07 a failed revalidation keeps what is shown`(reason: ImageCache.Failure) {
    var cache = staleImageOnScreen()
    #expect(cache.failed("/a", reason: reason, now: 1500) == [])
    #expect(cache.storedEntries.map { $0.fetchedAt } == [0])
    #expect(cache.leave(1, now: 1500) == [])
    #expect(cache.request("/a", by: 1, now: 1500).first == .show("/a", 1))
  }

  @Test(arguments: ["https://a.example/1.png", "http://a.example/1.png"])
  func `MOM_07 the browser shows an image of another server that programs may not read`(url: String) {
    var cache = ImageCache()
    _ = cache.storedIndexLoaded([], now: 0)
    #expect(cache.request(url, by: 1, now: 0) == [.fetch(url, validator: nil)])
    #expect(cache.couldNotRead(url, now: 1) == [.show(url, 1)])
    #expect(cache.storedEntries == [] && cache.memoryBytes == 0)
    // The browser can't show it either.
    #expect(cache.couldNotShow(url, now: 2) == [.releaseMemory([url]), .showFailure(1)])
  }

  @Test(arguments: ["/a", "", "httpx://a", "data:image/png;base64,", "/.picture/1"])
  func `MOM_07 an image of no other server fails if it can't be read, and one that shows stays`(url: String) {
    var cache = ImageCache()
    _ = cache.storedIndexLoaded([], now: 0)
    _ = cache.request(url, by: 1, now: 0)
    #expect(cache.couldNotRead(url, now: 1) == [.showFailure(1)])
    var shown = staleImageOnScreen()
    #expect(shown.couldNotRead("/a", now: 1500) == [])
    #expect(shown.memoryBytes == 10)
  }

  @Test func `MOM_07 an image of another server that shows stays if it can't be read anew`() {
    let url = "https://a.example/1.png"
    var cache = ImageCache()
    _ = cache.storedIndexLoaded([], now: 0)
    _ = cache.request(url, by: 1, now: 0)
    _ = cache.fetched(url, .init(bytes: 10), now: 0)
    #expect(cache.request(url, by: 2, now: 1 << 40).contains(.fetch(url, validator: nil)))
    #expect(cache.couldNotRead(url, now: 1 << 40) == [])
    #expect(cache.memoryBytes == 10)
  }

  @Test func `MOM_07 an image that is gone from the server leaves storage but not the screen`() {
    var cache = staleImageOnScreen()
    #expect(cache.failed("/a", reason: .notFound, now: 1500) == [.remove(["/a"]), .startIndexTimer])
    #expect(cache.memoryBytes == 10)
  }

  @Test func `MOM_07 without a network revalidation rests for a minute`() {
    var cache = staleImageOnScreen()
    _ = cache.failed("/a", reason: .offline, now: 1500)
    #expect(cache.request("/a", by: 2, now: 61_499) == [.show("/a", 2), .startIndexTimer])
    #expect(cache.request("/a", by: 3, now: 61_500) == [.show("/a", 3), .fetch("/a", validator: "\"1\"")])
  }

  @Test func `MOM_07 a revalidation is cancelled with the last requester`() {
    var cache = staleImageOnScreen()
    #expect(cache.leave(1, now: 1500) == [.cancelFetch("/a")])
    #expect(cache.request("/a", by: 1, now: 1500) == [.show("/a", 1), .fetch("/a", validator: "\"1\"")])
  }

  @Test func `MOM_07 a late new version is taken if the old one is in memory`() {
    var cache = staleImageOnScreen()
    _ = cache.leave(1, now: 1500)
    #expect(cache.fetched("/a", .init(bytes: 20), now: 1600) == [.save("/a"), .startIndexTimer])
    #expect(cache.memoryBytes == 20)
    #expect(cache.request("/a", by: 1, now: 1700) == [.show("/a", 1)])
  }

  @Test func `MOM_07 a 304 that nothing was asked for is a failure`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.notModified("/a", now: 1) == [.showFailure(1)])
  }

  @Test func `MOM_07 only so many are fetched at once and a screenful goes in its order`() {
    var cache = cache()
    #expect(cache.request("/1", by: 1, now: 0) == [.fetch("/1", validator: nil)])
    #expect(cache.request("/2", by: 2, now: 1) == [.fetch("/2", validator: nil)])
    #expect(cache.request("/3", by: 3, now: 2) == [])
    #expect(cache.request("/4", by: 4, now: 3) == [])
    #expect(cache.failed("/2", reason: .notFound, now: 4) == [.showFailure(2), .fetch("/3", validator: nil)])
    #expect(cache.leave(1, now: 5) == [.cancelFetch("/1"), .fetch("/4", validator: nil)])
  }

  @Test func `MOM_07 where the user has scrolled to comes first`() {
    var cache = cache(atOnce: 1)
    for requester in 1...3 as ClosedRange<Int32> { _ = cache.request("/\(requester)", by: requester, now: 0) }
    for requester in 4...5 as ClosedRange<Int32> {
      _ = cache.request("/\(requester)", by: requester, now: 500)
    }
    _ = cache.request("/3", by: 6, now: 550)
    var order: [String] = []
    for url in ["/1", "/4", "/5", "/3", "/2"] {
      for case .fetch(let next, _) in cache.failed(url, reason: .notFound, now: 600) { order.append(next) }
    }
    #expect(order == ["/4", "/5", "/3", "/2"])
  }

  @Test func `MOM_07 a queued image that left is dropped`() {
    var cache = cache(atOnce: 1)
    _ = cache.request("/1", by: 1, now: 0)
    _ = cache.request("/2", by: 2, now: 0)
    _ = cache.request("/3", by: 3, now: 0)
    #expect(cache.leave(2, now: 1) == [])
    #expect(cache.failed("/1", reason: .notFound, now: 2) == [.showFailure(1), .fetch("/3", validator: nil)])
  }

  @Test func `MOM_07 images that are waited for come before revalidations`() {
    var cache = cache([entry("/old", fetchedAt: 0)], atOnce: 1)
    _ = cache.request("/1", by: 1, now: 5000)
    _ = cache.request("/old", by: 2, now: 5000)
    #expect(cache.foundInStorage("/old", bytes: 10, now: 5000).first == .show("/old", 2))
    _ = cache.request("/3", by: 3, now: 5000)
    #expect(
      cache.failed("/1", reason: .notFound, now: 5000) == [.showFailure(1), .fetch("/3", validator: nil)])
    #expect(
      cache.failed("/3", reason: .notFound, now: 5000) == [.showFailure(3), .fetch("/old", validator: nil)])
  }
}
