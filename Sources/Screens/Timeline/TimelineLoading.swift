import Contracts
import JSON
import Social

/// News from above, older lines from below, and what is missing between.
extension Timeline {
  static func ask(_ state: State) -> Effect { .call(RequestName(.timeline), request(state)) }

  private static func request(_ state: State, before: String? = nil) -> APIRequest {
    let page = MastodonRequests.Page(before: before, limit: pageLength)
    return switch state.kind {
    case .home: MastodonRequests.home(page)
    case .mentions: MastodonRequests.mentions(page)
    case .tag(let name): MastodonRequests.tag(name, page)
    }
  }

  private static func items(_ state: State, _ body: [UInt8]) -> [MastodonDecoder.Item]? {
    state.kind == .mentions ? state.board.decoder.mentions(body) : state.board.decoder.timeline(body)
  }

  private static func page(
    _ state: State, _ result: Result<Answer, RequestFailure>
  ) -> Result<[MastodonDecoder.Item], LoadTrouble> {
    switch LoadTrouble.body(of: result) {
    case .failure(let trouble): .failure(trouble)
    case .success(let body): items(state, body).map { .success($0) } ?? .failure(.unreadable)
    }
  }

  static func refresh(_ state: inout State, _ loading: Loading) -> [Effect] {
    guard state.loading == .no else {
      // Whoever pulls while the news come anyway sees that they come.
      if state.loading == .quiet, loading != .quiet { state.loading = loading }
      return []
    }
    state.loading = loading
    return [ask(state)]
  }

  // MARK: News

  static func received(_ state: inout State, _ result: Result<Answer, RequestFailure>) -> [Effect] {
    guard state.loading != .no else { return [] }
    switch page(state, result) {
    case .failure(let trouble):
      let isAsked = state.loading != .quiet
      finish(&state)
      let isOffline = trouble == .unreachable && !state.list.isEmpty
      if isAsked { state.notice = isOffline ? .offlineCopy : .trouble(trouble) }
      return []
    case .success(let items):
      state.incoming += items
      state.incomingPages += 1
      let isJoined =
        state.list.isEmpty || items.isEmpty || items.contains { state.list.contains($0.entry.id) }
      guard isJoined || state.incomingPages == mostPages else {
        return [.call(RequestName(.newer), request(state, before: items.last?.entry.id))]
      }
      return join(&state, leavesGap: !isJoined)
    }
  }

  /// Puts the news on top. What is read stays where it is; what is new is counted.
  private static func join(_ state: inout State, leavesGap: Bool) -> [Effect] {
    let isFirst = state.list.isEmpty
    let incoming = state.incoming
    finish(&state)
    state.notice = nil
    state.list.update(incoming, state.board)
    let count = state.list.insert(incoming, at: 0)
    if isFirst {
      state.isComplete = incoming.isEmpty
    } else {
      state.newCount += count
    }
    var effects: [Effect] = []
    if leavesGap { effects.append(setGap(&state, incoming.last?.entry.id)) }
    return effects + save(state) + (isFirst ? restore(&state) : [])
  }

  private static func finish(_ state: inout State) {
    state.loading = .no
    state.incoming = []
    state.incomingPages = 0
  }

  // MARK: Older ones

  static func loadOlder(_ state: inout State) -> [Effect] {
    guard !state.isLoadingOlder, !state.isComplete, let last = state.list.lastID else { return [] }
    state.isLoadingOlder = true
    return [.call(RequestName(.older), request(state, before: last))]
  }

  static func receivedOlder(_ state: inout State, _ result: Result<Answer, RequestFailure>) -> [Effect] {
    guard state.isLoadingOlder else { return [] }
    state.isLoadingOlder = false
    switch page(state, result) {
    case .failure(let trouble):
      state.notice = trouble == .unreachable ? .offlineCopy : .trouble(trouble)
      return []
    case .success(let items):
      // A page that brings nothing new is the end, whatever the server says.
      if state.list.append(items) == 0 { state.isComplete = true }
      return save(state)
    }
  }

  // MARK: The gap

  private static func setGap(_ state: inout State, _ id: String?) -> Effect {
    state.gap = id
    return .remember(key: State.gapKey(state.kind), id)
  }

  static func loadGap(_ state: inout State) -> [Effect] {
    guard let gap = state.gap, !state.isLoadingGap else { return [] }
    state.isLoadingGap = true
    return [.call(RequestName(.gap), request(state, before: gap))]
  }

  static func receivedGap(_ state: inout State, _ result: Result<Answer, RequestFailure>) -> [Effect] {
    guard state.isLoadingGap, let gap = state.gap, let index = state.list.index(of: gap) else { return [] }
    state.isLoadingGap = false
    switch page(state, result) {
    case .failure(let trouble):
      state.notice = .trouble(trouble)
      return []
    case .success(let items):
      let isJoined = items.isEmpty || items.contains { state.list.contains($0.entry.id) }
      let last = items.last?.entry.id
      _ = state.list.insert(items, at: index + 1)
      return [setGap(&state, isJoined ? nil : last)] + save(state)
    }
  }

  // MARK: What the device keeps

  static func save(_ state: State) -> [Effect] {
    guard let key = state.storageKey else { return [] }
    let read = state.place.flatMap { state.list.index(of: $0.id) }
    let length = min(mostStored, max(storedLength, (read ?? 0) + pageLength))
    var writer = JSONWriter()
    writer.array(Array(state.list.items.prefix(length))) { $0.json($1.source) }
    return [.save(key: key, writer.bytes)]
  }

  /// Shows the stored copy while the network is asked. If the network was faster, the copy goes on below what came,
  /// down to where the person stopped reading.
  static func showStoredCopy(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard let bytes, let items = items(state, bytes) else { return [] }
    let isFirst = state.list.isEmpty
    let meets = items.contains { state.list.contains($0.entry.id) }
    guard isFirst || state.place != nil && !state.isRestored && meets else { return [] }
    _ = state.list.append(items)
    if let gap = state.gap, !state.list.contains(gap) { state.gap = nil }
    if isFirst, state.notice == .trouble(.unreachable) { state.notice = .offlineCopy }
    return restore(&state)
  }

  /// Goes once to where the person stopped reading, as soon as that is there.
  private static func restore(_ state: inout State) -> [Effect] {
    guard !state.isRestored, let place = state.place, state.list.contains(place.id) else { return [] }
    state.isRestored = true
    return [.restore(key: place.key, offset: place.offset)]
  }
}
