import Contracts
import Localization
import Social

/// Reminding people of a new post (WeChat's Mention): followed ones, or found ones. The server leaves out people
/// outside the audience; the composer knows them before as far as it can.
extension Compose {
  /// The name of the field that finds people.
  static let remindField = "remind"
  private static let foundCount = 20

  /// The choice of people.
  struct Reminding: Equatable, Sendable {
    var isOpen = false
    /// The people who were chosen when it opened.
    var before: [Draft.Reminded] = []
    var typed = ""
    /// The words that the server was asked for, which tell late responses from the current one.
    var asked: String?
    /// The people that the viewer follows; `nil` until they are loaded.
    var followed: [Profile]?
    /// True if the people that the viewer follows could not be loaded; the next opening asks again.
    var hasFailed = false
    var found: [Profile] = []
    /// True for people that follow the viewer; without those that were not asked for.
    var followers: [String: Bool] = [:]
    /// The ids of the people in the circles that were asked for.
    var circles: [String: Set<String>] = [:]
  }

  enum RemindTap: ScreenTap {
    case open
    /// Closes the choice, and takes it over.
    case done
    /// Closes the choice without a change.
    case cancel
    /// Adds a person, or removes them.
    case turn(String)

    private enum Verb: String {
      case open = "remind"
      case done = "remind-done"
      case cancel = "remind-cancel"
      case turn = "remind-turn"
    }

    var encoded: EncodedTap {
      switch self {
      case .open: EncodedTap(Verb.open.rawValue)
      case .done: EncodedTap(Verb.done.rawValue)
      case .cancel: EncodedTap(Verb.cancel.rawValue)
      case .turn(let id): EncodedTap(Verb.turn.rawValue, id)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .open: self = .open
      case .done: self = .done
      case .cancel: self = .cancel
      case .turn: self = .turn(tap.value)
      case nil: return nil
      }
    }
  }

  static func tapped(_ state: inout State, _ tap: RemindTap) -> [Effect] {
    switch tap {
    case .open:
      guard state.reminds, let me = state.session?.me.id else { return [] }
      coverField(&state)
      state.reminding.isOpen = true
      state.reminding.before = state.draft.reminded
      state.reminding.hasFailed = false
      let isKnown = state.reminding.followed != nil
      return (isKnown ? [] : [.ask(Request.followed, MastodonRequests.people(.following, of: me, page: nil))])
        + askWhoSees(state)
    case .done: close(&state)
    case .cancel:
      state.draft.reminded = state.reminding.before
      close(&state)
      return [store(state)]
    case .turn(let id): return turn(&state, id)
    }
    return []
  }

  private static func close(_ state: inout State) {
    state.reminding.isOpen = false
    state.reminding.typed = ""
    state.reminding.asked = nil
    state.reminding.found = []
    // The fields are rendered anew, with what was typed.
    state.fieldText = state.draft.text
    state.fieldWarning = state.draft.warning
    state.fieldPoll = state.draft.poll
  }

  private static func turn(_ state: inout State, _ id: String) -> [Effect] {
    if state.draft.reminded.contains(where: { $0.id == id }) {
      state.draft.reminded.removeAll { $0.id == id }
    } else {
      guard state.remindedPeople.count < Draft.maxReminded,
        let person = state.peopleToRemind.first(where: { $0.id == id }), state.sees(person) != false
      else { return [] }
      // Those who don't see the post wait for another audience, as long as there is room.
      if state.draft.reminded.count >= Draft.maxReminded { state.draft.reminded = state.remindedPeople }
      state.draft.reminded.append(Draft.Reminded(person))
    }
    state.discarded = nil
    return [store(state)]
  }

  /// Finds people once the viewer pauses, or shows the followed ones again.
  static func findToRemind(_ state: inout State, _ text: String) -> [Effect] {
    let stopped: [Effect] = state.reminding.asked.map { [.cancel(Request.toRemind($0))] } ?? []
    state.reminding.asked = nil
    state.reminding.typed = CleanText.showsNothing(text) ? "" : text
    guard !state.reminding.typed.isEmpty else {
      state.reminding.found = []
      return stopped
    }
    return stopped + [.after(milliseconds: Completions.pauseMilliseconds, .typingPaused)]
  }

