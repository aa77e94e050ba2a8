import Markup

/// What a stranger sees where a member would find their own things: an invitation to sign in.
enum Welcome: Screen {
  static let name: StaticString = "welcome"

  struct State: Equatable, Sendable {
    let tab: Tab

    init(_ tab: Tab) { self.tab = tab }
  }

  /// All that can be tapped is the app's.
  enum Action: ScreenAction {
    typealias Tap = NoTap
    typealias Request = Never

    init?(_ event: ScreenEvent) { return nil }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {}

  static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    Page(
      title: reader.strings[state.tab.title], frame: [.part(.bar(reader.strings[state.tab.title], isRoot: true))],
      cells: [.invitation(state.tab)])
  }

  enum Cell: Equatable, Sendable {
    case part(ListPart)
    case invitation(Tab)
  }
}

extension Welcome.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .invitation: "invitation"
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .part(let part): part.html(strings)
    case .invitation(let tab):
      HTML { html in
        html.element("section", .class("invitation"), .data("data-key", key)) { html in
          html.element("h2", text: strings[tab.invitation])
          html.element("p", text: strings[.invitationHelp])
          html.element("a", .class("primary"), .href(Links.signIn), .tap(AppTap.signIn), text: strings[.signIn])
          if tab == .me {
            html.element(
              "a", .class("link"), .href(Links.images(at: nil)), .tap(AppTap.images), text: strings[.myFeed])
          }
          html.element("a", .class("link"), .href(Links.settings), .tap(AppTap.settings), text: strings[.settings])
        }
      }
    }
  }
}

extension Tab {
  fileprivate var invitation: Phrase {
    switch self {
    case .home, .moments: .welcomeHome
    case .notifications, .mentions: .welcomeMentions
    case .me: .welcomeMe
    }
  }
}
