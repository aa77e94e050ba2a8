extension ImageCache {
  /// Applies other limits.
  public mutating func limitsChanged(to configuration: Configuration) -> [Effect] {
    self.configuration = configuration
    var effects: [Effect] = []
    removeFromStorage(index.evict(downTo: configuration.storageLimit), &effects)
    trimMemory(&effects)
    startFetches(&effects)
    return effects
  }

  /// Frees the space at the user's request. Images on screen stay there, and loads go on.
  public mutating func clear() -> [Effect] {
    isIndexToBeCleared = !isIndexLoaded
    var effects: [Effect] = []
    removeFromStorage(index.evictAll(), &effects)
    release(memory.evictAll(), &effects)
    return effects
  }

  /// A session has ended (28.1): nothing that was seen in it stays stored, and no response to what it asked
  /// for is stored later. `last`: the newest element by now.
  public mutating func sessionEnded(lastRequester last: RequesterID) -> [Effect] {
    lastOfEndedSession = last
    adoptedURLs = []
    var effects = clear()
    for url in Array(demands.keys) where demands[url]?.isAdopted == true {
      demands[url]?.isAdopted = false
      if requesters(of: url).isEmpty { giveUp(url, &effects) }
    }
    startFetches(&effects)
    return effects
  }

  /// An element that was made since the last session ended asks for the image, or the page that came since
  /// shows it.
  func isStorable(_ url: String) -> Bool {
    guard let last = lastOfEndedSession, let demand = demands[url] else { return lastOfEndedSession == nil }
    return demand.isAdopted || demand.requesters.contains { $0 > last }
  }

  /// Puts an image into memory and on screen.
  mutating func show(_ entry: Entry, isFromStorage: Bool, _ effects: inout [Effect]) {
    let url = entry.url
    let requesters = requesters(of: url)
    demands[url]?.isAdopted = false
    demands[url]?.showsStoredImage = isFromStorage
    if requesters.isEmpty, !memory.contains(url) {
      release([url], &effects)
    } else {
      memory.insert(url, entry, cost: entry.bytes, isPinned: !requesters.isEmpty)
      for requester in requesters { effects.append(.show(url, requester)) }
      trimMemory(&effects)
    }
    forgetIfIdle(url)
  }

  /// Makes room in the index, and returns true if the image is in it. If an image may not be stored, its
  /// older version is removed, too.
  mutating func makeRoom(for entry: Entry, _ effects: inout [Effect]) -> Bool {
    let wasStored = index.remove(entry.url)
    guard configuration.isStorable(bytes: entry.bytes) else {
      if wasStored { removeFromStorage([entry.url], &effects) }
      return false
    }
    removeFromStorage(index.evict(downTo: configuration.storageLimit - entry.bytes), &effects)
    index.insert(entry.url, entry, cost: entry.bytes)
    unsavedURLs.append(entry.url)
    return true
  }

  mutating func trimMemory(_ effects: inout [Effect]) {
    release(memory.evict(downTo: configuration.memoryLimit), &effects)
  }

  func release(_ urls: [String], _ effects: inout [Effect]) {
    if !urls.isEmpty { effects.append(.releaseMemory(urls)) }
  }

  mutating func removeFromStorage(_ urls: [String], _ effects: inout [Effect]) {
    guard !urls.isEmpty else { return }
    effects.append(.remove(urls))
    indexChanged(&effects)
  }

  mutating func indexChanged(_ effects: inout [Effect]) {
    isIndexChanged = true
    guard !isIndexTimerRunning else { return }
    isIndexTimerRunning = true
    effects.append(.startIndexTimer)
  }

  public mutating func indexTimerFired() -> [Effect] {
    isIndexTimerRunning = false
    return saveIndex()
  }

  /// Writes what is unsaved at once, because the page may never be seen again.
  public mutating func pageHidden() -> [Effect] {
    let journal = unsavedURLs.compactMap { index[$0] }
    return journal.isEmpty ? saveIndex() : [.saveJournal(journal)] + saveIndex()
  }

  private mutating func saveIndex() -> [Effect] {
    unsavedURLs = []
    guard isIndexChanged else { return [] }
    isIndexChanged = false
    return [.saveIndex]
  }

  /// The change of an image's last use from which on the index is worth saving.
  static let usePrecision: Milliseconds = 60 * 1000

  mutating func noteUse(of url: String, now: Milliseconds, _ effects: inout [Effect]) {
    guard let entry = index[url] else { return }
    index[url]?.usedAt = now
    index.use(url)
    let moved = now - entry.usedAt
    if moved < 0 || moved >= Self.usePrecision { indexChanged(&effects) }
  }
}

