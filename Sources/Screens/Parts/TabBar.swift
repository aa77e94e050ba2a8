import Contracts
import Markup

/// The bar with the four roots of the app; beside a wide page, with the rest of the menu.
struct TabBar {
  static let key = "tabs"

  let current: Tab

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("nav", .class("tabs"), .data("data-key", Self.key), .aria(.label, strings[.tabs])) { html in
        for tab in Tab.allCases {
          link(
            "tab", tab.link, .tab(tab), tab == current ? .aria(.current, "page") : nil, tab.icon, strings[tab.title],
            &html)
        }
        for collection in [MastodonRequests.Collection.bookmarks, .favourites] {
          link(
            "tab further", Links.collection(collection), .collection(collection), nil, collection.icon,
            strings[collection.title], &html)
        }
        link("tab further", Tab.me.link, .accounts, nil, .accounts, strings[.accounts], &html)
        link("tab further", Links.settings, .settings, nil, .settings, strings[.settings], &html)
      }
    }
  }

  private func link(
    _ name: String, _ link: SafeURL, _ tap: AppTap, _ current: Attribute?, _ icon: Icon, _ text: String,
    _ html: inout HTML
  ) {
    html.element("a", .class(name), .href(link), .tap(tap), current) { html in
      icon.append(to: &html)
      html.element("span", text: text)
    }
  }
}

extension Tab {
  var title: Phrase {
    switch self {
    case .home: .home
    case .moments: .moments
    case .mentions: .mentions
    case .me: .me
    }
  }

  var link: SafeURL { SafeURL(path) ?? Links.home }

  var icon: Icon {
    switch self {
    case .home: .home
    case .moments: .moments
    case .mentions: .mentions
    case .me: .person
    }
  }
}

extension MastodonRequests.Collection {
  var title: Phrase { self == .bookmarks ? .bookmarks : .favourites }
  var icon: Icon { self == .bookmarks ? .bookmark : .favourite }
}
