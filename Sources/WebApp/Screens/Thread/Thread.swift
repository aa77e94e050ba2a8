import Contracts
import Social

/// A post with its ancestors above and its replies below, from a server or from a timeline file.
enum Thread: Screen {
  static let name: StaticString = "thread"
  static let isFeed = true
  /// The number of replies, and of ancestors, that show at first, and that are added when more are wanted.
  static let pageLength = 20
  /// The time in milliseconds after which it is known if a new reply is in sight.
  static let arrivalPause = 300

  struct State: Equatable, Sendable {
    let id: String
    var postsState: PostsState
    /// The opened post; `nil` until it is loaded.
    var opened: PostRecord?
    /// The first post of the thread first.
    var ancestors: [PostRecord] = []
    /// Each after its parent, oldest first; those of a file in order of time.
    var replies: [PostRecord] = []
    /// The depth of each reply below the post; always 0 in a file.
    var depths: [Int] = []
    /// The numbers of visible posts: the last ancestors, and the first replies.
    var shownAncestors = pageLength
    var shownReplies = pageLength
    /// The visible posts, as indices in the whole thread.
    var rows = VisibleRows()
    var isLoading = false
    /// True while a request runs that the viewer didn't ask for: the refresh indicator doesn't show.
    var isQuiet = false
    /// True if replies may be missing: the thread is loaded again when it shows.
    var isOutdated = false
    var hasContext = false
    var decoding: Decoding?
    var failure: LoadFailure?
    /// The responses with the post and with its context.
    var cacheNotes = CacheNotes(bodies: [[], []])
    /// The time of the cached response that shows; `nil` if none shows.
    var cachedAt: Timestamp?
    /// The viewer's replies that wait to be sent, oldest first.
    var waiting: [OutboxItem] = []
    /// The ids of others' replies that came by themselves, oldest first, until the viewer has seen them.
    var unseen: [String] = []
    /// True once it is known that those are out of sight.
    var announcesUnseen = false
    /// The replies that were sent or came by themselves while this screen was open: a response that was
    /// requested before lacks them.
    var sent: [Sent] = []
    /// True until the post is known. Then the composer opens with a reply to it, if the viewer is still here.
    var isReplyRequested = false

    init(_ id: String, _ post: Post?, _ context: ScreenContext, replies: Bool = false) {
      self.id = id
      isReplyRequested = replies
      postsState = PostsState(context, filters: .thread)
      opened =
        context.store[id] ?? post.map { context.store.receive($0, asked: Timestamp(milliseconds: 0)) }
      waiting = context.outbox.filter { $0.isNewPost && $0.draft?.replyTo?.id == id }
    }

    /// Creates the thread of a file, which needs no server.
    init(_ id: String, in file: FilePosts, _ context: ScreenContext) {
      self.id = id
      postsState = PostsState(context, file: file)
      let store = postsState.store
      func stored(_ post: Post) -> PostRecord { store.receive(post, asked: Timestamp(milliseconds: 0)) }
      opened = file[id].map { stored($0) }
      let thread = file.thread(around: id)
      (ancestors, replies) = (thread.ancestors.map { stored($0) }, thread.replies.map { stored($0) })
      depths = [Int](repeating: 0, count: replies.count)
      hasContext = true
    }

    var post: Post? { opened?.post }

    /// True if something shows that was loaded before, over which a failure can stand.
    var isLoaded: Bool { cachedAt != nil || hasContext && post != nil }

    /// True if the refresh indicator turns.
    var showsLoading: Bool { isLoading && hasContext && cachedAt == nil && !isQuiet }

    /// The visible posts, which can be tapped.
    var entries: [TimelineEntry] {
      (ancestors.suffix(shownAncestors) + (opened.map { [$0] } ?? []) + replies.prefix(shownReplies))
        .map { TimelineEntry($0.post) }
    }

