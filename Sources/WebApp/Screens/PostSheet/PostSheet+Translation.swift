import Localization
import Markup
import Social

extension HTML {
  /// Writes the row that has the browser translate the text of a post. It shows where the browser can. It holds
  /// the block that then shows under the text: only the browser knows when it is translated, and from which
  /// language (`Web/bridge/later/8-translation.js`).
  @inline(never)
  mutating func translationRow(_ post: Post, _ text: String, _ strings: Strings) {
    element(
      "button", .class("option translate"), .type("button"),
      // The id as taps have it.
      .data("data-translate", EncodedTap("", post.id).text), .data("data-text", text),
      .data("data-from", post.language ?? "")
    ) { html in
      html.text(strings[later: .translate])
      html.element("template") { $0.translation(strings) }
    }
  }

  /// Writes the block, with a text for each of its states. It is a form, so that a tap on it isn't one on the
  /// post around it.
  private mutating func translation(_ strings: Strings) {
    element("form", .class("translation")) { html in
      html.element("p", .class("translated"), .dir("auto"), text: "")
      html.element("p", .class("caption")) { html in
        html.element("span", .class("translation-waits"), text: strings[later: .translating])
        html.element("span", .class("translation-done"), text: strings[later: .translatedFrom])
        html.element("span", .class("translation-missing"), text: strings[later: .noTranslation])
        html.element("span", .class("translation-failed"), text: strings[later: .translationFailed])
        html.text(" · ")
        html.element("button", .type("button"), text: strings[later: .hideTranslation])
      }
    }
  }
}
