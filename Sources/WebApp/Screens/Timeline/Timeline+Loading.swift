import Contracts
import JSON
import Social

/// Loading newer posts from above, older ones from below, and gaps between.
extension Timeline {
  /// Sends a request.
  ///
  /// - Parameter query: the query of the page, if the server named it.
  static func ask(_ state: State, _ request: Request, query: String? = nil) -> Effect {
    let before: String? =
      switch request {
      case .newest, .parents, .circles: nil
      case .newer(let id), .older(let id), .gap(let id): id
      case .position(let id): successor(of: id)
      }
    let page = MastodonRequests.Page(before: before, limit: pageLength, query: query)
    let call =
      switch state.kind {
      case .home: MastodonRequests.home(page)
      case .mentions: MastodonRequests.mentions(page)
      case .tag(let name): MastodonRequests.tag(name, page)
      case .collection(let collection): MastodonRequests.collection(collection, page: before)
      case .circle(let id): MastodonRequests.circle(id, page)
      }
    return .ask(request, call)
  }

  /// Returns the next id, so that a page before it begins with `id`.
  private static func successor(of id: String) -> String {
    var digits = Array(id.utf8)
    for index in digits.indices.reversed() {
      guard digits[index] == UInt8(ascii: "9") else {
        digits[index] += 1
        return String(decoding: digits, as: UTF8.self)
      }
      digits[index] = UInt8(ascii: "0")
    }
    return "1" + String(decoding: digits, as: UTF8.self)
  }

  private typealias Page = MastodonDecoder.Page

  private static func page(_ state: State, _ body: [UInt8]) -> Page? {
    state.kind == .mentions ? state.postsState.decoder.mentions(body) : state.postsState.decoder.page(body)
  }

