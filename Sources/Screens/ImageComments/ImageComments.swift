public import Contracts
public import Social

/// What people wrote about one picture of a feed.
public enum ImageComments {
  public struct State: Equatable, Sendable {
    /// The picture's.
    public let id: String
    /// nil: the server that delivered the app.
    public let server: ServerAddress?
    let origin: Origin
    /// Whoever is signed in on that server; nil: a stranger.
    let session: Session?
    /// nil: not known yet.
    public internal(set) var image: FeedImage?
    public internal(set) var comments: [ImageComment] = []
    public internal(set) var isLoading = false
    public internal(set) var hasLoaded = false
    public internal(set) var trouble: LoadTrouble?
    /// Own posts that wait to be sent, oldest first, whatever they answer.
    var waiting: [OutboxItem]
    /// Ids of those that were sent, and that the server's list may have meanwhile.
    var sent: [String] = []
    /// The post that is to be answered is on its way.
    var isAsking = false

    init(_ id: String, _ image: FeedImage?, _ server: ServerAddress?, _ context: ScreenContext) {
      self.id = id
      self.image = image
      self.server = server
      origin = .images(of: server, own: context.server)
      session = context.session.flatMap { $0.isOwnServer && server == nil ? $0 : nil }
      waiting = session == nil ? [] : context.outbox
    }

    /// The post that a comment answers; nil: the server takes none.
    var statusID: String? { server == nil ? image?.statusID : nil }

    /// Own comments that the server's list does not have yet.
    var ownComments: [OutboxItem] {
      statusID.map { id in waiting.filter { $0.draft?.replyTo?.id == id } } ?? []
    }
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case pulledDown
    case tappedNotice
    case tappedBack
    case tappedPicture
    case tappedWrite
    case answered(RequestName, Result<Answer, RequestFailure>)
    case heard(Fact)
  }

  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .pulledDown: return state.isLoading ? [] : load(&state)
    case .tappedNotice:
      state.trouble = nil
      return []
    case .tappedBack: return [.close]
    case .tappedPicture:
      guard let image = state.image else { return [] }
      let picture = Picture(url: image.url, description: image.description ?? "")
      return [.open(.viewer(Viewer.Start(pictures: [picture], index: 0)))]
    case .tappedWrite: return write(&state)
    case .answered(let name, let result): return answered(&state, name, result)
    case .heard(let fact): return hear(&state, fact)
    }
  }

  private static func load(_ state: inout State) -> [Effect] {
    state.isLoading = true
    state.trouble = nil
    var effects: [Effect] = [
      .request(RequestName(.thread), url: state.origin.url(of: ImageFeedRequests.comments(of: state.id)))
    ]
    // Whoever comes by a link sees the picture too, if it is a recent one.
    if state.image == nil {
      let request = ImageFeedRequests.feed(limit: 100, after: nil)
      effects.append(.request(RequestName(.timeline), url: state.origin.url(of: request)))
    }
    return effects
  }

  private static func answered(
    _ state: inout State, _ name: RequestName, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    switch name.verb {
    case .thread:
      state.isLoading = false
      switch LoadTrouble.feedBody(of: result, { ImageFeedRequests.isSuccess(commentsStatus: $0) }) {
      case .failure(let trouble): state.trouble = trouble
      case .success(let body): received(&state, ImageFeedDecoder(origin: state.origin).comments(body: body))
      }
    case .timeline:
      if state.image == nil, case .success(let answer) = result {
        let images = ImageFeedDecoder(origin: state.origin).feed(body: answer.body) ?? []
        state.image = images.first { $0.id == state.id }
      }
    case .source:
      state.isAsking = false
      guard let session = state.session else { return [] }
      guard case .success(let answer) = result, answer.isSuccess,
        let status = MastodonDecoder(origin: session.origin).status(body: answer.body)
      else {
        state.trouble = result == .failure(.unreachable) ? .unreachable : .unreadable
        return []
      }
      return [.open(.compose(ComposeStart(replyTo: status, writer: session.me)))]
    default: break
    }
    return []
  }

  private static func received(_ state: inout State, _ comments: [ImageComment]?) {
    guard let comments else {
      state.trouble = .unreadable
      return
    }
    state.comments = comments
    state.hasLoaded = true
    let sent = state.sent
    state.waiting.removeAll { sent.contains($0.id) }
    state.sent = []
  }

  /// A comment is a reply to the picture's post, which has to be known for that.
  private static func write(_ state: inout State) -> [Effect] {
    guard let id = state.statusID, !state.isAsking else { return [] }
    guard state.session != nil else { return [.open(.signIn)] }
    state.isAsking = true
    return [.call(RequestName(.source), MastodonRequests.status(id))]
  }

  private static func hear(_ state: inout State, _ fact: Fact) -> [Effect] {
    guard let session = state.session else { return [] }
    switch fact {
    case .statusWaiting(let item):
      guard item.session == session.key else { return [] }
      if let index = state.waiting.firstIndex(where: { $0.id == item.id }) {
        state.waiting[index] = item
      } else {
        state.waiting.append(item)
      }
    case .statusCancelled(let local): state.waiting.removeAll { $0.id == local }
    case .statusSent(let local, _):
      guard state.ownComments.contains(where: { $0.id == local }) else { return [] }
      state.sent.append(local)
      // A list that is on its way may not have it yet.
      return [.cancel(RequestName(.thread))] + load(&state)
    default: break
    }
    return []
  }
}

extension ImageComments.Action {
  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .pulledDown, .tapped("refresh"), .tapped("retry"): self = .pulledDown
    case .tapped("notice"): self = .tappedNotice
    case .tapped("back"): self = .tappedBack
    case .tapped("picture"): self = .tappedPicture
    case .tapped("write"): self = .tappedWrite
    case .answered(let name, let result): self = .answered(name, result)
    case .heard(let fact): self = .heard(fact)
    default: return nil
    }
  }
}
