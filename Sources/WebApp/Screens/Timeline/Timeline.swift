import Contracts
import JSON
import Social

/// Posts in order of time: those of people that the viewer follows, those that mention the viewer, or those
/// with a tag. Also the viewer's favourites and bookmarks, in the order in which they were added.
enum Timeline: Screen {
  enum Kind: Equatable, Sendable {
    case home
    case mentions
    /// The tag without its `#`.
    case tag(String)
    case collection(MastodonRequests.Collection)
    /// The posts of a circle's people, by the circle's id.
    case circle(String)

    var filters: FilterContext? {
      switch self {
      case .home, .circle: .home
      case .mentions: .notifications
      case .tag: .everywhere
      case .collection: nil
      }
    }

    /// True if only the server knows the order, and names the pages.
    var isCollection: Bool { if case .collection = self { true } else { false } }
  }

  static let name: StaticString = "timeline"
  static let isFeed = true
  /// Lines per page.
  static let pageLength = 20
  /// The greatest number of pages of newer posts that are loaded at once; if there are more, a gap stays
  /// below them.
  static let maxPages = 4
  /// The greatest number of consecutive pages without visible posts that are skipped automatically.
  static let maxEmptyPages = 5
  /// The interval, in milliseconds, after which the next tick of the app requests the newest posts; it ticks
  /// every 30 s.
  static let refreshInterval: Int64 = 25_000
  /// The time in milliseconds after which entries that arrive one by one show together.
  static let arrivalPause = 300
  /// The number of entries that the device stores, and the greatest number if the viewer reads farther down.
  static let storedLength = 80
  static let maxStored = 1_000
  /// A cached response with more bytes shows its first entries before the others are read.
  static let largeCachedBytes = 48_000
  static let firstLength = 12

  struct State: Equatable, Sendable {
    let kind: Kind
    let isRoot: Bool
    var postsState: PostsState
    var list: EntryList
    var loading = Loading.no
    var isLoadingOlder = false
    var isComplete = false
    /// The query of the next page, as the server named it; `nil` if it didn't, or if the last entry's id
    /// suffices.
    var next: String?
    var emptyPages = 0
    /// The gaps when the app ended, until the cached response is read.
    var rememberedGaps: [String]
    /// The number of entries above the reading position that have not been seen.
    var newCount = 0
    /// True if the viewer was led to the oldest of them.
    var showsOldestNew = false
    /// The number that the device stores, so that they are still new after a reload.
    var rememberedNewCount: Int
    /// The reason why what shows is old.
    var notice: LoadFailure?
    /// The number of consecutive failures of automatic refreshes.
    var failures = 0
    /// The time of the request for the newest entries that show.
    var cacheNotes = CacheNotes()
    /// The reason why the list is empty.
    var failure: LoadFailure?
    /// Posts that others commented on or answered, loaded because they are not rows themselves; and the ids
    /// of all that were requested.
    var parents: [PostRecord] = []
    var askedParents: Set<String> = []
    /// The number of times that the server refused to return them.
    var parentFailures = 0
    /// The viewer's posts that wait to be sent, oldest first.
    var waiting: [OutboxItem] = []
    /// The viewer's circles, as far as this device knows them.
    var circles: [Circle]
    /// True if the server is still to be asked for them: this device knows none.
    var asksForCircles: Bool
    /// The newer posts loaded so far, until they meet the present entries.
    var incoming: [EntryList.Item] = []
    var incomingPages = 0
    /// Entries that were published just now and don't show yet, oldest first.
    var arriving: [EntryList.Item] = []
    /// The time of the last request for the newest posts.
    var askedAt: Timestamp?
    /// The cached response, while only its first entries show.
    var cached: [UInt8]?
    /// True once the cached response was read; only then may it be overwritten.
    var hasReadCache = false
    /// The number of entries that the device has.
    var savedCount = 0
    /// The reading position.
    var readingPosition: ReadingPosition?
    var isRestored = false

    init(_ kind: Kind, _ context: ScreenContext) {
      self.kind = kind
      isRoot = context.isRoot
      postsState = PostsState(context, filters: kind.filters)
      circles = context.memory[StoredCircles.key].map { StoredCircles.circles(in: $0) } ?? []
      asksForCircles = kind == .home && circles.isEmpty && context.session != nil
      list = EntryList(
        in: context.store, kind.isCollection ? .page : .list, isSorted: !kind.isCollection,
        conversations: kind == .home ? ConversationGroups(viewerID: context.session?.me.id) : nil,
        hidesComments: context.memory[ConversationGroups.hidesCommentsKey] != nil)
      readingPosition = context.memory[Self.positionKey(kind)].flatMap { ReadingPosition($0) }
      rememberedGaps =
        context.memory[Self.gapsKey(kind)].map { text in
          Array(text.utf8).split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        } ?? []
      rememberedNewCount = context.memory[Memory.newPostsKey].flatMap { wholeNumber($0) } ?? 0
      if kind == .home { waiting = context.outbox.filter { $0.isNewEntry } }
    }

