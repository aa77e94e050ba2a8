import Localization
import Markup
import Social

extension HTML {
  /// Writes the place that a post's author named.
  ///
  /// It is in literals, which take fewer bytes of the app's first part.
  ///
  /// - Parameter hasPin: False on a Moments page, where the line has the colour of links, as in WeChat.
  @inline(never)
  mutating func location(_ location: String, hasPin: Bool, _ strings: Strings) {
    literal(#"<p class="location">"#)
    if hasPin { Icon.mapPin.append(to: &self) }
    literal(#"<span class="unseen">"#)
    text(strings[.location])
    text(strings[.colon])
    literal(#"</span><span dir="auto">"#)
    text(location)
    literal("</span></p>")
  }

  /// Writes the reminded people for a post's author. A reminded person reads that they are mentioned.
  @inline(never)
  mutating func reminded(_ people: [Post.Mention], isOwn: Bool, _ strings: Strings) {
    var names = ""
    for person in people { names += (names.isEmpty ? "@" : strings[.nameSeparator] + "@") + person.handle }
    element("p", .class("location reminded")) { html in
      Icon.mentions.append(to: &html)
      html.element(
        "span", text: isOwn ? strings[later: .remindedPeople, names] : strings[later: .remindedYou])
    }
  }
}
