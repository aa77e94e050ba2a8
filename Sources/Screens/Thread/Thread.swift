import Contracts
public import Social

/// A post with what it answers above it, and what answers it below.
public enum Thread {
  public struct State: Equatable, Sendable {
    public let id: String
    public internal(set) var board: StatusBoard
    /// nil: not known yet.
    public internal(set) var status: Status?
    public internal(set) var ancestors: [Status] = []
    /// In the order of time.
    public internal(set) var replies: [Status] = []
    public internal(set) var isLoading = false
    var hasContext = false
    public internal(set) var trouble: LoadTrouble?
    /// Own replies that wait to be sent, oldest first.
    public internal(set) var waiting: [OutboxItem] = []

    public init(_ id: String, _ status: Status?, _ context: ScreenContext) {
      self.id = id
      self.status = status
      board = StatusBoard(context)
      waiting = context.outbox.filter { $0.draft?.replyTo?.id == id }
    }

    var entries: [TimelineEntry] {
      (ancestors + (status.map { [$0] } ?? []) + replies).map { TimelineEntry($0) }
    }
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case pulledDown
    case tapped(StatusTap)
    case tappedRetry
    case tappedBack
    case answered(RequestName, Result<Answer, RequestFailure>)
    case heard(Fact)
  }

  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .pulledDown, .tappedRetry: return load(&state)
    case .tappedBack: return [.close]
    case .tapped(let tap):
      return state.board.tapped(tap, among: state.entries)
    case .answered(let name, let result):
      switch name.verb {
      case .timeline: return received(&state, result)
      case .thread: return receivedContext(&state, result)
      default: return state.board.answered(name, result, among: state.entries)
      }
    case .heard(let fact): return hear(&state, fact)
    }
  }

  private static func load(_ state: inout State) -> [Effect] {
    guard !state.isLoading else { return [] }
    state.isLoading = true
    state.trouble = nil
    return [
      .call(RequestName(.timeline), MastodonRequests.status(state.id)),
      .call(RequestName(.thread), MastodonRequests.context(of: state.id)),
    ]
  }

  private static func received(_ state: inout State, _ result: Result<Answer, RequestFailure>) -> [Effect] {
    switch LoadTrouble.body(of: result) {
    case .failure(let trouble):
      state.trouble = trouble
      state.isLoading = false
      return trouble == .missing && state.status != nil ? [.tell(.statusRemoved(id: state.id))] : []
    case .success(let body):
      guard let status = state.board.decoder.status(body: body) else {
        state.trouble = .unreadable
        return []
      }
      let applied = state.board.applied(to: status)
      state.status = applied
      return [.tell(.statusChanged(applied))]
    }
  }

  private static func receivedContext(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    state.isLoading = false
    switch LoadTrouble.body(of: result) {
    case .failure(let trouble):
      if state.trouble == nil { state.trouble = trouble }
      return []
    case .success(let body):
      guard let context = state.board.decoder.context(body: body) else {
        state.trouble = .unreadable
        return []
      }
      let isFirst = !state.hasContext
      state.hasContext = true
      var known: Set<String> = [state.id]
      state.ancestors = unknown(context.ancestors, &known, state.board)
      state.replies = sorted(unknown(context.descendants, &known, state.board))
      // What comes above must not push the post away.
      return isFirst && !state.ancestors.isEmpty ? [.restore(key: "s" + state.id, offset: barHeight)] : []
    }
  }

  /// In CSS px; the post comes to lie under the bar.
  private static let barHeight = 52

  /// Each once, even if a server answers in circles.
  private static func unknown(_ statuses: [Status], _ known: inout Set<String>, _ board: StatusBoard) -> [Status] {
    statuses.filter { known.insert($0.id).inserted }.map { board.applied(to: $0) }
  }

  private static func sorted(_ statuses: [Status]) -> [Status] {
    var result: [Status] = []
    for status in statuses {
      let time = status.createdAt?.milliseconds ?? 0
      let index = result.firstIndex { ($0.createdAt?.milliseconds ?? 0) > time } ?? result.count
      result.insert(status, at: index)
    }
    return result
  }

  private static func hear(_ state: inout State, _ fact: Fact) -> [Effect] {
    state.board.hear(fact)
    switch fact {
    case .statusChanged(let status):
      if status.id == state.id { state.status = status }
      for index in state.ancestors.indices where state.ancestors[index].id == status.id {
        state.ancestors[index] = status
      }
      for index in state.replies.indices where state.replies[index].id == status.id { state.replies[index] = status }
    case .statusRemoved(let id): return id == state.id ? [.close] : []
    case .statusWaiting(let item): wait(&state, item)
    case .statusCancelled(let local): state.waiting.removeAll { $0.id == local }
    case .statusSent(let local, let answer):
      state.waiting.removeAll { $0.id == local }
      guard let status = state.board.decoder.status(body: answer.body), let replyTo = status.replyTo?.id,
        !state.entries.contains(where: { $0.status.id == status.id }),
        state.entries.contains(where: { $0.status.id == replyTo })
      else { return [] }
      state.replies.append(status)
      return counted(state, replyTo)
    default: break
    }
    return []
  }

  private static func wait(_ state: inout State, _ item: OutboxItem) {
    guard let replyTo = item.draft?.replyTo?.id, state.entries.contains(where: { $0.status.id == replyTo }) else {
      return
    }
    if let index = state.waiting.firstIndex(where: { $0.id == item.id }) {
      state.waiting[index] = item
    } else {
      state.waiting.append(item)
    }
  }

  /// The answered post has one reply more, wherever it shows.
  private static func counted(_ state: State, _ id: String) -> [Effect] {
    guard var status = state.entries.first(where: { $0.status.id == id })?.status else { return [] }
    status.repliesCount += 1
    return [.tell(.statusChanged(status))]
  }
}

extension Thread.Action {
  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .pulledDown: self = .pulledDown
    case .answered(let name, let result): self = .answered(name, result)
    case .heard(let fact): self = .heard(fact)
    case .tapped("back"): self = .tappedBack
    case .tapped("retry"): self = .tappedRetry
    case .tapped("refresh"): self = .pulledDown
    case .tapped(let tap):
      guard let tap = StatusTap(tap) else { return nil }
      self = .tapped(tap)
    default: return nil
    }
  }
}
