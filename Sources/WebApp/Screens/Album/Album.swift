import Contracts
import Localization
import Social

/// The album of a person: their posts by day, their pictures by month, and their named albums.
enum Album: Screen {
  static let name: StaticString = "timeline album"
  /// The name of the field that jumps to a month.
  static let monthField = "month"

  /// The ways to look at an album, and the named albums beside it.
  enum Section: Int, CaseIterable, Sendable {
    case days
    case pictures
    case scrapbooks

    func title(_ strings: Strings) -> String {
      switch self {
      case .days: strings[.tabPosts]
      case .pictures: strings[.tabMedia]
      case .scrapbooks: strings[later: .albums]
      }
    }
  }

  struct State: Equatable, Sendable {
    let handle: String
    var postsState: PostsState
    /// `nil` until it is loaded.
    var profile: Profile?
    var profileTime = ProfileTime()
    var section = Section.days
    /// The posts of each section.
    var lists: [List]
    /// The rows of posts and pictures.
    var rows: Rows
    /// The reading position in each section.
    var positions: [ReadingPosition?] = [nil, nil, nil]
    /// The months in which the person posted, the latest first; empty on other servers.
    var months: [AlbumMonth] = []
    /// Posts of earlier years from around today.
    var anniversaries: EntryList
    /// The named albums that the viewer may see; `nil` until they are loaded.
    var scrapbooks: [Scrapbook]?
    /// True once the server sent an overview, so that it has named albums, too.
    var hasScrapbooks = false
    /// Makes named albums.
    var form = CreationForm()
    /// The ids of the posts that are selected for a named album; `nil` if pictures open when they are tapped.
    var picked: [String]?
    /// The month with which the lists begin; `nil` if they begin with the newest post.
    var month: AlbumMonth?
    var isRefreshing = false
    var failure: LoadFailure?
    /// The responses with the profile, the newest posts, the overview, and the named albums.
    var cacheNotes = CacheNotes(bodies: [[], [], [], []])
    /// The time of the cached response that shows; `nil` if none shows.
    var cachedAt: Timestamp?

    init(_ handle: String, _ context: ScreenContext) {
      self.handle = handle
      postsState = PostsState(context, filters: .account)
      lists = Section.allCases.map { _ in List(in: context.store) }
      rows = Rows(minutesEast: context.minutesEast)
      anniversaries = EntryList(in: context.store, .page, isSorted: false)
    }

    /// `nil` for strangers: the device stores nothing for them.
    var storageKey: String? { postsState.session?.storageKey(CacheName.album(of: handle)) }

    var isOwn: Bool { profile != nil && profile?.id == postsState.session?.me.id }

    /// True if the viewer can jump to a month.
    var showsMonths: Bool { section != .scrapbooks && months.count > 1 }

    var list: List {
      get { lists[section.rawValue] }
      set { lists[section.rawValue] = newValue }
    }
  }

  /// The posts of one section. Named albums use it for the state of their request alone.
  struct List: Equatable, Sendable {
    var entries: EntryList
    /// The running request; `nil` if none runs.
    var loading: Request?
    var isComplete = false
    /// True if its first page has to be loaded again.
    var isOutdated = false
    /// True if newer posts may be missing: they are loaded when the section shows.
    var isBehind = false
    /// True while the request for them runs.
    var isCatchingUp = false
    /// True if they would move what the viewer reads: they are loaded once the viewer is at the top.
    var waitsForTop = false
    /// The id of the last post that the server sent; `nil` before the first page.
    var cursor: String?
    /// The number of consecutive pages without visible posts.
    var emptyPages = 0
    var failure: LoadFailure?

    init(in store: EntityStore) { entries = EntryList(in: store, .page, isSorted: false) }
  }

  enum Request: Equatable, Sendable {
    case profile
    case overview
    /// The first posts of a section, or of a month by its name.
    case first(Section, month: String?)
    case older(Section, before: String)
    /// The first posts again, some of which came while no stream brought them.
    case missed(Section, month: String?)
    case scrapbooks
    /// Makes a named album with that title.
    case newScrapbook(String)
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case choose(Section)
    case post(PostTap)
    /// Opens the named album with that id.
    case scrapbook(String)
    /// Begins to select pictures, or ends it.
    case select(Bool)
    /// Selects the post with that id, or no longer.
    case pick(String)
    /// Adds the selected posts to a named album.
    case add

