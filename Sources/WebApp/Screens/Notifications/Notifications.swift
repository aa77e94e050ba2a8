import Contracts
import Localization
import Social

/// The viewer's notifications: favourites, reposts, follows, follow requests, mentions.
enum Notifications: Screen {
  static let name: StaticString = "timeline notifications"
  static let isFeed = true
  /// The interval between requests for the newest ones, in milliseconds; the clock event fires every 30 s.
  static let refreshInterval: Int64 = 20_000
  /// The greatest number of pages without new items that are skipped automatically.
  static let maxEmptyPages = 10
  /// The time that an unread item has to show to count as read, in milliseconds.
  static let glance = 1_000

  struct State: Equatable, Sendable {
    var postsState: PostsState
    /// Newest first, each once.
    var items: [Notification] = []
    var held = Held()
    var parents = Parents()
    /// The rows, and their keys.
    var groups: [NotificationGroup] = []
    var keys: [String] = []
    /// The newest id that the server has, even if it doesn't show.
    var newestID = ""
    /// The notifications that came by themselves since the request for what shows.
    var arrivals: [Arrival] = []
    /// The cursor of the next page, as `Response.next`; `nil` on the last page, and before the first
    /// response.
    var next: String?
    /// The cursor of the page that is being requested.
    var older: String?
    /// The number of consecutive pages that brought nothing new.
    var emptyPages = 0
    /// The time of the request for the newest items that have arrived.
    var askedAt: Timestamp?
    /// The time of the request for what shows.
    var loadedAt: Timestamp?
    var isRefreshing = false
    /// The reason why the next page, or the first one, failed to load.
    var failure: LoadFailure?
    /// The reason why what shows is old.
    var notice: LoadFailure?
    /// The id after which items show as unread; `nil` until the server has said it.
    var readID: String?
    /// The server's marker.
    var marker = ""
    /// The newest id that was seen here.
    var seenID = ""
    /// True if the server has no markers, and nothing was read on this device yet.
    var markersFail = false
    /// The newest id that was read on this device; empty if none was.
    let readHere: String
    var isAtTop = true
    /// True while unread items show and wait to count as read.
    var isSeeing = false
    /// The keys of the unfolded rows, and of the row that was folded last.
    var unfolded: Set<String> = []
    var folded = ""

    /// True until the viewer has answered the offer of notifications for the closed app.
    var asksForPush: Bool
    /// True if this browser can have them.
    var canHavePush = false

    /// The chosen filter; `nil` for everything.
    let kind: Kind?

    init(_ context: ScreenContext) {
      self.init(
        PostsState(context, filters: .notifications), context.memory[Kind.key].flatMap { Kind(rawValue: $0) },
        context.memory[App.readKey] ?? "",
        asksForPush: context.session?.isOwnServer == true && context.memory[StoredPush.memoryKey] == nil
          && context.memory[StoredPush.answeredKey] == nil)
    }

    private init(_ postsState: PostsState, _ kind: Kind?, _ readHere: String, asksForPush: Bool) {
      self.postsState = postsState
      self.kind = kind
      self.readHere = readHere
      self.asksForPush = asksForPush
    }

    /// Returns an empty state for another kind. The read position stays.
    func showing(_ kind: Kind?) -> State {
      var new = State(postsState, kind, readHere, asksForPush: asksForPush)
      (new.canHavePush, new.parents) = (canHavePush, parents)
      (new.readID, new.marker, new.seenID) = (readID, marker, seenID)
      return new
    }

    /// `nil` for strangers: the device stores nothing for them.
    var storageKey: String? {
      postsState.session?.storageKey(kind.map { "notifications " + $0.rawValue } ?? "notifications")
    }

    /// The request for the newest items.
    var newest: Request { kind.map { .kind($0) } ?? .newest }

    /// True if the end of the list is loaded.
    var isComplete: Bool { loadedAt != nil && next == nil }

    /// True while the list begins with the offer of notifications for the closed app: after a reply or a
    /// follower, once.
    var offersPush: Bool {
      asksForPush && canHavePush && kind == nil
        && items.contains { [.mention, .follow, .followRequest].contains($0.kind) }
    }