extension ImageCache {
  /// Applies the index of the last run, read by `StoredIndex`; it is empty if it is missing or storage
  /// doesn't work. All earlier requests have waited for it. `journal`: the entries of the last
  /// `.saveJournal`.
  public mutating func storedIndexLoaded(
    _ entries: [Entry], journal: [Entry] = [], now: Milliseconds
  ) -> [Effect] {
    guard !isIndexLoaded else { return [] }
    isIndexLoaded = true
    var effects: [Effect] = []
    if !journal.isEmpty { indexChanged(&effects) }
    var dropped: [String] = []
    // Both are nearly sorted, and the journal is the later one: a sort would add a library to the app.
    var ordered: [Entry] = []
    for entry in entries + journal {
      var position = ordered.count
      while position > 0, ordered[position - 1].usedAt > entry.usedAt { position -= 1 }
      ordered.insert(entry, at: position)
    }
    for entry in ordered {
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

  /// Handles an image that was in storage; the interpreter now holds its bytes.
  public mutating func foundInStorage(_ url: String, bytes: Int, now: Milliseconds) -> [Effect] {
    guard load(of: url) == .reading else { return memory.contains(url) ? [] : [.releaseMemory([url])] }
    guard bytes > 0 else { return storedImageFailed(url, isThere: true, now: now) }
    demands[url]?.load = .none
    guard !requesters(of: url).isEmpty else {
      forgetIfIdle(url)
      return [.releaseMemory([url])]
    }
    var effects: [Effect] = []
    statistics.storageHits += 1
    show(entryFound(url, bytes: bytes, now: now, &effects), isFromStorage: true, &effects)
    revalidateIfStale(url, now: now)
    startFetches(&effects)
    return effects
  }

  /// Handles an image that is in the index and not in storage.
  public mutating func missingInStorage(_ url: String, now: Milliseconds) -> [Effect] {
    guard load(of: url) == .reading else { return [] }
    return storedImageFailed(url, isThere: false, now: now)
  }

  /// Handles an image that could not be stored: the device is full, or the browser grants no more. It still
  /// shows, and a quarter of the stored images makes room for the next ones.
  public mutating func storageFailed(_ url: String) -> [Effect] {
    guard isIndexLoaded else { return [] }
    var effects: [Effect] = []
    index.remove(url)
    let evicted = index.evict(downTo: index.totalCost - index.totalCost / 4)
    removeFromStorage([url] + evicted, &effects)
    return effects
  }

  /// Falls back to the network, because the stored copy is unusable.
  mutating func storedImageFailed(_ url: String, isThere: Bool, now: Milliseconds) -> [Effect] {
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

  /// Returns the entry for stored bytes. If the index doesn't know them, they show all the same, and count as
  /// stale. That happens if it was saved before they were, or if the image was evicted during the read.
  private mutating func entryFound(
    _ url: String, bytes: Int, now: Milliseconds, _ effects: inout [Effect]
  ) -> Entry {
    let indexed = index[url]
    if let indexed, indexed.bytes == bytes { return indexed }
    let entry = Entry(
      url: url, bytes: bytes, etag: nil, isImmutable: false, fetchedAt: now - configuration.freshFor,
      usedAt: now)
    if indexed != nil, makeRoom(for: entry, &effects) { indexChanged(&effects) }
    return entry
  }
}
