import Markup
import Social

extension HTML {
  /// Writes a link preview as one link.
  mutating func card(_ card: Post.LinkPreview?) {
    guard let card, let url = SafeURL(card.url) else { return }
    // The preview is wide if its picture is large enough.
    let isWide = (card.picture?.size?.width ?? 0) >= 280
    element(
      "a", .class(isWide ? "link-card wide" : "link-card"), .href(url), .rel("noopener nofollow ugc"),
      .named(.target, "_blank")
    ) { html in
      if let picture = card.picture {
        html.picture(
          picture, shape: isWide ? .whole : .square, shownSize: isWide ? "(min-width: 640px) 520px, 80vw" : "88px",
          class: "picture", alt: "")
      }
      html.element("span", .class("lead")) { html in
        html.element("b", .dir("auto"), text: card.title)
        html.element("bdi", text: card.site)
      }
    }
  }
}
