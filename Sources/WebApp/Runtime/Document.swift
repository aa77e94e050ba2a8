public import Contracts
import JSON
import Localization
public import Markup

/// A whole page of the site: what the server sends as the initial page.
public struct Document: Sendable {
  /// The files of the app, at addresses that contain a hash of their content.
  public struct Assets: Equatable, Sendable {
    public var bridge: SafeURL
    /// The part of the program that the first screens need.
    public var app: SafeURL
    /// The rest of the program.
    public var later: SafeURL
    /// The texts of every language, each at an address that begins with `Links.texts(of:)`.
    public var texts: [SafeURL]
    /// The style sheet inside the page, so that it is readable without a second round trip.
    public var styleSheet: [UInt8]
    /// The style sheet of screens in the rest of the program. The bridge loads it with them, and pages that show
    /// one of them have it from the beginning.
    public var laterStyles: SafeURL

    public init(
      bridge: SafeURL, app: SafeURL, later: SafeURL, texts: [SafeURL], styleSheet: [UInt8],
      laterStyles: SafeURL
    ) {
      self.bridge = bridge
      self.app = app
      self.later = later
      self.texts = texts
      self.styleSheet = styleSheet
      self.laterStyles = laterStyles
    }
  }

  /// The server's own address.
  public let server: ServerAddress
  /// `nil` if the app has not been built; the page is readable without it.
  public let assets: Assets?

  public init(server: ServerAddress, assets: Assets?) {
    self.server = server
    self.assets = assets
  }

  public func html(_ first: InitialPage) -> HTML {
    let screen = first.screen(1, at: .own(server)) ?? landingPage(first)
    let markup = screen?.markup(first.environment, isWhole: true)
    return HTML { html in
      html.literal("<!doctype html>")
      html.element(
        "html", .lang(first.language.tag), .dir(first.language.direction),
        Attribute.size(first.appearance.textSize),
        .scheme(first.appearance.scheme)
      ) { html in
        html.element("head") {
          head(title(first, screen), first.environment.strings[.moments], first.appearance.scheme, &$0)
        }
        html.element("body") { html in
          html.element("main", .id("app")) { main(first, markup, &$0) }
          if let assets {
            if first.content.needsApp { failureBanner(first, &html) }
            if !first.content.isAmongFirst {
              html.void("link", .rel("stylesheet"), .href(assets.laterStyles))
            }
            html.element(
              "script", .id("first"), .type("application/json"), .data("data-app", assets.app.text),
              .data("data-later", assets.later.text),
              first.content.isAmongFirst ? nil : .data("data-whole", ""),
              .data("data-texts", texts(first.language, assets))
            ) { $0.rawText(first.json) }
          }
        }
      }
    }
  }

  /// Returns the landing page, which strangers see in place of members' own screens.
  private func landingPage(_ first: InitialPage) -> AnyScreenHost? {
    if case .membersOnly = first.content {
      return ScreenHost<LandingPage>(LandingPage.State(.home, first.preview), id: 1)
    }
    guard case .addressed(_, isMember: false) = first.content, let tab = first.content.tab else { return nil }
    return ScreenHost<LandingPage>(
      LandingPage.State(tab, reason: first.signInReason, first.preview), id: 1, tab: tab)
  }

  private func main(_ first: InitialPage, _ screen: HTML?, _ html: inout HTML) {
    let strings = first.environment.strings
    if let screen {
      html.append(screen)
      switch first.content {
      case .otherMoments: noscript(strings[.needsJavaScript], &html)
      case .addressed(let path, let isMember) where isMember || first.content.tab == nil:
        noscript(strings[.signingInNeedsJavaScript], &html, readable(path, first))
      case .addressed, .moments, .shell, .settings, .membersOnly, .message: break
      }
    } else if case .message(let title, let help) = first.content {
      html.element("section", .class("screen message")) { html in
        html.element("h1", text: strings[title])
        html.element("p", text: strings[help])
        html.element("a", .href(Links.home), text: strings[.goHome])
      }
    }
  }

  /// Returns the addresses of all texts; those of the page's language come first.
  private func texts(_ language: Language, _ assets: Assets) -> String {
    let own = Links.texts(of: language)
    let isOwn = { (address: SafeURL) in address.text.utf8.starts(with: own.utf8) }
    return (assets.texts.filter(isOwn) + assets.texts.filter { !isOwn($0) }).map { $0.text }.joined(
      separator: " ")
  }

