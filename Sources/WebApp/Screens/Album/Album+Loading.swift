import Contracts
import Social

/// Turning responses into an album, and caching its beginning on the device.
extension Album {
  /// The greatest number of consecutive pages without visible posts that are skipped automatically.
  private static let maxEmptyPages = 5

  static func load(_ state: inout State) -> [Effect] {
    state.failure = nil
    state.list.failure = nil
    return [.ask(Request.profile, MastodonRequests.lookup(state.handle))]
  }

  /// Loads the section that shows anew; the other one follows when it shows. Until then, and without a network,
  /// both stay as they are.
  static func refresh(_ state: inout State) -> [Effect] {
    guard !state.isRefreshing else { return [] }
    guard let profile = state.profile else { return load(&state) }
    state.isRefreshing = true
    var effects: [Effect] = []
    for index in state.lists.indices {
      if let running = state.lists[index].loading { effects.append(.cancel(running)) }
      state.lists[index].loading = nil
      state.lists[index].isOutdated = true
    }
    return effects + [.ask(Request.profile, MastodonRequests.account(profile.id))]
      + loadFirst(&state, state.section)
  }

  /// Loads the next posts of the section that shows.
  static func loadOlder(_ state: inout State) -> [Effect] {
    guard state.list.loading == nil, !state.list.isComplete else { return [] }
    guard let cursor = state.list.cursor else { return loadFirst(&state, state.section) }
    guard let id = state.profile?.id else { return [] }
    state.list.failure = nil
    state.list.emptyPages = 0
    return ask(&state.list, .older(state.section, before: cursor), id, before: cursor)
  }

  static func loadFirst(_ state: inout State, _ section: Section) -> [Effect] {
    guard let id = state.profile?.id, state.lists[section.rawValue].loading == nil else { return [] }
    state.lists[section.rawValue].failure = nil
    state.lists[section.rawValue].isBehind = false
    if section == .scrapbooks { return loadScrapbooks(&state, of: id) }
    return ask(
      &state.lists[section.rawValue], .first(section, month: state.month?.name), id,
      before: state.month?.cursor)
  }

  private static func ask(
    _ list: inout List, _ request: Request, _ id: String, before: String?
  ) -> [Effect] {
    list.loading = request
    let section: Section =
      switch request {
      case .first(let section, _), .older(let section, _), .missed(let section, _): section
      case .profile, .overview, .scrapbooks, .newScrapbook: .days
      }
    return [.ask(request, posts(of: id, section, before: before))]
  }

  static func posts(of id: String, _ section: Section, before: String?) -> APIRequest {
    let page = MastodonRequests.Page(before: before, limit: section == .days ? 20 : 40)
    return AlbumRequests.posts(of: id, onlyMedia: section == .pictures, page)
  }