    /// The posts that can be tapped.
    var entries: [TimelineEntry] {
      items.compactMap { $0.post.map { TimelineEntry(postsState.store.current($0)) } } + parents.entries
    }
  }

  /// A notification that came by itself.
  struct Arrival: Equatable, Sendable {
    let id: String
    let at: Timestamp
  }

  /// The filters.
  enum Kind: String, CaseIterable, Sendable {
    case likes, replies, reposts, followers, posts

    /// The memory key of the chosen filter.
    static let key = "notifications"

    var phrase: Phrase {
      switch self {
      case .likes: .likesTitle
      case .replies: .tabReplies
      case .reposts: .repostsTitle
      case .followers: .followersTitle
      case .posts: .tabPosts
      }
    }

    var types: [Notification.Kind] {
      switch self {
      case .likes: [.favourite]
      case .replies: [.mention]
      case .reposts: [.repost]
      case .followers: [.follow, .followRequest, .signUp, .report, .reportResolved]
      case .posts: [.post, .update, .poll, .warning]
      }
    }

    /// Returns true if the filter shows the notification. Servers report replies as mentions, and not every
    /// server knows all types.
    func has(_ notification: Notification, of viewer: String?) -> Bool {
      types.contains(notification.kind) && (self != .replies || notification.post?.replyTo?.author == viewer)
    }
  }

  enum Request: Equatable, Sendable {
    /// The newest of all kinds.
    case newest
    case kind(Kind)
    /// The page with this query.
    case older(String)
    /// The read marker.
    case marker
    /// The viewer's relationships to these people.
    case relationships([String])
    /// The posts with these ids, which replies answer.
    case parents([String])
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case post(PostTap)
    /// Accepts or rejects the follow request of the account with that id.
    case admit(id: String, Bool)
    /// Unfolds the people of the row with that key, or folds them again.
    case faces(key: String)
    /// Shows one kind alone; everything if it is tapped again, or for `nil`.
    case kind(Kind?)
    /// Answers the offer of notifications for the closed app.
    case offer(isAccepted: Bool)

