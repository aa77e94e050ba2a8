import Markup
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct PageDiffTests {
  @Test func `the same page takes no operation`() {
    let page = Page(title: "", status: "a", frame: cells("b"), cells: cells("1 2 3"))
    #expect(operations(from: page, to: page) == [])
    #expect(operations(from: Page(title: "Old"), to: Page(title: "New")) == [])
  }

  @Test func `one changed cell of a thousand is one replacement`() {
    let shown = (0..<1000).map { NumberedCell(key: "\($0)", revision: 0) }
    for place in [0, 500, 999] {
      var changed = shown
      changed[place].revision = 1
      #expect(operations(shown, changed) == [.replace(key: "\(place)", changed[place].html(strings))])
    }
  }

  @Test func `cells are inserted before the next one`() {
    let html = NumberedCell(key: "x", revision: 0).html(strings)
    #expect(operations(cells("1 2 3"), cells("x 1 2 3")) == [.insert(.cells, key: "x", html, before: "1")])
    #expect(operations(cells("1 2 3"), cells("1 2 x 3")) == [.insert(.cells, key: "x", html, before: "3")])
    #expect(operations(cells("1 2 3"), cells("1 2 3 x")) == [.insert(.cells, key: "x", html, before: nil)])
    #expect(operations([], cells("x")) == [.insert(.cells, key: "x", html, before: nil)])
  }

  @Test func `several cells are inserted from the last`() {
    #expect(
      operations(cells("1 2"), cells("1 x y 2")) == [
        .insert(.cells, key: "y", NumberedCell(key: "y", revision: 0).html(strings), before: "2"),
        .insert(.cells, key: "x", NumberedCell(key: "x", revision: 0).html(strings), before: "y"),
      ])
  }

  @Test func `cells are removed`() {
    #expect(operations(cells("1 2 3"), cells("2 3")) == [.remove(key: "1")])
    #expect(operations(cells("1 2 3"), cells("1 3")) == [.remove(key: "2")])
    #expect(operations(cells("1 2 3"), cells("1 2")) == [.remove(key: "3")])
    #expect(operations(cells("1 2 3"), []) == [.remove(key: "1"), .remove(key: "2"), .remove(key: "3")])
  }

  @Test func `as few cells as possible are moved`() {
    #expect(operations(cells("1 2 3 4"), cells("4 1 2 3")) == [.move(.cells, key: "4", before: "1")])
    #expect(operations(cells("1 2 3 4"), cells("2 3 4 1")) == [.move(.cells, key: "1", before: nil)])
    #expect(operations(cells("1 2 3 4 5"), cells("1 4 3 2 5")).count == 2)
    #expect(operations(cells("1 2 3 4 5 6"), cells("3 1 2 6 4 5")).count == 2)
    #expect(operations(cells("1 2"), cells("2 1")).count == 1)
  }

  @Test func `a cell may move and change`() {
    var new = cells("3 1 2")
    new[0].revision = 1
    #expect(
      operations(cells("1 2 3"), new) == [
        .replace(key: "3", new[0].html(strings)), .move(.cells, key: "3", before: "1"),
      ])
  }

  @Test func `the status and the zones have their own operations`() {
    let shown = Page(title: "", frame: cells("bar"), cells: cells("1"))
    let new = Page(title: "", status: "refreshing", frame: cells("bar notice"), cells: cells("1"))
    #expect(
      operations(from: shown, to: new) == [
        .status("refreshing"),
        .insert(.frame, key: "notice", NumberedCell(key: "notice", revision: 0).html(strings), before: nil),
      ])
  }

  @Test func `another language replaces every cell where it stands`() {
    let html = { (key: String) in NumberedCell(key: key, revision: 0).html(strings) }
    let screen = host(Page(title: "", frame: cells("bar"), cells: cells("1 2")))
    _ = screen.markup(.made())
    #expect(
      screen.redraw(.made()) == [
        .replace(key: "bar", html("bar")), .replace(key: "1", html("1")), .replace(key: "2", html("2")),
      ])
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `the operations turn any page into any other`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let old = Self.randomCells(&generator)
    let new = Self.randomCells(&generator)
    let operations = operations(old, new)
    var document = ModelDocument(old, strings)
    for operation in operations { document.perform(operation) }
    #expect(document.elements == ModelDocument(new, strings).elements)

    let oldKeys = Set(old.map(\.key))
    let newKeys = Set(new.map(\.key))
    let changed = new.count { cell in old.contains { $0.key == cell.key && $0 != cell } }
    let kept = oldKeys.intersection(newKeys).count
    let bound =
      oldKeys.subtracting(newKeys).count + newKeys.subtracting(oldKeys).count + changed + max(0, kept - 1)
    #expect(operations.count <= bound)
  }

  private static func randomCells(_ generator: inout SeededGenerator) -> [NumberedCell] {
    var keys = (0..<12).map { "\($0)" }
    if generator.chance(60) { keys.shuffle(using: &generator) }
    return keys.prefix(generator.below(13)).map { NumberedCell(key: $0, revision: generator.below(2)) }
  }
}

