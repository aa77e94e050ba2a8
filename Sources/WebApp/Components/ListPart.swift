import Contracts
import Localization
import Markup
import Social

/// The parts of every list: bar, refresh indicator, messages, and the list footer.
indirect enum ListPart: Equatable, Sendable {
  /// The bar, with a way back unless `isRoot`.
  case bar(String, isRoot: Bool)
  /// The wheel of pull to refresh, also a button for keyboards; `PullGesture` moves it.
  case refreshIndicator
  /// A message over the list; a tap dismisses it.
  case notice(Message)
  /// A link to new rows above, with their number and the authors of the newest.
  case pill(Int, [Account])
  case composeButton
  /// The choice between all notifications and mentions alone, with the one that shows. `all`: the tap that
  /// removes a filter.
  case filters(Tab, all: EncodedTap? = nil)
  /// The outline of a post that is loading.
  case skeleton(Int)
  case footer(ListFooter)
}

/// The list footer.
indirect enum ListFooter: Equatable, Sendable {
  case loading
  /// More loads automatically near the end; a tap loads it as well.
  case more
  /// Like `more`, with a link that works without the app.
  case link(SafeURL)
  /// The end of the list, with a text or without.
  case end(Phrase?)
  /// The end of the list, as a line.
  case rule
  /// The list is empty: a heading and an explanation.
  case empty(Phrase, help: Phrase, of: String = "")
  case failed(Message)
  /// A retry button for a failure that another part explains.
  case retry
}

/// The taps that all lists have in common.
enum ListTap: ScreenTap {
  case refresh
  case more
  case retry
  /// Dismisses the message.
  case notice
  /// Goes to the new rows.
  case new

  private enum Verb: String {
    case refresh, more, retry, notice, new
  }

  private var verb: Verb {
    switch self {
    case .refresh: .refresh
    case .more: .more
    case .retry: .retry
    case .notice: .notice
    case .new: .new
    }
  }

  var encoded: EncodedTap { EncodedTap(verb.rawValue) }

  init?(_ tap: EncodedTap) {
    switch Verb(rawValue: tap.verb) {
    case .refresh: self = .refresh
    case .more: self = .more
    case .retry: self = .retry
    case .notice: self = .notice
    case .new: self = .new
    case nil: return nil
    }
  }
}

extension ListPart: PageCell {
  var key: String {
    switch self {
    case .bar: "bar"
    case .refreshIndicator: "refresh-indicator"
    case .notice: "notice"
    case .pill: "pill"
    case .composeButton: "compose"
    case .filters: "filters"
    case .skeleton(let index): "skeleton\(index)"
    case .footer: "footer"
    }
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let title, let isRoot): html.titleBar(title, isRoot: isRoot, strings)
      case .refreshIndicator: refreshIndicator(strings, &html)
      case .notice(let message): notice(message.text(strings), strings, &html)
      case .pill(let count, let people):
        html.element(
          "button", .class("pill"), .type("button"), .data("data-key", key), .tap(ListTap.new),
          .aria(.keyShortcuts, ".")
        ) { html in
          for person in people { html.avatar(of: person, shownSize: "20px") }
          html.element("span", text: strings[.newPosts, count])
        }
      case .composeButton:
        html.element(
          "a", .class("compose-button"), .href(Links.compose), .data("data-key", key), .tap(AppTap.compose),
          .aria(.label, strings[.compose])
        ) { Icon.pen.append(to: &$0) }
      case .filters(let current, let all): filters(current, all, strings, &html)
      case .skeleton: skeleton(&html)
      case .footer(let footer):
        html.element("div", .class("list-footer"), .data("data-key", key)) { footer.write(strings, &$0) }
      }
    }
  }

  private func refreshIndicator(_ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("refresh-indicator"), .data("data-key", key)) { html in
      html.element("button", .type("button"), .tap(ListTap.refresh), .aria(.label, strings[.refresh])) {
        $0.element("span", .class("disc")) { _ in }
      }
    }
  }

  private func notice(_ text: String, _ strings: Strings, _ html: inout HTML) {
    html.element("div", .class("notice"), .data("data-key", key), .role("status")) { html in
      html.element("button", .type("button"), .tap(ListTap.notice)) { html in
        html.element("span", text: text)
        html.element("span", .class("dismiss"), .role("img"), .aria(.label, strings[.dismiss])) {
          Icon.close.append(to: &$0)
        }
      }
    }
  }

  private func filters(_ current: Tab, _ all: EncodedTap?, _ strings: Strings, _ html: inout HTML) {
    html.element("nav", .class("filters"), .data("data-key", key), .aria(.label, strings[.notifications])) {
      html in
      for tab in [Tab.notifications, .mentions] {
        var (tap, isCurrent) = (AppTap.tab(tab).encoded, tab == current)
        if tab == .notifications, let all { (tap, isCurrent) = (all, false) }
        html.element(
          "a", .href(tab.link), .tap(tap), isCurrent ? .aria(.current, "page") : nil,
          text: strings[tab == .mentions ? .mentions : .allNotifications])
      }
    }
  }

  private func skeleton(_ html: inout HTML) {
    html.element("div", .class("post skeleton"), .data("data-key", key), .aria(.hidden, "true")) { html in
      html.element("span", .class("face")) { $0.element("span", .class("avatar")) { _ in } }
      html.element("div", .class("body")) { html in
        for _ in 0..<3 { html.element("i", text: "") }
      }
    }
  }
}