    private enum Verb: String {
      case days, pictures, scrapbooks, scrapbook, select, stay, pick, add
    }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .choose(.days): EncodedTap(Verb.days.rawValue)
      case .choose(.pictures): EncodedTap(Verb.pictures.rawValue)
      case .choose(.scrapbooks): EncodedTap(Verb.scrapbooks.rawValue)
      case .scrapbook(let id): EncodedTap(Verb.scrapbook.rawValue, id)
      case .select(let isOn): EncodedTap((isOn ? Verb.select : .stay).rawValue)
      case .pick(let id): EncodedTap(Verb.pick.rawValue, id)
      case .add: EncodedTap(Verb.add.rawValue)
      case .post(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
        return
      }
      switch Verb(rawValue: tap.verb) {
      case .days: self = .choose(.days)
      case .pictures: self = .choose(.pictures)
      case .scrapbooks: self = .choose(.scrapbooks)
      case .scrapbook: self = .scrapbook(tap.value)
      case .select: self = .select(true)
      case .stay: self = .select(false)
      case .pick: self = .pick(tap.value)
      case .add: self = .add
      case nil:
        guard let post = PostTap(tap) else { return nil }
        self = .post(post)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case returned
    case ticked
    case missedEvents
    case pulledDown
    case reachedEnd
    case anchored(ReadingPosition)
    case chose(month: String)
    /// Makes a named album with that title.
    case create(String)
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
      case .submitted(let fields): self = .create(fields.first ?? "")
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .anchored(let key, let offset): self = .anchored(ReadingPosition(key: key, offset: offset))
      case .typed(Album.monthField, let month): self = .chose(month: month)
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    let effects = act(&state, action)
    switch action {
    case .anchored, .ticked, .missedEvents, .tapped(.select), .tapped(.pick), .tapped(.add): break
    default: state.rows.update(state)
    }
    return effects
  }

  private static func act(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return (state.storageKey.map { [.load(key: $0)] } ?? []) + load(&state)
    case .returned:
      // The named album that was open may have another title, or be gone.
      if state.section == .scrapbooks { return loadFirst(&state, .scrapbooks) }
      // The network may be back.
      if state.failure != nil { missedEvents(&state) }
      return loadMissed(&state)
    case .ticked: return loadMissed(&state)
    case .missedEvents: missedEvents(&state)
    case .create(let title): return create(&state, title)
    case .tapped(.scrapbook(let id)): return open(state, id)
    case .tapped(.select(let isOn)): state.picked = isOn && state.isOwn ? [] : nil
    case .tapped(.pick(let id)): state.picked?.toggle(id)
    case .tapped(.add): return addPicked(&state)
    case .loaded(let bytes): return showCached(&state, bytes)
    case .pulledDown, .tapped(.list(.refresh)): return refresh(&state)
    case .tapped(.list(.retry)): return state.profile == nil ? load(&state) : loadOlder(&state)
    case .reachedEnd, .tapped(.list(.more)): return loadOlder(&state)
    case .tapped(.list(.notice)), .tapped(.list(.new)): state.failure = nil
    case .anchored(let position):
      state.positions[state.section.rawValue] = position
      return state.list.waitsForTop ? loadMissed(&state) : []
    case .chose(let month): return jump(&state, to: month)
    case .tapped(.choose(let section)):
      guard section != state.section else { return [.scrollToTop] }
      state.section = section
      state.picked = nil
      let position = state.positions[section.rawValue].map {
        [Effect.restore(key: $0.key, offset: $0.offset)]
      }
      let isLoaded = !state.list.isOutdated && state.list.isLoaded
      return (isLoaded ? loadMissed(&state) : loadFirst(&state, section)) + (position ?? [])
    case .tapped(.post(let tap)):
      let entries = state.list.entries.entries(for: tap) + state.anniversaries.entries(for: tap)
      return state.postsState.tapped(tap, among: entries)
    case .received(let request, let result, let time): return received(&state, request, result, time)
    case .changed(let change): apply(&state, change)
    }
    return []
  }

  /// Begins the lists with a month, or with the newest post if the name is empty.
  private static func jump(_ state: inout State, to name: String) -> [Effect] {
    let month = state.months.first { $0.name == name }
    guard month?.name != state.month?.name else { return [] }
    state.month = month
    state.cachedAt = nil
    state.positions = [nil, nil, nil]
    return [.scrollToTop] + emptied(&state) + loadFirst(&state, state.section)
  }

  /// Empties both lists, and cancels their requests.
  private static func emptied(_ state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for index in state.lists.indices {
      if let running = state.lists[index].loading { effects.append(.cancel(running)) }
      state.lists[index] = List(in: state.postsState.store)
    }
    return effects
  }

  /// Returns true for a post of its own: no reply, no comment, no repost.
  static func belongs(_ entry: TimelineEntry) -> Bool {
    entry.reposter == nil && entry.post.replyTo == nil && entry.post.commentOf == nil
  }

  private static func apply(_ state: inout State, _ change: Change) {
    state.anniversaries.apply(change)
    for index in state.lists.indices { state.lists[index].entries.apply(change) }
    switch change {
    case .profileChanged(let profile, let time):
      guard profile.id == state.profile?.id, time >= state.profileTime.asked ?? time else { return }
      (state.profile, state.profileTime.asked) = (profile, time)
    case .entryArrived(let item, let time): arrived(&state, item, time)
    case .itemSent(let item, let post, let body, let time):
      guard item.isNewPost, let post else { return }
      arrived(&state, MastodonDecoder.Item(entry: TimelineEntry(post), source: body), time)
    default: break
    }
  }
}
