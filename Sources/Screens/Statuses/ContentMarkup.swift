import Contracts
import Markup
import Social

/// What somebody wrote as markup: mentions and tags lead into the app, links out of it.
struct ContentTargets {
  let origin: Origin
  var mentions: [Status.Mention] = []
  var tags: [Status.Tag] = []

  func html(_ content: Content) -> HTML {
    switch content {
    case .text(let text): HTML { html in html.element("p") { Self.text(text, &$0) } }
    case .html(let source): Sanitizer.read(source).html { target($0, $1) }
    }
  }

  /// Plain text, in which people and tags are found as its author's server would.
  private static func text(_ text: String, _ html: inout HTML) {
    let bytes = Array(text.utf8)
    var end = 0
    for entity in TextEntities(text).all {
      html.text(String(decoding: bytes[end..<entity.range.lowerBound], as: UTF8.self))
      let written = String(decoding: bytes[entity.range], as: UTF8.self)
      switch entity.kind {
      case .link: html.link(written)
      case .mention(let username, let server):
        let handle = username + (server.map { "@" + $0 } ?? "")
        link(written, Links.profile(handle), .profile(id: handle), &html)
      case .tag(let name):
        let key = TagKey.lowercased(name)
        link(written, Links.tag(key), .tag(key), &html)
      }
      end = entity.range.upperBound
    }
    html.text(String(decoding: bytes[end...], as: UTF8.self))
  }

  private static func link(_ written: String, _ page: SafeURL, _ tap: StatusTap, _ html: inout HTML) {
    html.element("a", .class("link"), .href(page), .tap(tap), text: written)
  }

  /// A mention is known by its address, a tag by its text: the address of a tag is that of its author's server.
  private func target(_ href: String, _ text: String) -> SanitizedText.Target? {
    let url = origin.url(href) ?? href
    if let mention = mentions.first(where: { $0.url == url && !url.isEmpty }) {
      return SanitizedText.Target(
        page: Links.profile(mention.handle), tap: StatusTap.profile(id: mention.id).written.text)
    }
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#") else { return nil }
    let key = TagKey.lowercased(String(decoding: bytes.dropFirst(), as: UTF8.self))
    guard tags.contains(where: { TagKey.lowercased($0.name) == key }) else { return nil }
    return SanitizedText.Target(page: Links.tag(key), tap: StatusTap.tag(key).written.text)
  }
}
