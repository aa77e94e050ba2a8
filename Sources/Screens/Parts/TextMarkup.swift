import Markup
import Social

extension HTML {
  /// What somebody wrote, with its links.
  mutating func postText(_ text: String) {
    for piece in PostText(text).pieces {
      switch piece {
      case .plain(let plain): self.text(plain)
      case .link(let written):
        guard let url = SafeURL(written) else {
          self.text(written)
          continue
        }
        element(
          "a", .class("link"), .href(url), .rel("noopener noreferrer nofollow ugc"), .named(.target, "_blank"),
          text: written)
      }
    }
  }
}
