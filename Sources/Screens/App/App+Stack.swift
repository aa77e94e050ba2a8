import Contracts
import Markup
import Social

/// The stack of screens: taking over the first one, opening, closing, and the tabs' roots.
extension App {
  /// How many screens lie over the root that shows.
  var depth: Int { stack.count - 1 - asideCount }

  mutating func context(isRoot: Bool = false) -> ScreenContext {
    let session = sessions.current
    return ScreenContext(
      origin: session?.origin ?? .own(server), session: session, sessions: sessions,
      memory: memory.part(memoryPrefix(of: session?.key)),
      outbox: outbox.items.isEmpty ? [] : session.map { outbox.items(of: $0.key) } ?? [],
      changes: changes(of: session?.key), randomBytes: randomness.next(), homeUsername: homeUsername, isRoot: isRoot,
      server: server)
  }

  /// What the server rendered becomes what the device knows; where that is another screen, the first one makes way. The
  /// front door stays as it is, a page of links.
  mutating func takeOver(_ first: FirstScreen, _ path: String) {
    let id = nextIdentifier()
    let rendered = first.screen(id, at: .own(server), path: path)
    _ = rendered?.markup(reader, isWhole: true)
    let destination = first.content.destination(path, own: .own(server))
    var tab = first.content.tab
    if case .tab(let named)? = destination { tab = named }
    let context = context(isRoot: tab != nil)
    let seen =
      destination.map { $0.open(id, tab: tab, in: context) }
      ?? first.screen(id, at: .own(server), path: path, in: context)
    seen?.hasTabs = true
    if let seen, let rendered, seen.isSameScreen(as: rendered) {
      seen.takeOver(rendered)
      stack = [seen]
      commands += seen.placements().map { .patch(id, $0) }
    } else if let other = destination?.open(nextIdentifier(), tab: tab, in: context) {
      other.hasTabs = true
      replace(id, with: other)
    } else if rendered != nil,
      let moments = Destination.tab(.moments).open(nextIdentifier(), tab: .moments, in: context)
    {
      // A member's page, and nobody is signed in any more.
      commands += [.rememberMember(false), .replaceHistory(url: Tab.moments.path)]
      replace(id, with: moments)
    }
  }

  private mutating func replace(_ rendered: Identifier, with screen: RunningScreen) {
    stack = [screen]
    commands.append(.openRoot(screen.id, screen.markup(reader)))
    entitle(screen)
    commands.append(.closeScreen(rendered))
  }

  mutating func open(_ destination: Destination) {
    if case .tab(let tab) = destination { return show(tab) }
    if isAheadOfHistory {
      if isGoingBack { return chosen = (.destination(destination), 0) }
      // The step back was lost.
      isAheadOfHistory = false
    }
    var isMenu = false
    if case .menu = destination { isMenu = true }
    if isMenu, depth > 0 { return }
    if case .door(let wish) = destination { return goToDoor(wish) }
    guard let screen = destination.open(nextIdentifier(), in: context()) else { return }
    let effects = screen.handle(.appeared) ?? []
    stack.append(screen)
    var reveals: String?
    if case .viewer(let pictures) = destination { reveals = Viewer.slideKey(pictures.index) }
    commands.append(.openScreen(screen.id, screen.markup(reader), reveals: reveals))
    commands += screen.placements().map { .patch(screen.id, $0) }
    commands.append(.pushHistory(depth: depth, url: destination.url?.text))
    entitle(screen)
    if isMenu {
      menu = screen.id
      placeMenu(isOpen: true)
    }
    perform(effects, of: screen)
  }

  /// Brings a tab's root to the front, as it was left.
  mutating func show(_ tab: Tab) {
    guard depth == 0, let top = stack.last else { return }
    var tab = tab
    // Mentions stay in the place of all notifications until the reader wants those again.
    if tab == .notifications, top.tab?.place != tab, let last = stack.last(where: { $0.tab?.place == tab })?.tab {
      tab = last
    }
    if top.tab == tab {
      scrolling.append(.scrollToTop(top.id))
      tell(.choseAgain, to: top)
    } else if let index = stack.firstIndex(where: { $0.tab == tab }) {
      let screen = stack.remove(at: index)
      stack.append(screen)
      commands.append(.showRoot(screen.id))
      setAddress(of: tab)
      entitle(screen)
      showNews()
      tell(.returned, to: screen)
    } else if let screen = Destination.tab(tab).open(nextIdentifier(), tab: tab, in: context(isRoot: true)) {
      if top.tab != nil { asideCount += 1 }
      let effects = put(screen, tab)
      if top.tab == nil { remove(top.id) }
      perform(effects, of: screen)
    } else {
      // Whose Moments those are, and what the front door looks like, only the server knows.
      commands.append(.visit(url: tab.path))
    }
  }

