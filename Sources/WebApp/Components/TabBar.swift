import Contracts
import Localization
import Markup

/// The bar with the roots of the app; beside a wide page, with the rest of the menu.
struct TabBar {
  static let key = "tabs"

  /// `nil` if the screen isn't a root, and has the bar only on wide pages.
  let current: Tab?
  /// True if the rail marks its search as the current place.
  let isSearching: Bool
  let environment: ViewEnvironment

  init(current: Tab?, isSearching: Bool = false, _ environment: ViewEnvironment) {
    self.current = current
    self.isSearching = isSearching
    self.environment = environment
  }

  var html: HTML {
    let strings = environment.strings
    return HTML { html in
      html.element(
        "nav", .class("tabs"), .data("data-key", Self.key), .data("data-hold", AppTap.accounts.encoded.text),
        .aria(.label, strings[.tabs])
      ) { html in
        html.element("button", .class("skip"), .type("button"), text: strings[.skipToContent])
        for slot in Tab.bar {
          let isCurrent = slot == current?.slot
          // If it is chosen again, it scrolls what shows to the top.
          let tab = isCurrent ? current ?? slot : slot
          link(
            "tab", tab.link, .tab(tab), isCurrent && !isSearching, slot.icon, strings[slot.title],
            keys: slot.keys,
            badge(slot), &html)
        }
        further(Links.search, .search, .search, .search, "/", strings, &html)
        for collection in [MastodonRequests.Collection.bookmarks, .favourites] {
          further(
            Links.collection(collection), .collection(collection), collection.icon, collection.title,
            collection == .bookmarks ? "g b" : nil, strings, &html)
        }
        further(Links.compose, .compose, .pen, .compose, "n", strings, &html)
        further(Tab.me.link, .accounts, .accounts, .accounts, nil, strings, &html)
        further(Links.settings, .settings, .settings, .settings, "g s", strings, &html)
        html.nothingOpen(nil, strings)
      }
    }
  }

  /// Writes a link that a phone has in the menu.
  @inline(never)
  private func further(
    _ url: SafeURL, _ tap: AppTap, _ icon: Icon, _ text: Phrase, _ keys: String?, _ strings: Strings,
    _ html: inout HTML
  ) {
    link("tab further", url, tap, isSearching && text == .search, icon, strings[text], keys: keys, nil, &html)
  }

  /// Returns a tab's badge: a number, or an empty text for a dot, and the label.
  private func badge(_ tab: Tab) -> (number: String, label: String)? {
    switch tab {
    case .notifications where environment.unread > 0:
      (Self.count(environment.unread), environment.strings[.newNotifications, environment.unread])
    case .home where environment.hasNews: ("", environment.strings[.hasNews])
    default: nil
    }
  }

  @inline(never)
  private func link(
    _ name: String, _ link: SafeURL, _ tap: AppTap, _ isCurrent: Bool, _ icon: Icon, _ text: String,
    keys: String?, _ badge: (number: String, label: String)?, _ html: inout HTML
  ) {
    html.element(
      "a", .class(name), .href(link), .tap(tap), isCurrent ? .aria(.current, "page") : nil,
      keys.map { .aria(.keyShortcuts, $0) },
      badge.map { .aria(.label, text + environment.strings[.nameSeparator] + $0.label) }
    ) { html in
      if case .accounts = icon, let me = environment.me {
        html.avatar(of: me, shownSize: "32px")
      } else {
        icon.append(to: &html)
      }
      html.element("span", text: text)
      if let badge {
        html.element("b", .class(badge.number.isEmpty ? "badge dot" : "badge"), text: badge.number)
      }
    }
  }

  /// Returns the text of a badge.
  static func count(_ unread: Int) -> String { unread > 99 ? "99+" : "\(unread)" }
}

extension HTML {
  /// Writes the placeholder beside the list of a wide page, before something was chosen from it.
  @inline(never)
  mutating func nothingOpen(_ key: Attribute?, _ strings: Strings) {
    element("p", .class("nothing-open"), key) { html in
      html.element("span", text: strings[.choosePost])
      html.element(
        "a", .class("link"), .href(Links.settings), .tap(AppTap.shortcuts), .aria(.keyShortcuts, "?"),
        text: strings[.shortcuts])
    }
  }
}

extension Tab {
  var title: Phrase {
    switch self {
    case .home: .home
    case .moments: .moments
    case .notifications: .notifications
    case .mentions: .mentions
    case .me: .me
    }
  }

  var link: SafeURL { SafeURL(path) ?? Links.home }

  /// The keys of the shortcut.
  fileprivate var keys: String? {
    switch self {
    case .home: "g h"
    case .notifications: "g n"
    case .me: "g p"
    case .moments: "g m"
    case .mentions: nil
    }
  }

  var icon: Icon {
    switch self {
    case .home: .home
    case .moments: .moments
    case .notifications: .bell
    case .mentions: .mentions
    case .me: .person
    }
  }
}

extension MastodonRequests.Collection {
  var title: Phrase { self == .bookmarks ? .bookmarks : .favourites }
  var icon: Icon { self == .bookmarks ? .bookmark : .favourite }
}