    /// `nil` for strangers, as the device stores nothing for them, and for a file, which is stored as a
    /// whole.
    var storageKey: String? {
      postsState.file == nil ? postsState.session?.storageKey(CacheName.thread(id)) : nil
    }

    /// Returns the post at an index of the whole thread: first the ancestors, then the opened post, then the
    /// replies.
    func post(at position: Int) -> Post? {
      let index = position - ancestors.count
      return index < 0 ? ancestors[position].post : index == 0 ? post : replies[index - 1].post
    }

    func visibleRows() -> VisibleRows {
      var rows = VisibleRows()
      rows.isComputed = true
      let opened = ancestors.count
      for position in max(0, opened - shownAncestors)...opened + min(shownReplies, replies.count) {
        guard let post = post(at: position),
          position == opened || !postsState.store.hides(post, in: .list)
        else { continue }
        rows.append(position, "s" + post.id)
      }
      return rows
    }

    func contains(_ id: String) -> Bool {
      id == self.id || replies.contains { $0.id == id } || ancestors.contains { $0.id == id }
    }
  }

  struct Sent: Equatable, Sendable {
    let post: PostRecord
    let at: Timestamp
  }

  enum Request: Equatable, Sendable {
    /// The opened post.
    case post
    case context
    /// The viewer's relationships to these people.
    case relationships([String])
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    /// Shows more ancestors.
    case earlier
    case post(PostTap)

    private enum Verb: String { case earlier }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .earlier: EncodedTap(Verb.earlier.rawValue)
      case .post(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
      } else if tap.verb == Verb.earlier.rawValue {
        self = .earlier
      } else if let post = PostTap(tap) {
        self = .post(post)
      } else {
        return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case returned
    case ticked
    case missedEvents
    case pulledDown
    case reachedStart
    case reachedEnd
    case decodesOn
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?)
    case changed(Change)
    case anchored
    /// A reply has come a moment ago.
    case looks
    case seen([String])
    case replyRequested

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .returned: self = .returned
      case .ticked: self = .ticked
      case .missedEvents: self = .missedEvents
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .pulledDown: self = .pulledDown
      case .reachedStart: self = .reachedStart
      case .reachedEnd: self = .reachedEnd
      case .timerFired(.decodesOn): self = .decodesOn
      case .changed(let change): self = .changed(change)
      case .anchored: self = .anchored
      case .timerFired(.entriesArrived): self = .looks
      case .seen(let keys): self = .seen(keys)
      case .replyRequested: self = .replyRequested
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { state.postsState.file == nil ? .pull : .none }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    let effects = act(&state, action)
    switch action {
    // These actions add and remove no post.
    case .tapped(.post), .anchored, .looks, .seen, .ticked, .missedEvents: break
    case .changed(.memberActed(let change)) where !change.action.silences: break
    default: state.rows = state.visibleRows()
    }
    // Later, the composer would open over whatever the viewer reads by then.
    if state.failure != nil { state.isReplyRequested = false }
    guard state.isReplyRequested, state.post != nil else { return effects }
    state.isReplyRequested = false
    guard
      case .open(let composer)? = state.postsState.tapped(.reply(id: state.id), among: state.entries).first
    else { return effects }
    return effects + [.openIfInFront(composer)]
  }

