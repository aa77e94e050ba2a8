import Contracts
import Localization
import Markup
import Social

/// The pictures of a server, newest first, each with a link to its comments.
enum ImageFeed: Screen {
  static let name: StaticString = "timeline image-feed"
  static let isFeed = true
  /// Pictures per page.
  static let pageLength = 10
  /// The number of pages that the device stores.
  static let maxCachedPages = 20

  struct State: Equatable, Sendable {
    /// `nil` for the server that delivered the app.
    let server: ServerAddress?
    let origin: Origin
    /// True if the feed is that of the viewer's server.
    let isOwn: Bool
    /// The key of the session whose token goes to the server, as a closed community shows each member other
    /// pictures; `nil` if the feed is read as a stranger.
    let reader: String?
    var images: [FeedImage] = []
    var loading = Loading.no
    /// The number of loaded pages.
    var pageCount = 0
    /// True if the last page was empty.
    var isComplete = false
    var notice: Notice?
    /// The reason why the next page failed to load.
    var pageFailure: LoadFailure?
    /// The server's failure, while the cached response is loaded.
    var pending: LoadFailure?

    init(_ server: ServerAddress?, own: ServerAddress, _ session: Session? = nil) {
      self.server = server
      isOwn = server == nil && session?.isOwnServer != false
      let origin = Origin.images(of: server, own: own)
      self.origin = origin
      reader = session.flatMap { $0.server == origin.address.root ? $0.key : nil }
    }
  }

  enum Loading: Equatable, Sendable {
    case no
    case first
    case refresh
    case older
  }

  indirect enum Notice: Equatable, Sendable {
    /// No network: the cached response shows.
    case offlineCopy
    case failure(LoadFailure)

    var message: Message {
      switch self {
      case .offlineCopy: Message(.offlineCopy)
      case .failure(let failure): failure.feedMessage
      }
    }
  }

  enum Request: Equatable, Sendable {
    case newest
    case older(after: String)
  }

  indirect enum Action: ScreenAction {
    typealias Tap = ImageListTap

    case appeared
    case pulledDown
    case reachedEnd
    case tapped(ImageListTap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .loaded(_, let bytes, let now): self = .loaded(bytes, at: now)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .pulledDown, .tapped(.list(.refresh)): return refresh(&state)
    case .reachedEnd:
      guard state.pageFailure == nil else { return [] }
      return loadOlder(&state)
    case .tapped(.list(.retry)), .tapped(.list(.more)):
      return state.images.isEmpty ? refresh(&state) : loadOlder(&state)
    case .tapped(.list(.notice)), .tapped(.list(.new)):
      state.notice = nil
      return []
    case .tapped(.image(.image(let id))):
      guard let image = state.images.first(where: { $0.id == id }) else { return [] }
      return [.open(.imageComments(id: id, image, state.server))]
    case .tapped(.image): return []
    case .received(let request, let result, let time):
      guard request == state.request else { return [] }
      return received(&state, result, time)
    case .loaded(let bytes, let now): return showCached(&state, bytes, now)
    }
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    // The contract's title says whose the pictures are, which is wrong for those of everybody here.
    let title = environment.strings[state.server == nil ? .pictures : .myFeed]
    var frame: [Cell] = [.part(.bar(title, isRoot: false)), .part(.refreshIndicator)]
    if let notice = state.notice { frame.append(.part(.notice(notice.message))) }
    let (images, server, isOwn) = (state.images, state.server, state.isOwn)
    var cells = Cells<Cell>(rows: images.map { $0.id }, tail: [.part(.footer(footer(state)))]) { row in
      .image(
        ImageCell(
          image: images[row], link: Links.images(at: server, of: images[row].id),
          tap: .image(id: images[row].id),
          isOwn: isOwn, isFirst: row < 2))
    }
    cells.isComplete = state.isComplete
    cells.asksAhead = true
    cells.isGrid = true
    return Page(title: title, status: status(state), frame: frame, cells: cells)
  }

  private static func status(_ state: State) -> String {
    if case .failure? = state.notice { return "failed" }
    return state.loading == .refresh ? "refreshing" : ""
  }

  private static func footer(_ state: State) -> ListFooter {
    if let failure = state.pageFailure { return .failed(failure.feedMessage) }
    if state.loading == .first || state.loading == .older { return .loading }
    if !state.images.isEmpty { return state.isComplete ? .end(nil) : .more }
    return state.isComplete ? .end(.noPictures) : .retry
  }

  indirect enum Cell: PageCell {
    case part(ListPart)
    case image(ImageCell)

    var key: String {
      switch self {
      case .part(let part): part.key
      case .image(let cell): cell.image.id
      }
    }

    func html(_ strings: Strings) -> HTML {
      switch self {
      case .part(let part): part.html(strings)
      case .image(let cell): cell.html(strings)
      }
    }
  }
}
