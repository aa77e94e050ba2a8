import Contracts
import Localization
import Social

/// A named album: the pictures of its posts, and what its owner does with them.
enum ScrapbookPage: Screen {
  static let name: StaticString = "timeline scrapbook"

  /// A sheet over the pictures.
  enum Panel: Equatable, Sendable {
    case tools
    case rename
    /// The question before deleting the album.
    case deletion
  }

  struct State: Equatable, Sendable {
    let id: String
    let handle: String
    var postsState: PostsState
    /// `nil` until it is loaded.
    var scrapbook: Scrapbook?
    var entries: EntryList
    /// The running request for posts; `nil` if none runs.
    var loading: Request?
    var isComplete = false
    /// The id of the last post that the server sent; `nil` before the first page.
    var cursor: String?
    var isRefreshing = false
    var failure: LoadFailure?
    /// The responses with the album and its newest posts.
    var cacheNotes = CacheNotes(bodies: [[], []])
    /// The time of the cached response that shows; `nil` if none shows.
    var cachedAt: Timestamp?
    /// `nil` if none shows.
    var panel: Panel?
    /// The title that wasn't stored, and the reason; `nil` while nothing failed.
    var title: String?
    var problem: Message?
    /// The ids of the posts to remove; `nil` if pictures open when they are tapped.
    var selected: [String]?

    init(_ id: String, of handle: String, _ known: Scrapbook?, _ context: ScreenContext) {
      self.id = id
      self.handle = handle
      scrapbook = known
      postsState = PostsState(context, filters: .account)
      entries = EntryList(in: context.store, .page, isSorted: false)
    }

    /// `nil` for strangers: the device stores nothing for them.
    var storageKey: String? { postsState.session?.storageKey(CacheName.scrapbook(id)) }

    var isOwn: Bool { scrapbook != nil && scrapbook?.owner == postsState.session?.me.id }
  }

  enum Request: Equatable, Sendable {
    case scrapbook
    case newest
    case older(before: String)
    case rename(String)
    case delete, download
    case removal([String])
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case post(PostTap)
    case tools, rename, select, download, delete
    case deleteNow
    /// Closes the sheet over the pictures; without one, ends the selection.
    case stay
    /// Selects the post with that id, or no longer.
    case pick(String)
    case removeSelected

    private enum Verb: String {
      case tools, rename, select, download, delete, stay, pick
      case deleteNow = "delete-now"
      case removeSelected = "remove-selected"
    }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .post(let tap): tap.encoded
      case .tools: EncodedTap(Verb.tools.rawValue)
      case .rename: EncodedTap(Verb.rename.rawValue)
      case .select: EncodedTap(Verb.select.rawValue)
      case .download: EncodedTap(Verb.download.rawValue)
      case .delete: EncodedTap(Verb.delete.rawValue)
      case .deleteNow: EncodedTap(Verb.deleteNow.rawValue)
      case .stay: EncodedTap(Verb.stay.rawValue)
      case .pick(let id): EncodedTap(Verb.pick.rawValue, id)
      case .removeSelected: EncodedTap(Verb.removeSelected.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
        return
      }
      switch Verb(rawValue: tap.verb) {
      case .tools: self = .tools
      case .rename: self = .rename
      case .select: self = .select
      case .download: self = .download
      case .delete: self = .delete
      case .deleteNow: self = .deleteNow
      case .stay: self = .stay
      case .pick: self = .pick(tap.value)
      case .removeSelected: self = .removeSelected
      case nil:
        guard let post = PostTap(tap) else { return nil }
        self = .post(post)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case pulledDown
    case reachedEnd
    case tapped(Tap)
    case rename(String)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?)
    case changed(Change)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .submitted(let fields): self = .rename(fields.first ?? "")
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return (state.storageKey.map { [.load(key: $0)] } ?? []) + load(&state)
    case .loaded(let bytes): showCached(&state, bytes)
    case .pulledDown, .tapped(.list(.refresh)):
      guard !state.isRefreshing else { return [] }
      state.isRefreshing = true
      let running = state.loading.map { [Effect.cancel($0)] } ?? []
      state.loading = nil
      return running + load(&state)
    case .tapped(.list(.retry)): return state.scrapbook == nil ? load(&state) : loadOlder(&state)
    case .reachedEnd, .tapped(.list(.more)): return loadOlder(&state)
    case .tapped(.list(.notice)), .tapped(.list(.new)): state.failure = nil
    case .tapped(.post(let tap)):
      return state.postsState.tapped(tap, among: state.entries.entries(for: tap))
    case .tapped(let tap): return tapped(&state, tap)
    case .rename(let title):
      guard !CleanText.showsNothing(title) else { return [] }
      state.problem = nil
      return [.ask(Request.rename(title), ScrapbookRequests.rename(state.id, to: title))]
    case .received(let request, let result, let time): return received(&state, request, result, time)
    case .changed(let change): state.entries.apply(change)
    }
    return []
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    guard state.isOwn else { return [] }
    let hadPanel = state.panel != nil
    state.panel = nil
    switch tap {
    case .tools: state.panel = .tools
    case .rename:
      state.panel = .rename
      (state.title, state.problem) = (nil, nil)
    case .delete: state.panel = .deletion
    case .deleteNow: return [.ask(Request.delete, ScrapbookRequests.delete(state.id))]
    case .download: return [.ask(Request.download, ScrapbookRequests.download(state.id))]
    case .select: state.selected = []
    case .stay:
      if !hadPanel { state.selected = nil }
    case .pick(let id): state.selected?.toggle(id)
    case .removeSelected:
      guard let selected = state.selected, !selected.isEmpty else { return [] }
      return [.ask(Request.removal(selected), ScrapbookRequests.put(selected, in: state.id, false))]
    case .list, .post: break
    }
    return []
  }
}
