extension ImageCache {
  /// Other limits hold from now on.
  public mutating func limitsChanged(to configuration: Configuration) -> [Effect] {
    self.configuration = configuration
    var effects: [Effect] = []
    removeFromStorage(index.evict(downTo: configuration.storageLimit), &effects)
    trimMemory(&effects)
    startFetches(&effects)
    return effects
  }

  /// The user wants the space back. What is on screen stays there, what is being loaded goes on.
  public mutating func clear() -> [Effect] {
    isIndexToBeCleared = !isIndexLoaded
    var effects: [Effect] = []
    removeFromStorage(index.evictAll(), &effects)
    release(memory.evictAll(), &effects)
    return effects
  }

  /// Puts an image into memory and on screen.
  mutating func keep(_ entry: Entry, isStoredCopy: Bool, _ effects: inout [Effect]) {
    let url = entry.url
    let requesters = requesters(of: url)
    demands[url]?.isAdopted = false
    demands[url]?.showsStoredCopy = isStoredCopy
    if requesters.isEmpty, !memory.contains(url) {
      release([url], &effects)
    } else {
      memory.insert(url, entry, cost: entry.bytes, isPinned: !requesters.isEmpty)
      for requester in requesters { effects.append(.show(url, requester)) }
      trimMemory(&effects)
    }
    forgetIfIdle(url)
  }

  /// Whether the image is in the index now. One that may not be stored takes its older version with it.
  mutating func makeRoom(for entry: Entry, _ effects: inout [Effect]) -> Bool {
    let wasStored = index.remove(entry.url)
    guard configuration.isStorable(bytes: entry.bytes) else {
      if wasStored { removeFromStorage([entry.url], &effects) }
      return false
    }
    removeFromStorage(index.evict(downTo: configuration.storageLimit - entry.bytes), &effects)
    index.insert(entry.url, entry, cost: entry.bytes)
    return true
  }

  mutating func trimMemory(_ effects: inout [Effect]) {
    release(memory.evict(downTo: configuration.memoryLimit), &effects)
  }

  func release(_ urls: [String], _ effects: inout [Effect]) {
    if !urls.isEmpty { effects.append(.releaseMemory(urls)) }
  }

  func removeFromStorage(_ urls: [String], _ effects: inout [Effect]) {
    guard !urls.isEmpty else { return }
    effects.append(.remove(urls))
    indexChanged(&effects)
  }

  func indexChanged(_ effects: inout [Effect]) {
    for effect in effects {
      if case .saveIndex = effect { return }
    }
    effects.append(.saveIndex)
  }

  /// By how much the time of use must move for the index to be worth saving.
  static let usePrecision: Milliseconds = 60 * 1000

  mutating func noteUse(of url: String, now: Milliseconds, _ effects: inout [Effect]) {
    guard let entry = index[url] else { return }
    index[url]?.usedAt = now
    index.use(url)
    let moved = now - entry.usedAt
    if moved < 0 || moved >= Self.usePrecision { indexChanged(&effects) }
  }
}
