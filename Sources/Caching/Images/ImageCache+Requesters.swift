extension ImageCache {
  /// The element came on screen, or now shows another image than before.
  public mutating func want(_ url: String, by requester: RequesterID, now: Milliseconds) -> [Effect] {
    var effects: [Effect] = []
    let previous = wantedURLs.updateValue(url, forKey: requester)
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
    // Given up last: until the new image shows, the old one is still on screen.
    if let previous, previous != url { drop(requester, from: previous, now: now, &effects) }
    startFetches(&effects)
    return effects
  }

  /// The element left the screen, or the document.
  public mutating func leave(_ requester: RequesterID, now: Milliseconds) -> [Effect] {
    guard let url = wantedURLs.removeValue(forKey: requester) else { return [] }
    var effects: [Effect] = []
    drop(requester, from: url, now: now, &effects)
    startFetches(&effects)
    return effects
  }

  /// The user wants to see an image that failed, or the network is back.
  public mutating func retry(_ requester: RequesterID, now: Milliseconds) -> [Effect] {
    guard let url = wantedURLs[requester], !memory.contains(url) else { return [] }
    var effects: [Effect] = []
    startOrHasten(url, now: now, &effects)
    startFetches(&effects)
    return effects
  }

  /// The browser has loaded this image itself, in the page that the server rendered: have it in storage
  /// as well, when there is nothing better to do. Once a URL.
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
    if !demand.isAdopted {
      awaitingIndex.removeEvery(url)
      if demand.load == .awaitingIndex { demands[url]?.load = .none }
      cancelFetch(url, &effects)
    } else if demand.load == .queued {
      enqueue(url, now: now)
    }
    // A read can't be cancelled: its answer will find nobody waiting.
    forgetIfIdle(url)
  }
}
