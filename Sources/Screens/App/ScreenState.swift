import Markup

/// One of the app's screens. `App` composes them; they do not know each other.
public indirect enum ScreenState: Equatable, Sendable {
  case moments(Moments.State)
  case viewer(Viewer.State)
  case settings(Settings.State)

  /// The class of the screen's element, and so the file of its style sheet.
  public var name: String {
    switch self {
    case .moments: "moments"
    case .viewer: "viewer"
    case .settings: "settings"
    }
  }
}

/// A cell of any screen: pages are compared and rendered as pages of these, so that the app holds that code
/// once, and not once a screen.
indirect enum ScreenCell: PageCell {
  case moments(Moments.Cell)
  case viewer(Viewer.Cell)
  case settings(Settings.Cell)

  var key: String {
    @inline(never) get {
      switch self {
      case .moments(let cell): cell.key
      case .viewer(let cell): cell.key
      case .settings(let cell): cell.key
      }
    }
  }

  @inline(never)
  func html(_ strings: Strings) -> HTML {
    switch self {
    case .moments(let cell): cell.html(strings)
    case .viewer(let cell): cell.html(strings)
    case .settings(let cell): cell.html(strings)
    }
  }
}

/// What a screen looks like, as it is put into the document.
typealias ShownPage = Page<ScreenCell>

extension ShownPage {
  init(_ screen: ScreenState, _ reader: Reader) {
    switch screen {
    case .moments(let state): self = Moments.view(state, reader).map { .moments($0) }
    case .viewer(let state): self = Viewer.view(state, reader).map { .viewer($0) }
    case .settings(let state): self = Settings.view(state, reader).map { .settings($0) }
    }
  }
}
