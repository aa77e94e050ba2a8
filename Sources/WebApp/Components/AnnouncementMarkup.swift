import Localization
import Markup
import Social

/// The markup of the announcement over the home timeline.
enum AnnouncementMarkup {
  /// - Parameter stored: the id, a line break, and the text.
  @inline(never)
  static func html(_ stored: String, key: String, _ strings: Strings) -> HTML {
    let text = String(
      decoding: Array(stored.utf8).drop { $0 != UInt8(ascii: "\n") }.dropFirst(), as: UTF8.self)
    return HTML { html in
      html.element("section", .class("announcement"), .data("data-key", key), .role("note")) { html in
        html.element("div", .class("words"), .dir("auto"), .named(.tabIndex, "0")) { html in
          html.element("p") {
            $0.named(text, links: true) { name, isTag in (isTag ? AppTap.tagged(name) : .handle(name)).encoded
            }
          }
        }
        html.element(
          "button", .class("control"), .type("button"), .tap(AppTap.dismissAnnouncement),
          .aria(.label, strings[.dismiss])
        ) { Icon.close.append(to: &$0) }
      }
    }
  }
}
