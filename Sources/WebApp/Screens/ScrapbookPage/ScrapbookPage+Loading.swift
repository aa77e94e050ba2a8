import Contracts
import Localization
import Social

/// Turning responses into a named album, and caching its beginning on the device.
extension ScrapbookPage {
  private static let pageLength = 40

  static func load(_ state: inout State) -> [Effect] {
    state.failure = nil
    state.loading = .newest
    return [
      .ask(Request.scrapbook, ScrapbookRequests.one(state.id)),
      .ask(Request.newest, ScrapbookRequests.posts(of: state.id, .init(limit: pageLength))),
    ]
  }

  static func loadOlder(_ state: inout State) -> [Effect] {
    guard state.loading == nil, !state.isComplete else { return [] }
    guard let cursor = state.cursor else { return load(&state) }
    state.failure = nil
    let request = Request.older(before: cursor)
    state.loading = request
    return [
      .ask(request, ScrapbookRequests.posts(of: state.id, .init(before: cursor, limit: pageLength)))
    ]
  }

  static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    switch request {
    case .scrapbook, .newest, .older: return receivedPart(&state, request, result, time)
    case .rename(let title):
      // Those who have closed the form meanwhile learn of a failure, too.
      guard state.panel == .rename || result.refusal == nil else { return toast(result) }
      (state.title, state.problem) = (title, result.refusal)
      guard state.problem == nil, case .success(let response) = result,
        let scrapbook = state.postsState.decoder.scrapbook(response.body)
      else { return [] }
      state.scrapbook = scrapbook
      if state.panel == .rename { state.panel = nil }
      return []
    case .download:
      guard case .success(let response) = result, response.isSuccess, let session = state.postsState.session,
        let address = MembershipRequests.exportAddress(response.body, at: session.server)
      else { return toast(result) }
      return [.visit(url: address)]
    case .delete:
      guard result.refusal == nil else { return toast(result) }
      return (state.storageKey.map { [.removeSaved(key: $0)] } ?? []) + [.close]
    case .removal:
      guard result.refusal == nil else { return toast(result) }
      state.selected = nil
      return load(&state)
    }
  }

  /// Returns the sentence for a request that failed, or that the server refused.
  private static func toast(_ result: Result<Response, RequestFailure>) -> [Effect] {
    [.toast(Toast(result.refusal ?? LoadFailure.unreadable.message))]
  }

  private static func receivedPart(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    let isList = request != .scrapbook
    if isList {
      guard state.loading == request else { return [] }
      state.loading = nil
      state.isRefreshing = false
    }
    let body: [UInt8]
    switch LoadFailure.body(of: result) {
    case .success(let bytes): body = bytes
    case .failure(let failure): return failed(&state, failure)
    }
    guard isList else {
      guard let scrapbook = state.postsState.decoder.scrapbook(body) else {
        return failed(&state, .unreadable)
      }
      state.scrapbook = scrapbook
      state.cacheNotes.bodies[0] = body
      return save(&state, time)
    }
    guard let page = state.postsState.decoder.page(body) else { return failed(&state, .unreadable) }
    if request == .newest {
      state.entries = EntryList(in: state.postsState.store, .page, isSorted: false)
      (state.cachedAt, state.failure, state.cursor) = (nil, nil, nil)
      state.cacheNotes.bodies[1] = body
    }
    append(page, to: &state, time)
    // Else a short album would end with a button for more.
    if case .success(let response) = result, response.endsList { state.isComplete = true }
    return request == .newest ? save(&state, time) : []
  }

  private static func append(_ page: MastodonDecoder.Page, to state: inout State, _ time: Timestamp) {
    state.isComplete = page.advance(&state.cursor)
    state.entries.append(state.postsState.receive(page.items, asked: time))
  }

  private static func failed(_ state: inout State, _ failure: LoadFailure) -> [Effect] {
    state.failure = failure
    state.isRefreshing = false
    guard failure.isGone else { return [] }
    (state.scrapbook, state.cachedAt, state.cursor, state.panel, state.selected) = (nil, nil, nil, nil, nil)
    state.cacheNotes = CacheNotes(bodies: [[], []])
    state.entries = EntryList(in: state.postsState.store, .page, isSorted: false)
    return state.storageKey.map { [.removeSaved(key: $0)] } ?? []
  }

  private static func save(_ state: inout State, _ time: Timestamp) -> [Effect] {
    let bodies = state.cacheNotes.bodies
    guard let key = state.storageKey, !bodies[0].isEmpty, !bodies[1].isEmpty else { return [] }
    return [.save(key: key, CachedResponse(savedAt: time, parts: bodies).bytes)]
  }

  /// Shows the cached responses until the server has answered; does nothing if the server was faster.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) {
    guard state.cursor == nil, state.entries.isEmpty, state.failure?.isGone != true,
      let cached = bytes.flatMap({ CachedResponse($0) }), let parts = cached.parts(2),
      let scrapbook = state.postsState.decoder.scrapbook(parts[0]),
      let page = state.postsState.decoder.page(parts[1])
    else { return }
    if state.scrapbook == nil { state.scrapbook = scrapbook }
    state.cachedAt = cached.savedAt
    append(page, to: &state, cached.savedAt)
  }
}
