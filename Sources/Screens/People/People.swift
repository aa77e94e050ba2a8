import Contracts
import Social

/// The people who follow somebody, or the people whom somebody follows.
enum People: Screen {
  static let name: StaticString = "timeline people"
  static let isFeed = true
  /// Pages without anybody new that are passed over by themselves.
  static let mostEmptyPages = 10
  /// How far down a list is loaded by itself to where the person read.
  static let mostSought = 400

  struct Person: Equatable, Sendable {
    var profile: Profile
    var follow: Follow
  }

  struct State: Equatable, Sendable {
    let kind: MastodonRequests.PeopleList
    /// Whose list it is, as the page was asked for.
    var id: String?
    let handle: String
    let context: ScreenContext
    /// What the reader changed lately.
    var changes: RecentChanges
    /// The accounts are offered.
    var isChoosing = false
    var profile: Profile?
    /// Each once, in the order of the server: the latest first.
    var people: [Person] = []
    /// The keys of their rows.
    var keys: [String] = []
    /// The ids of those who are there.
    var known: Set<String> = []
    /// Names the next page, as `Response.next`; nil: that was all, or nothing was asked for yet.
    var next: String?
    /// Who wants to follow the reader.
    var requests: [Person] = []
    /// What runs for the list; nil: nothing.
    var loading: Request?
    var isRefreshing = false
    /// Pages in a row that brought nobody.
    var emptyPages = 0
    /// Why the next page is not there, or the first one.
    var trouble: LoadTrouble?
    /// Why what shows is old.
    var notice: LoadTrouble?
    /// When what shows was asked for.
    var loadedAt: Timestamp?
    /// The list is where the person read last.
    var isRestored = false

    init(_ kind: MastodonRequests.PeopleList, id: String?, handle: String, _ context: ScreenContext) {
      self.kind = kind
      self.id = id
      self.handle = handle
      self.context = context
      changes = context.changes
      if id == nil, let me = context.session?.me, me.handle == handle || kind.isPrivate { self.id = me.id }
    }

    /// The reader's own.
    var isOwn: Bool { id != nil && id == context.session?.me.id }
    var asksRequests: Bool { isOwn && kind == .followers }
    /// Nobody is missing at the end.
    var isComplete: Bool { loadedAt != nil && next == nil }
    /// What the list is kept by.
    var listName: String { kind.rawValue + " " + handle }
    var placeKey: String { "place " + listName }
    /// nil: nothing is kept for strangers.
    var storageKey: String? { kind.isOfPerson ? context.session?.storageKey(listName) : nil }

    /// How the reader stands to everybody on the list, as far as the list says it.
    var follow: Follow {
      switch kind {
      case .muted: .muted
      case .blocked: .blocked
      default: context.session == nil ? .off : .none
      }
    }

    func index(of id: String) -> Int? { people.firstIndex { $0.profile.id == id } }
  }

  enum Request: Equatable, Sendable {
    /// Whose list it is.
    case profile
    case newest
    case older
    case relationships
    /// Who wants to follow the reader.
    case requests
  }

  /// What a tap does, with the id of a person or the key of a session.
  enum Verb: String {
    case profile, follow, accept, reject
    /// Offers the accounts, or no longer.
    case accounts
    case account
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case act(Verb, String)

    var written: WrittenTap {
      switch self {
      case .list(let tap): tap.written
      case .act(let verb, let value): WrittenTap(verb.rawValue, value)
      }
    }

    init?(_ tap: WrittenTap) {
      if let verb = Verb(rawValue: tap.verb) {
        self = .act(verb, tap.value)
      } else if let list = ListTap(tap) {
        self = .list(list)
      } else {
        return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case pulledDown
    case reachedEnd
    case anchored(key: String, offset: Int)
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?)
    case heard(Fact)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .anchored(let key, let offset): self = .anchored(key: key, offset: offset)
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .heard(let fact): self = .heard(fact)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      let copy: [Effect] = state.storageKey.map { [.load(key: $0)] } ?? []
      return copy + load(&state)
    case .pulledDown, .tapped(.list(.refresh)): return refresh(&state)
    case .reachedEnd: return state.trouble == nil ? loadOlder(&state) : []
    case .tapped(.list(.retry)), .tapped(.list(.more)): return state.next == nil ? load(&state) : loadOlder(&state)
    case .tapped(.list(.notice)), .tapped(.list(.new)): state.notice = nil
    case .tapped(.act(let verb, let value)): return act(&state, verb, value)
    case .anchored(let key, let offset): return anchor(&state, key, offset)
    case .received(let request, let result, let time): return received(&state, request, result, time)
    case .loaded(let bytes): return showStoredCopy(&state, bytes)
    case .heard(let fact): return hear(&state, fact)
    }
    return []
  }

  private static func act(_ state: inout State, _ verb: Verb, _ value: String) -> [Effect] {
    switch verb {
    case .profile, .follow:
      guard let index = state.index(of: value) else {
        guard verb == .profile else { return [] }
        let profile = state.requests.first { $0.profile.id == value }?.profile
        return [.open(.profile(id: value, handle: profile?.handle, profile))]
      }
      let profile = state.people[index].profile
      if verb == .profile { return [.open(.profile(id: value, handle: profile.handle, profile))] }
      let name = profile.account.nick
      switch state.people[index].follow {
      case .muted: return [.mark(.mute(name: name), id: value, false)]
      case .blocked: return [.mark(.block(name: name), id: value, false)]
      case let follow: return [follow.toggled(profile)]
      }
    case .accept, .reject: return [.admit(id: value, verb == .accept)]
    case .accounts: state.isChoosing.toggle()
    case .account:
      state.isChoosing = false
      guard let session = state.context.sessions.session(value), value != state.context.session?.key else { return [] }
      let me = session.me
      return [.session(.choose(value, opens: .people(state.kind, id: me.id, handle: me.handle)))]
    }
    return []
  }

  private static func hear(_ state: inout State, _ fact: Fact) -> [Effect] {
    state.changes.hear(fact)
    switch fact {
    case .marked(let change):
      guard let index = state.index(of: change.id) else { return [] }
      switch change.mark {
      case .follow: state.people[index].turn(change.isOn)
      // How one stands to them then, the server says.
      case .mute: if state.kind == .muted { state.people[index].follow = change.isOn ? .muted : .none }
      case .block: if state.kind == .blocked { state.people[index].follow = change.isOn ? .blocked : .none }
      default: break
      }
    case .relationshipChanged(let relationship):
      if let index = state.index(of: relationship.id) { state.people[index].follow = Follow(relationship) }
    case .profileChanged(let profile):
      if let index = state.index(of: profile.id) { state.people[index].profile = profile }
    case .itemSent(let item, _, let body, _):
      if case .admit(let id, let isAccepted) = item.task { return admitted(&state, id, isAccepted, body) }
    case .requestAnswered, .statusChanged, .statusRemoved, .statusRestored, .itemWaiting, .itemCancelled,
      .draftsChanged, .commentsShown, .sessionsChanged:
      break
    }
    return []
  }
}

extension People.Person {
  /// After the reader followed them, or took that back; whoever is locked is asked.
  mutating func turn(_ isOn: Bool) {
    if isOn != follow.isWanted { follow = isOn ? profile.isLocked ? .requested : .on : .off }
  }
}
