public import Markup

/// What a screen shows: keyed cells in two zones, and flags for the style sheet.
public struct Page<Cell: PageCell>: Equatable, Sendable {
  /// The screen's name, for the window's title and for screen readers.
  public var title: String
  /// Words that the style sheet asks for (`data-status~=refreshing`), so that a state can change
  /// without replacing the element that is being animated.
  public var status: String
  /// What stays in place while the cells scroll: bars, the wheel, notices.
  public var frame: [Cell]
  public var cells: [Cell]

  public init(title: String, status: String = "", frame: [Cell] = [], cells: [Cell] = []) {
    self.title = title
    self.status = status
    self.frame = frame
    self.cells = cells
  }

  /// The same page for whoever wraps the screen's cells into its own.
  func map<Other>(_ wrap: (Cell) -> Other) -> Page<Other> {
    Page<Other>(title: title, status: status, frame: frame.map(wrap), cells: cells.map(wrap))
  }

  func html(_ strings: Strings) -> (frame: HTML, cells: HTML) {
    (Self.html(frame, strings), Self.html(cells, strings))
  }

  private static func html(_ cells: [Cell], _ strings: Strings) -> HTML {
    HTML { html in
      for cell in cells { html.append(cell.html(strings)) }
    }
  }
}

/// One piece of a page, compared by value and rendered only when it is new or has changed.
public protocol PageCell: Equatable, Sendable {
  /// Unique in its page, and the same as long as it is the same thing.
  var key: String { get }

  /// One element, whose `data-key` is `key`.
  func html(_ strings: Strings) -> HTML
}

/// Where in a screen's element a cell stands.
public enum PageZone: Equatable, Sendable {
  case frame
  case cells
}

/// One change of the document. What it costs is one operation, whatever the length of the page.
public indirect enum PageOperation: Equatable, Sendable {
  case status(String)
  /// Before the cell of that key; nil: at the end of the zone.
  case insert(PageZone, key: String, HTML, before: String?)
  case replace(key: String, HTML)
  case move(PageZone, key: String, before: String?)
  case remove(key: String)
  /// The height of a spacer, which stands for cells that are not in the document, in CSS px.
  case space(key: String, Double)
  /// Which of how many rows a cell is, counted from 1; a count of -1 is not known yet (WAI-ARIA 1.2,
  /// `aria-posinset`, `aria-setsize`).
  case place(key: String, Int, of: Int)
}
