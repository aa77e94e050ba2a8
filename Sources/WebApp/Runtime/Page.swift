import Localization
import Markup

/// The content of a screen: keyed cells in two zones, and words for the style sheet.
struct Page<Cell: PageCell>: Sendable {
  /// The screen's name, for the window's title and for screen readers.
  var title: String
  /// Words that the style sheet matches (`data-status~=refreshing`), so that a state can change without
  /// replacing the element that is being animated.
  var status: String
  /// The cells that stay in place while the others scroll: bars, the refresh indicator, notices.
  var frame: [Cell]
  var cells: Cells<Cell>

  @inline(never)
  init(title: String, status: String = "", frame: [Cell] = [], cells: Cells<Cell>) {
    self.title = title
    self.status = status
    self.frame = frame
    self.cells = cells
  }

  init(title: String, status: String = "", frame: [Cell] = [], cells: [Cell] = []) {
    self.init(title: title, status: status, frame: frame, cells: Cells(head: cells))
  }
}

/// The cells that scroll. A list can have thousands of rows: a row's cell is made only when it is near the
/// window.
struct Cells<Cell: PageCell>: Sendable {
  /// The cells above the rows.
  var head: [Cell]
  /// The keys of the rows. An array that the state stores compares in constant time if it hasn't changed.
  var rows: [String]
  /// The cells below the rows.
  var tail: [Cell]
  /// True if the list has all its rows.
  var isComplete = false
  /// The row that always stays in the document: the opened post of a thread.
  var pinned: String?
  /// True if more rows are requested two screens before the end, and not only at the end.
  var asksAhead = false
  /// True if several rows stand side by side where there is room.
  var isGrid = false
  let row: @Sendable (Int) -> Cell

  @inline(never)
  init(
    head: [Cell] = [], rows: [String], tail: [Cell] = [], row: @escaping @Sendable (Int) -> Cell
  ) {
    self.head = head
    self.rows = rows
    self.tail = tail
    self.row = row
  }

  /// Creates a list of few cells, all of which exist already.
  init(head: [Cell]) {
    self.init(head: head, rows: []) { _ in head[0] }
  }
}

/// The items of a list that show, in order, with their keys. The screen's state stores them, so that an event
/// that changes none of them neither makes nor compares thousands of keys.
struct VisibleRows: Equatable, Sendable {
  private(set) var indices: [Int] = []
  private(set) var keys: [String] = []
  /// True once they are computed: an event has come since the screen was made.
  var isComputed = false

  /// Always equal, because the rows follow from the rest of the state.
  static func == (left: VisibleRows, right: VisibleRows) -> Bool { true }

  mutating func append(_ position: Int, _ key: String) {
    indices.append(position)
    keys.append(key)
  }
}

/// One piece of a page, compared by value and rendered only when it is new or has changed.
protocol PageCell: Equatable, Sendable {
  /// Unique in its page, and stable for the same item.
  var key: String { get }

  /// Returns one element, whose `data-key` is `key`.
  func html(_ strings: Strings) -> HTML

  /// The post that it shows. After an interaction only the post's row of actions is rendered and replaced.
  var postCell: PostCell? { get }
}

extension PageCell {
  var postCell: PostCell? { nil }
}

/// A cell of any screen, for the code that all screens share, so that the app contains that code once.
class AnyCell {
  fileprivate init() {}
  var key: String { "" }
  func html(_ strings: Strings) -> HTML { HTML() }
  fileprivate func isEqual(to other: AnyCell) -> Bool { self === other }
  fileprivate var postCell: PostCell? { nil }

  /// Returns the whole cell, or only the part that has changed since `old`.
  final func html(since old: AnyCell, _ strings: Strings) -> HTML {
    guard let postCell, let old = old.postCell, let part = postCell.part(since: old, strings) else {
      return html(strings)
    }
    return part
  }

  static func == (left: AnyCell, right: AnyCell) -> Bool { left === right || left.isEqual(to: right) }
}

private final class CellBox<Cell: PageCell>: AnyCell {
  let cell: Cell

  init(_ cell: Cell) {
    self.cell = cell
    super.init()
  }

  override var key: String { cell.key }
  override func html(_ strings: Strings) -> HTML { cell.html(strings) }
  override func isEqual(to other: AnyCell) -> Bool { (other as? CellBox<Cell>)?.cell == cell }
  override var postCell: PostCell? { cell.postCell }
}

/// A page of any screen. A class, so that passing it on costs nothing.
final class AnyPage {
  let title: String
  let status: String
  let frame: [AnyCell]
  let head: [AnyCell]
  let rows: [String]
  let tail: [AnyCell]
  let isComplete: Bool
  let pinned: String?
  let asksAhead: Bool
  let isGrid: Bool
  private let row: (Int) -> AnyCell

  // The app contains generic code once for each type of cell, so this is as short as possible.
  convenience init<Cell: PageCell>(_ page: Page<Cell>) {
    let row = page.cells.row
    self.init(
      title: page.title, status: page.status, frame: boxed(page.frame), head: boxed(page.cells.head),
      rows: page.cells.rows, tail: boxed(page.cells.tail), isComplete: page.cells.isComplete,
      pinned: page.cells.pinned, asksAhead: page.cells.asksAhead, isGrid: page.cells.isGrid,
      row: { CellBox(row($0)) })
  }

  @inline(never)
  private init(
    title: String, status: String, frame: [AnyCell], head: [AnyCell], rows: [String], tail: [AnyCell],
    isComplete: Bool, pinned: String?, asksAhead: Bool, isGrid: Bool, row: @escaping (Int) -> AnyCell
  ) {
    self.title = title
    self.status = status
    self.frame = frame
    self.head = head
    self.rows = rows
    self.tail = tail
    self.isComplete = isComplete
    self.pinned = pinned
    self.asksAhead = asksAhead
    self.isGrid = isGrid
    self.row = row
  }

  var count: Int { head.count + rows.count + tail.count }

  func key(_ index: Int) -> String {
    if index < head.count { return head[index].key }
    if index < head.count + rows.count { return rows[index - head.count] }
    return tail[index - head.count - rows.count].key
  }

  func cell(_ index: Int) -> AnyCell {
    if index < head.count { return head[index] }
    if index < head.count + rows.count { return row(index - head.count) }
    return tail[index - head.count - rows.count]
  }
}

@inline(never)
private func boxed<Cell: PageCell>(_ cells: [Cell]) -> [AnyCell] {
  var boxes: [AnyCell] = []
  for cell in cells { boxes.append(CellBox(cell)) }
  return boxes
}
