import Contracts
public import Social

/// A post with what it answers above it, and what answers it below: of a server, or of a timeline file.
public enum Thread {
  /// So many replies, and so many of what the post answers, show at first, and come when more is wanted.
  static let pageLength = 20

  public struct State: Equatable, Sendable {
    public let id: String
    public internal(set) var board: StatusBoard
    /// nil: not known yet.
    public internal(set) var status: Status?
    /// The first post of the thread first.
    public internal(set) var ancestors: [Status] = []
    /// In the order of time.
    public internal(set) var replies: [Status] = []
    /// So many of them show: those right above the post, and the first ones below it.
    public internal(set) var shownAncestors = pageLength
    public internal(set) var shownReplies = pageLength
    public internal(set) var isLoading = false
    var hasContext = false
    var decoding: Decoding?
    public internal(set) var trouble: LoadTrouble?
    /// Own replies that wait to be sent, oldest first.
    public internal(set) var waiting: [OutboxItem] = []

    public init(_ id: String, _ status: Status?, _ context: ScreenContext) {
      self.id = id
      self.status = status
      board = StatusBoard(context)
      waiting = context.outbox.filter { $0.draft?.replyTo?.id == id }
    }

    /// A thread of a file, which needs no server.
    public init(_ id: String, in file: FilePosts, _ context: ScreenContext) {
      self.id = id
      status = file[id]
      board = StatusBoard(context, file: file)
      (ancestors, replies) = file.thread(around: id)
      hasContext = true
    }

    /// What shows, and so can be tapped.
    var entries: [TimelineEntry] {
      (ancestors.suffix(shownAncestors) + (status.map { [$0] } ?? []) + replies.prefix(shownReplies))
        .map { TimelineEntry($0) }
    }

    func contains(_ id: String) -> Bool {
      id == self.id || replies.contains { $0.id == id } || ancestors.contains { $0.id == id }
    }
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case pulledDown
    case reachedEnd
    case decodesOn
    case tapped(StatusTap)
    case tappedEarlier
    case tappedRetry
    case tappedBack
    case answered(RequestName, Result<Answer, RequestFailure>)
    case heard(Fact)
  }

  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared where state.board.file != nil:
      return state.ancestors.isEmpty ? [] : [.restore(key: "s" + state.id, offset: barHeight)]
    case .appeared, .pulledDown, .tappedRetry: return load(&state)
    case .reachedEnd:
      if state.shownReplies < state.replies.count { state.shownReplies += pageLength }
      return []
    case .tappedEarlier:
      if state.shownAncestors < state.ancestors.count { state.shownAncestors += pageLength }
      return []
    case .decodesOn: return decodeOn(&state)
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

  /// In CSS px; the post comes to lie under the bar.
  private static let barHeight = 52

  private static func hear(_ state: inout State, _ fact: Fact) -> [Effect] {
    guard state.board.file == nil else { return [] }
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
        !state.contains(status.id), state.contains(replyTo)
      else { return [] }
      // Where it waited, even if more replies come below.
      let place = min(state.shownReplies, state.replies.count)
      state.replies.insert(status, at: place)
      state.shownReplies = max(state.shownReplies, place + 1)
      return counted(state, replyTo)
    default: break
    }
    return []
  }

  private static func wait(_ state: inout State, _ item: OutboxItem) {
    guard let replyTo = item.draft?.replyTo?.id, state.contains(replyTo) else { return }
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
    case .reachedEnd: self = .reachedEnd
    case .timerFired(.decodesOn): self = .decodesOn
    case .answered(let name, let result): self = .answered(name, result)
    case .heard(let fact): self = .heard(fact)
    case .tapped("back"): self = .tappedBack
    case .tapped("retry"): self = .tappedRetry
    case .tapped("refresh"): self = .pulledDown
    case .tapped("more"): self = .reachedEnd
    case .tapped("earlier"): self = .tappedEarlier
    case .tapped(let tap):
      guard let tap = StatusTap(tap) else { return nil }
      self = .tapped(tap)
    default: return nil
    }
  }
}
