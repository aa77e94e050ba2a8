import Markup
import Social

extension HTML {
  /// What a post's link leads to, as one link.
  mutating func card(_ card: Status.Card?) {
    guard let card, let url = SafeURL(card.url) else { return }
    element(
      "a", .class("link-card"), .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank")
    ) { html in
      if let picture = card.picture {
        html.picture(picture, shape: .square, shownSize: "80px", class: "picture", alt: "")
      }
      html.element("span", .class("lead")) { html in
        html.element("b", .dir("auto"), text: card.title)
        html.element("bdi", text: card.site)
      }
    }
  }
}
