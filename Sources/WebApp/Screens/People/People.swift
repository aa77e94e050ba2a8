import Contracts
import Social

/// A list of people: followers, followed, muted or blocked ones.
enum People: Screen {
  static let name: StaticString = "timeline people"
  static let isFeed = true
  /// The greatest number of pages without new people that are skipped automatically.
  static let maxEmptyPages = 10
  /// The greatest number of people that are loaded automatically to restore the reading position.
  static let maxSought = 400

  struct State: Equatable, Sendable {
    let kind: MastodonRequests.PeopleList
    /// The owner of the list, as in the request for the screen.
    var id: String?
    let handle: String
    let context: ScreenContext
    /// True while the accounts are offered.
    var isChoosing = false
    var profile: Profile?
    /// Each once, in the server's order: the latest first.
    var people: [Profile] = []
    /// The keys of the rows.
    var keys: [String] = []
    /// The ids of the people in the list.
    var known: Set<String> = []
    /// The cursor of the next page, as `Response.next`; `nil` on the last page, and before the first
    /// response.
    var next: String?
    /// The people who ask to follow the viewer.
    var requests: [Profile] = []
    /// The running request of the list; `nil` if none runs.
    var loading: Request?
    var isRefreshing = false
    /// The number of consecutive pages that brought no new people.
    var emptyPages = 0
    /// The reason why the next page, or the first one, failed to load.
    var failure: LoadFailure?
    /// The reason why what shows is old.
    var notice: LoadFailure?
    /// The time of the request for what shows.
    var loadedAt: Timestamp?
    var held = HeldPeople()
    /// True once the list is at its last reading position.
    var isRestored = false

    init(_ kind: MastodonRequests.PeopleList, id: String?, handle: String, _ context: ScreenContext) {
      self.kind = kind
      self.id = id
      self.handle = handle
      self.context = context
      if id == nil, let me = context.session?.me, me.handle == handle || kind.isPrivate { self.id = me.id }
      if kind == .members { self.id = "" }
    }

    /// True if the list is the viewer's own.
    var isOwn: Bool { id != nil && id == context.session?.me.id }
    var asksRequests: Bool { isOwn && kind == .followers }
    /// True if the end of the list is loaded.
    var isComplete: Bool { loadedAt != nil && next == nil }
    /// The list's name in keys of stored data.
    var listName: String { kind == .members ? kind.rawValue : kind.rawValue + " " + handle }
    var positionKey: String { "place " + listName }
    /// `nil` for strangers: the device stores nothing for them.
    var storageKey: String? {
      kind.isOfPerson || kind == .members ? context.session?.storageKey(listName) : nil
    }

    /// Returns a person with the state of their button.
    func listed(_ person: Profile) -> ListedPerson {
      let follow: FollowState =
        switch kind {
        case .muted where context.store.muted.contains(person.id): .muted
        case .blocked where context.store.blocked.contains(person.id): .blocked
        default: context.session == nil ? .off : context.store.follow(person)
        }
      return ListedPerson(profile: context.store.newest(person), follow: follow)
    }

    func index(of id: String) -> Int? { people.firstIndex { $0.id == id } }
  }

  enum Request: Equatable, Sendable {
    /// The profile of the list's owner.
    case profile
    case newest
    case older
    case relationships
    /// The people who ask to follow the viewer.
    case requests
  }

  /// The kind of a tap on the choice of accounts, which comes with the key of a session.
  enum Verb: String {
    /// Shows or hides the accounts.
    case accounts
    case account
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case act(Verb, String)
    case person(PersonTap)

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .act(let verb, let value): EncodedTap(verb.rawValue, value)
      case .person(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let verb = Verb(rawValue: tap.verb) {
        self = .act(verb, tap.value)
      } else if let person = PersonTap(tap) {
        self = .person(person)
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
    case changed(Change)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .anchored(let key, let offset): self = .anchored(key: key, offset: offset)
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      let loadCached: [Effect] = state.storageKey.map { [.load(key: $0)] } ?? []
      return loadCached + load(&state)
    case .pulledDown, .tapped(.list(.refresh)): return refresh(&state)
    case .reachedEnd: return state.failure == nil ? loadOlder(&state) : []
    case .tapped(.list(.retry)), .tapped(.list(.more)):
      return state.next == nil ? load(&state) : loadOlder(&state)
    case .tapped(.list(.notice)), .tapped(.list(.new)): state.notice = nil
    case .tapped(.act(let verb, let value)): return act(&state, verb, value)
    case .tapped(.person(let tap)): return act(state, tap)
    case .anchored(let key, let offset): return anchor(&state, key, offset)
    case .received(let request, let result, let time): return received(&state, request, result, time)
    case .loaded(let bytes): return showCached(&state, bytes)
    case .changed(let change): return apply(&state, change)
    }
    return []
  }

  private static func act(_ state: State, _ tap: PersonTap) -> [Effect] {
    let id = tap.id
    switch tap.verb {
    case .profile, .follow:
      guard let index = state.index(of: id) else {
        guard tap.verb == .profile else { return [] }
        let profile = state.requests.first { $0.id == id }
        return [.open(.profile(id: id, handle: profile?.handle, profile))]
      }
      let profile = state.people[index]
      if tap.verb == .profile { return [.open(.profile(id: id, handle: profile.handle, profile))] }
      let name = profile.account.nick
      switch state.listed(profile).follow {
      case .muted: return [.perform(.person(.mute(name: name)), id: id, false)]
      case .blocked: return [.perform(.person(.block(name: name)), id: id, false)]
      case let follow: return [follow.toggled(profile)]
      }
    case .accept, .reject: return [.admit(id: id, tap.verb == .accept)]
    }
  }

  private static func act(_ state: inout State, _ verb: Verb, _ value: String) -> [Effect] {
    switch verb {
    case .accounts: state.isChoosing.toggle()
    case .account:
      state.isChoosing = false
      guard let session = state.context.sessions.session(value), value != state.context.session?.key else {
        return []
      }
      let me = session.me
      return [.session(.choose(value, opens: .people(state.kind, id: me.id, handle: me.handle)))]
    }
    return []
  }

  private static func apply(_ state: inout State, _ change: Change) -> [Effect] {
    switch change {
    case .profileChanged(let profile, _):
      if let index = state.index(of: profile.id) { state.people[index] = profile }
    case .itemSent(let item, _, let body, let time):
      if case .admit(let id, let isAccepted) = item.task {
        return admitted(&state, id, isAccepted, body, at: time)
      }
    default: break
    }
    return []
  }
}
