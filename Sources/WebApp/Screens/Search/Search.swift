import Contracts
import Localization
import Social

/// A search for people, tags and posts. Without a term it shows earlier searches, and the people, tags and
/// posts of the community.
enum Search: Screen {
  static let name: StaticString = "timeline search"
  static let isFeed = true
  static let isSearch = true
  static let pageLength = 20
  /// The number of people and tags above the posts; a filter shows all of them. Without a term, as many tags
  /// as people show.
  static let maxPeople = 5
  static let maxTags = 3
  static let maxRecent = 6
  static let field = "search"
  static let memoryKey = "searches"
  static let maxSeen = 10
  static let seenKey = "people seen"
  /// The pause in typing after which the server is asked.
  static let pauseMilliseconds = 250

  struct State: Equatable, Sendable {
    var postsState: PostsState
    /// The initial text of the field.
    let initial: String
    /// The text of the field, without white space around it.
    var typed: String
    /// The term of the last request, which tells late responses from current ones. Empty for the start page.
    var asked: String?
    /// The page of results that is on its way. A response that is not for it is dropped.
    var out: Request?
    var people: [Profile] = []
    var tags: [MastodonDecoder.Tag] = []
    /// The chosen filter; always `all` without a term.
    var filter = Filter.all
    var posts: EntryList
    /// The number of posts found so far, possibly with duplicates.
    var foundCount = 0
    /// The term of the results that show.
    var found: String?
    var isLoading = true
    /// True if there are no more posts; below, the same for people and tags.
    var isComplete = false
    var hasAllPeople = false
    var hasAllTags = false
    var failure: LoadFailure?
    /// The latest first.
    var recent: [String]
    /// The people that the viewer opened from results, the latest first.
    var seen: [Profile] = []

    init(_ query: String, _ context: ScreenContext) {
      postsState = PostsState(context, filters: .everywhere)
      posts = EntryList(in: context.store, isSorted: false)
      initial = Search.trimmed(query)
      typed = initial
      recent =
        context.memory[memoryKey].map { text in
          Array(text.utf8).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        } ?? []
      for line in Array((context.memory[seenKey] ?? "").utf8).split(separator: UInt8(ascii: "\n")) {
        let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 4 else { continue }
        let avatar = parts[3].isEmpty ? nil : Picture(url: parts[3])
        seen.append(
          Profile(
            id: parts[0], account: Account(username: parts[1], nick: parts[2], avatar: avatar),
            handle: parts[1]))
      }
    }
  }

  /// A filter of the results. Except for `all`, the texts are the API's (methods/search, `type`).
  enum Filter: String, Equatable, Sendable, CaseIterable {
    case all
    case posts = "statuses"
    case people = "accounts"
    case tags = "hashtags"

    var phrase: Phrase {
      switch self {
      case .all: .everything
      case .posts: .tabPosts
      case .people: .people
      case .tags: .tags
      }
    }
  }

  enum Request: Equatable, Sendable {
    /// Results for a term, after the number of those that are known already.
    case results(String, Filter, from: Int)
    // Requests for the community's active people, its tags of the week, and its public posts older than the
    // given one.
    case members
    case trends
    case posts(before: String?)
    /// The viewer's relationships to these people.
    case relationships([String])
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    case recent(String)
    case forget(String)
    /// Removes that person from the opened ones.
    case unsee(id: String)
    /// Empties the field.
    case clear
    case show(Filter)
    /// Opens one of the people found.
    case person(id: String)
    case found(tag: String)
    case post(PostTap)

