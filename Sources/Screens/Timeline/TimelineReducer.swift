import Contracts
import Social

extension Timeline {
  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      state.loading = .first
      let copy: [Effect] = state.storageKey.map { [.load(key: $0)] } ?? []
      return copy + [ask(state), .after(milliseconds: pollMilliseconds, .pollIsDue)]
    case .returned: return refresh(&state, .quiet)
    case .pollIsDue: return refresh(&state, .quiet) + [.after(milliseconds: pollMilliseconds, .pollIsDue)]
    case .pulledDown, .tappedRetry:
      state.notice = nil
      return refresh(&state, state.list.isEmpty ? .first : .refresh)
    case .choseAgain, .tappedNew:
      state.newCount = 0
      return [.scrollToTop]
    case .reachedEnd: return loadOlder(&state)
    case .tappedGap: return loadGap(&state)
    case .anchored(let key, let offset): return anchor(&state, key, offset)
    case .tappedNotice:
      state.notice = nil
      return []
    case .tappedBack: return [.close]
    case .tapped(let tap): return state.board.tapped(tap, among: state.list.entries)
    case .answered(let name, let result): return answered(&state, name, result)
    case .loaded(let bytes): return showStoredCopy(&state, bytes)
    case .heard(let fact): return hear(&state, fact)
    }
  }

  private static func answered(
    _ state: inout State, _ name: RequestName, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    switch name.verb {
    case .timeline, .newer: received(&state, result)
    case .older: receivedOlder(&state, result)
    case .gap: receivedGap(&state, result)
    default: state.board.answered(name, result, among: state.list.entries)
    }
  }

  /// Where the person reads, kept so that they find it again.
  private static func anchor(_ state: inout State, _ key: String, _ offset: Int) -> [Effect] {
    let place = ReadingPlace(key: key, offset: offset)
    let first = Array(key.utf8).first
    guard first == UInt8(ascii: "s"), let index = state.list.index(of: place.id) else {
      if first == UInt8(ascii: "w") { state.newCount = 0 }
      return []
    }
    state.newCount = min(state.newCount, index)
    guard place != state.place else { return [] }
    state.place = place
    return [.remember(key: State.placeKey(state.kind), place.text)]
  }

  private static func hear(_ state: inout State, _ fact: Fact) -> [Effect] {
    state.board.hear(fact)
    state.list.hear(fact)
    guard state.kind == .home else { return [] }
    switch fact {
    case .statusWaiting(let item):
      guard item.session == state.board.session?.key, item.draft != nil else { return [] }
      if let index = state.waiting.firstIndex(where: { $0.id == item.id }) {
        state.waiting[index] = item
        return []
      }
      state.waiting.append(item)
      state.newCount = 0
      return [.scrollToTop]
    case .statusCancelled(let local):
      state.waiting.removeAll { $0.id == local }
      return []
    case .statusSent(let local, let answer):
      state.waiting.removeAll { $0.id == local }
      guard let status = state.board.decoder.status(body: answer.body) else { return [] }
      _ = state.list.insert([.init(entry: TimelineEntry(status), source: answer.body)], at: 0)
      return save(state)
    default: return []
    }
  }
}

extension Timeline.Action {
  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .returned: self = .returned
    case .choseAgain: self = .choseAgain
    case .pulledDown: self = .pulledDown
    case .reachedEnd: self = .reachedEnd
    case .anchored(let key, let offset): self = .anchored(key: key, offset: offset)
    case .answered(let name, let result): self = .answered(name, result)
    case .loaded(_, let bytes): self = .loaded(bytes)
    case .heard(let fact): self = .heard(fact)
    case .tapped(let tap): self.init(tap: tap)
    case .timerFired(.pollIsDue): self = .pollIsDue
    case .submitted, .typed, .timerFired, .given: return nil
    }
  }

  /// Reads what the view wrote into `data-tap`.
  init?(tap: String) {
    switch tap {
    case "new": self = .tappedNew
    case "gap": self = .tappedGap
    case "more": self = .reachedEnd
    case "retry": self = .tappedRetry
    case "refresh": self = .pulledDown
    case "notice": self = .tappedNotice
    case "back": self = .tappedBack
    default:
      guard let tap = StatusTap(tap) else { return nil }
      self = .tapped(tap)
    }
  }
}
