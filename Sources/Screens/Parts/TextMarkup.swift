import Markup
import Social

extension HTML {
  /// What somebody wrote, with its links.
  mutating func postText(_ text: String) {
    for piece in PostText(text).pieces {
      switch piece {
      case .plain(let plain): self.text(plain)
      case .link(let written): link(written)
      }
    }
  }

  /// A web address as somebody wrote it.
  mutating func link(_ written: String) {
    guard let url = SafeURL(written) else { return text(written) }
    element(
      "a", .class("link"), .href(url), .rel("noopener noreferrer nofollow ugc"), .named(.target, "_blank"),
      text: written)
  }
}
