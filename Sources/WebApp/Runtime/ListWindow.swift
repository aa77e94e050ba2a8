/// The cells of a screen's list that are in the document (NEW_15): those near the window, and those that must
/// stay. Spacers replace the others, as high as those were when they were measured, or as high as cells
/// usually are.
///
/// All lengths are in CSS px.
struct ListWindow: Equatable, Sendable {
  /// Lists with up to this many rows are in the document whole.
  static let wholeListLimit = 60
  /// The number of cells before anything is known about the window.
  static let initialCellCount = 20
  /// The height of a cell before one was measured.
  static let usualHeight = 160.0
  /// The least height of a post.
  private static let lowestPost = 80.0

  /// The distance from the list's upper edge to the window's.
  private(set) var offset = 0.0
  /// The window's height; 0 until it is known.
  private(set) var height = 0.0
  /// The distance from the window's lower edge to the end of the scrollable content.
  private(set) var rest = 0.0
  /// The key of the cell that has the focus.
  var focused: String?
  /// The cell that the window scrolls to, and the distance of its upper edge from the window's.
  private var destination: ScrollAnchor?
  /// Heights in 64ths of a px, the unit of browsers' layout.
  private var heights: [String: Int] = [:]
  /// The sum of the heights of the first measured cells. Later ones don't count, so that spacers don't change
  /// with them.
  private var measuredSum = 0.0
  private var measuredCount = 0
  /// The estimate as it was when the document's spacers were laid: the browser tells offsets among those.
  private var usual = Self.usualHeight
  private var keys = Keys()
  /// The height of each cell, in the order of the list; -1 if not measured.
  private var known: [Double] = []
  private var range = 0..<0
  private var shown: [ListItem] = []
  /// The offset when the list was opened. Until the viewer scrolls, no more is requested.
  private var firstOffset: Double?
  private(set) var hasMoved = false
  /// The viewer pulls at the end: the browser reports the same position again.
  private var isPulled = false
  /// True if all cells were taken over from the server's page: they stay until it is known which of them
  /// show.
  var hasAllCells = false
  private var hasAskedForMore = false
  private var hasAskedForEarlier = false
  private var asksAhead = false
  private var isGrid = false
  /// The number of cells that fill a window whose height isn't known yet. A list renders only these in its
  /// first frame, even if it is short enough to be rendered whole; the rest follows in the next frame. `nil`
  /// renders as many as usual.
  private var filling: Int?

  private struct Keys: Equatable {
    var head: [String] = []
    var rows: [String] = []
    var tail: [String] = []
  }

  private struct ScrollAnchor: Equatable {
    let key: String
    let offset: Double
  }

  /// The height of a cell that was not measured. Spacers that stand in the document were laid by `usual`.
  private var estimate: Double { measuredCount > 0 ? measuredSum / Double(measuredCount) : Self.usualHeight }

  // Reports of the browser.

  /// Returns true if other cells have to come into the document.
  mutating func scrolled(offset: Double, height: Double, rest: Double) -> Bool {
    isPulled =
      firstOffset != nil && rest < 60 && offset == self.offset && height == self.height && rest == self.rest
    if firstOffset == nil { firstOffset = offset }
    hasMoved = hasMoved || isPulled || offset != firstOffset
    self.offset = offset
    self.height = height
    self.rest = rest
    return keys.rows.count > Self.wholeListLimit ? !fits(range) : range.count < known.count
  }

  mutating func measured(_ key: String, _ height: Double) {
    guard height > 0, let item = shown.first(where: { $0.key == key }), known[item.index] != height else {
      return
    }
    if measuredCount < Self.initialCellCount, known[item.index] < 0 {
      measuredSum += height
      measuredCount += 1
    }
    known[item.index] = height
    heights[key] = Int(height * 64)
  }

  /// Returns true once when the end is near and the viewer has scrolled. It does so again after the list has
  /// changed, after the end was far away, or if the viewer keeps pulling.
  mutating func asksForMore() -> Bool {
    let isNear = hasMoved && rest < (asksAhead ? 2 * height : 60)
    defer { hasAskedForMore = isNear }
    return isNear && (!hasAskedForMore || isPulled)
  }