  static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    if case .parents(let ids) = request {
      receivedParents(&state, ids, result, time)
      return []
    }
    if request == .circles { return receivedCircles(state, result) }
    var (query, next) = ([UInt8](), "")
    if case .success(let success) = result { query = success.next }
    let page: Result<[EntryList.Item], LoadFailure>
    switch LoadFailure.body(of: result) {
    case .failure(let failure): page = .failure(failure)
    case .success(let body):
      if let read = Self.page(state, body) {
        page = .success(state.postsState.receive(read.items, asked: time))
        if read.items.isEmpty, !isKnown(state, request, read.last) { next = read.next(query) ?? "" }
      } else {
        page = .failure(.unreadable)
      }
    }
    if state.kind.isCollection { return receivedPart(&state, request, page, query, time) }
    switch request {
    case .newest, .newer:
      let effects = receivedNews(&state, page, next, time)
      return state.arriving.isEmpty ? effects : effects + showArrived(&state)
    case .older(let id): return receivedOlder(&state, id, page, next)
    case .gap(let id): return receivedGap(&state, id, page, next)
    case .position: return receivedPosition(&state, page)
    case .parents, .circles: return []
    }
  }

  /// Returns true if the new pages have reached the present entries.
  private static func isKnown(_ state: State, _ request: Request, _ last: String) -> Bool {
    switch request {
    case .newest, .newer:
      !last.isEmpty && state.list.items.first.map { !EntryList.isNewer(last, than: $0.id) } ?? false
    case .older, .gap, .position, .parents, .circles: false
    }
  }

  // Newer posts.

  static func refresh(_ state: inout State, _ loading: Loading) -> [Effect] {
    guard state.loading == .no else {
      // Pulling while a refresh runs shows the running one.
      if state.loading == .quiet, loading != .quiet { state.loading = loading }
      return []
    }
    state.loading = loading
    return [ask(state, .newest)]
  }

  private static func receivedNews(
    _ state: inout State, _ page: Result<[EntryList.Item], LoadFailure>, _ next: String, _ time: Timestamp
  ) -> [Effect] {
    guard state.loading != .no else { return [] }
    state.askedAt = time
    switch page {
    case .failure(let failure):
      let isRequested = state.loading != .quiet
      finish(&state)
      if isRequested { fail(&state, failure) }
      guard !isRequested, failure == .unreachable else { return [] }
      state.failures += 1
      // The missing network is reported once.
      if state.failures == 2 { fail(&state, failure) }
      return state.failures == 1 ? [.after(milliseconds: 1_500, .asksAgain)] : []
    case .success(let items):
      state.failures = 0
      state.cacheNotes.loadedAt = time
      if state.incomingPages == 0 { state.list.removeMissing(above: items, asked: time) }
      state.incoming += items
      state.incomingPages += 1
      if !next.isEmpty, state.incoming.isEmpty || !state.list.meets(state.incoming),
        state.incomingPages < maxEmptyPages
      {
        return [ask(state, .newer(before: ""), query: next)]
      }
      if state.list.isEmpty { state.next = next.isEmpty || !state.incoming.isEmpty ? nil : next }
      if !state.list.meets(items), state.incomingPages < maxPages, let last = items.last {
        return [ask(state, .newer(before: last.id))]
      }
      return join(&state)
    }
  }

  /// Shows the reason of a failure: in place of an empty list, else over it.
  private static func fail(_ state: inout State, _ failure: LoadFailure) {
    state.failure = state.list.isEmpty ? failure : nil
    state.notice = failure
  }

  /// Adds the new posts on top. The reading position stays and the new posts are counted; if the viewer
  /// refreshed at the top, they show at once.
  private static func join(_ state: inout State) -> [Effect] {
    let isFirst = state.list.isEmpty
    let incoming = state.incoming
    let isSeen = state.loading == .refresh && state.isAtTop
    finish(&state)
    state.notice = nil
    state.failure = nil
    let count = state.list.merge(incoming)
    if count > 0 { state.showsOldestNew = false }
    if isFirst {
      state.isComplete = incoming.isEmpty && state.next == nil
    } else if !isSeen {
      state.newCount += count
      // A page also brings entries below the reading position, which aren't above it.
      if let row = state.readingPosition.flatMap({ state.list.row(of: $0.id) }) {
        state.newCount = min(state.newCount, row)
      }
    }
    let effects = rememberGaps(&state) + save(&state) + (isFirst ? restore(&state) : [])
    return isSeen && count > 0 ? effects + [.scrollToTop] : effects
  }

  private static func finish(_ state: inout State) {
    state.loading = .no
    state.incoming = []
    state.incomingPages = 0
  }

  // Older posts.

  static func loadOlder(_ state: inout State) -> [Effect] {
    if state.kind.isCollection {
      guard !state.isLoadingOlder, !state.isComplete, let next = state.next else { return [] }
      state.isLoadingOlder = true
      return [ask(state, .older(before: next))]
    }
    guard !state.isLoadingOlder, !state.isComplete, state.list.lastID != nil || state.next != nil else {
      return []
    }
    state.isLoadingOlder = true
    state.emptyPages = 0
    return [ask(state, .older(before: state.list.lastID ?? ""), query: state.next)]
  }

  private static func receivedOlder(
    _ state: inout State, _ id: String, _ page: Result<[EntryList.Item], LoadFailure>, _ next: String
  ) -> [Effect] {
    state.isLoadingOlder = false
    guard id == state.list.lastID ?? "" else { return [] }
    switch page {
    case .failure(let failure):
      fail(&state, failure)
      return []
    case .success(let items):
      let before = state.next
      state.next = nil
      // A page of entries that are all present is the end, even if the server names a next page.
      guard state.list.append(items) == 0 else { return save(&state) }
      state.isComplete = next.isEmpty || next == before
      if state.isComplete { return save(&state) }
      // Skips a page without visible posts.
      state.next = next
      state.emptyPages += 1
      guard state.emptyPages < maxEmptyPages else { return [] }
      state.isLoadingOlder = true
      return [ask(state, .older(before: id), query: next)]
    }
  }

  // Collections.

  /// Applies a page: the latest replaces the whole list, each other one continues where the last one ended.
  private static func receivedPart(
    _ state: inout State, _ request: Request, _ page: Result<[EntryList.Item], LoadFailure>, _ next: [UInt8],
    _ time: Timestamp
  ) -> [Effect] {
    if request == .newest {
      let isRequested = state.loading != .no
      finish(&state)
      if !isRequested { return [] }
    } else {
      state.isLoadingOlder = false
      guard request == .older(before: state.next ?? "") else { return [] }
    }
    switch page {
    case .failure(let failure):
      fail(&state, failure)
      return []
    case .success(let items):
      (state.notice, state.failure) = (nil, nil)
      if request == .newest {
        state.cacheNotes.loadedAt = time
        state.list.removeAll()
      }
      state.incomingPages = state.list.append(items) > 0 ? 0 : state.incomingPages + 1
      state.isComplete = next.isEmpty || state.incomingPages > maxPages
      state.next = state.isComplete ? nil : String(decoding: next, as: UTF8.self)
      return save(&state) + (state.incomingPages > 0 ? loadOlder(&state) : [])
    }
  }

  // Gaps.

  static func rememberGaps(_ state: inout State) -> [Effect] {
    let ids = state.list.gaps.map { $0.id }
    guard state.hasReadCache, ids != state.rememberedGaps else { return [] }
    state.rememberedGaps = ids
    var text = ""
    for id in ids { text += text.isEmpty ? id : " " + id }
    return [.remember(key: State.gapsKey(state.kind), text.isEmpty ? nil : text)]
  }

  static func loadGap(_ state: inout State, _ id: String) -> [Effect] {
    guard let gap = state.list.gap(after: id), !gap.isLoading else { return [] }
    state.list.setLoading(true, gap: id)
    state.emptyPages = 0
    return [ask(state, .gap(after: id))]
  }

  private static func receivedGap(
    _ state: inout State, _ id: String, _ page: Result<[EntryList.Item], LoadFailure>, _ next: String
  ) -> [Effect] {
    state.list.setLoading(false, gap: id)
    switch page {
    case .failure(let failure):
      state.notice = failure
      return []
    case .success(let items):
      if !next.isEmpty, state.emptyPages < maxEmptyPages {
        state.emptyPages += 1
        state.list.setLoading(true, gap: id)
        return [ask(state, .gap(after: id), query: next)]
      }
      state.list.fill(gap: id, with: items)
      return rememberGaps(&state) + save(&state)
    }
  }

  // Caching, and the reading position.

  static func save(_ state: inout State) -> [Effect] {
    // A cached response isn't overwritten before it was read.
    guard state.hasReadCache, let key = state.storageKey else { return [] }
    let read = state.readingPosition.flatMap { state.list.index(of: $0.id) } ?? 0
    let cacheable = state.list.cacheable
    state.savedCount = min(maxStored, max(storedLength, read + 2 * pageLength), cacheable.count)
    var writer = JSONWriter()
    writer.array(Array(cacheable.prefix(state.savedCount))) { $0.json($1.source) }
    let page = CachedResponse(
      savedAt: state.cacheNotes.loadedAt ?? Timestamp(milliseconds: 0), after: "", body: writer.bytes)
    return [.save(key: key, page.bytes)]
  }

  /// Returns the entries of a cached response, and notes their time. Those of earlier app versions have no
  /// time.
  static func entries(of bytes: [UInt8]?, _ state: inout State) -> [UInt8]? {
    guard let page = bytes.flatMap({ CachedResponse($0) }) else { return bytes }
    if page.savedAt.milliseconds > 0 { state.cacheNotes.loadedAt = state.cacheNotes.loadedAt ?? page.savedAt }
    return page.body
  }

  /// Shows the first entries of a long cached response, so that something shows a frame sooner. Returns `nil`
  /// if all of it has to show at once, because the reading position is farther down.
  static func showBeginning(_ state: inout State, _ bytes: [UInt8]?) -> [Effect]? {
    guard let bytes, bytes.count > largeCachedBytes, state.list.isEmpty, state.kind == .home,
      !state.hasReadCache,
      let items = state.postsState.decoder.timeline(bytes, atMost: firstLength), items.count == firstLength,
      state.readingPosition == nil || state.readingPosition?.id == items.first?.entry.id
    else { return nil }
    state.list.merge(state.postsState.receive(items, asked: Timestamp(milliseconds: 0)), isCached: true)
    state.cached = bytes
    state.failure = nil
    return [.after(milliseconds: 0, .decodesOn)]
  }

  /// Shows the cached response while the network is asked. If the network was faster, the cached entries
  /// continue below the new ones.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard !state.hasReadCache else { return [] }
    state.hasReadCache = true
    if state.cached != nil {
      state.cached = nil
      // The later entries may change how these are grouped.
      if state.loading == .first { state.list.removeAll() }
    }
    let isFirst = state.list.isEmpty
    // The server was faster, and its order may differ.
    if !isFirst, state.kind.isCollection { return save(&state) }
    let items = state.postsState.receive(
      bytes.flatMap { Self.page(state, $0)?.items } ?? [], asked: Timestamp(milliseconds: 0))
    state.savedCount = items.count
    var run: [EntryList.Item] = []
    for item in items {
      run.append(item)
      guard state.rememberedGaps.contains(item.id) else { continue }
      state.list.merge(run, isCached: true)
      run = []
    }
    state.list.merge(run, isCached: true)
    if isFirst, !items.isEmpty {
      state.isComplete = false
      state.failure = nil
    }
    return restore(&state) + (isFirst ? [] : rememberGaps(&state) + save(&state))
  }

  /// Restores the reading position once, as soon as its entry is there.
  private static func restore(_ state: inout State) -> [Effect] {
    guard !state.isRestored, let position = state.readingPosition else { return [] }
    if let row = state.list.row(of: position.id) {
      state.isRestored = true
      state.newCount = max(state.newCount, min(state.rememberedNewCount, row))
      return [.restore(key: state.list.keys[row], offset: position.offset)]
    }
    guard state.hasReadCache, !state.list.isEmpty else { return [] }
    // Neither the device nor the first page has the entry, so the server is asked for it.
    return [ask(state, .position(id: position.id))]
  }

  private static func receivedPosition(
    _ state: inout State, _ page: Result<[EntryList.Item], LoadFailure>
  ) -> [Effect] {
    guard !state.isRestored, let position = state.readingPosition else { return [] }
    state.isRestored = true
    guard case .success(let items) = page else { return [] }
    state.list.merge(items)
    // If that entry is gone, the next one takes its place.
    guard let index = state.list.firstIndex(notNewerThan: position.id),
      let key = state.list.row(of: state.list.items[index].id).map({ state.list.keys[$0] })
    else { return [] }
    return rememberGaps(&state) + save(&state) + [.restore(key: key, offset: position.offset)]
  }
}
