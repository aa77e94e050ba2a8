public import Markup

/// The zone of a screen's element that a cell belongs to.
public enum PageZone: Equatable, Sendable {
  case frame
  case cells
}

/// One change of the document. Its cost doesn't depend on the length of the page.
public indirect enum PageOperation: Equatable, Sendable {
  case status(String)
  /// Inserts before the cell with that key; `nil` means at the end of the zone.
  case insert(PageZone, key: String, HTML, before: String?)
  /// Replaces the cell, or an element within it: markup without a key replaces the element of the same class.
  case replace(key: String, HTML)
  case move(PageZone, key: String, before: String?)
  case remove(key: String)
  /// Names the feed that the cells form. `nil` if it has no rows (WAI-ARIA 1.2: a feed has articles).
  case feed(String?)
  /// Sets the height of a spacer, which replaces cells that are not in the document, in CSS px.
  case space(key: String, Double)
  /// Sets a cell's position among the rows, counted from 1, and the number of rows; -1 if not known yet
  /// (WAI-ARIA 1.2, `aria-posinset`, `aria-setsize`).
  case position(key: String, Int, of: Int)
}
