import Contracts
import Localization
import Social

/// The profile of a person, with their posts.
enum ProfilePage: Screen {
  static let name: StaticString = "profile"
  static let isFeed = true

  struct State: Equatable, Sendable {
    /// The request's id or handle, or both.
    var id: String?
    let handle: String?
    var postsState: PostsState
    var profile: Profile?
    var profileTime = ProfileTime()
    /// True if the viewer counts among its followers; `nil` if that isn't known.
    var countsViewer: Bool?
    var selection = MastodonRequests.Selection.posts
    var lists: [List]
    /// The reading position in each list.
    var positions: [ReadingPosition?] = [nil, nil, nil]
    /// The person's pinned posts.
    var pinned: EntryList
    /// True once the server has named the pinned posts. No post shows before that, because it would be pushed
    /// down.
    var knowsPinned = false
    /// True if the server marks none of them as pinned, and may have returned the newest posts instead.
    var doubtsPinned = false
    var shown = VisibleContent()
    var isRefreshing = false
    /// True if what stands over the posts may have changed: it is loaded again when the page shows.
    var isOutdated = false
    var isBioUnfolded = false
    var failure: LoadFailure?
    /// The profile's name in keys of stored data.
    let storedName: String
    /// The responses with the profile, the relationship, the pinned posts and the newest posts.
    var cacheNotes = CacheNotes(bodies: [[], [], [], []])
    /// The time of the cached response that shows; `nil` if none shows.
    var cachedAt: Timestamp?
    var held = HeldPeople()

    init(
      id: String?, handle: String?, _ profile: Profile?, _ context: ScreenContext,
      _ selection: MastodonRequests.Selection = .posts
    ) {
      self.id = id
      self.handle = handle
      storedName = CacheName.profile(id: id, handle: handle ?? "")
      self.profile = profile
      // It comes from a screen that shows what the store knows.
      profileTime.asked = profile.flatMap { context.store.profileTime(of: $0.id) }
      postsState = PostsState(context, filters: .account)
      self.selection = selection
      let list = List(in: context.store)
      (lists, pinned) = ([list, list, list], list.entries)
    }

    /// `nil` for strangers: the device stores nothing for them.
    var storageKey: String? { postsState.session?.storageKey(storedName) }

    /// `nil` if unknown, as for strangers.
    var relationship: Relationship? { profile.flatMap { postsState.store.relationship(with: $0) } }

    /// The profile as the newest response says it, wherever that came.
    var newest: Profile? { profile.map { postsState.store.newest($0, since: profileTime) } }

    /// True if something shows that was loaded before, over which a failure can stand.
    var isLoaded: Bool {
      cachedAt != nil || profile != nil && (!list.entries.isEmpty || list.isComplete)
    }

    var isOwn: Bool { id != nil && id == postsState.session?.me.id }
    var isBlocking: Bool { relationship?.isBlocking == true }

    /// True if the pinned posts are known, as far as the server tells them.
    var knowsTop: Bool {
      knowsPinned
        && (!doubtsPinned || pinned.isEmpty || !lists[0].entries.isEmpty || lists[0].isComplete
          || lists[0].failure != nil)
    }

    /// The posts over those of the selection.
    var top: EntryList { selection == .posts ? pinned : List(in: postsState.store).entries }

    var list: List {
      get { lists[selection.index] }
      set { lists[selection.index] = newValue }
    }
  }

  /// The visible part of the selection. It follows from the rest of the state, and is computed when that has
  /// changed, not for each tap.
  struct VisibleContent: Equatable, Sendable {
    /// The rows of pinned posts, with their indices there; then those of the list, with theirs.
    var rows = VisibleRows()
    var tiles: [MediaRow.Tile] = []
    var pictured = PicturedPosts()

    static func == (left: VisibleContent, right: VisibleContent) -> Bool { true }
  }

  /// The posts of one selection.
  struct List: Equatable, Sendable {
    var entries: EntryList
    /// The running request; `nil` if none runs.
    var loading: Request?
    var isComplete = false
    /// The query of the next page, if nothing of the last one shows.
    var next: String?
    var emptyPages = 0
    var failure: LoadFailure?
    /// True if newer posts may be missing: they are loaded when the list shows.
    var isOutdated = false
    /// True while the request for them runs.
    var isCatchingUp = false
    /// True if they would move what the viewer reads: they are loaded once the viewer is at the top.
    var waitsForTop = false
    /// The number of posts on top that came by themselves after others that may be missing.
    var arrivals = 0

