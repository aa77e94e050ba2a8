extension ImageCache {
  /// Handles an element that came on screen, or shows another image than before.
  public mutating func request(_ url: String, by requester: RequesterID, now: Milliseconds) -> [Effect] {
    var effects: [Effect] = []
    let previous = requestedURLs.updateValue(url, forKey: requester)
    if previous != url {
      demands[url, default: Demand()].requesters.append(requester)
    }
    if memory.contains(url) {
      statistics.memoryHits += 1
      memory.pin(url)
      effects.append(.show(url, requester))
      noteUse(of: url, now: now, &effects)
      revalidateIfStale(url, now: now)
    } else {
      startOrHasten(url, now: now, &effects)
    }
    // The old image is given up last: it stays on screen until the new one shows.
    if let previous, previous != url { drop(requester, from: previous, now: now, &effects) }
    startFetches(&effects)
    return effects
  }

  /// Handles an element that left the screen or the document.
  public mutating func leave(_ requester: RequesterID, now: Milliseconds) -> [Effect] {
    guard let url = requestedURLs.removeValue(forKey: requester) else { return [] }
    var effects: [Effect] = []
    drop(requester, from: url, now: now, &effects)
    startFetches(&effects)
    return effects
  }

  /// Retries a failed image, because the user wants to see it or the network is back.
  public mutating func retry(_ requester: RequesterID, now: Milliseconds) -> [Effect] {
    guard let url = requestedURLs[requester], !memory.contains(url) else { return [] }
    var effects: [Effect] = []
    startOrHasten(url, now: now, &effects)
    startFetches(&effects)
    return effects
  }

  /// Stores an image that the browser has loaded itself, in the page that the server rendered, when the
  /// network is idle. Each URL is adopted once.
  public mutating func adopt(_ url: String, now: Milliseconds) -> [Effect] {
    guard adoptedURLs.insert(url).inserted, !memory.contains(url), load(of: url) == .none else { return [] }
    guard !index.contains(url) else { return [] }
    var effects: [Effect] = []
    demands[url, default: Demand()].isAdopted = true
    begin(url, now: now, &effects)
    startFetches(&effects)
    return effects
  }

  private mutating func startOrHasten(_ url: String, now: Milliseconds, _ effects: inout [Effect]) {
    switch load(of: url) {
    case .none: begin(url, now: now, &effects)
    case .queued: enqueue(url, now: now)
    case .awaitingIndex, .reading, .fetching: break
    }
  }

  private mutating func drop(
    _ requester: RequesterID, from url: String, now: Milliseconds, _ effects: inout [Effect]
  ) {
    demands[url]?.requesters.removeAll { $0 == requester }
    guard let demand = demands[url], demand.requesters.isEmpty else { return }
    if let entry = memory[url] {
      memory.unpin(url)
      noteUse(of: url, now: now, &effects)
      if entry.bytes > configuration.largestImage {
        memory.remove(url)
        effects.append(.releaseMemory([url]))
      }
      trimMemory(&effects)
    }
    if demand.isAdopted, demand.load == .queued { enqueue(url, now: now) }
    if demand.isAdopted { forgetIfIdle(url) } else { giveUp(url, &effects) }
  }

  /// Ends the load of an image without requesters. A read can't be cancelled, and its result is dropped.
  mutating func giveUp(_ url: String, _ effects: inout [Effect]) {
    awaitingIndex.removeEvery(url)
    if load(of: url) == .awaitingIndex { demands[url]?.load = .none }
    cancelFetch(url, &effects)
    forgetIfIdle(url)
  }
}

extension ImageCache {
  /// The requesters of a URL, and the state of its load.
  ///
  /// All requesters of a URL share its state. If it is in memory, all of them show it; else, if it is being
  /// loaded, all wait; else all show the failure.
  struct Demand {
    enum Load: Equatable {
      case none, awaitingIndex, reading, queued, fetching
    }

    var requesters: [RequesterID] = []
    var load = Load.none
    /// True if it is fetched into storage even if no requester waits.
    var isAdopted = false
    /// True if a stored copy is on screen: if it proves damaged, it is fetched anew.
    var showsStoredImage = false
  }

  func load(of url: String) -> Demand.Load { demands[url]?.load ?? .none }

  func requesters(of url: String) -> [RequesterID] { demands[url]?.requesters ?? [] }

  mutating func forgetIfIdle(_ url: String) {
    if let demand = demands[url], demand.requesters.isEmpty, demand.load == .none {
      demands.removeValue(forKey: url)
    }
  }

  /// Starts the load of an image that is not in memory.
  mutating func begin(_ url: String, now: Milliseconds, _ effects: inout [Effect]) {
    guard isIndexLoaded else {
      demands[url]?.load = .awaitingIndex
      awaitingIndex.append(url)
      return
    }
    guard index.contains(url) else { return enqueue(url, now: now) }
    guard !requesters(of: url).isEmpty else { return forgetIfIdle(url) }
    demands[url]?.load = .reading
    noteUse(of: url, now: now, &effects)
    effects.append(.loadFromStorage(url))
  }

