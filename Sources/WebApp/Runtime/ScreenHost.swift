import Localization
import Markup
import Social

/// An open screen of any type: the app holds these. Its document is compared and changed here, once for all
/// screens; what depends on the screen's own types is in `ScreenHost`.
class AnyScreenHost {
  let id: Identifier
  /// The tab whose root it is; `nil` if it isn't a root.
  let tab: Tab?
  /// The key of the session under which it was opened; `nil` for a stranger.
  let session: String?
  var pull = PullGesture()
  var zoom = ZoomGesture()
  /// The fingers on a picture that is being cropped.
  var fingers = CropGesture()
  /// True if the tab bar is part of it: it is a root, or nothing lies below it.
  var hasTabs: Bool
  /// True if it is a search, or one lies over it.
  var isSearching = false
  /// True if its state may differ from what is in the document.
  var isStale = true
  /// The scroll position of its list, and the part that is in the document.
  var list = ListWindow()
  // The content of the document.
  private(set) var title = ""
  private var status = ""
  /// The name of the feed; `nil` if it has no rows.
  private var feed: String?
  private var frame: [AnyCell] = []
  private var items: [ListItem] = []
  /// An element is `nil` if the item is a spacer.
  private var cells: [AnyCell?] = []

  fileprivate init(id: Identifier, tab: Tab?, session: String?) {
    self.id = id
    hasTabs = tab != nil
    self.tab = tab
    self.session = session
  }

  // Members that depend on the screen's own types, overridden by `ScreenHost`.

  var name: StaticString { "" }
  var isFeed: Bool { false }
  var isSearch: Bool { false }
  var gesture: ScreenGesture { .none }
  var authors: ShownAuthors { .home }
  var hasFailed: Bool { false }
  func isOther(_ text: String, ofDraft name: String) -> Bool { false }
  /// Returns `nil` if the screen doesn't handle the event.
  func handle(_ event: ScreenEvent) -> [Effect]? { nil }
  /// Returns `nil` if it isn't a tap of the screen.
  func handle(tap: EncodedTap) -> [Effect]? { nil }
  func understands(_ tap: EncodedTap) -> Bool { false }
  func receive(
    _ request: AnyScreenRequest, _ result: Result<Response, RequestFailure>, at time: Timestamp
  ) -> [Effect] { [] }
  fileprivate func page(_ environment: ViewEnvironment) -> AnyPage? { nil }

  final func isSameScreen(as other: AnyScreenHost) -> Bool {
    bytes(of: name).elementsEqual(bytes(of: other.name)) && (tab == nil) == (other.tab == nil)
  }

  /// Adopts the document that another instance of the same screen rendered.
  final func adoptDocument(of other: AnyScreenHost) {
    (title, status, feed, frame) = (other.title, other.status, other.feed, other.frame)
    (items, cells) = (other.items, other.cells)
    list.hasAllCells = true
  }

  /// Notes what the document shows: the whole screen, as the server rendered it.
  final func hydrate(_ environment: ViewEnvironment) {
    guard let page = page(environment) else { return }
    show(page, ListWindow.whole(page))
  }

  /// Renders the screen's element, a scroller, with its frame and its cells; if `isWhole`, with all its
  /// cells.
  final func markup(_ environment: ViewEnvironment, isWhole: Bool = false) -> HTML {
    guard let page = page(environment) else { return HTML() }
    show(page, isWhole ? ListWindow.whole(page) : list.items(page))
    let strings = environment.strings
    return HTML { html in
      html.element(
        "section",
        .class(
          "screen " + String(decoding: bytes(of: name), as: UTF8.self)
            + (tab != nil ? " root" : hasTabs ? " base" : "")
        ),
        .data("data-screen", "\(id)"), .data("data-status", status), .aria(.label, title),
        .named(.tabIndex, "-1")
      ) { html in
        html.element("div", .class("frame")) { html in
          // Its first button skips to the content, so that it is a keyboard's first stop.
          if hasTabs { html.append(tabBar(environment)) }
          for cell in frame { html.append(cell.html(strings)) }
        }
        html.element(
          "div", .class("cells"), feed == nil ? nil : .role("feed"), feed.map { .aria(.label, $0) }
        ) {
          html in
          for index in items.indices { html.append(self.html(items[index], cells[index], strings)) }
        }
      }
    }
  }

  /// Returns what markup can't express, to be applied after it is inserted: heights of spacers, and positions
  /// of rows.
  final func layoutOperations() -> [PageOperation] {
    var operations: [PageOperation] = []
    for item in items { addLayout(of: item, &operations) }
    return operations
  }

  /// Returns the operations that turn the document into what the screen looks like now.
  final func draw(_ environment: ViewEnvironment) -> [PageOperation] {
    guard let page = page(environment) else { return [] }
    let (oldStatus, oldFeed, oldFrame, oldItems, oldCells) = (status, feed, frame, items, cells)
    show(page, list.items(page))
    var operations: [PageOperation] = []
    if status != oldStatus { operations.append(.status(status)) }
    if feed != oldFeed { operations.append(.feed(feed)) }
    difference(.frame, from: zone(oldFrame), to: zone(frame), environment.strings, &operations)
    difference(.cells, from: (oldItems, oldCells), to: (items, cells), environment.strings, &operations)
    return operations
  }

