extension ImageCache {
  /// Who wants a URL, and what is being done about it.
  ///
  /// The requesters of a URL share one fate: if it is in memory all of them show it, else if it is
  /// being loaded all wait, else all show the failure.
  struct Demand {
    enum Load: Equatable {
      case none, awaitingIndex, reading, queued, fetching
    }

    var requesters: [RequesterID] = []
    var load = Load.none
    /// To be fetched into storage whether anyone waits for it or not.
    var isAdopted = false
    /// What is on screen came from storage: if it turns out to be damaged, the network may have better.
    var showsStoredCopy = false
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
    let isUnwanted = requesters(of: url).isEmpty
    queue.add(url, isUnwanted ? .adoption : memory.contains(url) ? .revalidation : .wanted, now: now)
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

  /// Whether there was a fetch to end: an answer to any other is not expected.
  mutating func endFetch(_ url: String) -> Bool {
    guard load(of: url) == .fetching else { return false }
    demands[url]?.load = .none
    demands[url]?.isAdopted = false
    fetchesInFlight -= 1
    return true
  }

  /// Gives up what is queued or fetched for the URL.
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
