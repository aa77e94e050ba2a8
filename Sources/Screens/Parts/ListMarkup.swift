import Markup

/// What lists of posts are framed by.
extension HTML {
  mutating func wheel(_ strings: Strings) {
    element("div", .class("wheel"), .data("data-key", "wheel")) { html in
      html.element("button", .type("button"), .data("data-tap", "refresh"), .aria(.label, strings[.refresh])) {
        $0.element("span", .class("disc")) { _ in }
      }
    }
  }

  /// A message over the list, which a tap takes away.
  mutating func notice(_ text: String, _ strings: Strings) {
    element("div", .class("notice"), .data("data-key", "notice"), .role("status")) { html in
      html.element("button", .type("button"), .data("data-tap", "notice")) { html in
        html.element("span", text: text)
        html.element("span", .class("dismiss"), .role("img"), .aria(.label, strings[.dismiss])) {
          Icon.close.append(to: &$0)
        }
      }
    }
  }

  mutating func composeButton(_ strings: Strings) {
    element(
      "a", .class("compose-button"), .href(Links.compose), .data("data-key", "compose"),
      .data("data-tap", "compose"), .aria(.label, strings[.compose])
    ) { Icon.pen.append(to: &$0) }
  }

  mutating func spinner(_ strings: Strings) {
    element("p", .class("spinner"), .role("status")) { html in
      html.element("span", .class("spokes"), .aria(.hidden, "true")) { _ in }
      html.element("span", text: strings[.loading])
    }
  }

  /// More comes by itself before the reader is there; a tap brings it as well.
  mutating func more(_ strings: Strings) {
    element(
      "button", .class("more"), .type("button"), .data("data-tap", "more"), .flag(.ahead), text: strings[.loadMore])
  }

  /// Lets the reader choose a timeline file.
  mutating func fileChooser(_ className: String, _ strings: Strings) {
    element("label", .class("chooser " + className)) { html in
      html.element("span", text: strings[.openTimelineFile])
      html.void(
        "input", .class("unseen"), .type("file"), .named(.accept, ".json,application/json"), .flag(.file))
    }
  }

  /// What could not be loaded, with a button to try again.
  mutating func failure(_ text: String, _ strings: Strings) {
    element("p", .role("alert"), text: text)
    element("button", .type("button"), .data("data-tap", "retry"), text: strings[.retry])
  }

  /// The shape of a post that is on its way.
  mutating func skeleton(key: String) {
    element("div", .class("status skeleton"), .data("data-key", key), .aria(.hidden, "true")) { html in
      html.element("span", .class("face")) { $0.element("span", .class("avatar")) { _ in } }
      html.element("div", .class("body")) { html in
        for _ in 0..<3 { html.element("i", text: "") }
      }
    }
  }
}
