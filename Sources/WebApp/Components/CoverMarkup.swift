import Localization
import Markup
import Social

/// Content that shows only on request: text behind a warning, and sensitive pictures.
extension HTML {
  @inline(never)
  mutating func warning(
    _ text: String, _ emojis: [CustomEmoji] = [], isUnfolded: Bool, _ tap: Attribute, _ strings: Strings
  ) {
    element(
      "button", .class("warning"), .type("button"), tap, .aria(.expanded, isUnfolded ? "true" : "false"),
      .aria(.keyShortcuts, "x")
    ) { html in
      Icon.warning.append(to: &html)
      html.element("span", .dir("auto")) { $0.text(text, emojis) }
      html.element("b", text: strings[isUnfolded ? .showLess : .showMore])
    }
  }

  /// Writes the cover over sensitive pictures; once they show, a button that hides them again.
  @inline(never)
  mutating func pictureCover(isOff: Bool, _ tap: Attribute, _ strings: Strings) {
    element(
      "button", .class(isOff ? "cover off" : "cover"), .type("button"), tap,
      text: strings[isOff ? .hidePictures : .sensitivePictures])
  }
}
