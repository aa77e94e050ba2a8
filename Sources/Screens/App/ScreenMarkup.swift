public import Markup

/// The element of a screen: a scroller with its frame and its cells. Written by the server for the
/// first screen, and by the app for every other one.
public enum ScreenMarkup {
  public static func html(_ screen: ScreenState, id: Int, _ reader: Reader) -> HTML {
    let page = ShownPage(screen, reader)
    switch page {
    case .moments(let page): return html(page, named: screen.name, id: id, reader.strings)
    case .viewer(let page): return html(page, named: screen.name, id: id, reader.strings)
    case .settings(let page): return html(page, named: screen.name, id: id, reader.strings)
    }
  }

  private static func html<Cell: PageCell>(
    _ page: Page<Cell>, named name: String, id: Int, _ strings: Strings
  ) -> HTML {
    HTML { html in
      html.element(
        "section", .class("screen " + name), .data("data-screen", "\(id)"), .data("data-status", page.status),
        .aria(.label, page.title), .named(.tabIndex, "-1")
      ) { html in
        html.element("div", .class("frame")) { html in
          for cell in page.frame { html.append(cell.html(strings)) }
        }
        html.element("div", .class("cells")) { html in
          for cell in page.cells { html.append(cell.html(strings)) }
        }
      }
    }
  }
}
