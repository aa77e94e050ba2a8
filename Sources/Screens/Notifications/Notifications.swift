import Contracts
import Social

/// What happened to the reader: likes, reposts, follows, requests to follow, mentions.
enum Notifications: Screen {
  static let name: StaticString = "timeline notifications"
  static let isFeed = true
  /// How often the newest are asked for, in milliseconds; the clock tells the time every 30 s.
  static let pollMilliseconds: Int64 = 20_000
  /// Pages without anything new that are passed over by themselves.
  static let mostEmptyPages = 10
  /// How long something unread has to show, in milliseconds, to be read.
  static let glance = 1_000

  struct State: Equatable, Sendable {
    var board: StatusBoard
    /// Newest first, each once.
    var items: [Notification] = []
    /// The rows, and their keys.
    var groups: [NotificationGroup] = []
    var keys: [String] = []
    /// The newest that the server has, whether it shows or not.
    var newestID = ""
    /// Names the next page, as `Response.next`; nil: that was all, or nothing was asked for yet.
    var next: String?
    /// The page that is asked for.
    var older: String?
    /// Pages in a row that brought nothing.
    var emptyPages = 0
    /// When the newest that came were asked for.
    var askedAt: Timestamp?
    /// When what shows was asked for.
    var loadedAt: Timestamp?
    var isRefreshing = false
    /// Why the next page is not there, or the first one.
    var trouble: LoadTrouble?
    /// Why what shows is old.
    var notice: LoadTrouble?
    /// What came after it shows as unread; nil: the server has not said.
    var readID: String?
    /// How far the reader has read, as far as the server knows.
    var marker = ""
    /// How far they have read here.
    var seenID = ""
    var isAtTop = true
    /// What is unread shows since a moment ago.
    var isSeeing = false

    init(_ context: ScreenContext) { board = StatusBoard(context) }

    /// nil: nothing is kept for strangers.
    var storageKey: String? { board.session?.storageKey("notifications") }

    /// Nothing is missing at the end.
    var isComplete: Bool { loadedAt != nil && next == nil }

    /// The posts that can be tapped.
    var entries: [TimelineEntry] { items.compactMap { $0.status.map { TimelineEntry($0) } } }
  }

  enum Request: Equatable, Sendable {
    case newest
    /// The query of the page.
    case older(String)
    /// How far the reader has read.
    case marker
    /// How the reader stands to these people.
    case relationships([String])
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case status(StatusTap)
    /// Lets the account with that id follow the reader, or not.
    case admit(id: String, Bool)

    private enum Verb: String { case accept, reject }

    var written: WrittenTap {
      switch self {
      case .list(let tap): tap.written
      case .status(let tap): tap.written
      case .admit(let id, let isAccepted): WrittenTap((isAccepted ? Verb.accept : .reject).rawValue, id)
      }
    }

    init?(_ tap: WrittenTap) {
      if let list = ListTap(tap) {
        self = .list(list)
      } else if let verb = Verb(rawValue: tap.verb) {
        self = .admit(id: tap.value, verb == .accept)
      } else if let status = StatusTap(tap) {
        self = .status(status)
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
    case loaded([UInt8]?)
    case heard(Fact)

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
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .heard(let fact): self = .heard(fact)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return (state.storageKey.map { [.load(key: $0)] } ?? []) + load(state)
    case .returned: return load(state)
    case .ticked(let now):
      guard let asked = state.askedAt, now.milliseconds - asked.milliseconds >= pollMilliseconds else { return [] }
      return load(state)
    case .pulledDown, .tapped(.list(.refresh)): return refresh(&state)
    case .choseAgain: return [.scrollToTop] + (state.isAtTop ? refresh(&state) : [])
    case .tapped(.list(.new)): return [.scrollToTop]
    case .reachedEnd: return state.trouble == nil ? loadOlder(&state) : []
    case .tapped(.list(.retry)), .tapped(.list(.more)):
      state.trouble = nil
      return state.next == nil ? load(state) : loadOlder(&state)
    case .tapped(.list(.notice)): state.notice = nil
    case .anchored(let key):
      state.isAtTop = key == state.keys.first
      return see(&state)
    case .wasSeen: return wasSeen(&state)
    case .tapped(.status(let tap)): return tapped(&state, tap)
    case .tapped(.admit(let id, let isAccepted)): return [.admit(id: id, isAccepted)]
    case .received(let request, let result, let time):
      return received(&state, request, result, time) + askFollows(&state, request)
    case .loaded(let bytes): return showStoredCopy(&state, bytes)
    case .heard(let fact): hear(&state, fact)
    }
    return []
  }

  private static func tapped(_ state: inout State, _ tap: StatusTap) -> [Effect] {
    if case .profile(let id) = tap, let actor = state.items.first(where: { $0.actor.id == id })?.actor {
      return [.open(.profile(id: id, handle: actor.handle, actor))]
    }
    let effects = state.board.tapped(tap, among: state.entries)
    // A row is called by the notification here, not by its post.
    guard case .warning(let id) = tap, !effects.isEmpty else { return effects }
    let group = state.groups.first { $0.newest.kind == .mention && $0.newest.status?.id == id }
    return group.map { [.reveal(key: $0.key)] } ?? []
  }

  // What was seen.

  /// What is unread counts as read when it has shown for a moment.
  static func see(_ state: inout State) -> [Effect] {
    guard !state.isSeeing, state.isAtTop, state.readID != nil, EntryList.isNewer(state.newestID, than: state.marker)
    else { return [] }
    state.isSeeing = true
    return [.after(milliseconds: glance, .wasSeen)]
  }

  /// The marker goes forward only. Whether the server has it, the next answer says.
  private static func wasSeen(_ state: inout State) -> [Effect] {
    state.isSeeing = false
    guard state.isAtTop, EntryList.isNewer(state.newestID, than: state.marker) else { return [] }
    (state.marker, state.seenID) = (state.newestID, state.newestID)
    return [.read(id: state.newestID)]
  }

  private static func hear(_ state: inout State, _ fact: Fact) {
    state.board.hear(fact)
    switch fact {
    case .statusChanged(let status): change(&state, status.id) { $0 = status }
    case .marked(let change): Self.change(&state, change.id) { $0 = change.mark.set(change.isOn, on: $0) }
    case .statusRemoved, .statusRestored, .requestAnswered: lay(&state)
    case .itemWaiting, .itemSent, .itemCancelled, .relationshipChanged, .profileChanged, .commentsShown,
      .draftsChanged, .sessionsChanged:
      break
    }
  }

  private static func change(_ state: inout State, _ id: String, _ change: (inout Status) -> Void) {
    var isHere = false
    for index in state.items.indices {
      guard var status = state.items[index].status, status.id == id else { continue }
      change(&status)
      state.items[index].status = status
      isHere = true
    }
    if isHere { lay(&state) }
  }
}