  static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    let body = LoadFailure.body(of: result)
    switch request {
    case .profile: return receivedProfile(&state, body, time)
    case .overview:
      // Other servers have none, and the album does without.
      guard case .success(let body) = body, state.profile != nil else { return [] }
      state.cacheNotes.bodies[2] = body
      show(overview: body, &state, time)
      return save(&state, time)
    case .scrapbooks: return receivedScrapbooks(&state, body, time)
    case .newScrapbook(let title): return receivedNew(&state, title, result)
    case .missed(let section, let month):
      var isLast = false
      if case .success(let response) = result { isLast = response.endsList }
      return receivedMissed(&state, section, month: month, body, isLast: isLast, time)
    case .first(let section, _), .older(let section, _):
      var isLast = false
      if case .success(let response) = result { isLast = response.endsList }
      let effects = receivedPosts(&state, request, section, body, isLast: isLast, time)
      return effects + loadMissed(&state)
    }
  }

  private static func receivedProfile(
    _ state: inout State, _ body: Result<[UInt8], LoadFailure>, _ time: Timestamp
  ) -> [Effect] {
    guard case .success(let body) = body, let profile = state.postsState.decoder.profile(body: body) else {
      if case .failure(let failure) = body { return failed(&state, failure) }
      return failed(&state, .unreadable)
    }
    (state.profile, state.profileTime.asked) = (profile, time)
    state.postsState.store.receive(person: profile, asked: time)
    state.cacheNotes.bodies[0] = body
    var effects = [Effect.ask(Request.overview, AlbumRequests.overview(of: profile.id, at: time))]
    for section in Section.allCases where section == .days || section == state.section {
      let isCached = section == .days && state.cachedAt != nil
      if isCached || state.lists[section.rawValue].cursor == nil { effects += loadFirst(&state, section) }
    }
    return effects
  }

  private static func failed(_ state: inout State, _ failure: LoadFailure) -> [Effect] {
    state.failure = failure
    state.isRefreshing = false
    guard failure.isGone else { return [] }
    let id = state.profile?.id
    (state.profile, state.cachedAt, state.month, state.months) = (nil, nil, nil, [])
    (state.scrapbooks, state.hasScrapbooks, state.section) = (nil, false, .days)
    state.cacheNotes = CacheNotes(bodies: [[], [], [], []])
    for index in state.lists.indices { state.lists[index] = List(in: state.postsState.store) }
    state.anniversaries.removeAll()
    return [.forget(.person(id: id, handle: state.handle, state.postsState.origin))]
  }

  private static func receivedPosts(
    _ state: inout State, _ request: Request, _ section: Section, _ body: Result<[UInt8], LoadFailure>,
    isLast: Bool, _ time: Timestamp
  ) -> [Effect] {
    var list = state.lists[section.rawValue]
    guard list.loading == request else { return [] }
    list.loading = nil
    state.isRefreshing = false
    defer { state.lists[section.rawValue] = list }
    guard case .success(let body) = body, let page = state.postsState.decoder.page(body) else {
      var failure = LoadFailure.unreadable
      if case .failure(let why) = body { failure = why }
      // Over cached posts the failure explains why they are old.
      if list.entries.isEmpty { list.failure = failure } else { state.failure = failure }
      return []
    }
    list.failure = nil
    var isFirst = false
    if case .first = request { isFirst = true }
    if isFirst {
      let isBehind = list.isBehind
      list = List(in: state.postsState.store)
      list.isBehind = isBehind
    }
    let added = append(page, to: &list, state, time)
    // Else a short album would end with a button for more.
    if isLast { list.isComplete = true }
    var effects: [Effect] = []
    if isFirst, section == .days, state.month == nil {
      (state.cachedAt, state.failure) = (nil, nil)
      state.cacheNotes.bodies[1] = body
      effects = save(&state, time)
    }
    guard added == 0, !list.isComplete, let id = state.profile?.id, let cursor = list.cursor else {
      list.emptyPages = 0
      return effects
    }
    list.emptyPages += 1
    guard list.emptyPages < maxEmptyPages else { return effects }
    return effects + ask(&list, .older(section, before: cursor), id, before: cursor)
  }

  /// Appends the posts of a page that belong to an album. Returns the number of new rows.
  private static func append(
    _ page: MastodonDecoder.Page, to list: inout List, _ state: State, _ time: Timestamp
  ) -> Int {
    list.isComplete = page.advance(&list.cursor)
    let before = list.entries.rows.count
    list.entries.append(state.postsState.receive(page.items.filter { belongs($0.entry) }, asked: time))
    return list.entries.rows.count - before
  }

  private static func show(overview body: [UInt8], _ state: inout State, _ time: Timestamp) {
    guard let overview = AlbumEntity(body, state.postsState.decoder) else { return }
    state.months = overview.months
    state.hasScrapbooks = true
    // Its cursor follows the month's newest post.
    if let month = state.month { state.month = state.months.first { $0.name == month.name } ?? month }
    state.anniversaries.removeAll()
    state.anniversaries.append(state.postsState.receive(overview.anniversaries, asked: time))
  }

  // Caching the responses on the device as they came.

  static func save(_ state: inout State, _ time: Timestamp) -> [Effect] {
    guard let key = state.storageKey, !state.cacheNotes.bodies[0].isEmpty, !state.cacheNotes.bodies[1].isEmpty
    else { return [] }
    return [.save(key: key, CachedResponse(savedAt: time, parts: state.cacheNotes.bodies).bytes)]
  }

  /// Shows the cached responses until the server has answered; does nothing if the server was faster.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard state.profile == nil, state.failure?.isGone != true,
      let cached = bytes.flatMap({ CachedResponse($0) }),
      let parts = cached.parts(state.cacheNotes.bodies.count),
      let profile = state.postsState.decoder.profile(body: parts[0]),
      let page = state.postsState.decoder.page(parts[1])
    else { return [] }
    (state.profile, state.profileTime.asked) = (profile, cached.savedAt)
    state.cachedAt = cached.savedAt
    var list = state.lists[Section.days.rawValue]
    _ = append(page, to: &list, state, cached.savedAt)
    state.lists[Section.days.rawValue] = list
    show(overview: parts[2], &state, cached.savedAt)
    state.scrapbooks = state.postsState.decoder.scrapbooks(parts[3])
    state.cacheNotes.bodies[3] = parts[3]
    return []
  }
}