    init(in store: EntityStore) { entries = EntryList(in: store, .page, isSorted: false) }
  }

  enum Request: Equatable, Sendable {
    case profile
    case relationship
    case pinned
    /// The newest posts of a selection; only one request runs per selection.
    case newest(MastodonRequests.Selection)
    /// The newest posts of a selection, some of which came while no stream brought them.
    case missed(MastodonRequests.Selection)
    case older(MastodonRequests.Selection, before: String)
  }

  indirect enum Action: ScreenAction {
    case appeared
    case returned
    case ticked
    case missedEvents
    case pulledDown
    case reachedEnd
    case anchored(ReadingPosition)
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?)
    case changed(Change)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .returned: self = .returned
      case .ticked: self = .ticked
      case .missedEvents: self = .missedEvents
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .anchored(let key, let offset): self = .anchored(ReadingPosition(key: key, offset: offset))
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    takeNewest(&state)
    let effects = act(&state, action)
    switch action {
    case .anchored, .returned, .ticked, .missedEvents: break
    // These actions, which come for each tap on a post, add and remove no post; they can uncover a picture.
    case .tapped(.post) where state.selection != .media: break
    case .changed(.memberActed(let change)) where change.id != state.id: break
    default: state.shown = state.visibleContent()
    }
    countViewer(&state)
    return effects
  }

  private static func act(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return (state.storageKey.map { [.load(key: $0)] } ?? []) + load(&state)
    case .tapped(.list(.retry)): return load(&state)
    case .loaded(let bytes): return showCached(&state, bytes)
    case .pulledDown, .tapped(.list(.refresh)): return refresh(&state)
    case .reachedEnd, .tapped(.list(.more)): return loadOlder(&state)
    case .tapped(.list(.notice)), .tapped(.list(.new)):
      state.failure = nil
      return []
    case .anchored(let position):
      state.positions[state.selection.index] = position
      return state.list.waitsForTop ? loadMissed(&state) : []
    case .tapped(.choose(let selection)):
      guard selection != state.selection else { return loadOlderIfEmpty(&state) }
      state.selection = selection
      let position =
        state.positions[selection.index].map { [Effect.restore(key: $0.key, offset: $0.offset)] } ?? []
      let address = (state.profile?.handle ?? state.handle).map {
        [Effect.address(Links.posts(of: $0, selection))]
      }
      return loadOlderIfEmpty(&state) + loadMissed(&state) + (address ?? []) + position
    case .tapped(.follow): return toggleFollow(state)
    case .tapped(.notify):
      guard let profile = state.newest, let relationship = state.relationship else { return [] }
      return [relationship.toggledNotice(of: profile)]
    case .tapped(.options): return state.newest.map { [.open(.options(.person($0)))] } ?? []
    case .tapped(.note):
      return state.relationship == nil ? [] : state.newest.map { [.open(.options(.note($0)))] } ?? []
    case .tapped(.avatar): return open(state.newest?.account.avatar)
    case .tapped(.banner): return open(state.newest?.account.cover)
    case .tapped(.bio):
      state.isBioUnfolded = !state.isBioUnfolded
      return []
    case .tapped(.post(let tap)):
      if case .profile(let id) = tap, id == state.id { return [.scrollToTop] }
      let effects = state.postsState.tapped(
        tap, among: state.top.entries(for: tap) + state.list.entries.entries(for: tap))
      // A folded pinned post is revealed among the pinned ones.
      if case .reveal(let key)? = effects.first, state.top.keys.contains(key) {
        return [.reveal(key: pinnedKey(key))]
      }
      return effects
    case .received(let request, let result, let time): return received(&state, request, result, time)
    case .changed(let change): return apply(&state, change)
    case .returned:
      // The network may be back.
      if state.failure != nil || state.list.failure != nil { missedEvents(&state) }
      return reloadOutdated(&state)
    case .ticked: return reloadOutdated(&state)
    case .missedEvents:
      missedEvents(&state)
      return []
    }
  }

  static func loadOlderIfEmpty(_ state: inout State) -> [Effect] {
    state.list.entries.isEmpty && !state.list.isComplete ? loadOlder(&state) : []
  }

  // Following.

  private static func open(_ picture: Picture?) -> [Effect] {
    picture.map { [.open(.viewer(PictureSet(pictures: [$0], index: 0)))] } ?? []
  }

  private static func toggleFollow(_ state: State) -> [Effect] {
    guard let id = state.id else { return [] }
    guard state.postsState.session != nil else { return [.open(.landingPage(DeferredAction(.follow, id)))] }
    guard let relationship = state.relationship, let profile = state.newest else { return [] }
    if relationship.isBlocking {
      return [.perform(.person(.block(name: profile.account.nick)), id: id, false)]
    }
    return [FollowState(relationship).toggled(profile)]
  }

  /// The posts of a blocked person do not show. After unblocking, the page loads them again.
  private static func block(_ state: inout State, _ change: MemberActionChange) -> [Effect] {
    guard let id = state.id, change.id == id else { return [] }
    for index in state.lists.indices {
      state.lists[index] = List(in: state.postsState.store)
      state.lists[index].isComplete = change.isOn
    }
    state.pinned.removeAll()
    state.knowsPinned = false
    state.isRefreshing = !change.isOn
    return change.isConfirmed && !change.isOn ? loadRest(&state, id) : []
  }

  /// Makes what the newest response says the page's own, before the viewer changes the number of followers.
  private static func takeNewest(_ state: inout State) {
    let store = state.postsState.store
    guard let id = state.id, let before = state.profileTime.asked, let newest = state.newest,
      let time = store.profileTime(of: id), time > before, !store.changes.hasOverride(id, asked: time)
    else { return }
    (state.profile, state.profileTime.asked) = (newest, time)
  }

  /// Corrects the number of followers after the viewer became one, or is one no longer.
  private static func countViewer(_ state: inout State) {
    guard let follows = state.relationship?.isFollowing, let counts = state.countsViewer, counts != follows
    else {
      state.countsViewer = state.relationship?.isFollowing ?? state.countsViewer
      return
    }
    state.countsViewer = follows
    state.profile?.followersCount += follows ? 1 : -1
  }

  /// Adds a post that the person published just now to the lists that have it.
  private static func arrived(_ state: inout State, _ item: MastodonDecoder.Item, _ time: Timestamp) {
    let (entry, isRepost) = (item.entry, item.entry.reposter != nil)
    guard (entry.reposter ?? entry.post.author).id == state.id else { return }
    let isReply = !isRepost && entry.post.replyTo.map { $0.author != state.id } ?? false
    for selection in MastodonRequests.Selection.allCases {
      let index = selection.index
      let isWanted =
        switch selection {
        case .posts: !isReply
        case .withReplies: true
        case .media: !isRepost && !entry.post.attachments.isEmpty
        }
      guard isWanted, !state.lists[index].entries.isEmpty || state.lists[index].isComplete else { continue }
      // A picture on top moves all others to another column.
      if selection == .media, !state.isAtTop(.media) {
        state.lists[index].beginGap()
        state.lists[index].waitsForTop = true
        continue
      }
      let before = state.lists[index].entries.items.count
      _ = state.lists[index].entries.arrive([state.postsState.receive(item, asked: time)])
      state.lists[index].arrivals += state.lists[index].entries.items.count - before
    }
  }

  private static func apply(_ state: inout State, _ change: Change) -> [Effect] {
    state.pinned.apply(change)
    for index in state.lists.indices { state.lists[index].entries.apply(change) }
    switch change {
    case .memberActed(let change):
      if case .person(.block) = change.action { return block(&state, change) }
      // Only the server knows the order.
      if change.action == .post(.pin), change.isConfirmed, state.isOwn, let id = state.id {
        return [.ask(Request.pinned, MastodonRequests.pinned(by: id))]
      }
    case .profileChanged(let profile, let time):
      guard profile.id == state.id, time >= state.profileTime.asked ?? time else { return [] }
      (state.profile, state.profileTime.asked) = (profile, time)
    case .entryArrived(let item, let time): arrived(&state, item, time)
    default: break
    }
    return []
  }
}

extension MastodonRequests.Selection {
  var index: Int {
    switch self {
    case .posts: 0
    case .withReplies: 1
    case .media: 2
    }
  }

  var title: Phrase {
    switch self {
    case .posts: .tabPosts
    case .withReplies: .tabReplies
    case .media: .tabMedia
    }
  }
}
