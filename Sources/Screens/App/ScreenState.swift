import Contracts
import Markup
import Social

/// One of the app's screens. `App` composes them; they do not know each other.
public indirect enum ScreenState: Equatable, Sendable {
  case moments(Moments.State)
  case viewer(Viewer.State)
  case settings(Settings.State)
  case welcome(Welcome.State)
  case signIn(SignIn.State)
  case me(Me.State)
  case profile(ProfilePage.State)
  case thread(Thread.State)
  case timeline(Timeline.State)
  case compose(Compose.State)
  case imageFeed(ImageFeed.State)
  case imageComments(ImageComments.State)
  case file(FilePage.State)

  /// The classes of the screen's element, by which style sheets know it: lists of pictures are framed as a timeline is.
  public var name: String {
    switch self {
    case .moments: "moments"
    case .viewer: "viewer"
    case .settings: "settings"
    case .welcome: "welcome"
    case .signIn: "sign-in"
    case .me: "me"
    case .profile: "profile"
    case .thread: "thread"
    case .timeline: "timeline"
    case .compose: "compose"
    case .imageFeed: "timeline image-feed"
    case .imageComments: "timeline image-comments"
    case .file: "file-page"
    }
  }

  /// Pulling it down refreshes it.
  var canBePulled: Bool {
    switch self {
    case .moments, .timeline, .profile, .imageFeed, .imageComments: true
    case .thread(let state): state.board.file == nil
    case .viewer, .settings, .welcome, .signIn, .me, .compose, .file: false
    }
  }
}

extension ScreenState {
  /// The screen that somebody opens; nil if there is none.
  init?(_ destination: Destination, in context: ScreenContext) {
    switch destination {
    case .moments(let username, let origin):
      self = .moments(Moments.State(loading: username, origin: origin).seen(by: context))
    case .viewer(let start): self = .viewer(Viewer.State(start))
    case .settings: self = .settings(Settings.State())
    case .tab(.moments):
      let member = context.session.flatMap { $0.isOwnServer ? $0.me.account.username : nil }
      guard let username = member ?? context.homeUsername else { return nil }
      self = .moments(
        Moments.State(loading: username, origin: .own(context.server), isRoot: context.isRoot).seen(by: context))
    case .tab(.me): self = context.isMember ? .me(Me.State(context)) : .welcome(Welcome.State(.me))
    case .tab(.home) where context.isMember: self = .timeline(Timeline.State(.home, context))
    case .tab(.mentions) where context.isMember: self = .timeline(Timeline.State(.mentions, context))
    case .tab(let tab): self = .welcome(Welcome.State(tab))
    case .signIn: self = .signIn(SignIn.State(context))
    case .signedIn(let query): self = .signIn(SignIn.State(context, returning: query))
    case .compose(let start):
      self = context.isMember ? .compose(Compose.State(start, context)) : .signIn(SignIn.State(context))
    case .images(let server): self = .imageFeed(ImageFeed.State(server, own: context.server))
    case .imageComments(let id, let image, let server):
      self = .imageComments(ImageComments.State(id, image, server, context))
    case .file(let start): self = .file(FilePage.State(start, context))
    case .fileThread(let id, let file): self = .thread(Thread.State(id, in: file, context))
    case .tag(let name): self = .timeline(Timeline.State(.tag(name), context))
    case .thread(let id, let status): self = .thread(Thread.State(id, status, context))
    case .profile(let id, let handle, let profile):
      self = .profile(ProfilePage.State(id: id, handle: handle, profile, context))
    }
  }
}

extension ScreenState {
  /// A screen that the server rendered for anybody, as the person who looks sees it.
  func seen(by context: ScreenContext) -> ScreenState {
    guard case .moments(let state) = self else { return self }
    return .moments(state.seen(by: context))
  }
}

/// A cell of any screen: pages are compared and rendered as pages of these, so that the app holds that code
/// once, and not once a screen.
indirect enum ScreenCell: PageCell {
  case moments(Moments.Cell)
  case viewer(Viewer.Cell)
  case settings(Settings.Cell)
  case welcome(Welcome.Cell)
  case signIn(SignIn.Cell)
  case me(Me.Cell)
  case profile(ProfilePage.Cell)
  case thread(Thread.Cell)
  case timeline(Timeline.Cell)
  case compose(Compose.Cell)
  case imageFeed(ImageFeed.Cell)
  case imageComments(ImageComments.Cell)
  case file(FilePage.Cell)
  case tabBar(TabBar)

  var key: String {
    @inline(never) get {
      switch self {
      case .moments(let cell): cell.key
      case .viewer(let cell): cell.key
      case .settings(let cell): cell.key
      case .welcome(let cell): cell.key
      case .signIn(let cell): cell.key
      case .me(let cell): cell.key
      case .profile(let cell): cell.key
      case .thread(let cell): cell.key
      case .timeline(let cell): cell.key
      case .compose(let cell): cell.key
      case .imageFeed(let cell): cell.key
      case .imageComments(let cell): cell.key
      case .file(let cell): cell.key
      case .tabBar(let cell): cell.key
      }
    }
  }

  @inline(never)
  func html(_ strings: Strings) -> HTML {
    switch self {
    case .moments(let cell): cell.html(strings)
    case .viewer(let cell): cell.html(strings)
    case .settings(let cell): cell.html(strings)
    case .welcome(let cell): cell.html(strings)
    case .signIn(let cell): cell.html(strings)
    case .me(let cell): cell.html(strings)
    case .profile(let cell): cell.html(strings)
    case .thread(let cell): cell.html(strings)
    case .timeline(let cell): cell.html(strings)
    case .compose(let cell): cell.html(strings)
    case .imageFeed(let cell): cell.html(strings)
    case .imageComments(let cell): cell.html(strings)
    case .file(let cell): cell.html(strings)
    case .tabBar(let cell): cell.html(strings)
    }
  }
}

/// What a screen looks like, as it is put into the document.
typealias ShownPage = Page<ScreenCell>

extension ShownPage {
  /// `tab`: whose root it is; a root has the tab bar.
  init(_ screen: ScreenState, _ reader: Reader, tab: Tab? = nil) {
    switch screen {
    case .moments(let state): self = Moments.view(state, reader).map { .moments($0) }
    case .viewer(let state): self = Viewer.view(state, reader).map { .viewer($0) }
    case .settings(let state): self = Settings.view(state, reader).map { .settings($0) }
    case .welcome(let state): self = Welcome.view(state, reader).map { .welcome($0) }
    case .signIn(let state): self = SignIn.view(state, reader).map { .signIn($0) }
    case .me(let state): self = Me.view(state, reader).map { .me($0) }
    case .profile(let state): self = ProfilePage.view(state, reader).map { .profile($0) }
    case .thread(let state): self = Thread.view(state, reader).map { .thread($0) }
    case .timeline(let state): self = Timeline.view(state, reader).map { .timeline($0) }
    case .compose(let state): self = Compose.view(state, reader).map { .compose($0) }
    case .imageFeed(let state): self = ImageFeed.view(state, reader).map { .imageFeed($0) }
    case .imageComments(let state): self = ImageComments.view(state, reader).map { .imageComments($0) }
    case .file(let state): self = FilePage.view(state, reader).map { .file($0) }
    }
    if let tab { frame.append(.tabBar(TabBar(current: tab))) }
  }
}
