extension ImageCache {
  /// The index that was saved last time came, read by `StoredIndex`; none if there is none or storage is out of order.
  /// Whatever was wanted before has waited for it.
  public mutating func storedIndexLoaded(_ entries: [Entry], now: Milliseconds) -> [Effect] {
    guard !isIndexLoaded else { return [] }
    isIndexLoaded = true
    var effects: [Effect] = []
    var dropped: [String] = []
    for entry in entries.sorted(by: { $0.usedAt < $1.usedAt }) {
      guard !isIndexToBeCleared, entry.bytes > 0, entry.bytes <= configuration.storageLimit else {
        dropped.append(entry.url)
        continue
      }
      index.remove(entry.url)
      dropped += index.evict(downTo: configuration.storageLimit - entry.bytes)
      index.insert(entry.url, entry, cost: entry.bytes)
    }
    removeFromStorage(dropped.filter { !index.contains($0) }, &effects)
    let waiting = awaitingIndex
    awaitingIndex = []
    for url in waiting {
      demands[url]?.load = .none
      begin(url, now: now, &effects)
    }
    startFetches(&effects)
    return effects
  }

  /// The image was in storage; the interpreter now holds its bytes.
  public mutating func foundInStorage(_ url: String, bytes: Int, now: Milliseconds) -> [Effect] {
    guard load(of: url) == .reading else { return memory.contains(url) ? [] : [.releaseMemory([url])] }
    guard bytes > 0 else { return storedCopyFailed(url, isThere: true, now: now) }
    demands[url]?.load = .none
    guard !requesters(of: url).isEmpty else {
      forgetIfIdle(url)
      return [.releaseMemory([url])]
    }
    var effects: [Effect] = []
    statistics.storageHits += 1
    keep(entryFound(url, bytes: bytes, now: now, &effects), isStoredCopy: true, &effects)
    revalidateIfStale(url, now: now)
    startFetches(&effects)
    return effects
  }

  /// The index had the image, storage has not.
  public mutating func missingInStorage(_ url: String, now: Milliseconds) -> [Effect] {
    guard load(of: url) == .reading else { return [] }
    return storedCopyFailed(url, isThere: false, now: now)
  }

  /// The image could not be saved: the device is full, or the browser grants no more. It still shows,
  /// and a quarter of what is stored makes room for the next ones.
  public mutating func storageFailed(_ url: String) -> [Effect] {
    guard isIndexLoaded else { return [] }
    var effects: [Effect] = []
    index.remove(url)
    let evicted = index.evict(downTo: index.totalCost - index.totalCost / 4)
    removeFromStorage([url] + evicted, &effects)
    return effects
  }

  /// Goes on with the network, without the stored copy.
  mutating func storedCopyFailed(_ url: String, isThere: Bool, now: Milliseconds) -> [Effect] {
    var effects: [Effect] = []
    demands[url]?.load = .none
    let wasIndexed = index.remove(url)
    if isThere {
      removeFromStorage([url], &effects)
    } else if wasIndexed {
      indexChanged(&effects)
    }
    if requesters(of: url).isEmpty { forgetIfIdle(url) } else { enqueue(url, now: now) }
    startFetches(&effects)
    return effects
  }

  /// If the index does not know these bytes (it was saved before they were, or the image was evicted
  /// during the read), they are shown all the same, but count as stale.
  private mutating func entryFound(
    _ url: String, bytes: Int, now: Milliseconds, _ effects: inout [Effect]
  ) -> Entry {
    let indexed = index[url]
    if let indexed, indexed.bytes == bytes { return indexed }
    let entry = Entry(
      url: url, bytes: bytes, etag: nil, isImmutable: false, fetchedAt: now - configuration.freshFor, usedAt: now)
    if indexed != nil, makeRoom(for: entry, &effects) { indexChanged(&effects) }
    return entry
  }
}
