import Testing

@testable import ImageCaching

struct ImageCacheLimitsTests {
  @Test func `MOM_07 the least recently shown leave memory first`() {
    var cache = cache(memory: 30)
    cache.show("/a", by: 1, now: 0)
    cache.show("/b", by: 1, now: 1)
    cache.show("/c", by: 1, now: 2)
    _ = cache.request("/a", by: 1, now: 3)
    _ = cache.leave(1, now: 4)
    _ = cache.request("/d", by: 1, now: 5)
    #expect(
      cache.fetched("/d", .init(bytes: 20), now: 5)
        == [.save("/d"), .show("/d", 1), .releaseMemory(["/b", "/c"])])
    #expect(cache.memoryBytes == 30)
  }

  @Test func `MOM_07 images on screen stay in memory beyond the limit`() {
    var cache = cache(memory: 15)
    cache.show("/a", by: 1, leaves: false, now: 0)
    cache.show("/b", by: 2, leaves: false, now: 0)
    #expect(cache.memoryBytes == 20)
    #expect(cache.leave(1, now: 1) == [.releaseMemory(["/a"])])
    #expect(cache.leave(2, now: 1) == [])
    #expect(cache.memoryBytes == 10)
  }

  @Test func `MOM_07 a very large image is shown but not cached`() {
    var cache = cache(memory: 30, largest: 20)
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.fetched("/a", .init(bytes: 21), now: 0) == [.show("/a", 1)])
    #expect(cache.request("/a", by: 2, now: 0) == [.show("/a", 2)])
    #expect(cache.leave(1, now: 1) == [])
    #expect(cache.leave(2, now: 1) == [.releaseMemory(["/a"])])
    #expect(cache.storedEntries == [])
  }

  @Test func `MOM_07 an image that programs may not read costs nothing and evicts no other`() {
    var cache = cache(memory: 30)
    cache.show("/a", by: 1, now: 0)
    _ = cache.request("/elsewhere", by: 2, now: 1)
    #expect(cache.fetched("/elsewhere", .unreadable, now: 1) == [.show("/elsewhere", 2)])
    #expect(cache.memoryBytes == 10)
    #expect(cache.leave(2, now: 2) == [])
    #expect(cache.storedEntries.map { $0.url } == ["/a"])
    #expect(cache.request("/elsewhere", by: 2, now: 1 << 40) == [.show("/elsewhere", 2)])
    #expect(cache.request("/a", by: 1, now: 3).first == .show("/a", 1))
  }

  @Test func `MOM_07 clearing keeps only what is on screen`() {
    var cache = cache([entry("/stored")])
    cache.show("/a", by: 1, leaves: false, now: 0)
    cache.show("/b", by: 2, now: 0)
    #expect(cache.clear() == [.remove(["/stored", "/a", "/b"]), .releaseMemory(["/b"])])
    #expect(cache.clear() == [])
    #expect(cache.storageBytes == 0)
    #expect(cache.memoryBytes == 10)
    #expect(cache.request("/stored", by: 3, now: 1) == [.fetch("/stored", validator: nil)])
  }

  @Test func `28_1 a late response to a session that has ended shows, and is not stored`() {
    var cache = cache([entry("/stored")], atOnce: 4)
    _ = cache.request("/late", by: 1, now: 0)
    _ = cache.request("/both", by: 2, now: 0)
    _ = cache.adopt("/adopted", now: 0)
    let ended = cache.sessionEnded(lastRequester: 5)
    #expect(ended.first == .remove(["/stored"]))
    #expect(cache.fetched("/late", .init(bytes: 10), now: 1) == [.show("/late", 1)])
    _ = cache.request("/both", by: 6, now: 1)
    #expect(
      cache.fetched("/both", .init(bytes: 10), now: 2).contains(.save("/both")),
      "the next page shows it itself")
    _ = cache.request("/old", by: 4, now: 3)
    #expect(
      cache.fetched("/old", .init(bytes: 10), now: 4).contains(.save("/old")) == false,
      "an element that is on its way out")
    #expect(cache.adopt("/adopted", now: 5) == [.fetch("/adopted", validator: nil)])
    #expect(cache.storedEntries.map(\.url) == ["/both"])
  }

  @Test func `MOM_07 an index that comes after the clearing is cleared`() {
    var cache = ImageCache()
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.clear() == [])
    #expect(
      cache.storedIndexLoaded([entry("/a")], now: 1)
        == [.remove(["/a"]), .startIndexTimer, .fetch("/a", validator: nil)])
  }

  @Test func `MOM_07 lower limits hold at once`() {
    var cache = cache()
    for url in ["/a", "/b", "/c"] { cache.show(url, by: 1, now: 0) }
    var configuration = cache.configuration
    configuration.memoryLimit = 10
    configuration.storageLimit = 20
    #expect(
      cache.limitsChanged(to: configuration) == [.remove(["/a"]), .releaseMemory(["/a", "/b"])])
    #expect(cache.limitsChanged(to: configuration) == [])
  }

  @Test func `MOM_07 more fetches at once start at once`() {
    var cache = cache(atOnce: 0)
    #expect(cache.request("/1", by: 1, now: 0) == [.fetch("/1", validator: nil)])
    #expect(cache.request("/2", by: 2, now: 0) == [])
    #expect(cache.limitsChanged(to: .init()) == [.fetch("/2", validator: nil)])
  }
}
