import Contracts
import Social

/// Loading pages by the server's cursors, and caching the first page on the device as it came.
extension People {
  static func load(_ state: inout State) -> [Effect] {
    state.failure = nil
    guard let id = state.id else { return [.ask(Request.profile, MastodonRequests.lookup(state.handle))] }
    var effects = ask(&state, .newest, nil)
    if state.asksRequests {
      effects.append(.ask(Request.requests, MastodonRequests.followRequests()))
    } else if state.profile == nil, state.kind.isOfPerson {
      // The profile tells an empty list from a hidden one.
      effects.append(.ask(Request.profile, MastodonRequests.account(id)))
    }
    return effects
  }

  static func refresh(_ state: inout State) -> [Effect] {
    guard !state.isRefreshing else { return [] }
    state.isRefreshing = true
    state.notice = nil
    // A response on its way would be put below the new page.
    let stopped: [Effect] = state.loading.map { [.cancel($0)] } ?? []
    state.loading = nil
    return stopped + load(&state)
  }

  static func loadOlder(_ state: inout State) -> [Effect] {
    guard let next = state.next else { return [] }
    state.failure = nil
    return ask(&state, .older, next)
  }

  private static func ask(_ state: inout State, _ request: Request, _ page: String?) -> [Effect] {
    guard state.loading == nil, let id = state.id else { return [] }
    state.loading = request
    return [.ask(request, MastodonRequests.people(state.kind, of: id, page: page))]
  }

