public import Markup

/// What a stranger sees where a member would find their own things: an invitation to sign in.
public enum Welcome {
  public struct State: Equatable, Sendable {
    public let tab: Tab

    public init(_ tab: Tab) { self.tab = tab }
  }

  public enum Action: Equatable, Sendable {
    case tappedSettings
  }

  static func reduce(_ action: Action) -> [Effect] {
    switch action {
    case .tappedSettings: [.open(.settings)]
    }
  }

  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    Page(
      title: reader.strings[state.tab.title], frame: [.bar(state.tab)],
      cells: [.invitation(state.tab)])
  }

  public enum Cell: Equatable, Sendable {
    case bar(Tab)
    case invitation(Tab)
  }
}

extension Welcome.Action {
  init?(_ event: ScreenEvent) {
    guard event == .tapped("settings") else { return nil }
    self = .tappedSettings
  }
}

extension Welcome.Cell: PageCell {
  public var key: String {
    switch self {
    case .bar: "bar"
    case .invitation: "invitation"
    }
  }

  public func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let tab): html.titleBar(strings[tab.title], isRoot: true, strings)
      case .invitation(let tab):
        html.element("section", .class("invitation"), .data("data-key", key)) { html in
          html.element("h2", text: strings[tab.invitation])
          html.element("p", text: strings[.invitationHelp])
          html.element(
            "a", .class("primary"), .href(Links.signIn), .data("data-tap", "sign-in"), text: strings[.signIn])
          if tab == .me {
            html.element(
              "a", .class("link"), .href(Links.images(at: nil)), .data("data-tap", "images"), text: strings[.myFeed])
          }
          html.element(
            "a", .class("link"), .href(Links.settings), .data("data-tap", "settings"), text: strings[.settings])
        }
      }
    }
  }
}

extension Tab {
  fileprivate var invitation: Phrase {
    switch self {
    case .home, .moments: .welcomeHome
    case .mentions: .welcomeMentions
    case .me: .welcomeMe
    }
  }
}
