import Contracts
import Markup
import Social

/// The targets of links in a post's HTML: mentions and tags lead into the app, other links out of it.
struct ContentTargets {
  let origin: Origin
  var mentions: [Post.Mention] = []
  var tags: [Post.Tag] = []
  /// The id of the account that the post answers. The line above the post names it, so the text omits a
  /// mention of that account at its beginning.
  var answered: String?
  var emojis: [CustomEmoji] = []

  func html(_ content: Content) -> HTML {
    switch content {
    case .text(let text):
      HTML { html in
        html.element("p") {
          $0.named(text, links: true) { name, isTag in
            (isTag ? PostTap.tag(name) : .profile(id: name)).encoded
          }
        }
      }
    case .html(let source):
      Sanitizer.cleaned(source).html(
        leavingOut: { href in answered.map { mention(href)?.id == $0 } ?? false },
        text: { $1.text($0, emojis) }, target: { target($0, $1) })
    }
  }

  private func mention(_ href: String) -> Post.Mention? {
    let url = origin.url(href) ?? href
    return url.isEmpty ? nil : mentions.first { $0.url == url }
  }

  /// Returns the target of a link. A mention is recognized by its address. A tag is recognized by its text,
  /// because its address is on its author's server.
  private func target(_ href: String, _ text: String) -> SanitizedText.Target? {
    if let mention = mention(href) {
      return SanitizedText.Target(
        page: Links.profile(mention.handle), tap: PostTap.profile(id: mention.id).encoded.text)
    }
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#") else { return nil }
    let key = TagKey.lowercased(String(decoding: bytes.dropFirst(), as: UTF8.self))
    guard tags.contains(where: { TagKey.lowercased($0.name) == key }) else { return nil }
    return SanitizedText.Target(page: Links.tag(key), tap: PostTap.tag(key).encoded.text)
  }
}

extension Sanitizer {
  /// Returns foreign HTML without characters that could affect the text around it.
  static func cleaned(_ html: String) -> SanitizedText {
    read(html).cleaned { CleanText.text($0, isContinued: $1) }
  }
}