    private enum Verb: String {
      case forget, unsee, clear, found
      case show = "search-for"
      case recent = "search-again"
      case person = "found-person"
    }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .recent(let query): EncodedTap(Verb.recent.rawValue, query)
      case .forget(let query): EncodedTap(Verb.forget.rawValue, query)
      case .unsee(let id): EncodedTap(Verb.unsee.rawValue, id)
      case .clear: EncodedTap(Verb.clear.rawValue)
      case .show(let filter): EncodedTap(Verb.show.rawValue, filter.rawValue)
      case .person(let id): EncodedTap(Verb.person.rawValue, id)
      case .found(let tag): EncodedTap(Verb.found.rawValue, tag)
      case .post(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
        return
      }
      switch Verb(rawValue: tap.verb) {
      case .recent: self = .recent(tap.value)
      case .forget: self = .forget(tap.value)
      case .unsee: self = .unsee(id: tap.value)
      case .clear: self = .clear
      case .show:
        guard let filter = Filter(rawValue: tap.value) else { return nil }
        self = .show(filter)
      case .person: self = .person(id: tap.value)
      case .found: self = .found(tag: tap.value)
      case nil:
        guard let post = PostTap(tap) else { return nil }
        self = .post(post)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case typed(String)
    case submitted(String)
    /// The viewer has paused typing.
    case paused
    case reachedEnd
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case changed(Change)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .typed(_, let text): self = .typed(text)
      case .submitted(let fields): self = .submitted(fields.first ?? "")
      case .timerFired(.typingPaused): self = .paused
      case .reachedEnd: self = .reachedEnd
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .paused: return ask(&state)
    case .typed(let text):
      state.typed = trimmed(text)
      return [.after(milliseconds: pauseMilliseconds, .typingPaused)]
    case .submitted(let text):
      state.typed = trimmed(text)
      return ask(&state) + remember(&state)
    case .tapped(.recent(let query)):
      state.typed = query
      return [.setField(name: field, query)] + ask(&state) + remember(&state)
    case .tapped(.forget(let query)):
      state.recent.removeAll { $0 == query }
      return store(state)
    case .tapped(.unsee(let id)): return see(&state, id, nil)
    case .tapped(.clear):
      state.typed = ""
      return [.setField(name: field, "")] + ask(&state)
    case .tapped(.show(let filter)):
      state.filter = filter
      // A page of another kind that is on its way is dropped, and requested again when needed.
      if state.found == state.asked { (state.isLoading, state.out) = (false, nil) }
      return [.scrollToTop]
    case .tapped(.person(let id)):
      guard let person = (state.people + state.seen).first(where: { $0.id == id }) else { return [] }
      return remember(&state) + see(&state, id, person) + [
        .open(.profile(id: id, handle: person.handle, person))
      ]
    case .tapped(.found(let tag)): return remember(&state) + [.open(.tag(tag))]
    case .tapped(.post(let tap)):
      let remembered: [Effect] = if case .open = tap { remember(&state) } else { [] }
      return remembered + state.postsState.tapped(tap, among: state.posts.entries(for: tap))
    case .tapped(.list(.retry)):
      state.asked = nil
      return ask(&state)
    case .reachedEnd, .tapped(.list): return askMore(&state)
    case .received(let request, let result, let time):
      received(&state, request, result, time)
      let unknown = state.postsState.requestRelationships(with: state.people)
      return unknown.isEmpty
        ? [] : [.ask(Request.relationships(unknown), MastodonRequests.relationships(to: unknown))]
    case .changed(let change):
      state.posts.apply(change)
      return []
    }
  }

  /// Sends a new request. The previous one's response is for another term, and no longer needed.
  private static func ask(_ state: inout State) -> [Effect] {
    guard state.typed != state.asked else { return [] }
    state.asked = state.typed
    state.failure = nil
    state.isLoading = true
    if state.typed.isEmpty {
      show(&state, "")
      return [
        .ask(Request.members, MastodonRequests.directory(limit: maxPeople + 1)),
        .ask(Request.trends, MastodonRequests.trendingTags(limit: maxPeople)), askPosts(state),
      ]
    }
    return [askResults(&state, .all, from: 0)]
  }

  private static func askMore(_ state: inout State) -> [Effect] {
    guard let query = state.found, query == state.typed, !state.isLoading else { return [] }
    let (kind, count, isComplete): (Filter, Int, Bool) =
      switch state.filter {
      case .people: (.people, state.people.count, state.hasAllPeople)
      case .tags: (.tags, state.tags.count, state.hasAllTags)
      case .all, .posts: (.posts, state.foundCount, state.isComplete)
      }
    // The start page's posts continue after the last one, whatever their number.
    guard !isComplete, query.isEmpty ? !state.posts.isEmpty : count > 0 else { return [] }
    state.isLoading = true
    state.failure = nil
    return query.isEmpty ? [askPosts(state)] : [askResults(&state, kind, from: count)]
  }

  private static func askResults(_ state: inout State, _ filter: Filter, from count: Int) -> Effect {
    let request = Request.results(state.typed, filter, from: count)
    state.out = request
    let type = filter == .all ? nil : filter.rawValue
    // A pasted address stands for a person or a post.
    guard let address = PastedAddress(state.typed), address.isPlain else {
      return .ask(request, MastodonRequests.search(state.typed, type: type, limit: pageLength, offset: count))
    }
    let isHere = address.host == state.postsState.origin.address.host
    if isHere, let post = address.post { return .ask(request, MastodonRequests.status(post)) }
    var query = state.typed
    if let person = address.person, isHere || !address.isURL {
      query = isHere ? person : person + "@" + address.host
    }
    return .ask(
      request,
      MastodonRequests.search(
        query, type: type, limit: pageLength, offset: count,
        resolves: !isHere && state.postsState.session != nil))
  }

