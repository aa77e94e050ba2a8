import Localization
import Markup
import Social

/// The landing page, which strangers see in place of members' screens, and after a tap that only members may
/// make. The server renders it; the app leaves it as it is.
enum LandingPage: Screen {
  static let name: StaticString = "welcome"

  struct State: Equatable, Sendable {
    let tab: Tab
    /// The stranger's deferred action.
    let reason: SignInReason?
    /// `nil` if the community has no members yet.
    let preview: CommunityPreview?

    init(_ tab: Tab, reason: SignInReason? = nil, _ preview: CommunityPreview? = nil) {
      self.tab = tab
      self.reason = reason
      self.preview = preview
    }
  }

  enum Action: ScreenAction {
    typealias Tap = NoTap
    typealias Request = Never

    init?(_ event: ScreenEvent) { return nil }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {}

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    if let preview = state.preview, preview.isClosed {
      return Page(title: preview.title, frame: [], cells: [.introduction(state)])
    }
    return Page(
      title: environment.strings[state.tab.title], frame: [.bar(state.tab)], cells: [.introduction(state)])
  }

  indirect enum Cell: Equatable, Sendable {
    case bar(Tab)
    case introduction(State)
  }
}

extension LandingPage.Cell: PageCell {
  var key: String {
    switch self {
    case .bar: "bar"
    case .introduction: "introduction"
    }
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let tab): bar(tab, strings, &html)
      case .introduction(let state): state.introduction(strings, &html)
      }
    }
  }

  private func bar(_ tab: Tab, _ strings: Strings, _ html: inout HTML) {
    html.element("header", .class("bar"), .data("data-key", key)) { html in
      html.element("span", .class("control")) { _ in }
      html.element("h1", .class("title"), text: strings[tab.title])
      html.searchControl(strings)
    }
  }
}

extension LandingPage.State {
  fileprivate func introduction(_ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("invitation"), .data("data-key", "introduction")) { html in
      html.landingCover(preview)
      html.element("div", .class("words")) { html in
        html.landingPicture(preview)
        html.element("h2", .dir("auto"), text: preview?.title ?? "Swiftlet")
        let line = preview?.line ?? ""
        html.element("p", .class("line"), .dir("auto"), text: line.isEmpty ? strings[auth: .doorLine] : line)
        faces(&html)
        let invitation = preview?.isClosed == true ? AuthPhrase.membersOnly : tab.invitation
        html.element("p", .class("reason"), text: reason?.text(strings) ?? strings[auth: invitation])
        if let preview, preview.isClosed { html.houseRules(preview.rules.prefix(3), strings) }
        let join = preview?.joining.link
        let isOpen = join != nil
        if let join { html.element("a", .class("primary"), .href(Links.join), text: strings[auth: join]) }
        html.element(
          "a", .class(isOpen ? "secondary" : "primary"), .href(Links.signIn), .tap(AppTap.signIn),
          text: strings[.signIn])
        if let joining = preview?.joining, !isOpen {
          html.element(
            "p", .class("help"), text: strings[auth: joining == .closed ? .joinClosed : .notOpenHelp])
        }
        html.element("p", .class("ways")) { html in
          if preview?.isClosed != true {
            way(Tab.moments.link, .tab(.moments), strings[auth: .lookAround], &html)
          }
          if tab == .me { way(Links.images(at: nil), .images, strings[.pictures], &html) }
          if preview?.hasAbout == true {
            html.element("a", .class("link"), .href(Links.about), text: strings[auth: .aboutCommunity])
          }
          way(Links.settings, .settings, strings[.settings], &html)
        }
      }
    }
  }

  private func faces(_ html: inout HTML) {
    guard let people = preview?.people, !people.isEmpty else { return }
    html.element("p", .class("faces"), .aria(.hidden, "true")) { html in
      for person in people { html.avatar(of: person, shownSize: "44px") }
    }
  }

  private func way(_ link: SafeURL, _ tap: AppTap, _ text: String, _ html: inout HTML) {
    html.element("a", .class("link"), .href(link), .tap(tap), text: text)
  }
}

extension HTML {
  /// Writes the community's cover, over a drawn default.
  mutating func landingCover(_ preview: CommunityPreview?) {
    element("div", .class("landing-cover"), .aria(.hidden, "true")) { html in
      if let cover = preview?.cover {
        html.picture(
          cover, shape: .whole, shownSize: "(min-width: 700px) 640px, 100vw", class: "picture", alt: "",
          isFirst: true)
      }
    }
  }

  /// Writes the community's picture; nothing without one.
  mutating func landingPicture(_ preview: CommunityPreview?) {
    guard let picture = preview?.picture else { return }
    self.picture(
      picture, shape: .square, shownSize: "72px", class: "landing-picture", alt: "", isFirst: true)
  }
}

extension Tab {
  fileprivate var invitation: AuthPhrase {
    switch self {
    case .home, .moments: .welcomeHome
    case .notifications, .mentions: .welcomeMentions
    case .me: .welcomeMe
    }
  }
}
