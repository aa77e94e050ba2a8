import Markup
import Social

extension HTML {
  /// Writes a text with the pictures of its custom emoji. With reduced motion the bridge uses the still ones.
  @inline(never)
  mutating func text(_ text: String, _ emojis: [CustomEmoji]) {
    if emojis.isEmpty { return self.text(text) }
    emojis.split(text) { part, emoji in
      guard let emoji, let url = SafeURL(emoji.url) else { return self.text(part) }
      void(
        "img", .class("emoji"), .src(url), .data("data-still", emoji.stillURL), .width(20), .height(20),
        .alt(part),
        .named(.title, part), .named(.decoding, "async"))
    }
  }

  /// Writes the name of an account, in an element of its own.
  @inline(never)
  mutating func nick(of account: Account) {
    element("bdi", .class("nick")) { $0.text(account.nick, account.emojis) }
  }
}
