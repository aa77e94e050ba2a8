import Markup
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// NEW_15: tests which cells of a long list are in the document.
struct ListWindowTests {
  struct Line: PageCell {
    let key: String
    func html(_ strings: Strings) -> HTML { HTML() }
  }

  static func page(_ rows: [String], pinned: String? = nil, isGrid: Bool = false) -> AnyPage {
    var cells = Cells<Line>(head: [Line(key: "head")], rows: rows, tail: [Line(key: "footer")]) {
      Line(key: rows[$0])
    }
    cells.pinned = pinned
    cells.isGrid = isGrid
    return AnyPage(Page(title: "", cells: cells))
  }

  static func rows(_ range: Range<Int>) -> [String] { range.map { "r\($0)" } }

  private func keys(_ items: [ListItem], _ page: AnyPage) -> [String] {
    items.map { $0.isSpace ? $0.key : page.key($0.index) }
  }

  @Test func `A short list is whole, and of a long one the first rows come before the window is known`() {
    var window = ListWindow()
    let short = Self.page(Self.rows(0..<60))
    let whole = window.items(short).map(\.index)
    #expect(whole == Array(0..<62))
    var other = ListWindow()
    let long = Self.page(Self.rows(0..<61))
    let first = keys(other.items(long), long)
    #expect(first.count == ListWindow.initialCellCount + 1)
    let last = other.items(long).last
    #expect(last?.isSpace == true)
  }

  @Test func `What was hydrated stays until it is known where the window is`() {
    var window = ListWindow()
    window.hasAllCells = true
    let page = Self.page(Self.rows(0..<200))
    let taken = window.items(page)
    #expect(taken.count == 202)
    let isOther = window.scrolled(offset: 16_000, height: 800, rest: 9_000)
    #expect(isOther)
    let shown = window.items(page)
    #expect(shown.count < 60)
    #expect(shown.contains { !$0.isSpace && page.key($0.index) == "r100" })
  }

  @Test func `TWT_14 in place of another list, what fills the window comes first, and then the rest`() {
    var old = ListWindow()
    _ = old.items(Self.page(Self.rows(0..<20)))
    _ = old.scrolled(offset: 0, height: 800, rest: 3_000)
    for row in 0..<20 { old.measured("r\(row)", 200) }
    for (isAlike, count) in [(true, 6), (false, 12)] {
      var window = ListWindow()
      window.replaces(old, isAlike: isAlike)
      let page = Self.page(Self.rows(0..<30))
      let first = window.items(page)
      #expect(first.map(\.index) == Array(0..<count) + [-1])
      let isMore = window.scrolled(offset: 0, height: 800, rest: 3_000)
      #expect(isMore)
      let rest = window.items(page).map(\.index)
      #expect(rest == Array(0..<32))
      let isStill = window.scrolled(offset: 0, height: 800, rest: 3_000)
      #expect(!isStill)
    }
  }

  @Test func `TWT_14 in place of another list, the position comes first`() {
    var old = ListWindow()
    _ = old.scrolled(offset: 0, height: 800, rest: 3_000)
    var window = ListWindow()
    window.replaces(old, isAlike: false)
    window.go(to: "r25", offset: 10)
    let page = Self.page(Self.rows(0..<50))
    let shown = keys(window.items(page), page)
    #expect(shown.contains("r25") && shown.contains("r33"))
    #expect(shown.count < 25)
  }

  /// Returns what the list requests after the browser has reported a scroll.
  private func asks(_ window: inout ListWindow, _ offset: Double, rest: Double) -> (more: Bool, earlier: Bool)
  {
    _ = window.scrolled(offset: offset, height: 800, rest: rest)
    return (window.asksForMore(), window.asksForEarlier())
  }