  /// Returns true once when the beginning is less than a window away, as above.
  mutating func asksForEarlier() -> Bool {
    let isNear = hasMoved && offset < height
    defer { hasAskedForEarlier = isNear }
    return isNear && !hasAskedForEarlier
  }

  /// Replaces another list in the same window. `isAlike`: its cells are as high as the other's.
  mutating func replaces(_ other: ListWindow, isAlike: Bool) {
    if isAlike { (measuredSum, measuredCount) = (other.measuredSum, other.measuredCount) }
    if other.height > 0 {
      filling = Int(other.height / (isAlike ? max(estimate, Self.lowestPost) : Self.lowestPost)) + 2
    }
  }

  /// Prepares for scrolling to a cell.
  mutating func go(to key: String, offset: Double) { destination = ScrollAnchor(key: key, offset: offset) }

  func has(_ key: String) -> Bool { keys.head.contains(key) || keys.rows.contains(key) }

  /// Returns true if the window shows the beginning of a cell, or if nothing is known about the window.
  func isInSight(_ key: String) -> Bool {
    if height == 0 { return true }
    var top = 0.0
    for index in known.indices {
      if self.key(index, of: keys) == key {
        return top + 1 >= offset && top + Self.lowestPost <= offset + height
      }
      top += self.height(of: index)
    }
    return false
  }

  // The cells in the document.

  /// Returns all cells, as the server renders them.
  static func whole(_ page: AnyPage) -> [ListItem] {
    (0..<page.count).map { item($0, of: page) }
  }

  /// Returns the cells and spacers of a page, in order.
  mutating func items(_ page: AnyPage) -> [ListItem] {
    take(page)
    let destination = self.destination
    self.destination = nil
    let isFilled = height > 0 || hasAllCells || filling == nil
    if page.rows.count <= Self.wholeListLimit && isFilled || hasAllCells && height == 0 {
      range = 0..<page.count
    } else {
      if let destination, let index = index(of: destination.key, page) {
        offset = top(of: index) - destination.offset
        range = height > 0 ? near : around(index)
      }
      if range.isEmpty || range.upperBound > page.count || height > 0 && !fits(range) {
        range = height > 0 ? near : 0..<min(filling ?? Self.initialCellCount, page.count)
      }
    }
    shown = items(page, in: range)
    return shown
  }

  /// Follows a change of the list, or of the estimate: what is read stays where it is.
  private mutating func take(_ page: AnyPage) {
    asksAhead = page.asksAhead
    isGrid = page.isGrid
    let new = Keys(head: page.head.map { $0.key }, rows: page.rows, tail: page.tail.map { $0.key })
    guard new != keys || estimate != usual else { return }
    let anchor = offset > 0 && !known.isEmpty ? self.anchor : nil
    let firstKey = range.isEmpty ? nil : key(range.lowerBound, of: keys)
    if new != keys { (hasAskedForMore, hasAskedForEarlier) = (false, false) }
    keys = new
    usual = estimate
    known = (0..<page.count).map { index in heights[page.key(index)].map { Double($0) / 64 } ?? -1 }
    if let anchor, let index = index(of: anchor.key, page) {
      offset = top(of: index) - anchor.offset
    }
    if let firstKey, let index = index(of: firstKey, page) {
      range = index..<min(index + range.count, page.count)
    } else {
      range = 0..<0
    }
  }

  /// The topmost cell that shows.
  private var anchor: ScrollAnchor? {
    var top = 0.0
    for index in known.indices {
      let bottom = top + height(of: index)
      if bottom > offset { return ScrollAnchor(key: key(index, of: keys), offset: top - offset) }
      top = bottom
    }
    return nil
  }

  private func key(_ index: Int, of keys: Keys) -> String {
    if index < keys.head.count { return keys.head[index] }
    let row = index - keys.head.count
    return row < keys.rows.count ? keys.rows[row] : keys.tail[row - keys.rows.count]
  }