    private enum Verb: String { case accept, reject, faces, kind, offer }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .post(let tap): tap.encoded
      case .admit(let id, let isAccepted): EncodedTap((isAccepted ? Verb.accept : .reject).rawValue, id)
      case .faces(let key): EncodedTap(Verb.faces.rawValue, key)
      case .kind(let kind): EncodedTap(Verb.kind.rawValue, kind?.rawValue ?? "")
      case .offer(let isAccepted): EncodedTap(Verb.offer.rawValue, isAccepted ? "yes" : "no")
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
      } else if let verb = Verb(rawValue: tap.verb) {
        switch verb {
        case .accept, .reject: self = .admit(id: tap.value, verb == .accept)
        case .faces: self = .faces(key: tap.value)
        case .kind: self = .kind(Kind(rawValue: tap.value))
        case .offer: self = .offer(isAccepted: tap.value == "yes")
        }
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
    case choseAgain
    case ticked(Timestamp)
    case pulledDown
    case reachedEnd
    case anchored(key: String)
    case wasSeen
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded(key: String, [UInt8]?)
    case changed(Change)
    case pushed(PushPermission)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .returned: self = .returned
      case .choseAgain: self = .choseAgain
      case .ticked(let now): self = .ticked(now)
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .anchored(let key, _): self = .anchored(key: key)
      case .timerFired(.wasSeen): self = .wasSeen
      case .loaded(let key, let bytes, _): self = .loaded(key: key, bytes)
      case .changed(let change): self = .changed(change)
      case .pushed(let permission, _, _): self = .pushed(permission)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return appear(state) + (state.asksForPush ? [.push(.look)] : [])
    case .returned: return load(state)
    case .ticked(let now):
      guard let asked = state.askedAt, now.milliseconds - asked.milliseconds >= refreshInterval else {
        return []
      }
      return load(state)
    case .pulledDown, .tapped(.list(.refresh)): return refresh(&state)
    case .choseAgain: return [.scrollToTop] + (state.isAtTop ? refresh(&state) : [])
    case .tapped(.list(.new)): return [.scrollToTop]
    case .reachedEnd: return state.failure == nil ? loadOlder(&state) : []
    case .tapped(.list(.retry)), .tapped(.list(.more)):
      state.failure = nil
      return state.next == nil ? load(state) : loadOlder(&state)
    case .tapped(.list(.notice)): state.notice = nil
    case .anchored(let key):
      state.isAtTop = key == state.keys.first || key == kindsKey || key == offerKey
      return see(&state)
    case .wasSeen: return wasSeen(&state)
    case .tapped(.post(let tap)): return tapped(&state, tap)
    case .tapped(.admit(let id, let isAccepted)): return [.admit(id: id, isAccepted)]
    case .tapped(.faces(let key)):
      guard state.unfolded.remove(key) == nil else {
        state.folded = key
        return []
      }
      state.unfolded.insert(key)
      return askFollows(&state)
    case .tapped(.kind(let kind)):
      state = state.showing(kind == state.kind ? nil : kind)
      return [.remember(key: Kind.key, state.kind?.rawValue), .scrollToTop] + appear(state)
    case .received(.parents(let ids), let result, let time):
      return receivedParents(&state, ids, result, time)
    case .received(let request, let result, let time):
      let effects = received(&state, request, result, time)
      return effects + askFollows(&state, request) + askParents(&state)
    case .tapped(.offer(let isAccepted)):
      state.asksForPush = false
      return [.remember(key: StoredPush.answeredKey, "")] + (isAccepted ? [.open(.notificationSettings)] : [])
    case .pushed(let permission):
      state.canHavePush = [.unasked, .granted, .needsHomeScreen].contains(permission)
    case .loaded(let key, let bytes): return key == state.storageKey ? showCached(&state, bytes) : []
    case .changed(let change): return apply(&state, change)
    }
    return []
  }

  private static func appear(_ state: State) -> [Effect] {
    (state.storageKey.map { [.load(key: $0)] } ?? []) + load(state)
  }

  private static func tapped(_ state: inout State, _ tap: PostTap) -> [Effect] {
    if case .profile(let id) = tap, let actor = state.items.first(where: { $0.actor.id == id })?.actor {
      return [.open(.profile(id: id, handle: actor.handle, actor))]
    }
    let effects = state.postsState.tapped(tap, among: state.entries)
    // A row's key here is its notification's, not its post's.
    guard case .warning(let id) = tap, !effects.isEmpty else { return effects }
    let group = state.groups.first { $0.newest.kind == .mention && $0.newest.post?.id == id }
    return group.map { [.reveal(key: $0.key)] } ?? []
  }

  // Reading.

  /// Starts the timer after which the unread items count as read. Under a filter nothing counts as read,
  /// because the marker covers all kinds.
  static func see(_ state: inout State) -> [Effect] {
    guard state.kind == nil, !state.isSeeing, state.isAtTop, state.readID != nil || state.markersFail,
      EntryList.isNewer(state.newestID, than: state.marker)
    else { return [] }
    state.isSeeing = true
    return [.after(milliseconds: glance, .wasSeen)]
  }

  /// Moves the marker forward, never back. The next response says if the server has stored it.
  private static func wasSeen(_ state: inout State) -> [Effect] {
    state.isSeeing = false
    guard state.kind == nil, state.isAtTop, EntryList.isNewer(state.newestID, than: state.marker) else {
      return []
    }
    (state.marker, state.seenID) = (state.newestID, state.newestID)
    return [.read(id: state.newestID)]
  }

  private static func apply(_ state: inout State, _ change: Change) -> [Effect] {
    switch change {
    case .memberActed(let change): if change.action.silences { updateRows(&state) }
    case .postRemoved, .postRestored, .personRemoved, .requestAnswered: updateRows(&state)
    case .notificationArrived(let notification, _, let time): return arrived(&state, notification, time)
    default: break
    }
    return []
  }
}
