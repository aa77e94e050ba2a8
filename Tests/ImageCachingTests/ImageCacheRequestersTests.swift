import Testing

@testable import ImageCaching

struct ImageCacheRequestersTests {
  @Test func `MOM_07 one download serves many requests`() {
    var cache = cache()
    #expect(cache.request("/a", by: 1, now: 0) == [.fetch("/a", validator: nil)])
    #expect(cache.request("/a", by: 2, now: 1) == [])
    #expect(cache.request("/a", by: 3, now: 2) == [])
    #expect(
      cache.fetched("/a", .init(bytes: 10), now: 3)
        == [.save("/a"), .startIndexTimer, .show("/a", 1), .show("/a", 2), .show("/a", 3)])
    #expect(cache.request("/a", by: 4, now: 4) == [.show("/a", 4)])
    #expect(cache.statistics == .init(memoryHits: 1, storageHits: 0, networkFetches: 1))
  }

  @Test func `MOM_07 memory comes first then storage then the network`() {
    var cache = cache([entry("/stored")])
    #expect(cache.request("/stored", by: 1, now: 0) == [.loadFromStorage("/stored")])
    #expect(cache.foundInStorage("/stored", bytes: 10, now: 0) == [.show("/stored", 1)])
    #expect(cache.request("/stored", by: 2, now: 0) == [.show("/stored", 2)])
    #expect(cache.request("/new", by: 3, now: 0) == [.fetch("/new", validator: nil)])
    #expect(cache.statistics == .init(memoryHits: 1, storageHits: 1, networkFetches: 1))
  }

  @Test func `MOM_07 the load is cancelled once when the last requester leaves`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.request("/a", by: 2, now: 0)
    #expect(cache.leave(1, now: 1) == [])
    #expect(cache.leave(2, now: 1) == [.cancelFetch("/a")])
    #expect(cache.leave(2, now: 1) == [])
    #expect(cache.request("/a", by: 1, now: 2) == [.fetch("/a", validator: nil)])
  }

  @Test func `MOM_07 a response after the cancellation is ignored`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.leave(1, now: 1)
    #expect(cache.fetched("/a", .init(bytes: 10), now: 2) == [.releaseMemory(["/a"])])
    #expect(cache.failed("/a", reason: .offline, now: 2) == [])
    #expect(cache.notModified("/a", now: 2) == [])
    #expect(cache.memoryBytes == 0)
    #expect(cache.storageBytes == 0)
  }

  @Test func `MOM_07 a late failure does not harm the stored copy that is being read`() {
    var cache = cache([entry("/a")])
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.failed("/a", reason: .offline, now: 0) == [])
    #expect(cache.notModified("/a", now: 0) == [])
    #expect(cache.foundInStorage("/a", bytes: 10, now: 0) == [.show("/a", 1)])
  }

  @Test func `MOM_07 a requester that leaves during the read is not shown`() {
    var cache = cache([entry("/a")])
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.leave(1, now: 1) == [])
    #expect(cache.foundInStorage("/a", bytes: 10, now: 2) == [.releaseMemory(["/a"])])
    #expect(cache.request("/a", by: 1, now: 3) == [.loadFromStorage("/a")])
  }

  @Test func `MOM_07 one read serves a requester that came back`() {
    var cache = cache([entry("/a")])
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.leave(1, now: 1)
    #expect(cache.request("/a", by: 2, now: 2) == [])
    #expect(cache.foundInStorage("/a", bytes: 10, now: 3) == [.show("/a", 2)])
  }

  @Test func `MOM_07 a requester that wants another image gives up the first`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.request("/b", by: 1, now: 1) == [.cancelFetch("/a"), .fetch("/b", validator: nil)])
    #expect(cache.fetched("/b", .init(bytes: 10), now: 2) == [.save("/b"), .startIndexTimer, .show("/b", 1)])
    #expect(cache.leave(1, now: 3) == [])
  }

  @Test func `MOM_07 the old image is released only after the new one shows`() {
    var cache = cache(memory: 15)
    cache.show("/b", by: 2, now: 0)
    cache.show("/a", bytes: 15, by: 1, leaves: false, now: 1)
    #expect(cache.request("/b", by: 2, now: 2) == [.loadFromStorage("/b")])
    #expect(cache.foundInStorage("/b", bytes: 10, now: 2) == [.show("/b", 2)])
    #expect(cache.request("/b", by: 1, now: 3) == [.show("/b", 1), .releaseMemory(["/a"])])
  }

  @Test func `MOM_07 wanting the same image twice changes nothing`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.request("/a", by: 1, now: 0) == [])
    #expect(cache.fetched("/a", .init(bytes: 10), now: 0) == [.save("/a"), .startIndexTimer, .show("/a", 1)])
    #expect(cache.request("/a", by: 1, now: 0) == [.show("/a", 1)])
    #expect(cache.leave(1, now: 0) == [])
    #expect(cache.leave(7, now: 0) == [])
  }

  @Test func `MOM_07 a failure reaches all and a retry starts again`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.request("/a", by: 2, now: 0)
    #expect(cache.failed("/a", reason: .notFound, now: 1) == [.showFailure(1), .showFailure(2)])
    #expect(cache.retry(1, now: 2) == [.fetch("/a", validator: nil)])
    #expect(cache.retry(2, now: 2) == [])
    #expect(
      cache.fetched("/a", .init(bytes: 10), now: 3) == [
        .save("/a"), .startIndexTimer, .show("/a", 1), .show("/a", 2),
      ])
    #expect(cache.retry(1, now: 4) == [])
    #expect(cache.retry(9, now: 4) == [])
  }

  @Test func `MOM_07 wants wait for the index`() {
    var cache = ImageCache()
    #expect(cache.request("/stored", by: 1, now: 0) == [])
    #expect(cache.request("/new", by: 2, now: 0) == [])
    #expect(cache.request("/gone", by: 3, now: 0) == [])
    #expect(cache.leave(3, now: 0) == [])
    #expect(
      cache.storedIndexLoaded([entry("/stored")], now: 1)
        == [.loadFromStorage("/stored"), .fetch("/new", validator: nil)])
    #expect(cache.storedIndexLoaded([entry("/other")], now: 1) == [])
  }

  @Test func `MOM_07 an adopted image is stored once and shown to nobody`() {
    var cache = cache()
    #expect(cache.adopt("/a", now: 0) == [.fetch("/a", validator: nil)])
    #expect(
      cache.fetched("/a", .init(bytes: 10), now: 1) == [
        .save("/a"), .startIndexTimer, .releaseMemory(["/a"]),
      ])
    #expect(cache.adopt("/a", now: 2) == [])
    #expect(cache.request("/a", by: 1, now: 3) == [.loadFromStorage("/a")])
  }

  @Test func `MOM_07 adopted images wait for an idle network`() {
    var cache = cache()
    _ = cache.request("/a", by: 1, now: 0)
    #expect(cache.adopt("/b", now: 0) == [])
    #expect(cache.adopt("/c", now: 0) == [])
    #expect(cache.failed("/a", reason: .notFound, now: 1) == [.showFailure(1), .fetch("/b", validator: nil)])
    #expect(cache.failed("/b", reason: .notFound, now: 2) == [.fetch("/c", validator: nil)])
  }

  @Test func `MOM_07 an adopted image that is stored already stays`() {
    var cache = cache([entry("/a")])
    #expect(cache.adopt("/a", now: 0) == [])
    var early = ImageCache()
    #expect(early.adopt("/a", now: 0) == [])
    #expect(early.adopt("/b", now: 0) == [])
    #expect(early.storedIndexLoaded([entry("/a")], now: 1) == [.fetch("/b", validator: nil)])
  }

  @Test func `MOM_07 an adoption survives a requester that leaves`() {
    var cache = cache()
    _ = cache.adopt("/a", now: 0)
    #expect(cache.request("/a", by: 1, now: 1) == [])
    #expect(cache.leave(1, now: 2) == [])
    #expect(
      cache.fetched("/a", .init(bytes: 10), now: 3) == [
        .save("/a"), .startIndexTimer, .releaseMemory(["/a"]),
      ])
  }

  @Test func `MOM_07 a want hastens an adoption`() {
    var cache = cache(atOnce: 2)
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.adopt("/b", now: 0)
    #expect(cache.request("/b", by: 2, now: 1) == [.fetch("/b", validator: nil)])
  }
}
