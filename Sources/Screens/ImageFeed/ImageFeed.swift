public import Contracts
public import Social

/// The pictures of a server, newest first, each with its comments behind it.
public enum ImageFeed {
  /// So many pictures are asked for at once.
  static let pageLength = 10
  /// So many pages are kept on the device.
  static let storedPages = 20

  public struct State: Equatable, Sendable {
    /// nil: the server that delivered the app.
    public let server: ServerAddress?
    let origin: Origin
    /// Set before each action: how old the stored copy is depends on it.
    var now: Timestamp
    public internal(set) var images: [FeedImage] = []
    public internal(set) var loading = Loading.no
    /// So many pages are there.
    var pageCount = 0
    /// The last page was empty.
    var isComplete = false
    public internal(set) var notice: Notice?
    /// Why the next page is not there.
    public internal(set) var pageTrouble: LoadTrouble?
    /// What the server failed with, while the stored copy is looked for.
    var pending: LoadTrouble?

    init(_ server: ServerAddress?, own: ServerAddress, now: Timestamp = Timestamp(milliseconds: 0)) {
      self.server = server
      self.now = now
      origin = .images(of: server, own: own)
    }
  }

  public enum Loading: Equatable, Sendable {
    case no
    case first
    case refresh
    case older
  }

  public indirect enum Notice: Equatable, Sendable {
    /// No network: what was seen last is shown.
    case offlineCopy
    case trouble(LoadTrouble)
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case pulledDown
    case reachedEnd
    case tappedRetry
    case tappedNotice
    case tappedBack
    case tappedImage(id: String)
    case answered(RequestName, Result<Answer, RequestFailure>)
    case loaded([UInt8]?)
  }

  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .pulledDown: return refresh(&state)
    case .reachedEnd:
      guard state.pageTrouble == nil else { return [] }
      return loadOlder(&state)
    case .tappedRetry: return state.images.isEmpty ? refresh(&state) : loadOlder(&state)
    case .tappedNotice:
      state.notice = nil
      return []
    case .tappedBack: return [.close]
    case .tappedImage(let id):
      guard let image = state.images.first(where: { $0.id == id }) else { return [] }
      return [.open(.imageComments(id: id, image, state.server))]
    case .answered(let name, let result):
      guard state.loading == .older ? name.verb == .older : state.loading != .no && name.verb == .timeline else {
        return []
      }
      return received(&state, result)
    case .loaded(let bytes): return loadedCopy(&state, bytes)
    }
  }
}

extension ImageFeed.Action {
  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .pulledDown: self = .pulledDown
    case .reachedEnd: self = .reachedEnd
    case .answered(let name, let result): self = .answered(name, result)
    case .loaded(_, let bytes): self = .loaded(bytes)
    case .tapped(let tap): self.init(tap: tap)
    default: return nil
    }
  }

  /// Reads what the view wrote into `data-tap`.
  init?(tap: String) {
    let (verb, rest) = tapParts(tap)
    switch verb {
    case "image": self = .tappedImage(id: rest)
    case "more", "retry": self = .tappedRetry
    case "refresh": self = .pulledDown
    case "notice": self = .tappedNotice
    case "back": self = .tappedBack
    default: return nil
    }
  }
}