  @Test func `The end is reported once, until the list has changed, it was far away, or the viewer pulls`() {
    var window = ListWindow()
    _ = window.items(Self.page(Self.rows(0..<100)))
    let told = [
      asks(&window, 0, rest: 15_000), asks(&window, 15_000, rest: 40), asks(&window, 15_010, rest: 30),
      asks(&window, 15_010, rest: 30),
    ]
    #expect(
      told.map(\.more) == [false, true, false, true], "once, and not with each frame; again when it is pulled"
    )
    _ = window.items(Self.page(Self.rows(0..<120)))
    let later = [
      asks(&window, 15_020, rest: 20), asks(&window, 9_000, rest: 9_000), asks(&window, 18_000, rest: 10),
    ]
    #expect(later.map(\.more) == [true, false, true], "the list has changed; it was far away")
  }

  @Test func `The beginning is reported once, and not before somebody has scrolled`() {
    var window = ListWindow()
    _ = window.items(Self.page(Self.rows(0..<100)))
    let told = [
      asks(&window, 500, rest: 9_000), asks(&window, 4_000, rest: 6_000), asks(&window, 700, rest: 9_000),
      asks(&window, 600, rest: 9_100),
    ]
    #expect(told.map(\.earlier) == [false, false, true, false])
  }

  @Test func `A position that is not in the list is forgotten`() {
    var window = ListWindow()
    _ = window.scrolled(offset: 0, height: 800, rest: 9_000)
    window.go(to: "r500", offset: 0)
    _ = window.items(Self.page(Self.rows(0..<100)))
    #expect(window.offset == 0)
    _ = window.items(Self.page(Self.rows(0..<600)))
    #expect(window.offset == 0, "nothing scrolled there")
    window.go(to: "r500", offset: 12)
    let page = Self.page(Self.rows(0..<600))
    let items = window.items(page)
    #expect(items.contains { !$0.isSpace && page.key($0.index) == "r500" })
    #expect(window.offset == 501 * ListWindow.usualHeight - 12)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `Whatever is scrolled, measured and changed, the window is covered and nothing moves`(seed: UInt64) {
    var list = LongList(seed: seed)
    for _ in 0..<50 { list.step() }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `NEW_15 whatever is measured late, what is read stays in the document`(seed: UInt64) {
    var browser = LateBrowser(seed: seed)
    for _ in 0..<60 { browser.step() }
  }
}

/// A browser that reports heights late, and meanwhile draws for other reasons. The first cells are low, as
/// skeletons are.
private struct LateBrowser {
  private var generator: SeededGenerator
  private var window = ListWindow()
  private let page = ListWindowTests.page(ListWindowTests.rows(0..<250))
  private let heights: [Double]
  private var items: [ListItem] = []
  private var scrollTop = 0.0
  private let height = 800.0

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    heights = (0..<page.count).map { $0 < 8 ? 93 : Double(Int.random(in: 100...130, using: &generator)) }
    self.generator = generator
    items = window.items(page)
    for item in items.prefix(7) { window.measured(page.key(item.index), heights[item.index]) }
    go()
    measure()
    draw()
  }

  private typealias Box = (index: Int, top: Double, bottom: Double)

  private var boxes: [Box] {
    var top = 0.0
    return items.map { item in
      defer { top += item.isSpace ? item.height : heights[item.index] }
      return (item.index, top, top + (item.isSpace ? item.height : heights[item.index]))
    }
  }

  /// The topmost visible cell.
  private var read: Box? {
    boxes.first { $0.index >= 0 && $0.bottom > scrollTop && $0.top < scrollTop + height }
  }

  /// New cells are measured in the next frame, and nothing is drawn for that.
  mutating func step() {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: go()
    case ..<3: tellPlace()
    case ..<5: draw()
    default:
      let end = max(0, (boxes.last?.bottom ?? 0) - height)
      scrollTop = min(end, max(0, scrollTop + Double(Int.random(in: -1_200...1_200, using: &generator))))
      tellPlace()
    }
    measure()
  }

  private mutating func go() {
    let index = Int.random(in: 1...250, using: &generator)
    window.go(to: page.key(index), offset: 0)
    items = window.items(page)
    scrollTop = boxes.first { $0.index == index }?.top ?? 0
    tellPlace()
  }

  private mutating func measure() {
    for item in items where !item.isSpace { window.measured(page.key(item.index), heights[item.index]) }
  }

  private mutating func tellPlace() {
    let rest = max(0, (boxes.last?.bottom ?? 0) - scrollTop - height)
    if window.scrolled(offset: scrollTop, height: height, rest: rest) { draw() }
  }

  /// The topmost cell is held where it is.
  private mutating func draw() {
    let before = read
    items = window.items(page)
    guard let before else { return }
    guard let after = boxes.first(where: { $0.index == before.index }) else {
      Issue.record("\(page.key(before.index)) was read, and is gone")
      return
    }
    scrollTop += after.top - before.top
  }
}

