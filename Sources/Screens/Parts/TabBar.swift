import Markup

/// The bar with the four roots of the app.
struct TabBar {
  static let key = "tabs"

  let current: Tab

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("nav", .class("tabs"), .data("data-key", Self.key), .aria(.label, strings[.tabs])) { html in
        for tab in Tab.allCases {
          html.element(
            "a", .class("tab"), SafeURL(tab.path).map { .href($0) }, .tap(AppTap.tab(tab)),
            tab == current ? .aria(.current, "page") : nil
          ) { html in
            tab.icon.append(to: &html)
            html.element("span", text: strings[tab.title])
          }
        }
      }
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

  fileprivate var icon: Icon {
    switch self {
    case .home: .home
    case .moments: .moments
    case .mentions: .mentions
    case .me: .person
    }
  }
}