  /// Renders every cell anew in its place, for another language.
  final func redraw(_ environment: ViewEnvironment) -> [PageOperation] {
    var operations = draw(environment)
    for cell in frame { operations.append(.replace(key: cell.key, cell.html(environment.strings))) }
    operations += redrawTabs(environment)
    for (index, item) in items.enumerated() where !item.isSpace {
      operations.append(.replace(key: item.key, html(item, cells[index], environment.strings)))
      addLayout(of: item, &operations)
    }
    return operations
  }

  private func tabBar(_ environment: ViewEnvironment) -> HTML {
    TabBar(current: tab, isSearching: isSearching || isSearch, environment).html
  }

  /// Renders the tab bar anew, if the screen has one.
  final func redrawTabs(_ environment: ViewEnvironment) -> [PageOperation] {
    hasTabs ? [.replace(key: TabBar.key, tabBar(environment))] : []
  }

  private func show(_ page: AnyPage, _ items: [ListItem]) {
    isStale = false
    (title, status, frame, self.items) = (page.title, page.status, page.frame, items)
    cells = items.map { $0.isSpace ? nil : page.cell($0.index) }
    feed = isFeed && !page.rows.isEmpty ? title : nil
  }

  private func html(_ item: ListItem, _ cell: AnyCell?, _ strings: Strings) -> HTML {
    cell?.html(strings)
      ?? HTML { html in
        html.element("div", .class("space"), .data("data-key", item.key), .aria(.hidden, "true")) { _ in }
      }
  }

  private func zone(_ frame: [AnyCell]) -> (items: [ListItem], cells: [AnyCell?]) {
    (frame.map { ListItem(key: $0.key, index: 0) }, frame.map { Optional($0) })
  }

  private func difference(
    _ zone: PageZone, from old: (items: [ListItem], cells: [AnyCell?]),
    to new: (items: [ListItem], cells: [AnyCell?]),
    _ strings: Strings, _ operations: inout [PageOperation]
  ) {
    for step in KeyDiff.steps(from: old.items.map { $0.key }, to: new.items.map { $0.key }) {
      switch step {
      case .keep(let before, let now):
        let item = new.items[now]
        var isReplaced = false
        if let old = old.cells[before], let cell = new.cells[now], !(old == cell) {
          isReplaced = true
          operations.append(.replace(key: item.key, cell.html(since: old, strings)))
        }
        if isReplaced || item.isElsewhere(than: old.items[before]) { addLayout(of: item, &operations) }
      case .remove(let key): operations.append(.remove(key: key))
      case .move(let key, let before): operations.append(.move(zone, key: key, before: before))
      case .insert(let now, let before):
        let item = new.items[now]
        operations.append(
          .insert(zone, key: item.key, html(item, new.cells[now], strings), before: before))
        addLayout(of: item, &operations)
      }
    }
  }

  private func addLayout(of item: ListItem, _ operations: inout [PageOperation]) {
    if item.isSpace {
      operations.append(.space(key: item.key, item.height))
    } else if isFeed, item.position > 0 {
      operations.append(.position(key: item.key, item.position, of: item.setSize))
    }
  }
}

/// Runs one screen, whose state it holds.
final class ScreenHost<S: Screen>: AnyScreenHost {
  private(set) var state: S.State

  init(_ state: S.State, id: Identifier, tab: Tab? = nil, session: String? = nil) {
    self.state = state
    super.init(id: id, tab: tab, session: session)
  }

  override var name: StaticString { S.name }
  override var isFeed: Bool { S.isFeed }
  override var isSearch: Bool { S.isSearch }
  override var gesture: ScreenGesture { S.gesture(state) }
  override var authors: ShownAuthors { S.authors(state) }
  override var hasFailed: Bool { S.hasFailed(state) }
  override func isOther(_ text: String, ofDraft name: String) -> Bool {
    S.isOther(text, ofDraft: name, state)
  }

  private func send(_ action: S.Action) -> [Effect] {
    isStale = true
    return S.reduce(&state, action)
  }

  override func handle(_ event: ScreenEvent) -> [Effect]? { S.Action(event).map { send($0) } }

  override func handle(tap: EncodedTap) -> [Effect]? { S.Action.Tap(tap).map { send(.tapped($0)) } }

  override func understands(_ tap: EncodedTap) -> Bool { S.Action.Tap(tap) != nil }

  override func receive(
    _ request: AnyScreenRequest, _ result: Result<Response, RequestFailure>, at time: Timestamp
  ) -> [Effect] {
    // A response goes to the screen that asked, and a screen asks only for its own requests. A checked cast
    // isn't possible: the compiler (6.3.1, Embedded) crashes where a screen's `Request` is `Never`.
    send(.received(unsafeDowncast(request, to: ScreenRequest<S.Action.Request>.self).value, result, at: time))
  }

  fileprivate override func page(_ environment: ViewEnvironment) -> AnyPage? {
    AnyPage(S.view(state, environment))
  }
}
