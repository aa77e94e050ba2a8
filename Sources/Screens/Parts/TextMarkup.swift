import Markup
import Social

extension HTML {
  /// What somebody wrote, with its links.
  ///
  /// - Parameter isOwn: it was written on the reader's server, so the people and tags that it names are there.
  mutating func postText(_ text: String, isOwn: Bool = false) {
    for piece in PostText(text).pieces {
      switch piece {
      case .plain(let plain): if isOwn { named(plain) } else { self.text(plain) }
      case .link(let written): link(written)
      }
    }
  }

  /// Words in which people and tags are found as their author's server would; `links`: web addresses too.
  mutating func named(_ text: String, links: Bool = false) {
    let bytes = Array(text.utf8)
    var end = 0
    for entity in TextEntities(text).all {
      let written = String(decoding: bytes[entity.range], as: UTF8.self)
      self.text(String(decoding: bytes[end..<entity.range.lowerBound], as: UTF8.self))
      switch entity.kind {
      case .link: if links { link(written) } else { self.text(written) }
      case .mention(let username, let server):
        let handle = username + (server.map { "@" + $0 } ?? "")
        lead(written, Links.profile(handle), .handle(handle))
      case .tag(let name): lead(written, Links.tag(TagKey.lowercased(name)), .tagged(TagKey.lowercased(name)))
      }
      end = entity.range.upperBound
    }
    self.text(String(decoding: bytes[end...], as: UTF8.self))
  }

  private mutating func lead(_ written: String, _ page: SafeURL, _ tap: AppTap) {
    element("a", .class("link"), .href(page), .tap(tap), text: written)
  }

  /// A web address as somebody wrote it.
  mutating func link(_ written: String) {
    guard let url = SafeURL(written) else { return text(written) }
    element(
      "a", .class("link"), .href(url), .rel("noopener noreferrer nofollow ugc"), .named(.target, "_blank"),
      text: written)
  }
}
