import Contracts
import Social

/// The first steps of a new member, one after the other: picture and name, people to follow, the home screen.
/// Each can be skipped. The last one is also a guide of its own.
enum FirstSteps: Screen {
  static let name: StaticString = "settings first-steps"
  /// The memory key of the step, so that a reload stays at it.
  static let memoryKey = "first-steps"
  /// The largest community whose members are all listed; larger ones suggest some.
  static let maxMembers = 50
  static let maxSuggestions = 20

  enum Step: Int, CaseIterable, Sendable {
    case profile = 1
    case people, homeScreen
  }

  struct State: Equatable, Sendable {
    let context: ScreenContext
    /// `nil` on a page that the server renders.
    var me: Profile?
    /// `nil` for the guide alone.
    var step: Step?
    /// `nil` until the server has answered.
    var people: [Profile]?
    var failure: LoadFailure?
    var held = HeldPeople()

    init(_ context: ScreenContext) {
      self.context = context
      me = context.session?.me
      step = context.memory[memoryKey].flatMap { wholeNumber($0) }.flatMap { Step(rawValue: $0) } ?? .profile
    }

    init(guideIn context: ScreenContext) {
      self.init(context)
      step = nil
    }

    var canFollow: Bool {
      people?.contains { person in
        let follow = context.store.follow(person)
        return follow == .off || follow == .back
      } ?? false
    }
  }

  enum Request: Equatable, Sendable {
    /// Tells the server that the steps were shown.
    case welcomed
    case members
    case suggestions
    case relationships
  }

  indirect enum Tap: ScreenTap {
    case next
    /// Skips all steps.
    case close
    case edit
    case followAll
    case person(PersonTap)
    case list(ListTap)

    private enum Verb: String {
      case next, close, edit
      case followAll = "follow-all"
    }

    var encoded: EncodedTap {
      switch self {
      case .next: EncodedTap(Verb.next.rawValue)
      case .close: EncodedTap(Verb.close.rawValue)
      case .edit: EncodedTap(Verb.edit.rawValue)
      case .followAll: EncodedTap(Verb.followAll.rawValue)
      case .person(let tap): tap.encoded
      case .list(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .next: self = .next
      case .close: self = .close
      case .edit: self = .edit
      case .followAll: self = .followAll
      case nil:
        if let person = PersonTap(tap) {
          self = .person(person)
        } else if let list = ListTap(tap) {
          self = .list(list)
        } else {
          return nil
        }
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case changed(Change)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      guard state.step != nil else { return [] }
      // The steps come once: after that only their own address shows them.
      return [.ask(Request.welcomed, MembershipRequests.welcomed)] + load(&state)
    case .tapped(let tap): return tapped(&state, tap)
    case .received(let request, let result, let time): return received(&state, request, result, time)
    case .changed(let change):
      if case .profileChanged(let profile, _) = change, profile.id == state.me?.id { state.me = profile }
      return []
    }
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    switch tap {
    case .close: return [.remember(key: memoryKey, nil), .close]
    case .next:
      guard let step = state.step, let next = Step(rawValue: step.rawValue + 1) else {
        return [.remember(key: memoryKey, nil), .close]
      }
      state.step = next
      return [.remember(key: memoryKey, "\(next.rawValue)"), .scrollToTop] + load(&state)
    case .edit: return [.open(.editProfile)]
    case .followAll:
      var effects: [Effect] = []
      for person in state.people ?? [] {
        let follow = state.context.store.follow(person)
        if follow == .off || follow == .back { effects.append(follow.toggled(person)) }
      }
      return effects
    case .person(let tap):
      guard let person = state.people?.first(where: { $0.id == tap.id }) else { return [] }
      return tap.verb == .follow
        ? [state.context.store.follow(person).toggled(person)]
        : [.open(.profile(id: tap.id, handle: person.handle, person))]
    case .list: return load(&state)
    }
  }

  /// Loads the people of the step that shows them.
  private static func load(_ state: inout State) -> [Effect] {
    guard state.step == .people, state.people == nil else { return [] }
    state.failure = nil
    return [.ask(Request.members, MastodonRequests.directory(limit: maxMembers + 2))]
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    let decoder = MastodonDecoder(origin: state.context.origin)
    if request == .welcomed { return [] }
    let body: [UInt8]
    switch LoadFailure.body(of: result) {
    case .success(let bytes): body = bytes
    case .failure(let failure):
      if request != .relationships { state.failure = failure }
      return []
    }
    if request == .relationships {
      state.held.add(state.context.store.receive(relationships: body, decoder, asked: time))
      return []
    }
    var people: [Profile] = []
    let isList = decoder.people(body: body) { if $0.id != state.me?.id { people.append($0) } }
    guard isList else {
      state.failure = .unreadable
      return []
    }
    if request == .members, people.count > maxMembers {
      return [.ask(Request.suggestions, MastodonRequests.suggestions(limit: maxSuggestions))]
    }
    for person in people { state.context.store.receive(person: person, asked: time) }
    state.people = people
    let ids = people.map { $0.id }
    return ids.isEmpty ? [] : [.ask(Request.relationships, MastodonRequests.relationships(to: ids))]
  }
}
