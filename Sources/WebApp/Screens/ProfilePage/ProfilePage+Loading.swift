import Contracts
import Social

/// Turning responses into a profile, and caching them on the device.
extension ProfilePage {
  static func refresh(_ state: inout State) -> [Effect] {
    guard !state.isRefreshing else { return [] }
    state.isRefreshing = true
    var effects: [Effect] = []
    for index in state.lists.indices {
      state.lists[index].isComplete = false
      state.lists[index].next = nil
      // A response on its way would be put below the new page.
      if let running = state.lists[index].loading { effects.append(.cancel(running)) }
      state.lists[index].loading = nil
      if state.lists[index].isCatchingUp {
        effects.append(.cancel(Request.missed(MastodonRequests.Selection.allCases[index])))
        state.lists[index].isCatchingUp = false
      }
    }
    return effects + load(&state)
  }

  static func load(_ state: inout State) -> [Effect] {
    state.failure = nil
    state.list.failure = nil
    state.isOutdated = false
    guard let id = state.id else {
      return state.handle.map { [.ask(Request.profile, MastodonRequests.lookup($0))] } ?? []
    }
    return [.ask(Request.profile, MastodonRequests.account(id))] + loadRest(&state, id)
  }

  /// Sends the requests that need the id.
  static func loadRest(_ state: inout State, _ id: String) -> [Effect] {
    askRelationship(state, id) + [.ask(Request.pinned, MastodonRequests.pinned(by: id))]
      + loadPosts(&state, id, .newest(state.selection))
  }

  static func askRelationship(_ state: State, _ id: String) -> [Effect] {
    let isKnown = state.postsState.session == nil || state.isOwn
    return isKnown ? [] : [.ask(Request.relationship, MastodonRequests.relationships(to: [id]))]
  }

  private static func loadPosts(_ state: inout State, _ id: String, _ request: Request) -> [Effect] {
    guard state.list.loading == nil else { return [] }
    state.list.loading = request
    state.list.emptyPages = 0
    var before: String?
    if case .older(_, let last) = request {
      before = last
    } else {
      state.list.isOutdated = false
      state.list.waitsForTop = false
    }
    return [ask(request, id, state.selection, .init(before: before, query: state.list.next))]
  }

  static func ask(
    _ request: Request, _ id: String, _ selection: MastodonRequests.Selection, _ page: MastodonRequests.Page
  ) -> Effect {
    .ask(request, MastodonRequests.statuses(of: id, selection, page))
  }

  /// The greatest number of consecutive pages without visible posts that are skipped automatically.
  private static let maxEmptyPages = 5

  static func loadOlder(_ state: inout State) -> [Effect] {
    // The refresh of another selection doesn't block one that is still empty.
    let isOther = state.list.entries.isEmpty && state.lists.contains { $0.loading != nil }
    guard let id = state.id, !state.list.isComplete, !state.isRefreshing || isOther else { return [] }
    let last = state.list.entries.lastID ?? (state.list.next == nil ? nil : "")
    return loadPosts(&state, id, last.map { .older(state.selection, before: $0) } ?? .newest(state.selection))
  }