  static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    // The failure that explains a missing body.
    var (body, failure) = ([UInt8](), LoadFailure.unreadable)
    switch LoadFailure.body(of: result) {
    case .success(let bytes): body = bytes
    case .failure(let why): failure = why
    }
    let decoder = MastodonDecoder(origin: state.context.origin)
    switch request {
    case .profile:
      let wasKnown = state.id != nil
      guard let profile = decoder.profile(body: body) else {
        return wasKnown && !failure.isGone ? [] : failed(&state, .newest, failure)
      }
      state.profile = profile
      state.id = profile.id
      return [.broadcast(.profileChanged(profile, at: time))] + (wasKnown ? [] : load(&state))
    case .relationships:
      state.held.add(state.context.store.receive(relationships: body, decoder, asked: time))
    case .requests:
      guard let people = people(decoder, body) else { return [] }
      for person in people { state.context.store.receive(person: person, asked: time) }
      state.requests = people
    case .newest, .older:
      guard state.loading == request else { return [] }
      state.loading = nil
      guard let people = people(decoder, body) else {
        return failed(&state, request, failure)
      }
      var next = ""
      if case .success(let response) = result { next = String(decoding: response.next, as: UTF8.self) }
      let effects = put(&state, people, request, next, time)
      guard request == .newest, let key = state.storageKey else { return effects }
      return [.save(key: key, CachedResponse(savedAt: time, after: next, body: body).bytes)] + effects
    }
    return []
  }

  /// Handles the answer to a follow request. An accepted person follows the viewer now, and stands on top,
  /// where the server lists them. The reading position stays, and more requests than the first page of them
  /// may come.
  static func admitted(
    _ state: inout State, _ id: String, _ isAccepted: Bool, _ body: [UInt8], at time: Timestamp
  )
    -> [Effect]
  {
    guard state.asksRequests else { return [] }
    let others: [Effect] = [.ask(Request.requests, MastodonRequests.followRequests())]
    let asked = state.requests.first { $0.id == id }
    state.requests.removeAll { $0.id == id }
    guard isAccepted, !state.known.contains(id) else { return others }
    if state.loading == .newest {
      // A response on its way doesn't know about them.
      state.loading = nil
      return [.cancel(Request.newest)] + load(&state)
    }
    guard let person = asked else { return load(&state) }
    let relationship = MastodonDecoder(origin: state.context.origin).relationship(body: body)
    if let relationship {
      state.held.add([state.context.store.receive(relationship: relationship, asked: time)])
    }
    state.known.insert(id)
    state.people.insert(person, at: 0)
    state.keys.insert(PersonCell.key(id), at: 0)
    return others
      + (relationship == nil ? [.ask(Request.relationships, MastodonRequests.relationships(to: [id]))] : [])
  }

  private static func people(_ decoder: MastodonDecoder, _ body: [UInt8]) -> [Profile]? {
    var people: [Profile] = []
    return decoder.people(body: body) { people.append($0) } ? people : nil
  }

  /// Replaces the list by the latest page, so that a cached response and a page never mix. People who are
  /// there already are skipped.
  private static func put(
    _ state: inout State, _ page: [Profile], _ request: Request, _ next: String, _ time: Timestamp
  ) -> [Effect] {
    if request == .newest {
      (state.people, state.keys, state.known) = ([], [], [])
      state.held.removeAll()
      (state.loadedAt, state.notice, state.isRefreshing) = (time, nil, false)
    }
    var unknown: [String] = []
    state.emptyPages += 1
    let (me, silencing) = (state.context.session?.me.id, state.kind.silencing)
    if let silencing { state.context.store.receive(page, silencedBy: silencing, asked: time) }
    for person in page where state.known.insert(person.id).inserted {
      state.emptyPages = 0
      if silencing == nil, me != nil, person.id != me { unknown.append(person.id) }
      state.context.store.receive(person: person, asked: time)
      state.people.append(person)
      state.keys.append(PersonCell.key(person.id))
    }
    state.next = next.isEmpty ? nil : next
    state.failure = nil
    var effects = restore(&state)
    if !unknown.isEmpty {
      effects.append(.ask(Request.relationships, MastodonRequests.relationships(to: unknown)))
    }
    return 1...maxEmptyPages ~= state.emptyPages ? effects + loadOlder(&state) : effects
  }

  /// Notes a failure. People who show stay, with the reason above them why they are old.
  private static func failed(_ state: inout State, _ request: Request, _ failure: LoadFailure) -> [Effect] {
    state.isRefreshing = false
    if failure.isGone, state.kind.isOfPerson {
      (state.people, state.keys, state.next, state.failure) = ([], [], nil, failure)
      return state.storageKey.map { [.removeSaved(key: $0)] } ?? []
    }
    if request == .newest, !state.keys.isEmpty {
      state.notice = failure
    } else {
      state.failure = failure
    }
    return []
  }

  /// Shows the cached response until the server has answered; does nothing if the server was faster.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard state.loadedAt == nil, state.failure?.isGone != true,
      let cached = bytes.flatMap({ CachedResponse($0) }),
      let people = people(MastodonDecoder(origin: state.context.origin), cached.body)
    else { return [] }
    let notice = state.failure
    let effects = put(&state, people, .newest, cached.after, cached.savedAt)
    state.notice = notice
    return effects
  }

  // The reading position.

  static func anchor(_ state: inout State, _ key: String, _ offset: Int) -> [Effect] {
    // A position at the top doesn't count before the stored one is restored.
    guard state.isOwn, state.keys.contains(key), state.isRestored || key != state.keys[0] else { return [] }
    state.isRestored = true
    return [.remember(key: state.positionKey, ReadingPosition(key: key, offset: offset).text)]
  }

  /// Restores the reading position once; the list loads as far as there.
  private static func restore(_ state: inout State) -> [Effect] {
    guard state.isOwn, !state.isRestored,
      let position = state.context.memory[state.positionKey].flatMap({ ReadingPosition($0) })
    else { return [] }
    guard state.keys.contains(position.key) else {
      return state.keys.count < maxSought ? loadOlder(&state) : []
    }
    state.isRestored = true
    return [.restore(key: position.key, offset: position.offset)]
  }
}

extension MastodonRequests.PeopleList {
  /// The change that put people on the list; `nil` unless it is a list of muted or blocked ones.
  fileprivate var silencing: RelationshipChange? {
    switch self {
    case .muted: .mute(name: "")
    case .blocked: .block(name: "")
    default: nil
    }
  }
}
