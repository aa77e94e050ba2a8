import Markup

/// One of the app's screens. `App` composes them; they do not know each other.
public enum ScreenState: Equatable, Sendable {
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

/// What a screen looked like when it was put into the document last.
enum ShownPage: Equatable, Sendable {
  case moments(Page<Moments.Cell>)
  case viewer(Page<Viewer.Cell>)
  case settings(Page<Settings.Cell>)

  init(_ screen: ScreenState, _ reader: Reader) {
    switch screen {
    case .moments(let state): self = .moments(Moments.view(state, reader))
    case .viewer(let state): self = .viewer(Viewer.view(state, reader))
    case .settings(let state): self = .settings(Settings.view(state, reader))
    }
  }

  var title: String {
    switch self {
    case .moments(let page): page.title
    case .viewer(let page): page.title
    case .settings(let page): page.title
    }
  }

  var status: String {
    switch self {
    case .moments(let page): page.status
    case .viewer(let page): page.status
    case .settings(let page): page.status
    }
  }

  /// Both zones with all of their cells.
  func html(_ strings: Strings) -> (frame: HTML, cells: HTML) {
    switch self {
    case .moments(let page): page.html(strings)
    case .viewer(let page): page.html(strings)
    case .settings(let page): page.html(strings)
    }
  }

  func operations(from shown: ShownPage, _ strings: Strings) -> [PageOperation] {
    switch (self, shown) {
    case (.moments(let new), .moments(let old)): new.operations(from: old, strings)
    case (.viewer(let new), .viewer(let old)): new.operations(from: old, strings)
    case (.settings(let new), .settings(let old)): new.operations(from: old, strings)
    default: []
    }
  }

  func replacements(_ strings: Strings) -> [PageOperation] {
    switch self {
    case .moments(let page): page.replacements(strings)
    case .viewer(let page): page.replacements(strings)
    case .settings(let page): page.replacements(strings)
    }
  }
}
