import Testing

@testable import ImageCaching

/// Tests when the index is written: rarely, and never while an image waits.
struct ImageCacheIndexTests {
  @Test func `MOM_07 many images start one timer and write the index once`() {
    var cache = cache(storage: 50)
    let effects = (1...5).flatMap { number -> [ImageCache.Effect] in
      let url = "/\(number)"
      _ = cache.request(url, by: 1, now: 0)
      return cache.fetched(url, .init(bytes: 10), now: 0)
    }
    #expect(effects.filter { $0 == .startIndexTimer } == [.startIndexTimer])
    #expect(!effects.contains(.saveIndex))
    #expect(cache.indexTimerFired() == [.saveIndex])
    #expect(cache.indexTimerFired() == [])
  }

  @Test func `MOM_07 the index is written at once when the page is hidden, if it has changed`() {
    var cache = cache()
    #expect(cache.pageHidden() == [])
    cache.show("/a", by: 1, now: 0)
    #expect(
      cache.pageHidden() == [.saveJournal([entry("/a", etag: "\"/a\"")]), .saveIndex])
    #expect(cache.pageHidden() == [])
    #expect(cache.indexTimerFired() == [])
  }

  @Test func `MOM_07 what was stored just before the page went is known to the next one, which writes it`() {
    var cache = ImageCache()
    let journal = [entry("/b", usedAt: 5), entry("/a", bytes: 12, usedAt: 6)]
    #expect(cache.storedIndexLoaded([entry("/a")], journal: journal, now: 7) == [.startIndexTimer])
    #expect(cache.storedEntries == journal)
    #expect(cache.indexTimerFired() == [.saveIndex])
    #expect(cache.pageHidden() == [])
  }

  @Test func `MOM_07 what the index already has is not stored a second time`() {
    var cache = cache()
    cache.show("/a", by: 1, now: 0)
    _ = cache.indexTimerFired()
    _ = cache.request("/a", by: 1, now: 70_000)
    #expect(cache.pageHidden() == [.saveIndex])
  }

  @Test func `MOM_07 a change after the page was hidden waits for the timer that runs`() {
    var cache = cache()
    cache.show("/a", by: 1, now: 0)
    _ = cache.pageHidden()
    _ = cache.request("/b", by: 1, now: 1)
    #expect(cache.fetched("/b", .init(bytes: 10), now: 1) == [.save("/b"), .show("/b", 1)])
    #expect(cache.indexTimerFired() == [.saveIndex])
    _ = cache.request("/c", by: 1, now: 2)
    #expect(cache.fetched("/c", .init(bytes: 10), now: 2) == [.save("/c"), .startIndexTimer, .show("/c", 1)])
  }

  @Test func `MOM_07 an index that was not read yet is never written`() {
    var cache = ImageCache()
    _ = cache.request("/a", by: 1, now: 0)
    _ = cache.clear()
    #expect(cache.pageHidden() == [])
    #expect(cache.indexTimerFired() == [])
  }
}
