import Contracts
import Markup

/// The bar with the roots of the app; beside a wide page, with the rest of the menu.
struct TabBar {
  static let key = "tabs"

  let current: Tab
  /// How many notifications the reader has not seen.
  var unread = 0

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("nav", .class("tabs"), .data("data-key", Self.key), .aria(.label, strings[.tabs])) { html in
        for place in Tab.bar {
          let isCurrent = place == current.place
          // Chosen again, it leads to the top of what shows.
          let tab = isCurrent ? current : place
          link(
            "tab", tab.link, .tab(tab), isCurrent ? .aria(.current, "page") : nil, place.icon, strings[place.title],
            unread: place == .notifications ? unread : 0, strings, &html)
        }
        link("tab further", Links.search, .search, nil, .search, strings[.search], strings, &html)
        for collection in [MastodonRequests.Collection.bookmarks, .favourites] {
          link(
            "tab further", Links.collection(collection), .collection(collection), nil, collection.icon,
            strings[collection.title], strings, &html)
        }
        link("tab further", Tab.me.link, .accounts, nil, .accounts, strings[.accounts], strings, &html)
        link("tab further", Links.settings, .settings, nil, .settings, strings[.settings], strings, &html)
      }
    }
  }

  private func link(
    _ name: String, _ link: SafeURL, _ tap: AppTap, _ current: Attribute?, _ icon: Icon, _ text: String,
    unread: Int = 0, _ strings: Strings, _ html: inout HTML
  ) {
    html.element(
      "a", .class(name), .href(link), .tap(tap), current,
      unread > 0 ? .aria(.label, text + strings[.nameSeparator] + strings[.newNotifications, unread]) : nil
    ) { html in
      icon.append(to: &html)
      html.element("span", text: text)
      if unread > 0 { html.element("b", .class("badge"), text: Self.count(unread)) }
    }
  }

  /// As badges show it.
  static func count(_ unread: Int) -> String { unread > 99 ? "99+" : "\(unread)" }
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