private let strings = Strings(.english)

private struct NumberedCell: PageCell {
  let key: String
  var revision: Int

  func html(_ strings: Strings) -> HTML { HTML { $0.element("p", text: "\(key) in revision \(revision)") } }
}

private func cells(_ keys: String) -> [NumberedCell] {
  keys.split(separator: " ").map { NumberedCell(key: String($0), revision: 0) }
}

/// A screen that shows one page after the other.
private enum Pages: Screen {
  static let name: StaticString = "pages"

  struct State: Equatable, Sendable {
    var pages: [Page<NumberedCell>]

    static func == (left: State, right: State) -> Bool { left.pages.count == right.pages.count }
  }

  enum Action: ScreenAction {
    typealias Tap = NoTap
    typealias Request = Never

    case turned

    init?(_ event: ScreenEvent) { self = .turned }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    if state.pages.count > 1 { state.pages.removeFirst() }
    return []
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<NumberedCell> { state.pages[0] }
}

private func host(_ pages: Page<NumberedCell>...) -> AnyScreenHost {
  ScreenHost<Pages>(Pages.State(pages: pages), id: 1)
}

private func operations(from old: Page<NumberedCell>, to new: Page<NumberedCell>) -> [PageOperation] {
  let screen = host(old, new)
  _ = screen.markup(.made(), isWhole: true)
  _ = screen.handle(.appeared)
  return screen.draw(.made())
}

private func operations(_ old: [NumberedCell], _ new: [NumberedCell]) -> [PageOperation] {
  operations(from: Page(title: "", cells: old), to: Page(title: "", cells: new))
}

/// The children of one zone of the document, as a browser has them.
private struct ModelDocument {
  struct Element: Equatable {
    let key: String
    var html: HTML
  }

  private(set) var elements: [Element]

  init(_ cells: [NumberedCell], _ strings: Strings) {
    elements = cells.map { Element(key: $0.key, html: $0.html(strings)) }
  }

  mutating func perform(_ operation: PageOperation) {
    switch operation {
    case .status, .feed, .space, .position: return
    case .insert(_, let key, let html, let before): insert(Element(key: key, html: html), before)
    case .replace(let key, let html):
      guard let place = place(of: key) else { return }
      elements[place].html = html
    case .move(_, let key, let before):
      guard let place = place(of: key) else { return }
      insert(elements.remove(at: place), before)
    case .remove(let key):
      guard let place = place(of: key) else { return }
      elements.remove(at: place)
    }
  }

  private mutating func insert(_ element: Element, _ before: String?) {
    guard let before else {
      elements.append(element)
      return
    }
    guard let place = place(of: before) else { return }
    elements.insert(element, at: place)
  }

  private func place(of key: String) -> Int? {
    let place = elements.firstIndex { $0.key == key }
    if place == nil { Issue.record("there is no cell \(key)") }
    return place
  }
}
