import Markup

extension HTML {
  /// The bar at the top of a screen; without `isRoot` with a way back.
  mutating func titleBar(_ title: String, isRoot: Bool, _ strings: Strings) {
    element("header", .class("bar"), .data("data-key", "bar")) { html in
      if isRoot {
        html.element("span", .class("control")) { _ in }
      } else {
        html.element(
          "a", .class("control"), .href(Links.home), .data("data-tap", "back"), .aria(.label, strings[.back])
        ) { Icon.back.append(to: &$0) }
      }
      html.element("h1", .class("title"), text: title)
      html.element("span", .class("control")) { _ in }
    }
  }
}
