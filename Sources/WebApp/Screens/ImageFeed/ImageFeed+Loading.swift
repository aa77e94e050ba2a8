import Contracts
import JSON
import Social

/// Loading pages of the feed: from the server, and if that fails from the device.
extension ImageFeed {
  static func refresh(_ state: inout State) -> [Effect] {
    guard state.loading == .no || state.loading == .older else { return [] }
    var effects: [Effect] = state.loading == .older ? state.request.map { [.cancel($0)] } ?? [] : []
    state.loading = state.images.isEmpty ? .first : .refresh
    state.notice = nil
    state.pending = nil
    effects.append(ask(state, .newest))
    return effects
  }

  static func loadOlder(_ state: inout State) -> [Effect] {
    guard state.loading == .no, !state.isComplete, !state.images.isEmpty else { return [] }
    state.loading = .older
    state.pageFailure = nil
    return state.request.map { [ask(state, $0)] } ?? []
  }

  private static func ask(_ state: State, _ request: Request) -> Effect {
    var last: String?
    if case .older(let id) = request { last = id }
    return .ask(request, ImageFeedRequests.feed(limit: pageLength, after: last), as: .stranger(state.origin))
  }

  static func received(
    _ state: inout State, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    switch LoadFailure.feedBody(of: result, { ImageFeedRequests.isSuccess(status: $0) }) {
    case .success(let body):
      guard let images = ImageFeedDecoder(origin: state.origin).feed(body: body) else {
        return failed(&state, .unreadable)
      }
      let page = state.loading == .older ? state.pageCount : 0
      let cached = CachedResponse(
        savedAt: time, after: page == 0 ? "" : state.images.last?.id ?? "", body: body)
      let key = storageKey(state, page)
      show(images, as: page, &state)
      state.notice = nil
      return page < maxCachedPages ? [.save(key: key, cached.bytes)] : []
    case .failure(let failure): return failed(&state, failure)
    }
  }

  private static func show(_ images: [FeedImage], as page: Int, _ state: inout State) {
    if page == 0 { state.images = [] }
    var known: Set<String> = []
    for image in state.images { known.insert(image.id) }
    let added = images.filter { known.insert($0.id).inserted }
    state.images += added
    state.pageCount = page + 1
    // A page without new pictures is the end, even if the server names a next page.
    state.isComplete = added.isEmpty
    state.pageFailure = nil
    state.loading = .no
  }

  /// Falls back to the cached response; pictures that show already are newer than any cached ones.
  private static func failed(_ state: inout State, _ failure: LoadFailure) -> [Effect] {
    if state.loading == .refresh {
      state.loading = .no
      state.notice = .failure(failure)
      return []
    }
    state.pending = failure
    return [.load(key: storageKey(state, state.pageCount))]
  }

  static func showCached(_ state: inout State, _ bytes: [UInt8]?, _ now: Timestamp) -> [Effect] {
    guard let failure = state.pending else { return [] }
    state.pending = nil
    let cached = bytes.flatMap { CachedResponse($0) }
    if let cached, cached.isFresh(at: now), cached.after == state.images.last?.id ?? "",
      let images = ImageFeedDecoder(origin: state.origin).feed(body: cached.body)
    {
      show(images, as: state.pageCount, &state)
      state.notice = failure == .unreachable ? .offlineCopy : .failure(failure)
      return []
    }
    if state.loading == .first { state.notice = .failure(failure) } else { state.pageFailure = failure }
    state.loading = .no
    return bytes == nil ? [] : [.removeSaved(key: storageKey(state, state.pageCount))]
  }

  static func storageKey(_ state: State, _ page: Int) -> String {
    (state.reader.map { Session.storagePrefix($0) } ?? "") + "images \(page) " + state.origin.address.text
  }
}

extension ImageFeed.State {
  /// The running request; `nil` if none runs.
  var request: ImageFeed.Request? {
    switch loading {
    case .no: nil
    case .first, .refresh: .newest
    case .older: images.last.map { .older(after: $0.id) }
    }
  }
}
