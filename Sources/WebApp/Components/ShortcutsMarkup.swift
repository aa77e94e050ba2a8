import Localization
import Markup

extension HTML {
  /// Writes list items with the function of each key.
  @inline(never)
  mutating func shortcutRows(_ strings: Strings) {
    for (keys, phrase) in shortcutKeys {
      element("li", .class("row")) { html in
        html.element("span", text: strings[phrase])
        html.element("kbd", text: keys)
      }
    }
  }
}

private let shortcutKeys: [(String, Phrase)] = [
  ("j", .nextPost), ("k", .previousPost), ("Enter", .open), ("e o", .picture), ("r", .reply), ("l f", .like),
  ("t", .repost), ("b", .bookmark), ("x", .showMore), ("n", .compose), (".", .newest), ("/", .search),
  ("g h", .home),
  ("g m", .moments), ("g n", .notifications), ("g p", .me), ("g b", .bookmarks), ("g s", .settings),
  ("Esc", .back),
  ("?", .shortcuts),
]
