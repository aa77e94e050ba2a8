import TestSupport
import Testing

@testable import ImageCaching

/// Simulates browser, device and user at random, and checks the cache's invariants after every step.
struct ImageCacheModelTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `MOM_07 the promises hold whatever happens`(seed: UInt64) {
    var model = Model(seed: seed)
    for _ in 0..<1500 { model.step() }
    model.settle()
  }
}

private struct Model {
  typealias Effect = ImageCache.Effect

  var generator: SeededGenerator
  var cache: ImageCache
  var now: Milliseconds = 1_000_000
  var isIndexLoaded = false
  var savedIndex: [ImageCache.Entry]

  /// The image that each requester wants; the next two hold what it was last told.
  var wanted: [Int32: String] = [:]
  var shown: [Int32: String] = [:]
  var failed: Set<Int32> = []
  var blobs: [String: Int] = [:]
  var stored: [String: Int] = [:]
  var fetching: [String] = []
  var validators: [String: String] = [:]
  var cancelled: [String] = []
  var reading: [String] = []
  var adopted: Set<String> = []
  var isTimerRunning = false
  /// The first element made after the end of the last session.
  var firstOfSession: Int32 = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let entries = (0..<8).map {
      entry("/\($0)", bytes: 5 + $0, etag: "\"e\"", fetchedAt: 999_000, usedAt: Int64($0))
    }
    savedIndex = entries
    // The first image is in the index but not in storage.
    for entry in entries.dropFirst() { stored[entry.url] = entry.bytes }
    cache = ImageCache(
      configuration: .init(
        memoryLimit: 60, storageLimit: 120, largestImage: 25, freshFor: 5000, fetchesAtOnce: 3))
  }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  mutating func chance(_ percent: Int) -> Bool { pick(100) < percent }

  mutating func step() {
    now += Milliseconds(pick(chance(5) ? 8000 : 120))
    // Elements that are about to leave the document ask for more meanwhile.
    let isOld = firstOfSession > 0 && chance(20)
    let requester = isOld ? Int32(pick(Int(firstOfSession))) : firstOfSession + Int32(pick(12))
    let url = "/\(pick(20))"
    switch pick(100) {
    case 0..<30: request(url, by: requester)
    case 30..<45: leave(requester)
    case 45..<50:
      if failed.remove(requester) != nil {
        perform(cache.retry(requester, now: now))
      } else {
        expectNothingOfARetry(requester)
      }
    case 50..<54:
      adopted.insert(url)
      perform(cache.adopt(url, now: now))
    case 54: loadIndex()
    case 55: writeIndex()
    case 56: perform(cache.clear())
    case 57 where chance(20): endSession()
    case 57: changeLimits()
    case 58: if blobs[url] != nil, shown.values.contains(url) { couldNotShow(url) }
    case 59: answerTwice(url)
    case 60..<75: answerRead()
    default: answerFetch()
    }
    check()
  }

  mutating func request(_ url: String, by requester: Int32) {
    if wanted.updateValue(url, forKey: requester) != url { shown[requester] = nil }
    // Every requester of the same image waits again.
    for (other, wantedURL) in wanted where wantedURL == url { failed.remove(other) }
    perform(cache.request(url, by: requester, now: now))
  }

  mutating func leave(_ requester: Int32) {
    wanted[requester] = nil
    shown[requester] = nil
    failed.remove(requester)
    perform(cache.leave(requester, now: now))
  }

  mutating func expectNothingOfARetry(_ requester: Int32) {
    let before = cache.statistics
    perform(cache.retry(requester, now: now))
    #expect(cache.statistics == before)
  }

  mutating func loadIndex() {
    let effects = cache.storedIndexLoaded(savedIndex, now: now)
    #expect(!isIndexLoaded || effects.isEmpty)
    isIndexLoaded = true
    perform(effects)
  }

  mutating func writeIndex() {
    if isTimerRunning, chance(70) {
      isTimerRunning = false
      perform(cache.indexTimerFired())
    } else {
      perform(cache.pageHidden())
    }
  }

  mutating func changeLimits() {
    var configuration = cache.configuration
    configuration.memoryLimit = 30 + pick(60)
    configuration.storageLimit = 60 + pick(120)
    perform(cache.limitsChanged(to: configuration))
  }

  mutating func endSession() {
    firstOfSession += 12
    adopted = []
    perform(cache.sessionEnded(lastRequester: firstOfSession - 1))
    #expect(cache.storageBytes == 0 && stored.isEmpty || !isIndexLoaded)
  }

  mutating func couldNotShow(_ url: String) {
    for (requester, shownURL) in shown where shownURL == url { shown[requester] = nil }
    perform(cache.couldNotShow(url, now: now))
  }

  mutating func answerRead() {
    guard !reading.isEmpty else { return }
    let url = reading.remove(at: pick(reading.count))
    guard let bytes = stored[url] else { return perform(cache.missingInStorage(url, now: now)) }
    if chance(5) { return perform(cache.failed(url, reason: .invalid, now: now)) }
    if blobs[url] == nil { blobs[url] = bytes }
    perform(cache.foundInStorage(url, bytes: bytes, now: now))
  }

  mutating func answerFetch() {
    // A careless interpreter: a cancelled fetch sometimes still responds.
    if chance(10), let url = cancelled.popLast() {
      fetching.removeAll { $0 == url }
      validators[url] = nil
      if chance(50) { return perform(cache.failed(url, reason: .offline, now: now)) }
      blobs[url] = 7
      return perform(cache.fetched(url, .init(bytes: 7, etag: "\"late\""), now: now))
    }
    guard !fetching.isEmpty else { return }
    let url = fetching.remove(at: pick(fetching.count))
    let isConditional = validators.removeValue(forKey: url) != nil
    switch pick(10) {
    case 0: perform(cache.failed(url, reason: .offline, now: now))
    case 1: perform(cache.failed(url, reason: .notFound, now: now))
    case 2...5 where isConditional: perform(cache.notModified(url, now: now))
    case 6 where chance(30):
      blobs[url] = 0
      perform(cache.fetched(url, .unreadable, now: now))
    default:
      let bytes = 1 + pick(30)
      blobs[url] = bytes
      perform(
        cache.fetched(
          url, .init(bytes: bytes, etag: chance(70) ? "\"x\"" : nil, isImmutable: chance(10)), now: now))
    }
  }

  /// Checks that a response without a request does nothing.
  mutating func answerTwice(_ url: String) {
    guard !fetching.contains(url), !reading.contains(url) else { return }
    #expect(cache.notModified(url, now: now) == [])
    #expect(cache.failed(url, reason: .notFound, now: now) == [])
    #expect(cache.missingInStorage(url, now: now) == [])
  }

  mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .loadFromStorage(let url):
        #expect(!reading.contains(url) && !fetching.contains(url) && blobs[url] == nil)
        reading.append(url)
      case .fetch(let url, let validator):
        #expect(!fetching.contains(url), "one fetch a URL")
        #expect(wanted.values.contains(url) || adopted.contains(url), "nobody asked for \(url)")
        #expect(validator == nil || blobs[url] != nil, "a 304 would bring nothing")
        fetching.append(url)
        validators[url] = validator
      case .cancelFetch(let url):
        #expect(fetching.contains(url))
        #expect(!wanted.values.contains(url) || !shown.values.contains(url))
        fetching.removeAll { $0 == url }
        validators[url] = nil
        cancelled.append(url)
      case .show(let url, let requester):
        #expect(wanted[requester] == url, "shown what it did not want")
        #expect(blobs[url] != nil, "shown without bytes")
        shown[requester] = url
        failed.remove(requester)
      case .showFailure(let requester):
        #expect(wanted[requester] != nil && shown[requester] == nil)
        failed.insert(requester)
      case .save(let url):
        #expect(blobs[url] != nil)
        let isWanted = wanted.contains { $0.key >= firstOfSession && $0.value == url }
        #expect(
          isWanted || adopted.contains(url) || firstOfSession == 0, "\(url) was for a session that has ended")
        stored[url] = blobs[url]
        if chance(10) { perform(cache.storageFailed(url)) }
      case .remove(let urls):
        for url in urls { stored[url] = nil }
      case .releaseMemory(let urls):
        for url in urls {
          #expect(!shown.values.contains(url), "released \(url), which is on screen")
          blobs[url] = nil
        }
      case .startIndexTimer:
        #expect(!isTimerRunning, "one timer at a time")
        isTimerRunning = true
      case .saveIndex:
        #expect(isIndexLoaded, "the index was overwritten before it was read")
        savedIndex = cache.storedEntries
      case .saveJournal(let entries):
        #expect(isIndexLoaded && !entries.isEmpty)
        for entry in entries { #expect(cache.storedEntries.contains(entry)) }
      }
    }
  }

  func check() {
    let configuration = cache.configuration
    let pinned = Set(shown.values)
    let pinnedBytes = pinned.reduce(0) { $0 + (blobs[$1] ?? 0) }
    #expect(cache.memoryBytes == blobs.values.reduce(0, +))
    #expect(cache.memoryBytes <= max(configuration.memoryLimit, pinnedBytes))
    #expect(cache.storageBytes <= configuration.storageLimit)
    #expect(cache.storageBytes == cache.storedEntries.reduce(0) { $0 + $1.bytes })
    #expect(fetching.count <= configuration.fetchesAtOnce)
    #expect(fetching.count == cache.fetchesInFlight)
    if isIndexLoaded {
      let indexed = Set(cache.storedEntries.map { $0.url })
      for url in stored.keys { #expect(indexed.contains(url), "\(url) is stored but forgotten") }
      #expect(isTimerRunning || Set(savedIndex.map { $0.url }) == indexed, "a change is never written")
    }
    for (requester, url) in wanted {
      let isAnswered = shown[requester] == url || failed.contains(requester)
      let isUnderWay = cache.load(of: url) != .none
      #expect(isAnswered || isUnderWay, "requester \(requester) is lost")
    }
    for url in cache.demands.keys {
      #expect(wanted.values.contains(url) || cache.load(of: url) != .none, "\(url) is remembered for nobody")
    }
  }

  /// Completes everything that is under way. Afterwards no requester waits and no fetch is left.
  mutating func settle() {
    loadIndex()
    var rounds = 0
    while !(fetching.isEmpty && reading.isEmpty), rounds < 10_000 {
      answerRead()
      answerFetch()
      check()
      rounds += 1
    }
    for (requester, url) in wanted {
      #expect(shown[requester] == url || failed.contains(requester), "requester \(requester) waits for ever")
    }
    for requester in wanted.keys.sorted() { leave(requester) }
    #expect(cache.fetchesInFlight == 0)
    #expect(cache.demands.isEmpty)
  }
}
