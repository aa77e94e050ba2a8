import Localization
import Markup

extension HTML {
  /// Writes the whole content of a sheet screen. A tap outside it, or Escape, goes back.
  @inline(never)
  mutating func panel(key: String, title: String, _ focus: Attribute?, content: (inout HTML) -> Void) {
    element(
      "div", .class("panel"), .data("data-key", key), .role("dialog"), .aria(.modal, "true"),
      .aria(.label, title),
      .dismiss(AppTap.back), .named(.tabIndex, "-1"), focus, content: content)
  }

  /// Writes a choice that slides up from the lower edge. A tap outside it, or Escape, triggers `dismiss`.
  mutating func sheet(
    key: String, title: String, dismiss: EncodedTap, _ strings: Strings, rows: (inout HTML) -> Void
  ) {
    element(
      "div", .class("question"), .data("data-key", key), .role("dialog"), .aria(.modal, "true"),
      .aria(.label, title)
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

  /// Writes the question before signing out, with what is lost.
  @inline(never)
  mutating func signOutQuestion(
    _ session: Session, isUnsent: Bool, key: String, dismiss: EncodedTap, _ tap: Attribute, _ strings: Strings
  ) {
    let help = strings[.signOutHelp, session.fullHandle]
    let title = isUnsent ? strings[.signOutUnsent] + " " + help : help
    sheet(key: key, title: title, dismiss: dismiss, strings) {
      $0.element("button", .class("option danger"), .type("button"), tap, text: strings[.signOut])
    }
  }
}
