import Contracts
import Social

/// Posts that were published while no stream brought them, or while the viewer read farther down.
extension Album {
  static func authors(_ state: State) -> ShownAuthors { .person(state.profile?.id) }
  static func hasFailed(_ state: State) -> Bool { state.failure != nil }

  /// Notes that the album may lack what happened until now.
  static func missedEvents(_ state: inout State) {
    for section in Section.allCases {
      let index = section.rawValue
      if section == .scrapbooks {
        if state.scrapbooks != nil { state.lists[index].isOutdated = true }
      } else if state.lists[index].isLoaded || state.lists[index].loading != nil {
        state.lists[index].isBehind = true
      }
    }
  }

  /// Loads the newest posts of the section that shows if it may lack some, and if they don't have to wait.
  /// Nothing on the screen says so.
  static func loadMissed(_ state: inout State) -> [Effect] {
    let (section, list) = (state.section, state.list)
    guard let id = state.profile?.id, !state.isRefreshing else { return [] }
    if section == .scrapbooks {
      guard list.isOutdated else { return [] }
      state.list.isOutdated = false
      return loadFirst(&state, .scrapbooks)
    }
    guard list.isBehind || list.waitsForTop && state.isAtTop(section), !list.isCatchingUp, list.isLoaded,
      list.loading != .first(section, month: state.month?.name)
    else { return [] }
    state.failure = nil
    state.list.isBehind = false
    state.list.waitsForTop = false
    state.list.isCatchingUp = true
    let request = posts(of: id, section, before: state.month?.cursor)
    return [.ask(Request.missed(section, month: state.month?.name), request)]
  }

  /// Joins the newest page with the list.
  static func receivedMissed(
    _ state: inout State, _ section: Section, month: String?, _ body: Result<[UInt8], LoadFailure>,
    isLast: Bool, _ time: Timestamp
  ) -> [Effect] {
    var list = state.lists[section.rawValue]
    // The lists begin with another month by now, or were loaded anew.
    guard list.isCatchingUp, month == state.month?.name else { return [] }
    list.isCatchingUp = false
    guard case .success(let body) = body, let page = state.postsState.decoder.page(body) else {
      var failure = LoadFailure.unreadable
      if case .failure(let why) = body { failure = why }
      state.failure = state.failure ?? failure
      state.lists[section.rawValue] = list
      return []
    }
    let effects = join(page, isLast: isLast, &list, section, state, time)
    state.lists[section.rawValue] = list
    var saved: [Effect] = []
    if section == .days, month == nil {
      state.cachedAt = nil
      state.cacheNotes.bodies[1] = body
      saved = save(&state, time)
    }
    return effects + saved + loadMissed(&state)
  }

  /// Puts a page in the place of the posts that it covers. Posts that would move what the viewer reads wait.
  private static func join(
    _ page: MastodonDecoder.Page, isLast: Bool, _ list: inout List, _ section: Section, _ state: State,
    _ time: Timestamp
  ) -> [Effect] {
    var cursor: String?
    let isWhole = page.advance(&cursor) || isLast
    let items = state.postsState.receive(page.items.filter { belongs($0.entry) }, asked: time)
    // All of the page are replies, or hidden by the viewer's filters.
    if items.isEmpty, !isWhole { return [] }
    var ids: Set<String> = []
    for item in items { ids.insert(item.id) }
    let known = list.entries.items
    let end = isWhole ? nil : known.indices.last(where: { ids.contains(known[$0].id) })
    var joined = items
    if let end { joined += known[(end + 1)...] }
    if joined.map({ $0.id }) != known.map({ $0.id }) {
      guard state.isAtTop(section) else {
        list.waitsForTop = true
        return []
      }
      list.entries.removeAll()
      list.entries.append(joined)
    }
    list.failure = nil
    if isWhole { list.isComplete = true }
    guard !isWhole, end == nil else { return [] }
    // More is missing than a page holds: the rest of the list is loaded anew.
    let running = list.loading
    (list.cursor, list.isComplete, list.loading) = (cursor, false, nil)
    return running.map { [Effect.cancel($0)] } ?? []
  }

  /// Adds a post that the person published just now.
  static func arrived(_ state: inout State, _ item: MastodonDecoder.Item, _ time: Timestamp) {
    guard item.entry.post.author.id == state.profile?.id, belongs(item.entry), state.month == nil else {
      return
    }
    for section in Section.allCases where section != .scrapbooks {
      if section == .pictures, item.entry.post.attachments.isEmpty { continue }
      var list = state.lists[section.rawValue]
      if list.isBehind || list.isCatchingUp || list.loading == .first(section, month: nil) {
        // A response on its way may lack it, and posts below it may be missing.
        list.isBehind = true
      } else if list.isLoaded {
        if state.isAtTop(section) || list.entries.contains(item.entry.id) {
          _ = list.entries.arrive([state.postsState.receive(item, asked: time)])
        } else {
          list.waitsForTop = true
        }
      }
      state.lists[section.rawValue] = list
    }
  }
}

extension Album.State {
  /// True if the head of that section is in sight, so that new posts may show at once.
  func isAtTop(_ section: Album.Section) -> Bool {
    guard let position = positions[section.rawValue] else { return true }
    return position.key == "owner" || position.key == "sections"
  }
}

extension Album.List {
  /// True once its first page is there.
  var isLoaded: Bool { cursor != nil || isComplete }
}
