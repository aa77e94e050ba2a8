import Contracts
import Localization
import Markup
import Social

/// The people of one of the viewer's circles, and its settings.
enum CirclePage: Screen {
  static let name: StaticString = "settings circle-page"
  static let field = "person"
  /// The number of people that a search shows.
  static let foundCount = 8

  struct State: Equatable, Sendable {
    let id: String
    let context: ScreenContext
    /// `nil` until it is loaded, if the device doesn't know its name.
    var circle: Circle?
    /// The people in it, the last added first; `nil` until they are loaded.
    var people: [Profile]?
    /// The query of the next page of people; `nil` on the last one.
    var next: String?
    /// The people whose names match the search.
    var found: [Profile] = []
    var typed = ""
    /// The words that the server was asked for, which tell late responses from the current one.
    var asked: String?
    var failure: LoadFailure?
    /// The reason why the settings weren't saved.
    var problem: Message?
    var asksToDelete = false

    init(_ id: String, _ context: ScreenContext) {
      self.id = id
      self.context = context
      circle = StoredCircles.read(context.memory).first { $0.id == id }
    }
  }

  enum Request: Equatable, Sendable {
    case circle, newest, older, change, delete
    /// The people whose names match the text.
    case search(String)
    /// Adds that person, or removes them.
    case put(Profile, Bool)
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case add(String), remove(String), person(String)
    case exclusive, delete, stay, deleteNow
    case replies(Circle.RepliesPolicy)

    private enum Verb: String {
      case add, remove, person, exclusive, delete, stay, replies
      case deleteNow = "delete-now"
    }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .add(let id): EncodedTap(Verb.add.rawValue, id)
      case .remove(let id): EncodedTap(Verb.remove.rawValue, id)
      case .person(let id): EncodedTap(Verb.person.rawValue, id)
      case .exclusive: EncodedTap(Verb.exclusive.rawValue)
      case .replies(let policy): EncodedTap(Verb.replies.rawValue, policy.rawValue)
      case .delete: EncodedTap(Verb.delete.rawValue)
      case .stay: EncodedTap(Verb.stay.rawValue)
      case .deleteNow: EncodedTap(Verb.deleteNow.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .add: self = .add(tap.value)
      case .remove: self = .remove(tap.value)
      case .person: self = .person(tap.value)
      case .exclusive: self = .exclusive
      case .replies:
        guard let policy = Circle.RepliesPolicy(rawValue: tap.value) else { return nil }
        self = .replies(policy)
      case .delete: self = .delete
      case .stay: self = .stay
      case .deleteNow: self = .deleteNow
      case nil:
        guard let list = ListTap(tap) else { return nil }
        self = .list(list)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case typed(String)
    /// The viewer has paused typing.
    case paused
    case rename(String)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .typed(_, let text): self = .typed(text)
      case .timerFired(.typingPaused): self = .paused
      case .submitted(let fields): self = .rename(fields.first ?? "")
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tapped(.list(.retry)): return load(&state)
    case .tapped(.list):
      guard let next = state.next else { return [] }
      return [.ask(Request.older, CircleRequests.people(of: state.id, page: next))]
    case .typed(let text): return typed(&state, text)
    case .paused: return search(&state)
    case .rename(let name):
      guard !CleanText.showsNothing(name) else { return [] }
      return change(&state) { $0.name = name }
    case .tapped(let tap): return tapped(&state, tap)
    case .received(let request, let result, let time): return received(&state, request, result, time)
    }
  }

  private static func load(_ state: inout State) -> [Effect] {
    state.failure = nil
    return [
      .ask(Request.circle, CircleRequests.one(state.id)),
      .ask(Request.newest, CircleRequests.people(of: state.id, page: nil)),
    ]
  }

  private static func typed(_ state: inout State, _ text: String) -> [Effect] {
    let stopped: [Effect] = state.asked.map { [.cancel(Request.search($0))] } ?? []
    state.asked = nil
    state.typed = CleanText.showsNothing(text) ? "" : text
    guard !state.typed.isEmpty else {
      state.found = []
      return stopped
    }
    return stopped + [.after(milliseconds: Completions.pauseMilliseconds, .typingPaused)]
  }