    private static func name(_ kind: Kind) -> String {
      switch kind {
      case .home: "home"
      case .mentions: "mentions"
      case .tag(let name): "tag " + name
      case .collection(let collection): collection.rawValue
      case .circle(let id): "circle " + id
      }
    }

    static func positionKey(_ kind: Kind) -> String { "place " + name(kind) }
    static func gapsKey(_ kind: Kind) -> String { "gap " + name(kind) }

    /// The id of the newest entry, even if it doesn't show yet.
    var newestID: String? { arriving.last?.id ?? list.items.first?.id }

    /// True if neither read nor new entries are above.
    var isAtTop: Bool { newCount == 0 && positionRow == 0 }

    /// True if the viewer sees the upper edge of the newest entry.
    var showsArrivedAtOnce: Bool { isAtTop && readingPosition.map { $0.offset >= 0 } ?? true }

    /// The row of the reading position.
    var positionRow: Int { readingPosition.flatMap { list.row(of: $0.id) } ?? 0 }

    /// `nil` for strangers: the device stores nothing for them.
    var storageKey: String? { postsState.session?.storageKey("timeline " + Self.name(kind)) }
  }

  enum Loading: Equatable, Sendable {
    case no
    /// The first load, while the screen is empty.
    case first
    /// The viewer pulled to refresh, or tapped to try again.
    case refresh
    /// An automatic refresh.
    case quiet
  }

  enum Request: Equatable, Sendable {
    case newest
    /// Newer posts below this id, which have not met the present entries.
    case newer(before: String)
    case older(before: String)
    case gap(after: String)
    /// The entry of the reading position, and those below it.
    case position(id: String)
    /// The posts with these ids, on which others commented or which they answered.
    case parents([String])
    /// The viewer's circles, which may have been made on another device.
    case circles
  }

