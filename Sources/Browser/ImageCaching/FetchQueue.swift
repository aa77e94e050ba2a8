/// The fetches that wait for their turn.
///
/// Images in sight come first. Those requested within a moment form a batch, a screenful, in the order of the
/// requests. The newest batch goes first, because that is where the viewer has scrolled to. Then come the
/// revalidations of shown images, then, while the network is idle, the adopted ones.
struct FetchQueue {
  enum Priority {
    case requested, revalidation, adoption
  }

  /// The time after its first image during which a batch takes in more.
  static let batchLength: Milliseconds = 100

  /// The newest last.
  private var batches: [[String]] = []
  private var newestBegan: Milliseconds = 0
  private var revalidations: [String] = []
  private var adoptions: [String] = []

  /// Adds the URL, or moves it to its new place.
  mutating func add(_ url: String, _ priority: Priority, now: Milliseconds) {
    switch priority {
    case .requested: addToNewestBatch(url, now: now)
    case .revalidation:
      remove(url)
      revalidations.append(url)
    case .adoption:
      remove(url)
      adoptions.append(url)
    }
  }

  mutating func remove(_ url: String) {
    for position in batches.indices {
      batches[position].removeEvery(url)
    }
    batches.removeAll { $0.isEmpty }
    revalidations.removeEvery(url)
    adoptions.removeEvery(url)
  }

  mutating func next(isNetworkIdle: Bool) -> String? {
    if let newest = batches.indices.last {
      let url = batches[newest].removeFirst()
      if batches[newest].isEmpty { batches.removeLast() }
      return url
    }
    if !revalidations.isEmpty { return revalidations.removeFirst() }
    return isNetworkIdle && !adoptions.isEmpty ? adoptions.removeFirst() : nil
  }

  private mutating func addToNewestBatch(_ url: String, now: Milliseconds) {
    let age = now - newestBegan
    let isRunning = !batches.isEmpty && age >= 0 && age <= Self.batchLength
    if isRunning, batches.last?.contains(url) == true { return }
    remove(url)
    if isRunning, let newest = batches.indices.last {
      batches[newest].append(url)
    } else {
      batches.append([url])
      newestBegan = now
    }
  }
}

extension [String] {
  @inline(never)
  mutating func removeEvery(_ url: String) { removeAll { $0 == url } }
}
