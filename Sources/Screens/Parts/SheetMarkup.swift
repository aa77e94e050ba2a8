import Markup

extension HTML {
  /// A choice that comes up from the lower edge. A tap outside it, or Escape, is the tap `dismiss`.
  mutating func sheet(
    key: String, title: String, dismiss: some ScreenTap, _ strings: Strings, rows: (inout HTML) -> Void
  ) {
    element(
      "div", .class("question"), .data("data-key", key), .role("dialog"), .aria(.modal, "true"), .aria(.label, title)
    ) {
      html in
      html.element("div", .class("rows"), .dismiss(dismiss), .named(.tabIndex, "-1"), .flag(.focus)) {
        html in
        html.element("h2", text: title)
        rows(&html)
        html.element(
          "button", .class("option cancel"), .type("button"), .tap(dismiss), text: strings[.cancel])
      }
    }
  }
}