  indirect enum Action: ScreenAction {
    case appeared
    case returned
    case choseAgain
    case ticked(Timestamp)
    case pulledDown
    case reachedEnd
    case anchored(key: String, offset: Int)
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?)
    /// The first entries of the cached response were rendered.
    case decodesOn
    /// A moment has passed since the server was unreachable.
    case asksAgain
    case changed(Change)
    /// Entries have arrived a moment ago.
    case looks
    /// These of the cells that were looked for are in sight.
    case seen([String])

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .returned: self = .returned
      case .choseAgain: self = .choseAgain
      case .ticked(let now): self = .ticked(now)
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .anchored(let key, let offset): self = .anchored(key: key, offset: offset)
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .timerFired(.decodesOn): self = .decodesOn
      case .timerFired(.asksAgain): self = .asksAgain
      case .timerFired(.entriesArrived): self = .looks
      case .seen(let keys): self = .seen(keys)
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    let effects = act(&state, action)
    // Until the reading position is restored, the number of new entries above isn't known.
    guard state.kind == .home, state.hasReadCache, state.isRestored || state.readingPosition == nil,
      state.newCount != state.rememberedNewCount
    else { return effects }
    state.rememberedNewCount = state.newCount
    return effects + [.remember(key: Memory.newPostsKey, state.newCount == 0 ? nil : "\(state.newCount)")]
  }

  private static func act(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      state.loading = .first
      state.hasReadCache = state.storageKey == nil
      let loadCached: [Effect] = state.storageKey.map { [.load(key: $0)] } ?? []
      return loadCached + [ask(state, .newest)]
    case .asksAgain: return refresh(&state, .quiet)
    // Favourites and bookmarks don't change by themselves.
    case .returned: return state.kind.isCollection ? [] : refresh(&state, .quiet)
    case .ticked(let now):
      guard !state.kind.isCollection, let asked = state.askedAt,
        now.milliseconds - asked.milliseconds >= refreshInterval
      else { return [] }
      let circles = state.asksForCircles ? askForCircles(&state) : []
      return circles + refresh(&state, .quiet)
    case .pulledDown, .tapped(.list(.refresh)), .tapped(.list(.retry)):
      state.notice = nil
      state.failure = nil
      return refresh(&state, state.list.isEmpty ? .first : .refresh)
    case .choseAgain where state.isAtTop: return [.scrollToTop] + refresh(&state, .refresh)
    case .tapped(.list(.new)) where !state.showsOldestNew && state.newCount > 1:
      state.showsOldestNew = true
      return [.reveal(key: state.list.keys[min(state.newCount, state.list.keys.count) - 1])]
    case .choseAgain, .tapped(.list(.new)):
      state.newCount = 0
      return [.scrollToTop]
    case .reachedEnd, .tapped(.list(.more)): return loadOlder(&state)
    case .tapped(.gap(let id)): return loadGap(&state, id)
    case .anchored(let key, let offset): return anchor(&state, key, offset)
    case .tapped(.list(.notice)):
      state.notice = nil
      return []
    case .tapped(.circle(let id)): return [.open(.circle(id: id))]
    case .tapped(.people):
      guard case .circle(let id) = state.kind else { return [] }
      return [.open(.circlePeople(id: id))]
    case .tapped(.post(let tap)): return state.postsState.tapped(tap, among: state.list.entries(for: tap))
    case .received(let request, let result, let time):
      let effects = received(&state, request, result, time)
      // A failed request isn't repeated at once.
      if case .parents = request { return effects }
      return effects + askForParents(&state)
    case .loaded(let bytes):
      let bytes = entries(of: bytes, &state)
      let effects = showBeginning(&state, bytes) ?? showCached(&state, bytes)
      return effects + askForParents(&state)
    case .decodesOn: return showCached(&state, state.cached) + askForParents(&state)
    case .changed(let change): return apply(&state, change)
    case .looks: return state.arriving.isEmpty ? [] : [.look(Array(state.list.keys.prefix(1)))]
    case .seen(let keys): return showArrived(&state, atTop: !keys.isEmpty)
    }
  }

  /// Stores the reading position.
  private static func anchor(_ state: inout State, _ key: String, _ offset: Int) -> [Effect] {
    if state.kind.isCollection { return [] }
    let position = ReadingPosition(key: key, offset: offset)
    let first = Array(key.utf8).first
    guard first == UInt8(ascii: "s"), let index = state.list.index(of: position.id) else {
      if first == UInt8(ascii: "w") { state.newCount = 0 }
      return []
    }
    // A position at the top doesn't count before the stored one is restored.
    let row = state.list.row(of: position.id) ?? index
    if state.readingPosition != nil, !state.isRestored, row == 0 { return [] }
    state.newCount = min(state.newCount, row)
    guard position != state.readingPosition else { return [] }
    state.readingPosition = position
    state.isRestored = true
    let cacheable = Effect.remember(key: State.positionKey(state.kind), position.text)
    let isFarther = index + pageLength / 2 > state.savedCount
    return isFarther && state.savedCount < min(maxStored, state.list.cacheable.count)
      ? [cacheable] + save(&state) : [cacheable]
  }

  private static func apply(_ state: inout State, _ change: Change) -> [Effect] {
    state.list.apply(change)
    switch change {
    case .postRemoved, .personRemoved: return save(&state)
    case .postRestored:
      state.isComplete = false  // What follows it may be loaded anew.
      return save(&state)
    case .memberActed(let change):
      return change.action.silences && !state.kind.isCollection ? save(&state) : []
    case .circlesChanged(let circles):
      return circlesChanged(to: circles, &state)
    case .entriesArrived: return gathered(&state)
    case .notificationArrived(let notification, let source, let time):
      guard state.kind == .mentions, notification.kind == .mention, let post = notification.post else {
        return []
      }
      let entry = TimelineEntry(id: notification.id, createdAt: notification.createdAt, post: post)
      return arrived(&state, MastodonDecoder.Item(entry: entry, source: source), time)
    default: break
    }
    guard state.kind == .home else { return [] }
    switch change {
    case .itemWaiting(let item):
      guard item.isNewEntry else { return [] }
      let isNew = !state.waiting.contains { $0.id == item.id }
      state.waiting.update(item)
      // No entry above was read.
      return isNew && state.newCount > 0 && state.positionRow <= state.newCount ? [.scrollToTop] : []
    case .itemCancelled(let id):
      state.waiting.remove(id)
      return []
    case .entryArrived(let item, let time): return arrived(&state, item, time)
    case .itemSent(let item, let post, let body, let time):
      guard item.isNewEntry else { return [] }
      state.waiting.remove(item.id)
      guard let post else { return [] }
      let item = MastodonDecoder.Item(entry: TimelineEntry(post), source: body)
      state.list.insertOwn(state.postsState.receive(item, asked: time))
      return rememberGaps(&state) + save(&state)
    default: return []
    }
  }
}

extension OutboxItem {
  /// True if the home timeline shows it once it is sent; a comment stands under its post.
  fileprivate var isNewEntry: Bool { isNewPost && draft?.isComment == false }
}

/// The topmost entry that the viewer saw, and the distance of its upper edge below the screen's, in CSS px.
struct ReadingPosition: Equatable, Sendable {
  let key: String
  let offset: Int

  init(key: String, offset: Int) {
    self.key = key
    self.offset = offset
  }

  /// Reads `text`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count,
      let offset = Int64(digits: bytes[..<colon]).flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(key: String(decoding: bytes[(colon + 1)...], as: UTF8.self), offset: offset)
  }

  var text: String { "\(offset):" + key }

  /// The entry's id: the cell's key without its first letter.
  var id: String { String(decoding: Array(key.utf8).dropFirst(), as: UTF8.self) }
}