/// A long list, and a browser that shows it.
private struct LongList {
  private var generator: SeededGenerator
  private var window = ListWindow()
  private var rows = ListWindowTests.rows(1_000..<1_150)
  private var pinned: String?
  private var isGrid: Bool
  private var items: [ListItem] = []
  private var page: AnyPage
  /// The heights of cells that the browser has reported.
  private var told: [String: Double] = [:]
  /// The heights of the first measured cells.
  private var first: [Double] = []
  private var next = (above: 999, below: 1_150)
  private let height = 800.0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    isGrid = seed % 4 == 0
    page = ListWindowTests.page([])
    draw()
    move(to: 0)
  }

  private var usual: Double {
    first.isEmpty ? ListWindow.usualHeight : first.reduce(0, +) / Double(first.count)
  }
  private func height(of index: Int) -> Double { told[page.key(index)] ?? usual }
  private func top(of index: Int) -> Double { (0..<index).reduce(0) { $0 + height(of: $1) } }
  private var whole: Double { top(of: page.count) }

  /// The topmost visible cell, and the offset of its upper edge from the window's.
  private var anchor: (key: String, place: Double)? {
    var top = 0.0
    for index in 0..<page.count {
      let bottom = top + height(of: index)
      if bottom > window.offset { return (page.key(index), top - window.offset) }
      top = bottom
    }
    return nil
  }

  mutating func step() {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: move(to: Double.random(in: 0...max(0, whole - height), using: &generator).rounded())
    case ..<5:
      move(
        to: max(0, min(whole - height, window.offset + Double(Int.random(in: -900...900, using: &generator))))
      )
    case ..<8: measure()
    case 8:
      change {
        $0.rows = ListWindowTests.rows(($0.next.above - 7)..<($0.next.above + 1)) + $0.rows;
        $0.next.above -= 8
      }
    case 9:
      change {
        $0.rows += ListWindowTests.rows($0.next.below..<($0.next.below + 20)); $0.next.below += 20
      }
    case 10:
      if rows.count > 100, let index = rows.indices.randomElement(using: &generator) {
        change { $0.rows.remove(at: index) }
      }
    default:
      let key = rows.randomElement(using: &generator)
      if Bool.random(using: &generator) { pinned = key } else { window.focused = key }
      draw()
    }
  }

  private mutating func move(to offset: Double) {
    if window.scrolled(offset: offset, height: height, rest: max(0, whole - offset - height)) { draw() }
    check(isScrolled: true)
  }

  private mutating func measure() {
    for item in items where !item.isSpace && Bool.random(using: &generator) {
      let key = page.key(item.index)
      let height = Double(Int.random(in: 40 * 64...600 * 64, using: &generator)) / 64
      if first.count < ListWindow.initialCellCount, told[key] == nil { first.append(height) }
      told[key] = height
      window.measured(key, height)
    }
    draw()
  }

  private mutating func change(_ change: (inout Self) -> Void) {
    let (before, wasAtTop) = (anchor, window.offset <= 0)
    change(&self)
    draw()
    guard !wasAtTop, let before, let index = (0..<page.count).first(where: { page.key($0) == before.key })
    else {
      return
    }
    #expect(abs(top(of: index) - window.offset - before.place) < 0.01, "what is read moved")
  }

  private mutating func draw() {
    page = ListWindowTests.page(rows, pinned: pinned, isGrid: isGrid)
    items = window.items(page)
    check(isScrolled: false)
  }

  private func check(isScrolled: Bool) {
    let cells = items.filter { !$0.isSpace }.map(\.index)
    let isInOrder = zip(cells, cells.dropFirst()).allSatisfy { $0 < $1 }
    #expect(isInOrder, "each once")
    var tops = [0.0]
    for index in 0..<page.count { tops.append(tops[index] + height(of: index)) }
    var (end, space) = (0, 0.0)
    for item in items + [ListItem(key: "end", index: page.count)] {
      if item.isSpace {
        space = item.height
      } else {
        let isAsHigh = abs(tops[item.index] - tops[end] - space) < 0.01
        if !isAsHigh { Issue.record("a spacer is not as high as what it stands for") }
        (end, space) = (min(item.index + 1, page.count), 0)
      }
    }
    for case let key? in [window.focused, pinned] where rows.contains(key) {
      let isThere = cells.contains { page.key($0) == key }
      #expect(isThere, "\(key) is gone")
    }
    guard isScrolled else { return }
    // The visible part is in the document, with as much again above and below.
    let (upper, lower) = (window.offset - height + 1, window.offset + 2 * height - 1)
    for index in 0..<page.count where tops[index + 1] > upper && tops[index] < lower && !cells.contains(index)
    {
      Issue.record("\(page.key(index)) is missing")
    }
    #expect(cells.count < 140, "few are in the document")
  }
}