  mutating func enqueue(_ url: String, now: Milliseconds) {
    demands[url]?.load = .queued
    let hasNoRequester = requesters(of: url).isEmpty
    queue.add(url, hasNoRequester ? .adoption : memory.contains(url) ? .revalidation : .requested, now: now)
  }

  mutating func startFetches(_ effects: inout [Effect]) {
    while fetchesInFlight < max(1, configuration.fetchesAtOnce),
      let url = queue.next(isNetworkIdle: fetchesInFlight == 0)
    {
      demands[url]?.load = .fetching
      fetchesInFlight += 1
      statistics.networkFetches += 1
      effects.append(.fetch(url, validator: memory[url]?.etag))
    }
  }

  /// Ends a running fetch. Returns false if no fetch runs, and so a response isn't expected.
  mutating func endFetch(_ url: String) -> Bool {
    guard load(of: url) == .fetching else { return false }
    demands[url]?.load = .none
    demands[url]?.isAdopted = false
    fetchesInFlight -= 1
    return true
  }

  /// Cancels the URL's queued or running fetch.
  mutating func cancelFetch(_ url: String, _ effects: inout [Effect]) {
    switch load(of: url) {
    case .queued:
      queue.remove(url)
      demands[url]?.load = .none
    case .fetching:
      if endFetch(url) { effects.append(.cancelFetch(url)) }
    case .none, .awaitingIndex, .reading: break
    }
  }
}

extension ImageCache {
  /// Handles a fetched image; the interpreter now holds these bytes in place of any others of the URL.
  public mutating func fetched(_ url: String, _ download: Download, now: Milliseconds) -> [Effect] {
    let isForNow = isStorable(url)
    guard endFetch(url) || memory.contains(url) else { return [.releaseMemory([url])] }
    var effects: [Effect] = []
    let entry = Entry(
      url: url, bytes: download.bytes, etag: download.etag, isImmutable: download.isImmutable, fetchedAt: now,
      usedAt: now)
    // A queued revalidation of this image is no longer needed.
    cancelFetch(url, &effects)
    if isForNow, makeRoom(for: entry, &effects) {
      effects.append(.save(url))
      indexChanged(&effects)
    }
    show(entry, isFromStorage: false, &effects)
    startFetches(&effects)
    return effects
  }

  /// Handles a 304: what shows is up to date.
  public mutating func notModified(_ url: String, now: Milliseconds) -> [Effect] {
    guard load(of: url) == .fetching, memory.contains(url) else {
      return fetchFailed(url, reason: .invalid, now: now)
    }
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

  /// Handles a failed fetch; what is on screen stays. The response to `.loadFromStorage` can also be
  /// `.invalid`: the stored copy can't be decoded, and is deleted and fetched anew.
  public mutating func failed(_ url: String, reason: Failure, now: Milliseconds) -> [Effect] {
    if load(of: url) == .reading, reason == .invalid {
      return storedImageFailed(url, isThere: true, now: now)
    }
    return fetchFailed(url, reason: reason, now: now)
  }

  /// Handles a fetch without a response, although there is a network. Another server may not let programs
  /// read its images: then the browser shows the image by itself, and it isn't stored. A shown image stays.
  public mutating func couldNotRead(_ url: String, now: Milliseconds) -> [Effect] {
    let bytes = Array(url.utf8)
    let isOfServer = bytes.starts(with: Array("https:".utf8)) || bytes.starts(with: Array("http:".utf8))
    if memory.contains(url) || !isOfServer { return failed(url, reason: .offline, now: now) }
    return fetched(url, .unreadable, now: now)
  }

  /// Handles an image that the browser could not decode for display. A stored copy is fetched anew; one that
  /// just came from the network would not get better.
  public mutating func couldNotShow(_ url: String, now: Milliseconds) -> [Effect] {
    guard memory.remove(url) else { return [] }
    var effects: [Effect] = [.releaseMemory([url])]
    if index.remove(url) { removeFromStorage([url], &effects) }
    cancelFetch(url, &effects)
    if let demand = demands[url], demand.showsStoredImage, !demand.requesters.isEmpty {
      demands[url]?.showsStoredImage = false
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

  /// The time for which stale images are not revalidated after the network failed.
  static let revalidationsRest: Milliseconds = 60 * 1000

  mutating func revalidateIfStale(_ url: String, now: Milliseconds) {
    guard load(of: url) == .none, let entry = memory[url], configuration.isStale(entry, now: now) else {
      return
    }
    if let failedAt = revalidationsRestAfter, now >= failedAt, now - failedAt < Self.revalidationsRest {
      return
    }
    enqueue(url, now: now)
  }
}
