import Localization
import Markup

/// The panel of emoji under a field. `Web/bridge/later/7-emoji.js` has the emoji, because a list here would come
/// with the first part of the app. The bridge fills the groups, inserts what is tapped at the caret, and
/// reports it. Custom emoji of servers are another thing (`CustomEmoji`).
struct EmojiPanel: Equatable, Sendable {
  static let key = "emojis"
  /// The name under which the browser reports an inserted emoji.
  static let field = "emoji"
  /// Three rows of eight.
  static let maxRecent = 24

  /// The emoji that were used last, when the panel opened: none moves under a finger.
  let recent: [String]

  /// Creates a panel with the recent emoji that the device stores.
  init(recent stored: String?) { recent = Self.list(stored ?? "") }

  private static func list(_ stored: String) -> [String] {
    var emojis: [String] = []
    for part in Array(stored.utf8).split(separator: 0x20) where emojis.count < maxRecent {
      emojis.append(String(decoding: part, as: UTF8.self))
    }
    return emojis
  }

  /// Returns what the device stores after an emoji was used; `nil` if the text can't be an emoji.
  @inline(never)
  static func recent(_ stored: String?, using emoji: String) -> String? {
    let bytes = Array(emoji.utf8)
    guard bytes.count <= 32, bytes.contains(where: { $0 >= 0x80 }), !bytes.contains(where: { $0 <= 0x20 })
    else { return nil }
    var (text, count) = (emoji, 1)
    for other in list(stored ?? "") where other != emoji && count < maxRecent {
      text += " " + other
      count += 1
    }
    return text
  }
}

extension EmojiPanel {
  /// Returns the panel. `dismiss` is the attribute of the element that it belongs to, so that a tap on it
  /// isn't one outside.
  @inline(never)
  func html(_ strings: Strings, _ dismiss: Attribute? = nil) -> HTML {
    HTML { html in
      html.element(
        "div", .class(Self.key), .data("data-key", Self.key), dismiss, .role("toolbar"), .flag(.focus),
        .named(.tabIndex, "-1"), .aria(.label, strings[later: .emoji])
      ) { html in
        if !recent.isEmpty { Self.group(.emojiRecent, recent, strings, &html) }
        // The bridge's lists have the same order.
        Self.group(.emojiSmileys, [], strings, &html)
        Self.group(.emojiPeople, [], strings, &html)
        Self.group(.emojiHearts, [], strings, &html)
        Self.group(.emojiAnimals, [], strings, &html)
        Self.group(.emojiFood, [], strings, &html)
        Self.group(.emojiActivities, [], strings, &html)
        Self.group(.emojiTravel, [], strings, &html)
        Self.group(.emojiObjects, [], strings, &html)
        Self.group(.emojiSymbols, [], strings, &html)
        html.element(
          "button", .class("erase"), .type("button"), .aria(.label, strings[.delete])
        ) { html in
          html.literal(
            #"<svg class="icon mirrored" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5h13v14H8l-6-7zM12 9l6 6m0-6-6 6"/></svg>"#
          )
        }
      }
    }
  }

  @inline(never)
  private static func group(_ name: LaterPhrase, _ emojis: [String], _ strings: Strings, _ html: inout HTML) {
    html.element("div", .role("group"), .aria(.label, strings[later: name])) { html in
      for emoji in emojis { html.element("button", .type("button"), text: emoji) }
    }
  }

  /// Writes the button that opens and closes the panel. The bridge tells the state if the bar that holds the
  /// button also holds the field, and can't be rendered anew.
  @inline(never)
  static func button(isOpen: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element(
      "button", .class("tool"), .type("button"), .tap(FieldTap.emoji), .aria(.label, strings[later: .emoji]),
      .aria(.expanded, isOpen ? "true" : "false")
    ) { html in
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M8 14q4 5 8 0M9 9v.5m6-.5v.5"/></svg>"#
      )
    }
  }
}
