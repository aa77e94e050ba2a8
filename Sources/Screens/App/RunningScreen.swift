import Markup
import Social

/// A screen that is open, whichever it is: the app holds these. Its document is compared and changed here, once for
/// all screens; what depends on the screen's own types is in `Running`.
class RunningScreen {
  let id: Identifier
  /// Of a root, which it is.
  let tab: Tab?
  /// The key of the session under which it was opened; nil: a stranger's.
  let session: String?
  var pull = PullGesture()
  var zoom = ZoomGesture()
  /// It may look different from what is shown.
  var isStale = true
  /// Where its list stands, and which part of it is in the document.
  var list = ListWindow()
  // What is in the document.
  private(set) var title = ""
  private var status = ""
  private var frame: [AnyCell] = []
  private var items: [ListItem] = []
  /// nil: the item is a spacer.
  private var cells: [AnyCell?] = []

  fileprivate init(id: Identifier, tab: Tab?, session: String?) {
    self.id = id
    self.tab = tab
    self.session = session
  }

  // What the screen's own types decide, overridden by `Running`.

  var name: StaticString { "" }
  var isFeed: Bool { false }
  var gesture: ScreenGesture { .none }
  /// nil: the event means nothing to the screen.
  func handle(_ event: ScreenEvent) -> [Effect]? { nil }
  /// nil: it is no tap of the screen.
  func handle(tap: WrittenTap) -> [Effect]? { nil }
  func understands(_ tap: WrittenTap) -> Bool { false }
  func receive(
    _ request: AnyScreenRequest, _ result: Result<Response, RequestFailure>, at time: Timestamp
  ) -> [Effect] { [] }
  fileprivate func page(_ reader: Reader) -> AnyPage? { nil }

  final func isSameScreen(as other: RunningScreen) -> Bool {
    bytes(of: name).elementsEqual(bytes(of: other.name)) && (tab == nil) == (other.tab == nil)
  }

  /// What is in the document is what another running of the same screen rendered.
  final func takeOver(_ other: RunningScreen) {
    (title, status, frame) = (other.title, other.status, other.frame)
    (items, cells) = (other.items, other.cells)
  }

  /// The screen's element, with its frame and its cells: a scroller. `isWhole`: with all cells there are.
  final func markup(_ reader: Reader, isWhole: Bool = false) -> HTML {
    guard let page = page(reader) else { return HTML() }
    show(page, isWhole ? ListWindow.whole(page) : list.items(page))
    let strings = reader.strings
    return HTML { html in
      html.element(
        "section", .class("screen " + String(decoding: bytes(of: name), as: UTF8.self) + (tab == nil ? "" : " root")),
        .data("data-screen", "\(id)"), .data("data-status", status), .aria(.label, title), .named(.tabIndex, "-1")
      ) { html in
        html.element("div", .class("frame")) { html in
          for cell in frame { html.append(cell.html(strings)) }
          if let tab { html.append(TabBar(current: tab).html(strings)) }
        }
        html.element("div", .class("cells"), isFeed ? .role("feed") : nil, isFeed ? .aria(.label, title) : nil) {
          html in
          for index in items.indices { html.append(self.html(index, strings)) }
        }
      }
    }
  }

  /// What markup can't say, once it is in the document: heights of spacers, and places of rows.
  final func placements() -> [PageOperation] {
    var operations: [PageOperation] = []
    for item in items { place(item, &operations) }
    return operations
  }

  /// The operations that turn what is in the document into what the screen looks like now.
  final func draw(_ reader: Reader) -> [PageOperation] {
    guard let page = page(reader) else { return [] }
    let (oldStatus, oldFrame, oldItems, oldCells) = (status, frame, items, cells)
    show(page, list.items(page))
    var operations: [PageOperation] = []
    if status != oldStatus { operations.append(.status(status)) }
    drawFrame(oldFrame, reader.strings, &operations)
    drawCells(oldItems, oldCells, reader.strings, &operations)
    return operations
  }

  /// Every cell anew, where it stands: for another language.
  final func redraw(_ reader: Reader) -> [PageOperation] {
    var operations = draw(reader)
    for cell in frame { operations.append(.replace(key: cell.key, cell.html(reader.strings))) }
    if let tab { operations.append(.replace(key: TabBar.key, TabBar(current: tab).html(reader.strings))) }
    for (index, item) in items.enumerated() where !item.isSpace {
      operations.append(.replace(key: item.key, html(index, reader.strings)))
      place(item, &operations)
    }
    return operations
  }

