import Localization
import Markup

extension HTML {
  /// Writes the place that a post's author named.
  ///
  /// - Parameter hasPin: False on a Moments page, where the line has the colour of links, as in WeChat.
  @inline(never)
  mutating func location(_ location: String, hasPin: Bool, _ strings: Strings) {
    element("p", .class("location")) { html in
      if hasPin { Icon.mapPin.append(to: &html) }
      html.element("span", .class("unseen"), text: strings[later: .location] + strings[.colon])
      html.element("span", .dir("auto"), text: location)
    }
  }
}
