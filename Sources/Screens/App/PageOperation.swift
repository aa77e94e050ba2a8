public import Markup

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
  /// The cell, or an element within it: markup without a key takes the place of what has the same class there.
  case replace(key: String, HTML)
  case move(PageZone, key: String, before: String?)
  case remove(key: String)
  /// The cells are a feed of that name, or, while it has no rows, none (WAI-ARIA 1.2: a feed has articles).
  case feed(String?)
  /// The height of a spacer, which stands for cells that are not in the document, in CSS px.
  case space(key: String, Double)
  /// Which of how many rows a cell is, counted from 1; a count of -1 is not known yet (WAI-ARIA 1.2,
  /// `aria-posinset`, `aria-setsize`).
  case place(key: String, Int, of: Int)
}