  private func index(of key: String, _ page: AnyPage) -> Int? {
    if let row = page.rows.firstIndex(of: key) { return row + page.head.count }
    return page.head.firstIndex { $0.key == key }
      ?? page.tail.firstIndex { $0.key == key }.map { $0 + page.head.count + page.rows.count }
  }

  private func height(of index: Int) -> Double { known[index] < 0 ? usual : known[index] }

  private func top(of index: Int) -> Double {
    var top = 0.0
    for index in 0..<index { top += height(of: index) }
    return top
  }

  /// Returns true if a range reaches a window's height beyond the window on both sides, where cells exist,
  /// and not much farther.
  private func fits(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty, range.upperBound <= known.count else { return false }
    let top = top(of: range.lowerBound)
    var bottom = top
    for index in range { bottom += height(of: index) }
    let above = offset - top
    let below = bottom - offset - height
    return (above >= height || range.lowerBound == 0) && above <= 8 * height
      && (below >= height || range.upperBound == known.count) && below <= 8 * height
  }

  /// The cells within 1¾ windows of the window.
  private var near: Range<Int> {
    var lower = 0
    var top = 0.0
    while lower < known.count - 1, top + height(of: lower) < offset - 1.75 * height {
      top += height(of: lower)
      lower += 1
    }
    // Whole rows of a grid with one to four columns, or six.
    let head = keys.head.count
    let aligned = isGrid ? max(0, lower - head) / 12 * 12 + min(lower, head) : lower
    while lower > aligned {
      lower -= 1
      top -= height(of: lower)
    }
    var upper = lower
    while upper < known.count, top < offset + 2.75 * height {
      top += height(of: upper)
      upper += 1
    }
    return lower..<upper
  }

  private func around(_ index: Int) -> Range<Int> {
    max(
      0, index - (filling ?? Self.initialCellCount) / 2)..<min(
        known.count, index + (filling ?? Self.initialCellCount))
  }

  private func items(_ page: AnyPage, in range: Range<Int>) -> [ListItem] {
    var stays: [Int] = []
    for key in [focused, page.pinned] {
      // The focused cell is usually among those that show.
      guard let key, !range.contains(where: { page.key($0) == key }), let index = index(of: key, page),
        !stays.contains(index)
      else { continue }
      // In order; a sort would add a library for two numbers.
      stays.insert(index, at: stays.first.map { $0 < index } == true ? 1 : 0)
    }
    var items: [ListItem] = []
    var end = 0
    func space(before start: Int) {
      guard start > end else { return }
      var height = 0.0
      for index in end..<start { height += self.height(of: index) }
      items.append(.space(key: start == page.count ? "space end" : "space \(items.count)", height))
    }
    for index in stays where index < range.lowerBound {
      space(before: index)
      items.append(Self.item(index, of: page))
      end = index + 1
    }
    space(before: range.lowerBound)
    for index in range { items.append(Self.item(index, of: page)) }
    end = max(end, range.upperBound)
    for index in stays where index >= range.upperBound {
      space(before: index)
      items.append(Self.item(index, of: page))
      end = index + 1
    }
    space(before: page.count)
    return items
  }

  private static func item(_ index: Int, of page: AnyPage) -> ListItem {
    let row = index - page.head.count
    let isRow = page.rows.indices.contains(row)
    return ListItem(
      key: page.key(index), index: index, position: isRow ? row + 1 : 0,
      setSize: page.isComplete ? page.rows.count : -1)
  }
}

/// A cell of a list that is in the document, or a spacer between such cells.
struct ListItem: Equatable, Sendable {
  let key: String
  /// The index in the page; -1 for a spacer.
  let index: Int
  /// The height of a spacer.
  var height = 0.0
  /// The position among the rows, counted from 1; 0 if it isn't a row.
  var position = 0
  /// The number of rows; -1 if not known yet.
  var setSize = -1

  var isSpace: Bool { index < 0 }

  /// Returns true if a spacer's height or a row's position differs.
  func isElsewhere(than other: ListItem) -> Bool {
    height != other.height || position != other.position || setSize != other.setSize
  }

  static func space(key: String, _ height: Double) -> ListItem {
    ListItem(key: key, index: -1, height: height)
  }
}