extension ListFooter {
  private func icon(of phrase: Phrase) -> Icon {
    switch phrase {
    case .noPosts: .comment
    case .noNotifications: .bell
    case .isBlocked: .locked
    default: .search
    }
  }

  fileprivate func write(_ strings: Strings, _ html: inout HTML) {
    switch self {
    case .loading: html.spinner(strings)
    case .more:
      html.element("button", .class("more"), .type("button"), .tap(ListTap.more), text: strings[.loadMore])
    case .link(let url):
      html.element("a", .class("more"), .href(url), .tap(ListTap.more), text: strings[.loadMore])
    case .end(let phrase): if let phrase { html.element("p", .class("end"), text: strings[phrase]) }
    case .rule: html.element("p", .class("end"), .aria(.hidden, "true")) { _ in }
    case .empty(let phrase, let help, let what):
      icon(of: phrase).append(to: &html)
      html.element("h2", text: Strings.fill(strings[phrase], [strings.isolated(what)]))
      html.element("p", text: strings[help])
      // A home timeline without posts belongs to a viewer who follows no one yet.
      if help == .emptyHomeHelp || help == .noNotificationsHelp || help == .searchHelp {
        let members = AppTap.people(.members, id: "", handle: "")
        html.element("button", .type("button"), .tap(members), text: strings[.findPeople])
      } else if help == .emptyBookmarksHelp || help == .emptyFavouritesHelp || help == .emptyMentionsHelp {
        html.element("button", .type("button"), .tap(AppTap.search), text: strings[.lookAround])
      }
    case .failed(let message):
      html.element("p", .role("alert"), text: message.text(strings))
      html.element("button", .type("button"), .tap(ListTap.retry), text: strings[.retry])
    case .retry: html.element("button", .type("button"), .tap(ListTap.retry), text: strings[.retry])
    }
  }
}

extension HTML {
  /// Writes the bar at the top of a screen, with a way back unless `isRoot`.
  mutating func titleBar(_ title: String, isRoot: Bool, _ strings: Strings) {
    element("header", .class("bar"), .data("data-key", "bar")) { html in
      if isRoot {
        html.menuControl(strings)
      } else {
        html.backControl(strings)
      }
      html.element("h1", .class("title"), text: title)
      if isRoot { html.searchControl(strings) } else { html.element("span", .class("control")) { _ in } }
    }
  }

  /// Writes the button for the menu, at the start of a root's bar.
  mutating func menuControl(_ strings: Strings) {
    element(
      "a", .class("control to-menu"), .role("button"), .href(Tab.me.link), .tap(AppTap.menu),
      .aria(.expanded, "false"),
      .aria(.label, strings[.menu])
    ) {
      Icon.menu.append(to: &$0)
    }
  }

  mutating func searchControl(_ strings: Strings) {
    element("a", .class("control"), .href(Links.search), .tap(AppTap.search), .aria(.label, strings[.search]))
    {
      Icon.search.append(to: &$0)
    }
  }

  /// Writes the back button at the start of a bar.
  mutating func backControl(_ strings: Strings) {
    element("a", .class("control"), .href(Links.home), .tap(AppTap.back), .aria(.label, strings[.back])) {
      Icon.back.append(to: &$0)
    }
  }

  /// Writes a filter's button.
  @inline(never)
  mutating func kind(_ text: String, _ isOn: Bool, _ tap: Attribute) {
    element("button", .type("button"), tap, .aria(.pressed, isOn ? "true" : "false"), text: text)
  }

  /// Writes the dot beside unread content.
  mutating func unreadMark(_ strings: Strings) {
    element("span", .class("fresh"), .role("img"), .aria(.label, strings[.unread])) { _ in }
  }

  mutating func spinner(_ strings: Strings, _ phrase: Phrase = .loading, key: String? = nil) {
    element("p", .class("spinner"), key.map { .data("data-key", $0) }, .role("status")) { html in
      html.element("span", .class("spokes"), .aria(.hidden, "true")) { _ in }
      html.element("span", text: strings[phrase])
    }
  }

  /// Writes the field with which the viewer chooses a timeline file.
  mutating func fileChooser(_ className: String, _ strings: Strings) {
    element("label", .class("chooser " + className)) { html in
      html.element("span", text: strings[.openTimelineFile])
      html.void(
        "input", .class("unseen"), .type("file"), .named(.accept, ".json,application/json"), .flag(.file))
    }
  }
}