  private static func act(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared where state.postsState.file != nil:
      return state.ancestors.isEmpty ? [] : [scrollToOpened(state)]
    case .appeared:
      return (state.storageKey.map { [.load(key: $0)] } ?? []) + load(&state)
        + askFollow(&state)
    case .pulledDown, .tapped(.list): return tappedList(&state, action)
    case .reachedEnd:
      if state.shownReplies < state.replies.count { state.shownReplies += pageLength }
      return []
    case .reachedStart, .tapped(.earlier):
      if state.shownAncestors < state.ancestors.count { state.shownAncestors += pageLength }
      return []
    case .decodesOn: return decodeOn(&state)
    case .tapped(.post(let tap)): return state.postsState.tapped(tap, among: state.entries)
    case .received(.post, let result, let time): return received(&state, result, time) + askFollow(&state)
    case .received(.relationships(let ids), let result, let time):
      if case .success(let body) = LoadFailure.body(of: result) { state.postsState.received(ids, body, time) }
      return []
    case .received(.context, let result, let time): return receivedContext(&state, result, time)
    case .loaded(let bytes): return showCached(&state, bytes)
    case .changed(let change): return apply(&state, change)
    case .anchored, .looks: return state.unseen.isEmpty ? [] : [.look(state.unseen.map { "s" + $0 })]
    case .seen(let keys):
      state.unseen.removeAll { keys.contains("s" + $0) }
      state.announcesUnseen = !state.unseen.isEmpty
      return []
    case .replyRequested:
      state.isReplyRequested = true
      return []
    case .returned:
      if state.postsState.store.removed.contains(state.id) { return [.close] }
      // The network may be back.
      if state.failure != nil, state.hasContext { state.isOutdated = true }
      return reloadOutdated(&state)
    case .ticked: return reloadOutdated(&state)
    case .missedEvents:
      state.isOutdated = true
      return []
    }
  }

  private static func tappedList(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .tapped(.list(.more)): return act(&state, .reachedEnd)
    case .tapped(.list(.new)): return showUnseen(&state)
    case .tapped(.list(.notice)):
      state.failure = nil
      return []
    default:
      state.isQuiet = false
      return load(&state)
    }
  }

  /// Scrolls the post below the bar of 44 px, with the last 88 px of its parent in sight above it.
  static func scrollToOpened(_ state: State) -> Effect { .restore(key: "s" + state.id, offset: 132) }

  private static func apply(_ state: inout State, _ change: Change) -> [Effect] {
    guard state.postsState.file == nil else { return [] }
    switch change {
    case .postRemoved(let id):
      if id == state.id { return [.close] }
    case .itemWaiting(let item):
      if item.isNewPost, let replyTo = item.draft?.replyTo?.id, state.contains(replyTo) {
        state.waiting.update(item)
      }
    case .itemCancelled(let id): state.waiting.remove(id)
    case .itemSent(let item, let post, _, let time):
      state.waiting.remove(item.id)
      guard item.isNewPost, let post, let replyTo = post.replyTo?.id, state.contains(replyTo) else {
        return []
      }
      let stored = state.postsState.store.receive(post, asked: time)
      state.sent.append(Sent(post: stored, at: time))
      add(&state, stored)
    case .entryArrived(let item, let time):
      return arrived(&state, item.entry.reposter == nil ? item.entry.post : nil, time)
    case .notificationArrived(let notification, _, let time):
      return arrived(&state, notification.post, time)
    default: break
    }
    return []
  }

  /// Adds a reply. One to another reply appears after that reply's answers. A reply of the viewer to the post
  /// appears where it waited, even if more follow below; those of others at the end.
  static func add(_ state: inout State, _ post: PostRecord, isOwn: Bool = true) {
    guard !state.contains(post.id) else { return }
    let showsAll = state.shownReplies >= state.replies.count
    var (position, depth) = (isOwn ? min(state.shownReplies, state.replies.count) : state.replies.count, 0)
    if state.postsState.file == nil,
      let parent = state.replies.firstIndex(where: { $0.id == post.post.replyTo?.id })
    {
      depth = state.depths[parent] + 1
      position = state.depths[(parent + 1)...].firstIndex { $0 < depth } ?? state.depths.count
    }
    // Not between a reply and its own replies.
    while depth == 0, position < state.depths.count, state.depths[position] > 0 { position -= 1 }
    state.replies.insert(post, at: position)
    state.depths.insert(depth, at: position)
    if isOwn || showsAll { state.shownReplies = max(state.shownReplies, position + 1) }
  }
}