  private static func askPosts(_ state: State) -> Effect {
    let last = state.posts.lastID
    return .ask(
      Request.posts(before: last), MastodonRequests.community(.init(before: last, limit: pageLength)))
  }

  private static func show(_ state: inout State, _ query: String) {
    state.found = query
    (state.people, state.tags, state.foundCount) = ([], [], 0)
    (state.isComplete, state.hasAllPeople, state.hasAllTags) = (false, false, false)
    if query.isEmpty { state.filter = .all }
    state.posts.removeAll()
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) {
    let (body, decoder) = (LoadFailure.body(of: result), state.postsState.decoder)
    switch request {
    case .results(let query, let filter, _):
      guard request == state.out, query == state.asked else { return }
      state.out = nil
      let found = receivedPosts(&state, body) { decoder.found($0) ?? decoder.foundPost($0) }
      guard let found else { return }
      if filter == .all { show(&state, query) }
      if filter == .all || filter == .people {
        for person in found.people where !state.people.contains(where: { $0.id == person.id }) {
          state.postsState.store.receive(person: person, asked: time)
          state.people.append(person)
        }
        state.hasAllPeople = found.people.count < pageLength
      }
      if filter == .all || filter == .tags {
        for tag in found.tags where !state.tags.contains(tag) { state.tags.append(tag) }
        state.hasAllTags = found.tags.count < pageLength
      }
      if filter == .all || filter == .posts {
        state.posts.append(state.postsState.receive(found.posts, asked: time))
        state.foundCount += found.posts.count
        state.isComplete = found.posts.count < pageLength
      }
    case .posts(let last):
      guard state.asked?.isEmpty == true, last == state.posts.lastID else { return }
      let posts = receivedPosts(&state, body) { decoder.timeline($0) }
      guard let posts else { return }
      state.isComplete = state.posts.append(state.postsState.receive(posts, asked: time)) == 0
    case .members:
      guard state.asked?.isEmpty == true, case .success(let body) = body else { return }
      let me = state.postsState.session?.me.id
      var people: [Profile] = []
      _ = decoder.people(body: body) { if $0.id != me { people.append($0) } }
      for person in people { state.postsState.store.receive(person: person, asked: time) }
      state.people = Array(people.prefix(maxPeople))
    case .relationships(let ids):
      var bytes: [UInt8] = []
      if case .success(let body) = body { bytes = body }
      state.postsState.received(ids, bytes, time)
    case .trends:
      guard state.asked?.isEmpty == true, case .success(let body) = body else { return }
      state.tags = decoder.tags(body: body)
    }
  }

  /// Returns the decoded posts of a response; `nil` after noting a failure.
  private static func receivedPosts<Found>(
    _ state: inout State, _ body: Result<[UInt8], LoadFailure>, _ read: ([UInt8]) -> Found?
  ) -> Found? {
    state.isLoading = false
    switch body {
    case .failure(let failure): state.failure = failure
    case .success(let body):
      if let found = read(body) { return found }
      state.failure = .unreadable
    }
    return nil
  }

  /// Stores a term that led to an opened result, or that was submitted.
  private static func remember(_ state: inout State) -> [Effect] {
    guard !state.typed.isEmpty, state.typed != state.recent.first else { return [] }
    state.recent = Array(([state.typed] + state.recent.filter { $0 != state.typed }).prefix(maxRecent))
    return store(state)
  }

  /// Puts a person before all others that were opened; removes them if `person` is `nil`.
  private static func see(_ state: inout State, _ id: String, _ person: Profile?) -> [Effect] {
    let others = state.seen.filter { $0.id != id }
    state.seen = Array(((person.map { [$0] } ?? []) + others).prefix(maxSeen))
    var text = ""
    for person in state.seen {
      let account = person.account
      text +=
        person.id + "\t" + person.handle + "\t" + trimmed(account.nick) + "\t" + (account.avatar?.url ?? "")
        + "\n"
    }
    return [.remember(key: seenKey, text.isEmpty ? nil : text)]
  }

  private static func store(_ state: State) -> [Effect] {
    var text = ""
    for query in state.recent { text += text.isEmpty ? query : "\n" + query }
    return [.remember(key: memoryKey, text.isEmpty ? nil : text)]
  }

  /// Returns the text on one line, without white space around it.
  static func trimmed(_ text: String) -> String {
    let parts = Array(text.utf8).split { $0 <= 0x20 }
    var query = ""
    for part in parts { query += (query.isEmpty ? "" : " ") + String(decoding: part, as: UTF8.self) }
    return query
  }
}
