extension ImageCache {
  /// The image came; the interpreter now holds these bytes in place of any others of the URL.
  public mutating func fetched(_ url: String, _ download: Download, now: Milliseconds) -> [Effect] {
    guard endFetch(url) || memory.contains(url) else { return [.releaseMemory([url])] }
    var effects: [Effect] = []
    let entry = Entry(
      url: url, bytes: download.bytes, etag: download.etag, isImmutable: download.isImmutable, fetchedAt: now,
      usedAt: now)
    // If a question about this image still waits its turn, it is answered.
    cancelFetch(url, &effects)
    if makeRoom(for: entry, &effects) {
      effects.append(.save(url))
      indexChanged(&effects)
    }
    keep(entry, isStoredCopy: false, &effects)
    startFetches(&effects)
    return effects
  }

  /// The server said 304: what is shown is the newest.
  public mutating func notModified(_ url: String, now: Milliseconds) -> [Effect] {
    guard load(of: url) == .fetching, memory.contains(url) else { return fetchFailed(url, reason: .invalid, now: now) }
    var effects: [Effect] = []
    _ = endFetch(url)
    memory[url]?.fetchedAt = now
    if index.contains(url) {
      index[url]?.fetchedAt = now
      indexChanged(&effects)
    }
    forgetIfIdle(url)
    startFetches(&effects)
    return effects
  }

  /// The fetch failed; what is on screen stays there. Or, in answer to `.loadFromStorage` and as `.invalid`,
  /// the stored copy is no image; it is deleted and fetched anew.
  public mutating func failed(_ url: String, reason: Failure, now: Milliseconds) -> [Effect] {
    if load(of: url) == .reading, reason == .invalid { return storedCopyFailed(url, isThere: true, now: now) }
    return fetchFailed(url, reason: reason, now: now)
  }

  /// The browser could not decode the bytes that it was to show. A stored copy is fetched anew; what just
  /// came from the network would come no better.
  public mutating func couldNotShow(_ url: String, now: Milliseconds) -> [Effect] {
    guard memory.remove(url) else { return [] }
    var effects: [Effect] = [.releaseMemory([url])]
    if index.remove(url) { removeFromStorage([url], &effects) }
    cancelFetch(url, &effects)
    if let demand = demands[url], demand.showsStoredCopy, !demand.requesters.isEmpty {
      demands[url]?.showsStoredCopy = false
      enqueue(url, now: now)
    } else {
      for requester in requesters(of: url) { effects.append(.showFailure(requester)) }
      forgetIfIdle(url)
    }
    startFetches(&effects)
    return effects
  }

  private mutating func fetchFailed(_ url: String, reason: Failure, now: Milliseconds) -> [Effect] {
    guard endFetch(url) else { return [] }
    var effects: [Effect] = []
    if reason == .offline || reason == .unavailable { revalidationsRestAfter = now }
    if !memory.contains(url) {
      for requester in requesters(of: url) { effects.append(.showFailure(requester)) }
    } else if reason == .notFound, index.remove(url) {
      removeFromStorage([url], &effects)
    }
    forgetIfIdle(url)
    startFetches(&effects)
    return effects
  }

  /// How long stale images are left alone after the network failed.
  static let revalidationsRest: Milliseconds = 60 * 1000

  mutating func revalidateIfStale(_ url: String, now: Milliseconds) {
    guard load(of: url) == .none, let entry = memory[url], configuration.isStale(entry, now: now) else { return }
    if let failedAt = revalidationsRestAfter, now >= failedAt, now - failedAt < Self.revalidationsRest { return }
    enqueue(url, now: now)
  }
}
