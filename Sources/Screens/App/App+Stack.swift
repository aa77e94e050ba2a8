import Contracts
import Markup
import Social

/// The stack of screens: taking over the first one, opening, closing, and the tabs' roots.
extension App {
  /// How many screens lie over the root that shows.
  var depth: Int { stack.count - 1 - asideCount }

  func context(isRoot: Bool = false, randomBytes: [UInt8] = []) -> ScreenContext {
    let session = sessions.current
    return ScreenContext(
      origin: session?.origin ?? .own(server), session: session, sessions: sessions,
      memory: memory.part(memoryPrefix), outbox: session.map { outbox.items(of: $0.key) } ?? [],
      randomBytes: randomBytes, homeUsername: homeUsername, isRoot: isRoot, server: server)
  }

  /// What the server rendered becomes what the device knows; where that is another screen, the first one makes way.
  mutating func takeOver(_ first: FirstScreen, _ path: String) {
    guard let rendered = first.screen(at: .own(server), path: path) else { return }
    let renderedTab = first.content.tab
    let shown = ShownPage(rendered, reader, tab: renderedTab)
    let destination = first.content.destination(path, own: .own(server))
    var tab = renderedTab
    if case .tab(let named)? = destination { tab = named }
    let randomBytes = randomness.next()
    let screen =
      destination.flatMap { ScreenState($0, in: context(isRoot: tab != nil, randomBytes: randomBytes)) }
      ?? rendered.seen(by: context())
    let entry = Entry(id: nextIdentifier(), tab: tab, screen: screen, shown: shown)
    guard screen.name != rendered.name else {
      stack = [entry]
      stack[0].isStale = true
      return
    }
    put(screen, as: tab)
    commands.append(.closeScreen(entry.id))
  }

  /// The first events of a screen that was taken over.
  mutating func begin(_ entry: Entry) {
    if case .moments(let state) = entry.screen, state.profile != nil {
      send(.moments(.tookOver), to: entry.id)
    } else {
      tell(.appeared, to: entry.id)
    }
  }

  mutating func open(_ destination: Destination) {
    if case .tab(let tab) = destination { return show(tab) }
    let randomBytes = randomness.next()
    guard let screen = ScreenState(destination, in: context(randomBytes: randomBytes)) else { return }
    var reveals: String?
    if case .viewer(let start) = destination { reveals = Viewer.slideKey(start.index) }
    let id = nextIdentifier()
    let page = ShownPage(screen, reader)
    stack.append(Entry(id: id, screen: screen, shown: page))
    commands.append(.openScreen(id, ScreenMarkup.html(screen, id: Int(id), reader), reveals: reveals))
    commands.append(.pushHistory(depth: depth, url: Links.url(of: destination)?.text))
    commands.append(.title(page.title))
    tell(.appeared, to: id)
  }

  /// Brings a tab's root to the front, as it was left.
  mutating func show(_ tab: Tab) {
    guard depth == 0, let top = stack.last else { return }
    if top.tab == tab {
      scrolling.append(.scrollToTop(top.id))
      tell(.choseAgain, to: top.id)
    } else if let index = stack.firstIndex(where: { $0.tab == tab }) {
      let entry = stack.remove(at: index)
      stack.append(entry)
      commands += [.showRoot(entry.id), .replaceHistory(url: tab.path), .title(entry.shown.title)]
      tell(.returned, to: entry.id)
    } else if let screen = ScreenState(.tab(tab), in: context(isRoot: true)) {
      if top.tab != nil { asideCount += 1 }
      let id = put(screen, as: tab)
      commands.append(.replaceHistory(url: tab.path))
      if top.tab == nil { remove(top.id) }
      tell(.appeared, to: id)
    } else {
      // Whose Moments those are only the server knows.
      commands.append(.visit(url: tab.path))
    }
  }

  /// A new root in front of all others.
  @discardableResult
  mutating func put(_ screen: ScreenState, as tab: Tab?) -> Identifier {
    let id = nextIdentifier()
    let page = ShownPage(screen, reader, tab: tab)
    stack.append(Entry(id: id, tab: tab, screen: screen, shown: page))
    commands.append(.openRoot(id, ScreenMarkup.html(screen, tab: tab, id: Int(id), reader)))
    commands.append(.title(page.title))
    return id
  }

  /// All screens go: somebody else sits in front of the app.
  mutating func startOver(at tab: Tab) {
    let old = stack
    stack = []
    asideCount = 0
    if let screen = ScreenState(.tab(tab), in: context(isRoot: true)) {
      let id = put(screen, as: tab)
      commands.append(.replaceHistory(url: tab.path))
      tell(.appeared, to: id)
    }
    for entry in old {
      cancelRequests(of: entry.id)
      commands.append(.closeScreen(entry.id))
    }
  }

  /// Closing is going back: the screen goes when the browser says that it went.
  mutating func close(_ id: Identifier) {
    guard stack.last?.id == id else { return }
    guard depth > 0 else {
      if sessions.current == nil { commands.append(.visit(url: Links.home.text)) } else { show(.home) }
      return
    }
    // A second wish before the browser went would go back twice, and leave the page below as well; after a second
    // it is sure that the first one was lost.
    if let asked = askedToGoBack, now.milliseconds - asked.milliseconds < 1000 { return }
    askedToGoBack = now
    commands.append(.goBack)
  }

  mutating func wentTo(_ depth: Int) {
    askedToGoBack = nil
    let before = stack.count
    while self.depth > max(depth, 0), let top = stack.last { remove(top.id) }
    if stack.count < before, let top = stack.last { tell(.returned, to: top.id) }
  }

  /// Takes a screen off the stack, and ends what runs for it.
  mutating func remove(_ id: Identifier) {
    cancelRequests(of: id)
    stack.removeAll { $0.id == id }
    commands.append(.closeScreen(id))
    if let top = stack.last { commands.append(.title(top.shown.title)) }
  }
}
