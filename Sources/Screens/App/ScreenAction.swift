/// An action of any screen.
indirect enum ScreenAction: Equatable, Sendable {
  case moments(Moments.Action)
  case viewer(Viewer.Action)
  case settings(Settings.Action)
  case welcome(Welcome.Action)
  case signIn(SignIn.Action)
  case me(Me.Action)
  case profile(ProfilePage.Action)
  case thread(Thread.Action)
  case timeline(Timeline.Action)
  case compose(Compose.Action)
  case imageFeed(ImageFeed.Action)
  case imageComments(ImageComments.Action)
  case file(FilePage.Action)
}

extension ScreenState {
  /// What an event means to the screen; nil: nothing.
  func action(_ event: ScreenEvent) -> ScreenAction? {
    switch self {
    case .moments: Moments.Action(event).map { .moments($0) }
    case .viewer: Viewer.Action(event).map { .viewer($0) }
    case .settings: Settings.Action(event).map { .settings($0) }
    case .welcome: Welcome.Action(event).map { .welcome($0) }
    case .signIn: SignIn.Action(event).map { .signIn($0) }
    case .me: Me.Action(event).map { .me($0) }
    case .profile: ProfilePage.Action(event).map { .profile($0) }
    case .thread: Thread.Action(event).map { .thread($0) }
    case .timeline: Timeline.Action(event).map { .timeline($0) }
    case .compose: Compose.Action(event).map { .compose($0) }
    case .imageFeed: ImageFeed.Action(event).map { .imageFeed($0) }
    case .imageComments: ImageComments.Action(event).map { .imageComments($0) }
    case .file: FilePage.Action(event).map { .file($0) }
    }
  }
}