  /// Writes the banner that says that the app doesn't run. It is part of the page because it must show
  /// without the program; the bridge or the style sheet shows it.
  private func failureBanner(_ first: InitialPage, _ html: inout HTML) {
    let strings = first.environment.strings
    html.element(
      "aside", .class("failure-banner"), .role("alert"), .lang(first.language.tag),
      .dir(first.language.direction)
    ) { html in
      html.element("p", .class("at-start"), text: strings[auth: .appNotStarted])
      html.element("p", .class("at-stop"), text: strings[auth: .appStopped])
      html.element("p", .class("at-wait"), text: strings[auth: .appIncomplete])
      html.element("a", .href(SafeURL(trusted: "")), text: strings[auth: .reload])
    }
  }

  /// Returns the Moments page, which is readable without the app, in place of one that only the app can fill:
  /// that of the person at the path, beginning with the post at the path; `nil` in a closed community.
  private func readable(_ path: String, _ first: InitialPage) -> (address: SafeURL, text: String)? {
    guard let home = first.homeUsername else { return nil }
    let strings = first.environment.strings
    guard
      let (route, values) = Route.matching(path.utf8.prefix { $0 != UInt8(ascii: "?") }),
      bytes(of: route.pattern).starts(with: Array("/@".utf8)), let name = values.first,
      !name.utf8.contains(UInt8(ascii: "@"))
    else { return (Links.moments(of: home, at: .own(server)), strings[.moments]) }
    let text = strings[.moments] + strings[.colon] + strings.isolated("@" + name)
    // The page's posts are older than its `before`.
    if route == .post, let id = Int64(digits: Array(values[1].utf8)[...]) {
      return (Route.person.url(name, query: "?before=\(id &+ 1)"), text)
    }
    return (Links.moments(of: name, at: .own(server)), text)
  }

  private func noscript(
    _ message: String, _ html: inout HTML, _ readable: (address: SafeURL, text: String)? = nil
  ) {
    html.element("noscript") { html in
      html.element("p", .class("message"), text: message)
      guard let readable else { return }
      html.element("p", .class("message")) { $0.element("a", .href(readable.address), text: readable.text) }
    }
  }

  private func head(_ title: String, _ name: String, _ scheme: ColorScheme?, _ html: inout HTML) {
    html.literal(
      """
      <meta charset="utf-8">\
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      """)
    html.element("title", text: title)
    if let assets {
      html.element("style") { $0.rawText(assets.styleSheet) }
      html.element("script", .type("module"), .src(assets.bridge)) { _ in }
    }
    html.themeColors(scheme)
    html.void("meta", .named(.name, "apple-mobile-web-app-title"), .named(.content, name))
    html.literal(
      """
      <meta name="apple-mobile-web-app-capable" content="yes">\
      <meta name="mobile-web-app-capable" content="yes">\
      <meta name="apple-mobile-web-app-status-bar-style" content="black-translucent">\
      <meta name="format-detection" content="telephone=no">\
      <link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">\
      <link rel="icon" href="/icons/icon.svg" type="image/svg+xml">\
      <link rel="icon" href="/icons/favicon-32.png" sizes="32x32">\
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png">
      """)
  }

  private func title(_ first: InitialPage, _ screen: AnyScreenHost?) -> String {
    if case .message(let title, _) = first.content { return first.environment.strings[title] }
    return screen?.title ?? "Swiftlet"
  }
}

extension InitialPage.Content {
  /// True if the app takes the page over.
  fileprivate var needsApp: Bool {
    switch self {
    case .moments, .otherMoments, .shell, .addressed, .settings, .membersOnly: true
    case .message: false
    }
  }

  /// True if the first part of the program can show it (decision 0038). For other content the app waits for
  /// both parts.
  var isAmongFirst: Bool {
    switch self {
    case .moments, .otherMoments, .membersOnly, .message: true
    case .addressed(let path, _):
      switch Route.matching(path.utf8.prefix { $0 != UInt8(ascii: "?") })?.route {
      case .home, .moments, .person: true
      default: false
      }
    case .shell, .settings: false
    }
  }
}