  private func show(_ page: AnyPage, _ items: [ListItem]) {
    isStale = false
    (title, status, frame, self.items) = (page.title, page.status, page.frame, items)
    cells = items.map { $0.isSpace ? nil : page.cell($0.index) }
  }

  private func html(_ index: Int, _ strings: Strings) -> HTML {
    cells[index]?.html(strings)
      ?? HTML { html in
        html.element("div", .class("space"), .data("data-key", items[index].key), .aria(.hidden, "true")) { _ in }
      }
  }

  private func drawFrame(_ old: [AnyCell], _ strings: Strings, _ operations: inout [PageOperation]) {
    for step in KeyDiff.steps(from: old.map { $0.key }, to: frame.map { $0.key }) {
      switch step {
      case .keep(let before, let now):
        if !(old[before] == frame[now]) {
          operations.append(.replace(key: frame[now].key, frame[now].html(strings)))
        }
      case .remove(let key): operations.append(.remove(key: key))
      case .move(let key, let before): operations.append(.move(.frame, key: key, before: before ?? frameEnd))
      case .insert(let now, let before):
        let cell = frame[now]
        operations.append(.insert(.frame, key: cell.key, cell.html(strings), before: before ?? frameEnd))
      }
    }
  }

  /// What stands behind the last cell of the frame.
  private var frameEnd: String? { tab == nil ? nil : TabBar.key }

  private func drawCells(
    _ oldItems: [ListItem], _ oldCells: [AnyCell?], _ strings: Strings, _ operations: inout [PageOperation]
  ) {
    for step in KeyDiff.steps(from: oldItems.map { $0.key }, to: items.map { $0.key }) {
      switch step {
      case .keep(let before, let now):
        let item = items[now]
        var isReplaced = false
        if let old = oldCells[before], let new = cells[now], !(old == new) {
          isReplaced = true
          operations.append(.replace(key: item.key, new.html(strings)))
        }
        if isReplaced || item.isElsewhere(than: oldItems[before]) { place(item, &operations) }
      case .remove(let key): operations.append(.remove(key: key))
      case .move(let key, let before): operations.append(.move(.cells, key: key, before: before))
      case .insert(let now, let before):
        operations.append(.insert(.cells, key: items[now].key, html(now, strings), before: before))
        place(items[now], &operations)
      }
    }
  }

  private func place(_ item: ListItem, _ operations: inout [PageOperation]) {
    if item.isSpace {
      operations.append(.space(key: item.key, item.height))
    } else if isFeed, item.position > 0 {
      operations.append(.place(key: item.key, item.position, of: item.setSize))
    }
  }
}

/// A running screen with its state.
final class Running<S: Screen>: RunningScreen {
  private(set) var state: S.State

  init(_ state: S.State, id: Identifier, tab: Tab? = nil, session: String? = nil) {
    self.state = state
    super.init(id: id, tab: tab, session: session)
  }

  override var name: StaticString { S.name }
  override var isFeed: Bool { S.isFeed }
  override var gesture: ScreenGesture { S.gesture(state) }

  private func send(_ action: S.Action) -> [Effect] {
    isStale = true
    return S.reduce(&state, action)
  }

  override func handle(_ event: ScreenEvent) -> [Effect]? { S.Action(event).map { send($0) } }

  override func handle(tap: WrittenTap) -> [Effect]? { S.Action.Tap(tap).map { send(.tapped($0)) } }

  override func understands(_ tap: WrittenTap) -> Bool { S.Action.Tap(tap) != nil }

  override func receive(
    _ request: AnyScreenRequest, _ result: Result<Response, RequestFailure>, at time: Timestamp
  ) -> [Effect] {
    // A response comes to the screen that asked, and a screen asks for its own requests only. A checked cast is not to
    // be had here: the compiler (6.3.1, Embedded) crashes where a screen's `Request` is `Never`.
    send(.received(unsafeDowncast(request, to: ScreenRequest<S.Action.Request>.self).value, result, at: time))
  }

  fileprivate override func page(_ reader: Reader) -> AnyPage? { AnyPage(S.view(state, reader)) }
}