  private static func search(_ state: inout State) -> [Effect] {
    let typed = state.typed
    guard !typed.isEmpty, typed != state.asked else { return [] }
    state.asked = typed
    return [.ask(Request.search(typed), MastodonRequests.searchAccounts(typed, limit: foundCount))]
  }

  private static func change(_ state: inout State, _ change: (inout Circle) -> Void) -> [Effect] {
    guard var circle = state.circle else { return [] }
    change(&circle)
    state.problem = nil
    return [.ask(Request.change, CircleRequests.change(circle))]
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    switch tap {
    case .add(let id): return state.found.first { $0.id == id }.map { put(&state, $0, true) } ?? []
    case .remove(let id): return state.people?.first { $0.id == id }.map { put(&state, $0, false) } ?? []
    case .person(let id):
      let person = state.people?.first { $0.id == id }
      return person.map { [.open(.profile(id: id, handle: $0.handle, $0))] } ?? []
    case .exclusive: return change(&state) { $0.isExclusive.toggle() }
    case .replies(let policy): return change(&state) { $0.repliesPolicy = policy }
    case .delete: state.asksToDelete = true
    case .stay: state.asksToDelete = false
    case .deleteNow:
      state.asksToDelete = false
      return [.ask(Request.delete, CircleRequests.delete(state.id))]
    case .list: break
    }
    return []
  }

  /// Shows the change at once.
  private static func put(_ state: inout State, _ person: Profile, _ isIn: Bool) -> [Effect] {
    turn(&state, person, isIn)
    return [.ask(Request.put(person, isIn), CircleRequests.put(person.id, in: state.id, isIn))]
  }

  private static func turn(_ state: inout State, _ person: Profile, _ isIn: Bool) {
    state.people?.removeAll { $0.id == person.id }
    if isIn { state.people?.insert(person, at: 0) }
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    let decoder = MastodonDecoder(origin: state.context.origin)
    var (body, failure) = ([UInt8](), LoadFailure.unreadable)
    switch LoadFailure.body(of: result) {
    case .success(let bytes): body = bytes
    case .failure(let why): failure = why
    }
    switch request {
    case .circle:
      guard let circle = decoder.circle(body) else {
        state.failure = failure
        return []
      }
      state.circle = circle
    case .newest, .older:
      var people: [Profile] = []
      guard decoder.people(body: body, { people.append($0) }) else {
        state.failure = failure
        return []
      }
      for person in people { state.context.store.receive(person: person, asked: time) }
      let known = request == .newest ? [] : state.people ?? []
      state.people = known + people.filter { person in !known.contains { $0.id == person.id } }
      state.next = nil
      if case .success(let response) = result, !response.next.isEmpty {
        state.next = String(decoding: response.next, as: UTF8.self)
      }
    case .search(let text):
      guard text == state.asked else { return [] }
      state.found = []
      _ = decoder.people(body: body) { state.found.append($0) }
      for person in state.found { state.context.store.receive(person: person, asked: time) }
    case .put(let person, let isIn):
      guard let refusal = result.refusal else { return [] }
      turn(&state, person, !isIn)
      return [.toast(Toast(refusal))]
    case .change:
      state.problem = result.refusal
      guard let circle = decoder.circle(body) else { return [] }
      state.circle = circle
      var circles = StoredCircles.read(state.context.memory).map { $0.id == circle.id ? circle : $0 }
      if !circles.contains(circle) { circles.append(circle) }
      return StoredCircles.changed(to: circles)
    case .delete:
      if let refusal = result.refusal { return [.toast(Toast(refusal))] }
      let others = StoredCircles.read(state.context.memory).filter { $0.id != state.id }
      let cached = state.context.session.map {
        [Effect.removeSaved(key: $0.storageKey("timeline circle " + state.id))]
      }
      return StoredCircles.changed(to: others) + (cached ?? []) + [.close]
    }
    return []
  }
}
