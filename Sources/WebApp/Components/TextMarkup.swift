import Localization
import Markup
import Social

extension HTML {
  /// Writes a text with its links.
  ///
  /// - Parameter isOwn: true if it was written on the viewer's server, and so the people and tags that it
  ///   mentions are there.
  mutating func postText(_ text: String, isOwn: Bool = false) {
    for piece in PostText(text).pieces {
      switch piece {
      case .plain(let plain):
        guard isOwn else {
          self.text(plain)
          continue
        }
        named(plain, links: false) { name, isTag in (isTag ? AppTap.tagged(name) : .handle(name)).encoded }
      case .link(let written): link(written)
      }
    }
  }

  /// Writes a text in which mentions and tags are recognized as their author's server would.
  ///
  /// - Parameters:
  ///   - links: true if web addresses are linked, too.
  ///   - target: returns the tap for a person or a tag, by handle or by name.
  mutating func named(_ text: String, links: Bool, _ target: (_ name: String, _ isTag: Bool) -> EncodedTap) {
    let bytes = Array(text.utf8)
    var end = 0
    for entity in TextEntities(text).all {
      let written = String(decoding: bytes[entity.range], as: UTF8.self)
      self.text(String(decoding: bytes[end..<entity.range.lowerBound], as: UTF8.self))
      switch entity.kind {
      case .link: if links { link(written) } else { self.text(written) }
      case .mention(let username, let server):
        let handle = username + (server.map { "@" + $0 } ?? "")
        lead(written, Links.profile(handle), target(handle, false))
      case .tag(let name):
        let key = TagKey.lowercased(name)
        lead(written, Links.tag(key), target(key, true))
      }
      end = entity.range.upperBound
    }
    self.text(String(decoding: bytes[end...], as: UTF8.self))
  }

  private mutating func lead(_ written: String, _ page: SafeURL, _ tap: EncodedTap) {
    // A name in Latin letters must not decide the direction of the text behind it.
    element("a", .class("link"), .href(page), .data("data-tap", tap.text), .dir("auto"), text: written)
  }

  /// Writes a web address as it was typed.
  mutating func link(_ written: String) {
    guard let url = SafeURL(written) else { return text(written) }
    element(
      "a", .class("link"), .href(url), .rel("noopener noreferrer nofollow ugc"), .named(.target, "_blank"),
      text: written)
  }
}

extension HTML {
  /// Writes a long text that is cut until the viewer unfolds it. The layout decides if it is long.
  mutating func fold(
    _ content: HTML, _ isUnfolded: Bool, _ tap: Attribute, _ keys: Attribute?, _ strings: Strings, lines: Int
  ) {
    guard PostText.couldExceed(lines: lines, String(decoding: content.bytes, as: UTF8.self)) else { return }
    element(
      "button", .class("fold"), .type("button"), tap, .aria(.expanded, isUnfolded ? "true" : "false"), keys,
      text: strings[isUnfolded ? .showLess : .showMore])
  }
}