  /// A new root in front of all others. Its first effects are left to the caller.
  private mutating func put(_ screen: RunningScreen, _ tab: Tab?) -> [Effect] {
    let effects = firstEffects(of: screen)
    stack.append(screen)
    commands.append(.openRoot(screen.id, screen.markup(reader)))
    commands += screen.placements().map { .patch(screen.id, $0) }
    if let tab { setAddress(of: tab) }
    entitle(screen)
    return effects
  }

  private mutating func setAddress(of tab: Tab) {
    if !isAheadOfHistory { commands.append(.replaceHistory(url: tab.path)) }
  }

  /// All screens go: somebody else sits in front of the app.
  mutating func startOver(at tab: Tab) {
    commands.append(.claimTab(sessions.currentKey))
    let old = stack
    stack = []
    asideCount = 0
    // The new page has the new person's picture from its first drawing on.
    reader.me = sessions.current?.me.account
    hideToast()
    forgetUnread()
    for screen in old {
      cancelRequests(of: screen.id)
      commands.append(.closeScreen(screen.id))
    }
    if let screen = Destination.tab(tab).open(nextIdentifier(), tab: tab, in: context(isRoot: true)) {
      let alike = old.first { $0.tab == tab }
      if let list = (alike ?? old.last)?.list { screen.list.replaces(list, isAlike: alike != nil) }
      perform(put(screen, tab), of: screen)
    } else {
      commands.append(.visit(url: tab.path))
    }
    showNews()
    askUnread()
  }

  /// Closes a screen by going back in the browser's history: it goes when the browser says that it has gone back.
  ///
  /// - Parameter others: how many screens stand beside it and close with it.
  mutating func close(_ id: Identifier, with others: Int = 0) {
    guard stack.last?.id == id || others > 0 else { return }
    guard depth > others else {
      if sessions.current == nil { return commands.append(.visit(url: Links.home.text)) }
      return perform(.tab(.home), on: id)
    }
    goBack(1 + others)
  }

  /// The browser was asked to, and has not said yet that it went. After a second it is sure that the wish was lost.
  private var isGoingBack: Bool { askedToGoBack.map { now.milliseconds - $0.milliseconds < 1000 } ?? false }

  mutating func goBack(_ steps: Int) {
    // A second wish before the browser went would go back twice, and leave the page below as well.
    if isGoingBack { return }
    askedToGoBack = now
    commands.append(.goBack(steps))
  }

  /// Closes the topmost `steps` screens, then does what was chosen.
  mutating func uncover(for choice: Choice, steps: Int) {
    chosen = (choice, depth - steps)
    goBack(steps)
  }

  /// Where in the stack the list is that on a wide page stands beside what was opened from it, and can be used
  /// (`feed-look.md`, 11): the last search that something lies over, else the root.
  var listIndex: Int {
    stack.indices.dropLast().last { $0 >= asideCount && stack[$0] is Running<Search> } ?? asideCount
  }

  /// How many screens make way for what is chosen there: those over the list, or over the root, whose rail always shows.
  func countBeside(_ id: Identifier) -> Int {
    guard depth > 0, let index = stack.firstIndex(where: { $0.id == id }), index == asideCount || index == listIndex
    else { return 0 }
    return stack.count - 1 - index
  }

  /// The list that shows beside what lies over it, as far as the browser said.
  var listBeside: RunningScreen? { showsList && depth > 0 ? stack[listIndex] : nil }

  mutating func wentTo(_ depth: Int) {
    askedToGoBack = nil
    slide = SlideGesture()
    if isAheadOfHistory {
      guard depth <= 0 else { return goBack(depth) }
      isAheadOfHistory = false
      if let tab = stack.last?.tab { setAddress(of: tab) }
    }
    let (before, wasMenu) = (stack.count, menu != nil)
    while self.depth > max(depth, 0), let top = stack.last { remove(top.id) }
    // What was chosen shows next, not what was uncovered.
    if stack.count < before, !wasMenu, chosen == nil, let top = stack.last { tell(.returned, to: top) }
    guard let next = chosen else { return }
    // An earlier step back was on its way when something was chosen: it was not far enough.
    if self.depth > next.depth { return goBack(self.depth - next.depth) }
    chosen = nil
    if self.depth < next.depth { return }
    switch next.choice {
    case .tap(let tap): perform(tap, on: 0)
    case .destination(let destination): open(destination)
    case .session(let request): perform(request)
    }
  }

  /// Takes a screen off the stack, and ends what runs for it. What was written through it goes on.
  mutating func remove(_ id: Identifier) {
    cancelRequests(of: id)
    let session = stack.first { $0.id == id }?.session
    stack.removeAll { $0.id == id }
    if hasWritten, let session {
      hasWritten = false
      spread(.draftsChanged(KeptDraft.all(in: memory.part(memoryPrefix(of: session)))), in: session)
    }
    if id == menu {
      menu = nil
      placeMenu(isOpen: false)
    }
    commands.append(.closeScreen(id))
    if let top = stack.last { entitle(top) }
  }
}
