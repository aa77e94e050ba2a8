@testable import ImageCaching

func entry(
  _ url: String, bytes: Int = 10, etag: String? = nil, isImmutable: Bool = false, fetchedAt: Milliseconds = 0,
  usedAt: Milliseconds = 0
) -> ImageCache.Entry {
  ImageCache.Entry(
    url: url, bytes: bytes, etag: etag, isImmutable: isImmutable, fetchedAt: fetchedAt, usedAt: usedAt)
}

/// Returns a cache whose index has been loaded. By default memory holds 30 bytes, storage 50, one image 20;
/// images are fresh for 1000 ms, and two are fetched at once.
func cache(
  _ entries: [ImageCache.Entry] = [], memory: Int = 30, storage: Int = 50, largest: Int = 20, atOnce: Int = 2
) -> ImageCache {
  var cache = ImageCache(
    configuration: .init(
      memoryLimit: memory, storageLimit: storage, largestImage: largest, freshFor: 1000, fetchesAtOnce: atOnce
    ))
  _ = cache.storedIndexLoaded(entries, now: 0)
  return cache
}

extension ImageCache {
  /// Fetches the image for a requester, which leaves afterwards unless `leaves` is false.
  mutating func show(
    _ url: String, bytes: Int = 10, by requester: RequesterID, leaves: Bool = true, now: Milliseconds
  ) {
    _ = request(url, by: requester, now: now)
    _ = fetched(url, Download(bytes: bytes, etag: "\"\(url)\""), now: now)
    if leaves { _ = leave(requester, now: now) }
  }
}