  static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    let body = LoadFailure.body(of: result)
    switch request {
    case .profile: return receivedProfile(&state, body, time) + save(&state, time)
    case .relationship:
      if case .success(let body) = body {
        let store = state.postsState.store
        state.held.add(store.receive(relationships: body, state.postsState.decoder, asked: time))
        // A response that was requested before a change would be stored without it.
        if let id = state.id, !store.changes.hasOverride(id, asked: time) {
          state.cacheNotes.bodies[1] = body
        }
      }
      return save(&state, time)
    case .pinned:
      state.knowsPinned = true
      if case .success(let body) = body, let pinned = state.postsState.decoder.pinned(body) {
        state.pinned.removeAll()
        _ = state.pinned.append(state.postsState.receive(pinned.items, asked: time))
        state.doubtsPinned = !pinned.isMarked
        checkPinned(&state)
        state.cacheNotes.bodies[2] = body
      }
      return save(&state, time)
    case .missed(let selection):
      guard state.lists[selection.index].isCatchingUp else { return [] }
      var isLast = false
      if case .success(let response) = result { isLast = response.endsList }
      let effects = receivedMissed(&state, selection, body, isLast: isLast, time)
      guard selection == .posts, case .success = body else { return effects }
      checkPinned(&state)
      return effects + save(&state, time)
    case .newest(let selection), .older(let selection, _):
      var (next, isLast) = ([UInt8](), false)
      if case .success(let response) = result { (next, isLast) = (response.next, response.endsList) }
      let more = receivedPosts(&state, request, selection, body, next, isLast: isLast, time)
      if request == .newest(.posts) { checkPinned(&state) }
      if !more.isEmpty { return more }
      guard request == .newest(.posts), case .success = body else { return [] }
      return save(&state, time)
    }
  }

  private static func receivedProfile(
    _ state: inout State, _ body: Result<[UInt8], LoadFailure>, _ time: Timestamp
  ) -> [Effect] {
    switch body {
    case .failure(let failure): return failed(&state, failure)
    case .success(let body):
      guard let profile = state.postsState.decoder.profile(body: body) else {
        return failed(&state, .unreadable)
      }
      let wasKnown = state.id != nil
      (state.profile, state.profileTime.asked) = (profile, time)
      state.id = profile.id
      state.cacheNotes.bodies[0] = body
      return [.broadcast(.profileChanged(profile, at: time))] + (wasKnown ? [] : loadRest(&state, profile.id))
    }
  }

  private static func failed(_ state: inout State, _ failure: LoadFailure) -> [Effect] {
    state.failure = failure
    state.isRefreshing = false
    guard failure.isGone else { return [] }
    let handle = state.profile?.handle ?? state.handle
    (state.profile, state.cachedAt) = (nil, nil)
    for index in state.lists.indices { state.lists[index] = List(in: state.postsState.store) }
    state.pinned.removeAll()
    state.cacheNotes = CacheNotes(bodies: [[], [], [], []])
    return [.forget(.person(id: state.id, handle: handle, state.postsState.origin))]
  }

  private static func receivedPosts(
    _ state: inout State, _ request: Request, _ selection: MastodonRequests.Selection,
    _ body: Result<[UInt8], LoadFailure>, _ next: [UInt8], isLast: Bool, _ time: Timestamp
  ) -> [Effect] {
    var list = state.lists[selection.index]
    guard list.loading == request else { return [] }
    // Taken out of the state meanwhile, so that the posts are not copied.
    state.lists[selection.index] = List(in: state.postsState.store)
    defer { state.lists[selection.index] = list }
    list.loading = nil
    state.isRefreshing = false
    switch body {
    case .failure(let failure):
      // Over cached posts the failure explains why they are old.
      if case .newest = request, !list.entries.isEmpty {
        state.failure = failure
      } else {
        list.failure = failure
      }
    case .success(let body):
      guard let page = state.postsState.decoder.page(body) else {
        list.failure = .unreadable
        return []
      }
      list.failure = nil
      if case .newest = request {
        list.entries.removeAll()
        list.arrivals = 0
      }
      if request == .newest(.posts) {
        state.cacheNotes.bodies[3] = body
        state.cachedAt = nil
      }
      let before = list.next
      list.next = nil
      // Else few posts would end with a button for more.
      if isLast { list.isComplete = true }
      guard list.entries.append(state.postsState.receive(page.items, asked: time)) == 0 else { break }
      // Skips a page without visible posts. A page of posts that are all present is the end.
      if page.items.isEmpty, !isLast, let id = state.id, let next = page.next(next), next != before {
        list.next = next
        list.emptyPages += 1
        guard list.emptyPages < maxEmptyPages else { break }
        list.loading = .older(selection, before: list.entries.lastID ?? "")
        return list.loading.map { [ask($0, id, selection, .init(query: next))] } ?? []
      }
      list.isComplete = true
    }
    return []
  }

  /// The number of posts that servers return by default (Mastodon API, accounts/:id/statuses).
  private static let usualPage = 20

  /// Handles a server that doesn't know the parameter and returns the newest posts instead: then no post is
  /// pinned.
  private static func checkPinned(_ state: inout State) {
    let list = state.lists[0].entries.items.map { $0.stored.id }
    guard state.doubtsPinned, !list.isEmpty else { return }
    let all = state.pinned.items.map { $0.post }
    let top = all.filter { $0.replyTo == nil || list.contains($0.id) }.map { $0.id }
    if top == Array(list.prefix(top.count)), top.count == list.count || all.count >= usualPage {
      state.pinned.removeAll()
    }
  }

  // Caching the responses on the device as they came.

  private static func save(_ state: inout State, _ time: Timestamp) -> [Effect] {
    state.cacheNotes.loadedAt = time
    guard let key = state.storageKey, state.knowsPinned, !state.cacheNotes.bodies[0].isEmpty,
      !state.cacheNotes.bodies[3].isEmpty
    else {
      return []
    }
    return [.save(key: key, CachedResponse(savedAt: time, parts: state.cacheNotes.bodies).bytes)]
  }

  /// Shows the cached response until the server has answered; does nothing if the server was faster.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard state.cacheNotes.bodies[0].isEmpty, state.cacheNotes.bodies[3].isEmpty,
      state.failure?.isGone != true,
      let page = bytes.flatMap({ CachedResponse($0) }),
      let parts = page.parts(state.cacheNotes.bodies.count),
      let profile = state.postsState.decoder.profile(body: parts[0])
    else { return [] }
    let (postsState, time, isKnown) = (state.postsState, page.savedAt, state.id != nil)
    func append(_ body: [UInt8], to list: inout EntryList) {
      if list.isEmpty {
        _ = list.append(postsState.receive(postsState.decoder.timeline(body) ?? [], asked: time))
      }
    }
    state.cachedAt = time
    state.postsState.store.receive(person: profile, asked: time)
    if state.profile == nil { (state.profile, state.profileTime.asked) = (profile, time) }
    state.id = profile.id
    state.held.add(postsState.store.receive(relationships: parts[1], postsState.decoder, asked: time))
    append(parts[2], to: &state.pinned)
    append(parts[3], to: &state.lists[0].entries)
    state.doubtsPinned = !state.pinned.entries.contains { $0.post.interactions.isPinned }
    checkPinned(&state)
    state.knowsPinned = true
    return isKnown ? [] : loadRest(&state, profile.id)
  }
}
