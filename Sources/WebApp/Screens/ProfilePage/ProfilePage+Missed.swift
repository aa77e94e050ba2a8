import Contracts
import Social

/// Posts that were published while no stream brought them. They join the list, so that the viewer's reading
/// position stays where it is.
extension ProfilePage {
  static func authors(_ state: State) -> ShownAuthors { .person(state.id) }
  static func hasFailed(_ state: State) -> Bool { state.failure != nil || state.list.failure != nil }

  /// Notes that the page may lack what happened until now.
  static func missedEvents(_ state: inout State) {
    state.isOutdated = true
    for index in state.lists.indices where state.lists[index].wasAsked {
      state.lists[index].beginGap()
      state.lists[index].isOutdated = true
    }
  }

  /// Loads the page again if it may be outdated. Nothing on the screen says so.
  static func reloadOutdated(_ state: inout State) -> [Effect] {
    guard let id = state.id, state.profile != nil, state.isOutdated, !state.isRefreshing,
      !state.list.isCatchingUp, state.list.loading != .newest(state.selection)
    else { return [] }
    state.isOutdated = false
    state.failure = nil
    state.list.failure = nil
    var effects = [Effect.ask(Request.profile, MastodonRequests.account(id))] + askRelationship(state, id)
    // Servers that ignore the parameter return the newest posts, which would show as pinned for a moment.
    if !state.doubtsPinned { effects.append(.ask(Request.pinned, MastodonRequests.pinned(by: id))) }
    return effects + loadOlderIfEmpty(&state) + loadMissed(&state)
  }

  /// Loads the newest posts of the selection if it may lack some, and if they don't have to wait.
  static func loadMissed(_ state: inout State) -> [Effect] {
    let (selection, list) = (state.selection, state.list)
    guard let id = state.id, list.isOutdated || list.waitsForTop && state.isAtTop(selection),
      !list.isCatchingUp, !state.isRefreshing, !state.isBlocking, list.loading != .newest(selection),
      !list.entries.isEmpty || list.isComplete
    else { return [] }
    state.list.isOutdated = false
    state.list.waitsForTop = false
    state.list.isCatchingUp = true
    return [ask(.missed(selection), id, selection, .init())]
  }

  /// Joins the newest page with the list.
  static func receivedMissed(
    _ state: inout State, _ selection: MastodonRequests.Selection, _ body: Result<[UInt8], LoadFailure>,
    isLast: Bool, _ time: Timestamp
  ) -> [Effect] {
    var list = state.lists[selection.index]
    list.isCatchingUp = false
    defer { state.lists[selection.index] = list }
    let page: MastodonDecoder.Page
    switch body {
    case .failure(let failure):
      state.failure = state.failure ?? failure
      return []
    case .success(let body):
      guard let decoded = state.postsState.decoder.page(body) else {
        state.failure = state.failure ?? .unreadable
        return []
      }
      page = decoded
      if selection == .posts { state.cacheNotes.bodies[3] = body }
    }
    let isWhole = isLast || page.last.isEmpty
    // The viewer's filters hide every post of the page.
    if page.items.isEmpty, !isWhole { return [] }
    let items = state.postsState.receive(page.items, asked: time)
    let joined = list.joined(with: items, isWhole: isWhole)
    let movesTiles = selection == .media && joined.items.map { $0.id } != list.entries.items.map { $0.id }
    if !state.isAtTop(selection), !joined.meets || movesTiles {
      list.waitsForTop = true
      return []
    }
    list.entries.removeAll()
    list.entries.append(joined.items)
    list.failure = nil
    if !list.isOutdated { list.arrivals = 0 }
    if selection == .posts { state.cachedAt = nil }
    list.isComplete = isWhole || joined.meets && list.isComplete
    // The rest of the list is loaded anew.
    guard !joined.meets else { return [] }
    let running = list.loading
    list.next = nil
    list.loading = nil
    return running.map { [Effect.cancel($0)] } ?? []
  }
}

extension ProfilePage.State {
  /// True if the header of that selection is in sight, so that new posts may show at once.
  func isAtTop(_ selection: MastodonRequests.Selection) -> Bool {
    positions[selection.index].map { $0.key == "header" } ?? true
  }
}

extension ProfilePage.List {
  /// True if posts were requested before.
  fileprivate var wasAsked: Bool { !entries.isEmpty || isComplete || loading != nil }

  /// Notes that posts may be missing on top. Those that come later by themselves stand above that gap.
  mutating func beginGap() {
    if !isOutdated, !isCatchingUp, !waitsForTop { arrivals = 0 }
  }

  /// Returns the posts with the newest page in place of those that it covers. `meets` is false if posts may
  /// be missing between the page and the others, which are then left out.
  fileprivate func joined(with page: [EntryList.Item], isWhole: Bool) -> (
    items: [EntryList.Item], meets: Bool
  ) {
    let known = entries.items
    let start = min(arrivals, known.count)
    var ids: Set<String> = []
    for item in page { ids.insert(item.id) }
    // A post that came since the request isn't part of the page.
    let items = known[..<start].filter { !ids.contains($0.id) } + page
    if isWhole { return (items, true) }
    guard let last = known.indices.last(where: { $0 >= start && ids.contains(known[$0].id) }) else {
      return (items, false)
    }
    return (items + known[(last + 1)...], true)
  }
}
