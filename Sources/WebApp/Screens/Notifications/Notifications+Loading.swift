import Contracts
import Social

/// Loading pages by the server's cursors, and caching the first page on the device as it came.
extension Notifications {
  static func load(_ state: State) -> [Effect] {
    [
      .ask(state.newest, NotificationRequests.list(page: nil, types: state.kind?.types ?? [])),
      .ask(Request.marker, NotificationRequests.marker()),
    ]
  }

  static func refresh(_ state: inout State) -> [Effect] {
    guard !state.isRefreshing else { return [] }
    state.isRefreshing = true
    state.notice = nil
    pass(&state)
    return load(state)
  }

  static func loadOlder(_ state: inout State) -> [Effect] {
    guard let next = state.next, state.older != next else { return [] }
    state.older = next
    return [.ask(Request.older(next), NotificationRequests.list(page: next))]
  }

  static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    // The failure that explains a missing body.
    var (body, next, failure) = ([UInt8](), "", LoadFailure.unreadable)
    switch LoadFailure.body(of: result) {
    case .success(let bytes): body = bytes
    case .failure(let why): failure = why
    }
    if case .success(let response) = result { next = String(decoding: response.next, as: UTF8.self) }
    if case .relationships(let ids) = request {
      state.postsState.received(ids, body, time)
      return []
    }
    if request == .marker {
      guard case .success(let response) = result,
        response.isSuccess || response.status == 404 || response.status >= 500
      else { return [] }
      state.markersFail = !response.isSuccess && state.readHere.isEmpty
      if state.markersFail { return see(&state) }
      // If the server's marker fails, the one on the device takes its place.
      let marker = state.postsState.decoder.marker(body) ?? "0"
      return received(
        &state, marker: EntryList.isNewer(state.readHere, than: marker) ? state.readHere : marker)
    }
    var isOlder = false
    if case .older(let cursor) = request { isOlder = cursor == state.next }
    // A response for the kind that the viewer has left.
    guard isOlder || request == state.newest else { return [] }
    state.older = nil
    let page = state.postsState.decoder.notifications(body)
    guard !isOlder else {
      guard let page else {
        state.failure = failure
        return []
      }
      let count = state.items.count
      state.next = next.isEmpty || page.last.isEmpty ? nil : next
      append(&state, page.items, asked: time)
      updateRows(&state)
      // Skips a page that has only kinds the app doesn't know.
      state.emptyPages = state.items.count > count ? 0 : state.emptyPages + 1
      return 1...maxEmptyPages ~= state.emptyPages ? loadOlder(&state) : []
    }
    // A later request was answered first.
    if let asked = state.askedAt, asked > time { return [] }
    state.askedAt = time
    state.isRefreshing = false
    guard let page else {
      if state.items.isEmpty { state.failure = failure } else { state.notice = failure }
      return []
    }
    put(&state, page, next, time)
    let stored: [Effect] =
      state.storageKey.map {
        [.save(key: $0, CachedResponse(savedAt: time, after: next, body: body).bytes)]
      } ?? []
    return stored + see(&state)
  }

  /// Asks for the relationships after a response that may have brought people with a Follow button.
  static func askFollows(_ state: inout State, _ request: Request) -> [Effect] {
    if case .relationships = request { return [] }
    return askFollows(&state)
  }

  /// Asks for the relationships to people with a Follow button that aren't known yet.
  static func askFollows(_ state: inout State) -> [Effect] {
    var people: [Profile] = []
    for group in state.groups where group.offersFollow(isUnfolded: state.unfolded.contains(group.key)) {
      people += group.people
    }
    let unknown = state.postsState.requestRelationships(with: people)
    return unknown.isEmpty
      ? [] : [.ask(Request.relationships(unknown), MastodonRequests.relationships(to: unknown))]
  }

  /// Applies the server's marker. What another device has read shows as read here too; what was read here
  /// just now stays marked for a while.
  private static func received(_ state: inout State, marker: String) -> [Effect] {
    state.marker = marker
    if let readID = state.readID {
      if marker != state.seenID, EntryList.isNewer(marker, than: readID) { state.readID = marker }
    } else {
      state.readID = marker
    }
    return see(&state)
  }

  /// Marks as read what was seen here before.
  private static func pass(_ state: inout State) {
    if let readID = state.readID, EntryList.isNewer(state.seenID, than: readID) {
      state.readID = state.seenID
    }
  }

  /// Replaces all items as new as the latest page by that page, but for those that came since it was
  /// requested. Older ones stay if the page meets them; else they are loaded again, so that the list has no
  /// gap.
  private static func put(
    _ state: inout State, _ page: MastodonDecoder.NotificationPage, _ next: String, _ time: Timestamp
  ) {
    if EntryList.isNewer(page.first, than: state.newestID) { pass(&state) }
    var older: [Notification] = []
    if !next.isEmpty, !EntryList.isNewer(page.last, than: state.newestID) {
      older = state.items.filter { EntryList.isNewer(page.last, than: $0.id) }
    }
    if older.isEmpty { state.next = next.isEmpty ? nil : next }
    state.arrivals.removeAll { $0.at < time }
    let arrivals = state.arrivals
    let newer = state.items.filter { item in
      EntryList.isNewer(item.id, than: page.first) && arrivals.contains { $0.id == item.id }
    }
    (state.newestID, state.loadedAt, state.notice, state.failure, state.items) = (
      newer.first?.id ?? page.first, time, nil, nil, newer
    )
    var held = Held()
    for item in newer + older { held.add(item, in: state.postsState.store) }
    state.held = held
    append(&state, page.items, asked: time)
    state.items += older
    updateRows(&state)
  }

  /// Adds a notification that came just now, above all others.
  static func arrived(_ state: inout State, _ notification: Notification, _ time: Timestamp) -> [Effect] {
    guard state.loadedAt != nil, EntryList.isNewer(notification.id, than: state.newestID),
      state.kind?.has(notification, of: state.postsState.session?.me.id) ?? true,
      !FilterEffect(notification.post?.filters ?? [], in: .notifications).hides
    else { return [] }
    pass(&state)
    let older = state.items
    state.arrivals.append(Arrival(id: notification.id, at: time))
    (state.newestID, state.items) = (notification.id, [])
    append(&state, [notification], asked: time)
    state.items += older
    updateRows(&state)
    return see(&state) + askFollows(&state) + askParents(&state)
  }

  /// Appends the items that are older than all present ones.
  private static func append(_ state: inout State, _ items: [Notification], asked time: Timestamp) {
    for var item in items {
      if let last = state.items.last, !EntryList.isNewer(last.id, than: item.id) { continue }
      if let kind = state.kind, !kind.has(item, of: state.postsState.session?.me.id) { continue }
      state.postsState.store.receive(person: item.actor, asked: time)
      if let post = item.post { item.post = state.postsState.store.receive(post, asked: time).post }
      state.items.append(item)
      state.held.add(item, in: state.postsState.store)
    }
  }

  /// Computes the rows, without deleted posts, answered follow requests, and people that the viewer muted or
  /// blocked.
  static func updateRows(_ state: inout State) {
    let store = state.postsState.store
    state.groups = NotificationGroup.groups(of: state.items.filter { !store.hides($0) })
    state.keys = state.groups.map { $0.key }
  }

  /// Shows the cached response until the server has answered; does nothing if the server was faster.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard state.loadedAt == nil, let cached = bytes.flatMap({ CachedResponse($0) }),
      let page = state.postsState.decoder.notifications(cached.body)
    else { return [] }
    let failure = state.failure
    put(&state, page, cached.after, cached.savedAt)
    state.notice = failure
    return []
  }
}

extension Notification {
  /// True if the author of the post reminded the viewer of it.
  var isReminder: Bool { kind == .mention && post?.reminded.isEmpty == false }
}

extension Notifications {
  /// The posts and people of the notifications. Its references keep them in the store: a notification holds
  /// values, which show neither a tap on a heart nor a new name.
  struct Held: Equatable, Sendable {
    private var posts: [PostRecord] = []
    private var people = HeldPeople()

    mutating func add(_ notification: Notification, in store: EntityStore) {
      if let stored = notification.post.flatMap({ store[$0.id] }) { posts.append(stored) }
      people.add([store.hold(notification.actor)])
    }

    /// Always equal: it follows from the notifications.
    static func == (left: Held, right: Held) -> Bool { true }
  }
}
