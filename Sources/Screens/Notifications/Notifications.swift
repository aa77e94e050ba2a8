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
    /// The server has no markers, and nothing was read on this device yet.
    var markersFail = false
    /// How far they have read on this device; empty if they haven't.
    let readHere: String
    var isAtTop = true
    /// What is unread shows since a moment ago.
    var isSeeing = false
    /// The keys of the rows whose people stand below each other, and of the one that was folded last.
    var unfolded: Set<String> = []
    var folded = ""

    /// What the reader chose to see; nil: everything.
    let kind: Kind?

    init(_ context: ScreenContext) {
      self.init(
        StatusBoard(context, filters: .notifications), context.memory[Kind.key].flatMap { Kind(rawValue: $0) },
        context.memory[App.readKey] ?? "")
    }

    private init(_ board: StatusBoard, _ kind: Kind?, _ readHere: String) {
      self.board = board
      self.kind = kind
      self.readHere = readHere
    }

    /// Another kind, of which nothing is there. How far the reader has read stays.
    func showing(_ kind: Kind?) -> State {
      var new = State(board, kind, readHere)
      (new.readID, new.marker, new.seenID) = (readID, marker, seenID)
      return new
    }

    /// nil: nothing is kept for strangers.
    var storageKey: String? {
      board.session?.storageKey(kind.map { "notifications " + $0.rawValue } ?? "notifications")
    }

    /// What the newest are asked for by.
    var newest: Request { kind.map { .kind($0) } ?? .newest }

    /// Nothing is missing at the end.
    var isComplete: Bool { loadedAt != nil && next == nil }

    /// The posts that can be tapped.
    var entries: [TimelineEntry] { items.compactMap { $0.status.map { TimelineEntry($0) } } }
  }

  /// What can be seen alone.
  enum Kind: String, CaseIterable, Sendable {
    case likes, replies, reposts, followers, posts

    /// Where the choice is kept.
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
      case .followers: [.follow, .followRequest, .signUp]
      case .posts: [.post, .update]
      }
    }

    /// Servers tell replies as mentions; and not every server knows all types.
    func has(_ notification: Notification, of reader: String?) -> Bool {
      types.contains(notification.kind) && (self != .replies || notification.status?.replyTo?.author == reader)
    }
  }

  enum Request: Equatable, Sendable {
    /// Everything.
    case newest
    case kind(Kind)
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
    /// Shows the people of the row with that key below each other, or folds them again.
    case faces(key: String)
    /// Shows one kind alone, or everything: if it is tapped again, and for nil.
    case kind(Kind?)

    private enum Verb: String { case accept, reject, faces, kind }

    var written: WrittenTap {
      switch self {
      case .list(let tap): tap.written
      case .status(let tap): tap.written
      case .admit(let id, let isAccepted): WrittenTap((isAccepted ? Verb.accept : .reject).rawValue, id)
      case .faces(let key): WrittenTap(Verb.faces.rawValue, key)
      case .kind(let kind): WrittenTap(Verb.kind.rawValue, kind?.rawValue ?? "")
      }
    }

    init?(_ tap: WrittenTap) {
      if let list = ListTap(tap) {
        self = .list(list)
      } else if let verb = Verb(rawValue: tap.verb) {
        switch verb {
        case .accept, .reject: self = .admit(id: tap.value, verb == .accept)
        case .faces: self = .faces(key: tap.value)
        case .kind: self = .kind(Kind(rawValue: tap.value))
        }
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
    case loaded(key: String, [UInt8]?)
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
      case .loaded(let key, let bytes, _): self = .loaded(key: key, bytes)
      case .heard(let fact): self = .heard(fact)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return appear(state)
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
      state.isAtTop = key == state.keys.first || key == kindsKey
      return see(&state)
    case .wasSeen: return wasSeen(&state)
    case .tapped(.status(let tap)): return tapped(&state, tap)
    case .tapped(.admit(let id, let isAccepted)): return [.admit(id: id, isAccepted)]
    case .tapped(.faces(let key)):
      if state.unfolded.remove(key) == nil { state.unfolded.insert(key) } else { state.folded = key }
    case .tapped(.kind(let kind)):
      state = state.showing(kind == state.kind ? nil : kind)
      return [.remember(key: Kind.key, state.kind?.rawValue), .scrollToTop] + appear(state)
    case .received(let request, let result, let time):
      return received(&state, request, result, time) + askFollows(&state, request)
    case .loaded(let key, let bytes): return key == state.storageKey ? showStoredCopy(&state, bytes) : []
    case .heard(let fact): hear(&state, fact)
    }
    return []
  }

  private static func appear(_ state: State) -> [Effect] {
    (state.storageKey.map { [.load(key: $0)] } ?? []) + load(state)
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

  /// What is unread counts as read when it has shown for a moment; of one kind alone nothing does, as the marker is for all.
  static func see(_ state: inout State) -> [Effect] {
    guard state.kind == nil, !state.isSeeing, state.isAtTop, state.readID != nil || state.markersFail,
      EntryList.isNewer(state.newestID, than: state.marker)
    else { return [] }
    state.isSeeing = true
    return [.after(milliseconds: glance, .wasSeen)]
  }

  /// The marker goes forward only. Whether the server has it, the next answer says.
  private static func wasSeen(_ state: inout State) -> [Effect] {
    state.isSeeing = false
    guard state.kind == nil, state.isAtTop, EntryList.isNewer(state.newestID, than: state.marker) else { return [] }
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
