public import Markup

/// The element of a screen: a scroller with its frame and its cells. Written by the server for the
/// first screen, and by the app for every other one.
public enum ScreenMarkup {
  /// `tab`: whose root it is.
  public static func html(_ screen: ScreenState, tab: Tab? = nil, id: Int, _ reader: Reader) -> HTML {
    let page = ShownPage(screen, reader, tab: tab)
    let (frame, cells) = page.html(reader.strings)
    return HTML { html in
      html.element(
        "section", .class("screen " + screen.name + (tab == nil ? "" : " root")), .data("data-screen", "\(id)"),
        .data("data-status", page.status), .aria(.label, page.title), .named(.tabIndex, "-1")
      ) { html in
        html.element("div", .class("frame")) { $0.append(frame) }
        html.element("div", .class("cells")) { $0.append(cells) }
      }
    }
  }
}