  static func askToRemind(_ state: inout State) -> [Effect] {
    let typed = state.reminding.typed
    guard !typed.isEmpty, typed != state.reminding.asked else { return [] }
    state.reminding.asked = typed
    return [.ask(Request.toRemind(typed), MastodonRequests.searchAccounts(typed, limit: foundCount))]
  }

  static func receivedToRemind(
    _ state: inout State, _ typed: String?, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard typed == nil || typed == state.reminding.asked else { return [] }
    let body: [UInt8]
    switch LoadFailure.body(of: result) {
    case .success(let bytes): body = bytes
    case .failure(let failure):
      guard typed == nil else { return [] }
      state.reminding.hasFailed = true
      return [.toast(Toast(failure.message))]
    }
    var people: [Profile] = []
    let me = state.session?.me.id
    let isList = MastodonDecoder(origin: state.origin).people(body: body) { person in
      if person.id != me { people.append(person) }
    }
    guard isList else { return [] }
    if typed == nil { state.reminding.followed = people } else { state.reminding.found = people }
    return askWhoSees(state)
  }

  // The audience.

  /// Asks for followers and people of circles, if the choice is open or people are chosen.
  static func askWhoSees(_ state: State) -> [Effect] {
    guard state.reminding.isOpen || !state.draft.reminded.isEmpty else { return [] }
    var effects: [Effect] = []
    for circle in state.draft.circles where state.reminding.circles[circle.id] == nil {
      effects.append(
        .ask(Request.members(of: circle.id), CircleRequests.people(of: circle.id, page: "limit=0")))
    }
    guard state.isForFollowers else { return effects }
    let unknown = state.peopleToRemind.filter { state.reminding.followers[$0.id] == nil }.map { $0.id }
    if !unknown.isEmpty {
      effects.append(.ask(Request.followers, MastodonRequests.relationships(to: Array(unknown.prefix(80)))))
    }
    return effects
  }

  static func receivedFollowers(
    _ state: inout State, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard case .success(let response) = result, response.isSuccess else { return [] }
    MastodonDecoder(origin: state.origin).relationships(body: response.body) { relationship in
      state.reminding.followers[relationship.id] = relationship.isFollowedBy
    }
    return []
  }

  static func receivedMembers(
    _ state: inout State, of circle: String, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard case .success(let response) = result, response.isSuccess else { return [] }
    var people: Set<String> = []
    let isList = MastodonDecoder(origin: state.origin).people(body: response.body) { people.insert($0.id) }
    if isList { state.reminding.circles[circle] = people }
    return []
  }
}

extension Compose.State {
  /// True if people can be reminded of the post: a new one, on a server that knows reminders.
  var reminds: Bool { choosesCircles }

  /// The people to choose from: those who are chosen, and those who are found or followed.
  var peopleToRemind: [Profile] {
    let others = reminding.typed.isEmpty ? reminding.followed ?? [] : reminding.found
    let chosen = draft.reminded.filter { one in !others.contains { $0.id == one.id } }
    return chosen.map { $0.profile } + others
  }

  /// True if the post is for followers, perhaps without some circles.
  fileprivate var isForFollowers: Bool {
    draft.circles.isEmpty ? audience == .followers : draft.circles.contains { $0.isOfFollowers }
  }

  /// Returns true if a person sees the post; `nil` if that isn't known yet.
  @inline(never)
  func sees(_ person: Profile) -> Bool? {
    if draft.circles.isEmpty {
      switch audience {
      case .followers: return isNamed(person) ? true : reminding.followers[person.id]
      case .direct: return isNamed(person)
      default: return true
      }
    }
    // Without a shared circle all others see it.
    var isShared: Bool? = draft.circles.allSatisfy { $0.isExcepted }
    if draft.circles.contains(where: { $0.isOfFollowers }) { isShared = reminding.followers[person.id] }
    for circle in draft.circles {
      guard let people = reminding.circles[circle.id] else { return nil }
      guard people.contains(person.id) else { continue }
      if circle.isExcepted { return false }
      isShared = true
    }
    return isShared
  }

  /// Returns true if the text names a person, because they see the post then.
  private func isNamed(_ person: Profile) -> Bool {
    TextEntities(draft.text).all.contains { entity in
      guard case .mention(let name, nil) = entity.kind else { return false }
      return TagKey.lowercased(name) == TagKey.lowercased(person.handle)
    }
  }

  /// The chosen people, without those who certainly don't see the post.
  var remindedPeople: [Draft.Reminded] { draft.reminded.filter { sees($0.profile) != false } }
}
