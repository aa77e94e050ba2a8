import Testing

@testable import ImageCaching

struct ImageCacheStorageTests {
  @Test func `MOM_07 a stored image shows offline without the network`() {
    var cache = cache([entry("/a", fetchedAt: 0)])
    _ = cache.request("/a", by: 1, now: 5000)
    #expect(
      cache.foundInStorage("/a", bytes: 10, now: 5000) == [.show("/a", 1), .fetch("/a", validator: nil)])
    #expect(cache.failed("/a", reason: .offline, now: 5001) == [])
    #expect(cache.request("/a", by: 2, now: 5002) == [.show("/a", 2)])
    #expect(cache.storageBytes == 10)
  }

  @Test func `MOM_07 what storage has lost comes from the network`() {
    var cache = cache([entry("/a")])
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.missingInStorage("/a", now: 1) == [.startIndexTimer, .fetch("/a", validator: nil)])
    #expect(cache.storedEntries == [])
    #expect(cache.missingInStorage("/a", now: 1) == [])
  }

  @Test func `MOM_07 what storage has lost is not fetched for nobody`() {
    var cache = cache([entry("/a")])
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.leave(1, now: 0)
    #expect(cache.missingInStorage("/a", now: 1) == [.startIndexTimer])
  }

  @Test func `MOM_07 an invalid stored copy is deleted and fetched anew`() {
    let anew: [ImageCache.Effect] = [.remove(["/a"]), .startIndexTimer, .fetch("/a", validator: nil)]
    var cache = cache([entry("/a", etag: "\"1\"")])
    var other = cache
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.failed("/a", reason: .invalid, now: 1) == anew)
    _ = other.request("/a", by: 1, now: 0)
    #expect(other.foundInStorage("/a", bytes: 0, now: 1) == anew)
  }

  @Test func `MOM_07 a stored copy that cannot be decoded is fetched anew but once`() {
    var cache = cache([entry("/a", etag: "\"1\"")])
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.foundInStorage("/a", bytes: 10, now: 0)
    #expect(
      cache.couldNotShow("/a", now: 1)
        == [.releaseMemory(["/a"]), .remove(["/a"]), .startIndexTimer, .fetch("/a", validator: nil)])
    #expect(cache.couldNotShow("/a", now: 1) == [])
    #expect(cache.fetched("/a", .init(bytes: 9), now: 2) == [.save("/a"), .show("/a", 1)])
    #expect(
      cache.couldNotShow("/a", now: 3) == [.releaseMemory(["/a"]), .remove(["/a"]), .showFailure(1)])
    #expect(cache.storedEntries == [])
  }

  @Test func `MOM_07 a copy that cannot be decoded is not asked about any more`() {
    var cache = cache([entry("/a", etag: "\"1\"", fetchedAt: 0)])
    _ = cache.request("/a", by: 1, now: 5000)
    _ = cache.foundInStorage("/a", bytes: 10, now: 5000)
    #expect(
      cache.couldNotShow("/a", now: 5001)
        == [
          .releaseMemory(["/a"]), .remove(["/a"]), .startIndexTimer, .cancelFetch("/a"),
          .fetch("/a", validator: nil),
        ])
  }

  @Test func `MOM_07 bytes that the index does not know are shown and revalidated`() {
    var cache = cache([entry("/a", bytes: 10, etag: "\"1\"", isImmutable: true)])
    _ = cache.request("/a", by: 1, now: 5)
    #expect(
      cache.foundInStorage("/a", bytes: 12, now: 5) == [
        .startIndexTimer, .show("/a", 1), .fetch("/a", validator: nil),
      ])
    #expect(cache.storageBytes == 12)
  }

  @Test func `MOM_07 the least recently used leave storage first`() {
    var cache = cache(memory: 0, storage: 30)
    for (time, url) in ["/a", "/b", "/c"].enumerated() {
      cache.show(url, by: 1, now: Milliseconds(time))
    }
    #expect(cache.request("/a", by: 1, now: 70_000) == [.loadFromStorage("/a")])
    _ = cache.request("/d", by: 2, now: 70_000)
    #expect(
      cache.fetched("/d", .init(bytes: 15), now: 70_000)
        == [.remove(["/b", "/c"]), .save("/d"), .show("/d", 2)])
    #expect(cache.storedEntries.map { $0.url } == ["/a", "/d"])
  }

  @Test func `MOM_07 the index is ordered by use and cut to the limit`() {
    var cache = ImageCache(configuration: .init(storageLimit: 25))
    let effects = cache.storedIndexLoaded(
      [
        entry("/new", usedAt: 9), entry("/old", usedAt: 1), entry("/middle", usedAt: 5),
        entry("/huge", bytes: 26),
        entry("/new", usedAt: 2), entry("/nothing", bytes: 0),
      ], now: 10)
    #expect(effects == [.remove(["/huge", "/nothing", "/old"]), .startIndexTimer])
    #expect(cache.storedEntries.map { $0.url } == ["/middle", "/new"])
    #expect(cache.storageBytes == 20)
  }

  @Test func `MOM_07 when the device is full the image stays on screen and a quarter makes room`() {
    var cache = cache([1, 2, 3, 4].map { entry("/\($0)", usedAt: $0) })
    _ = cache.request("/a", by: 1, now: 5)
    _ = cache.fetched("/a", .init(bytes: 10), now: 5)
    #expect(cache.storageFailed("/a") == [.remove(["/a", "/1"])])
    #expect(cache.storedEntries.map { $0.url } == ["/2", "/3", "/4"])
    #expect(cache.request("/a", by: 2, now: 6) == [.show("/a", 2)])
  }

  @Test func `MOM_07 a storage that takes nothing leaves the cache working`() {
    var cache = cache()
    for requester in 1...9 as ClosedRange<Int32> {
      _ = cache.request("/\(requester)", by: requester, now: 0)
      let effects = cache.fetched("/\(requester)", .init(bytes: 10), now: 0)
      #expect(effects.contains(.show("/\(requester)", requester)))
      _ = cache.storageFailed("/\(requester)")
    }
    #expect(cache.storageBytes == 0)
  }

  @Test func `MOM_07 a response that nobody asked for is released`() {
    var cache = cache()
    #expect(cache.foundInStorage("/a", bytes: 10, now: 0) == [.releaseMemory(["/a"])])
    cache.show("/b", by: 1, now: 0)
    #expect(cache.foundInStorage("/b", bytes: 10, now: 0) == [])
  }

  @Test func `MOM_07 an image evicted during its read is still shown`() {
    var cache = cache([entry("/a"), entry("/b", bytes: 20, usedAt: 1)], storage: 30)
    _ = cache.request("/a", by: 1, now: 2)
    _ = cache.clear()
    #expect(cache.foundInStorage("/a", bytes: 10, now: 3) == [.show("/a", 1), .fetch("/a", validator: nil)])
    #expect(cache.storedEntries == [])
  }
}
