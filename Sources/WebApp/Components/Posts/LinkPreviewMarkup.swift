import Markup
import Social

extension HTML {
  /// Writes a link preview as one link.
  ///
  /// - Parameter isSmall: true for the form on Moments: a square, or a sign in its place, and the title.
  mutating func linkPreview(_ preview: Post.LinkPreview?, isSmall: Bool = false) {
    guard let preview, let url = SafeURL(preview.url) else { return }
    // The preview is wide if its picture is large enough.
    let isWide = !isSmall && (preview.picture?.size?.width ?? 0) >= 280
    element(
      "a", .class(isWide ? "link-card wide" : "link-card"), .href(url), .rel("noopener nofollow ugc"),
      .named(.target, "_blank")
    ) { html in
      if let picture = preview.picture {
        html.picture(
          picture, shape: isWide ? .whole : .square,
          shownSize: isWide ? "(min-width: 640px) 520px, 80vw" : "88px",
          class: "picture", alt: "")
      } else if isSmall {
        Icon.globe.append(to: &html)
      }
      html.element("span", .class("lead")) { html in
        html.element("b", .dir("auto"), text: preview.title)
        if !isSmall { html.element("bdi", text: preview.site) }
      }
    }
  }
}
