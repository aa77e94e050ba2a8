import Markup

/// What a screen shows: keyed cells in two zones, and words for the style sheet.
struct Page<Cell: PageCell>: Sendable {
  /// The screen's name, for the window's title and for screen readers.
  var title: String
  /// Words that the style sheet asks for (`data-status~=refreshing`), so that a state can change
  /// without replacing the element that is being animated.
  var status: String
  /// What stays in place while the cells scroll: bars, the wheel, notices.
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

/// The cells that scroll. Rows can be thousands: a row's cell is made only when it is near the window.
struct Cells<Cell: PageCell>: Sendable {
  /// What stands above the rows.
  var head: [Cell]
  /// The keys of the rows. An array that the state keeps is compared in no time.
  var rows: [String]
  /// What stands below the rows.
  var tail: [Cell]
  /// The rows are all that there will be.
  var isComplete = false
  /// The row that stays in the document wherever it is: what a thread is about.
  var pinned: String?
  /// More is wanted two screens before the end, and not only there.
  var asksAhead = false
  /// Several rows stand beside each other where there is room.
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

  /// Few cells, which all are there already.
  init(head: [Cell]) {
    self.init(head: head, rows: []) { _ in head[0] }
  }
}

/// Which of a list's items show, in their order, with their keys. Kept in a screen's state, so that an event that changes
/// none of them neither makes nor compares thousands of keys.
struct ShownRows: Equatable, Sendable {
  private(set) var places: [Int] = []
  private(set) var keys: [String] = []
  /// They are known: something has happened since the screen was made.
  var isLaid = false

  /// All of it follows from the rest of the state.
  static func == (left: ShownRows, right: ShownRows) -> Bool { true }

  mutating func append(_ place: Int, _ key: String) {
    places.append(place)
    keys.append(key)
  }
}

/// One piece of a page, compared by value and rendered only when it is new or has changed.
protocol PageCell: Equatable, Sendable {
  /// Unique in its page, and the same as long as it is the same thing.
  var key: String { get }

  /// One element, whose `data-key` is `key`.
  func html(_ strings: Strings) -> HTML

  /// The post that it shows: of one that was marked only the row of actions is rendered and replaced.
  var post: StatusCell? { get }
}

extension PageCell {
  var post: StatusCell? { nil }
}

/// A cell of some screen, for what all screens have in common: so that the app holds that code once.
class AnyCell {
  fileprivate init() {}
  var key: String { "" }
  func html(_ strings: Strings) -> HTML { HTML() }
  fileprivate func isEqual(to other: AnyCell) -> Bool { self === other }
  fileprivate var post: StatusCell? { nil }

  /// All of it, or the part that is new since then.
  final func html(since old: AnyCell, _ strings: Strings) -> HTML {
    guard let post, let old = old.post, let part = post.part(since: old, strings) else { return html(strings) }
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
  override var post: StatusCell? { cell.post }
}

/// A page of some screen. A reference, so that it is passed on for nothing.
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

  // What is generic here is in the app once for each kind of cell: as little as can be.
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
