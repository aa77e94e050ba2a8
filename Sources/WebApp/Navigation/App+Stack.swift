import Contracts
import Markup
import Social

/// The stack of screens: hydrating the initial page, opening, closing, and the tabs' roots.
extension App {
  /// The number of screens over the root that shows.
  var depth: Int { stack.count - 1 - otherRootsCount }

  mutating func context(isRoot: Bool = false) -> ScreenContext {
    let session = sessions.current
    return ScreenContext(
      origin: session?.origin ?? .own(server), session: session, sessions: sessions,
      memory: memory.part(memoryPrefix(of: session?.key)),
      outbox: outbox.items.isEmpty ? [] : session.map { outbox.items(of: $0.key) } ?? [],
      store: store(of: session?.key), randomBytes: randomness.next(), homeUsername: homeUsername,
      isRoot: isRoot,
      server: server, minutesEast: environment.minutesEast)
  }

  /// Hydrates the page that the server rendered, and applies what the device has stored. If the device knows
  /// that another screen belongs there, that one replaces it. The landing page stays as it is, a page of
  /// links.
  mutating func hydrate(_ first: InitialPage, _ path: String) {
    if case .membersOnly = first.content {
      guard sessions.current != nil else { return rememberRequested(path) }
      // The device has a session that its cookie doesn't show.
      commands.append(.rememberMember(true))
    }
    let id = nextIdentifier()
    let rendered = first.screen(id, at: .own(server), path: path)
    rendered?.hydrate(environment)
    let destination = first.content.destination(path, own: .own(server))
    var tab = first.content.tab
    if case .tab(let named)? = destination { tab = named }
    let context = context(isRoot: tab != nil)
    let seen =
      destination.map { $0.open(id, tab: tab, in: context) }
      ?? first.screen(id, at: .own(server), path: path, in: context)
    seen?.hasTabs = true
    if let seen, let rendered, seen.isSameScreen(as: rendered) {
      seen.adoptDocument(of: rendered)
      stack = [seen]
      commands += seen.layoutOperations().map { .patch(id, $0) }
    } else if let other = destination?.open(nextIdentifier(), tab: tab, in: context) {
      other.hasTabs = true
      replace(id, with: other)
    } else if rendered != nil {
      // The page is a member's, but its session has ended.
      commands.append(.rememberMember(false))
      guard let moments = Destination.tab(.moments).open(nextIdentifier(), tab: .moments, in: context) else {
        // The community is closed, and its server has the landing page.
        return commands.append(.visit(url: path))
      }
      commands.append(.replaceHistory(url: Tab.moments.path))
      replace(id, with: moments)
    }
  }

  private mutating func replace(_ rendered: Identifier, with screen: AnyScreenHost) {
    stack = [screen]
    commands.append(.openRoot(screen.id, screen.markup(environment)))
    showTitle(screen)
    commands.append(.closeScreen(rendered))
  }

  mutating func open(_ destination: Destination) {
    if case .tab(let tab) = destination { return show(tab) }
    if isAheadOfHistory {
      if isGoingBack { return chosen = (.destination(destination), 0) }
      // The browser's step back was lost.
      isAheadOfHistory = false
    }
    var isMenu = false
    if case .menu = destination { isMenu = true }
    if isMenu, depth > 0 { return }
    if case .landingPage(let deferredAction) = destination { return goToLandingPage(deferredAction) }
    guard let screen = destination.open(nextIdentifier(), in: context()) else { return }
    let effects = screen.handle(.appeared) ?? []
    stack.append(screen)
    var reveals: String?
    if case .viewer(let pictures) = destination { reveals = PictureSet.key(of: pictures.index) }
    commands.append(.openScreen(screen.id, screen.markup(environment), reveals: reveals))
    commands += screen.layoutOperations().map { .patch(screen.id, $0) }
    commands.append(.pushHistory(depth: depth, url: destination.url?.text))
    showTitle(screen)
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
    // Mentions stay in the place of all notifications until the viewer returns to all.
    if tab == .notifications, top.tab?.slot != tab, let last = stack.last(where: { $0.tab?.slot == tab })?.tab
    {
      tab = last
    }
    if top.tab == tab {
      scrolling.append(.scrollToTop(top.id))
      send(.choseAgain, to: top)
    } else if let index = stack.firstIndex(where: { $0.tab == tab }) {
      let screen = stack.remove(at: index)
      stack.append(screen)
      commands.append(.showRoot(screen.id))
      setAddress(of: tab)
      showTitle(screen)
      send(.returned, to: screen)
    } else if let screen = Destination.tab(tab).open(nextIdentifier(), tab: tab, in: context(isRoot: true)) {
      if top.tab != nil { otherRootsCount += 1 }
      let effects = put(screen, tab)
      if top.tab == nil { remove(top.id) }
      perform(effects, of: screen)
      if live.isReady { askMessages() }
    } else {
      // Only the server knows whose Moments page is the root, and the content of the landing page.
      commands.append(.visit(url: tab.path))
    }
  }

  /// Puts a new root in front of all others. The caller performs its first effects.
  private mutating func put(_ screen: AnyScreenHost, _ tab: Tab?) -> [Effect] {
    let effects = firstEffects(of: screen)
    stack.append(screen)
    commands.append(.openRoot(screen.id, screen.markup(environment)))
    commands += screen.layoutOperations().map { .patch(screen.id, $0) }
    if let tab { setAddress(of: tab) }
    showTitle(screen)
    return effects
  }

  private mutating func setAddress(of tab: Tab) {
    if !isAheadOfHistory { commands.append(.replaceHistory(url: tab.path)) }
  }

  /// Replaces all screens, because another session comes to the front.
  mutating func startOver(at tab: Tab) {
    commands.append(.claimTab(sessions.currentKey))
    let old = stack
    stack = []
    otherRootsCount = 0
    // The new page shows the new viewer's picture from its first rendering on.
    environment.me = sessions.current?.me.account
    environment.announcement = storedAnnouncement
    hideToast()
    resetUnread()
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
    askUnread()
    if live.isReady { connect() }
  }

  /// Closes a screen by going back in the browser's history. The screen closes when the browser reports that
  /// it has gone back.
  ///
  /// - Parameter others: the number of screens that stand beside it and close with it.
  mutating func close(_ id: Identifier, with others: Int = 0) {
    guard stack.last?.id == id || others > 0 else { return }
    guard depth > others else {
      if sessions.current == nil { return commands.append(.visit(url: Links.home.text)) }
      return perform(.tab(.home), on: id)
    }
    goBack(1 + others)
  }

  /// True if the browser was asked to go back and has not reported it yet. After a second the app takes the
  /// step for lost.
  private var isGoingBack: Bool { askedToGoBack.map { now.milliseconds - $0.milliseconds < 1000 } ?? false }

  mutating func goBack(_ steps: Int) {
    // A second step before the browser went would go back twice, and leave the page below as well.
    if isGoingBack { return }
    askedToGoBack = now
    commands.append(.goBack(steps))
  }

  /// Closes the topmost `steps` screens, then carries out the choice.
  mutating func uncover(for choice: Choice, steps: Int) {
    chosen = (choice, depth - steps)
    goBack(steps)
  }

  /// The index of the list that on a wide page stands beside what was opened from it, and can be used
  /// (`feed-look.md`, 11). It is the last search that something lies over, else the root.
  var listIndex: Int {
    stack.indices.dropLast().last { $0 >= otherRootsCount && stack[$0].isSearch } ?? otherRootsCount
  }

  /// Returns the number of screens to close before a choice in this screen is carried out. They are those
  /// over the list, or over the root, whose rail always shows.
  func detailCount(_ id: Identifier) -> Int {
    guard depth > 0, let index = stack.firstIndex(where: { $0.id == id }),
      index == otherRootsCount || index == listIndex
    else { return 0 }
    return stack.count - 1 - index
  }

  /// The list that shows beside what lies over it, according to the browser's last report.
  var splitViewList: AnyScreenHost? { showsList && depth > 0 ? stack[listIndex] : nil }

  mutating func wentTo(_ depth: Int) {
    askedToGoBack = nil
    slide = SlideGesture()
    if isAheadOfHistory {
      guard depth <= 0 else { return goBack(depth) }
      isAheadOfHistory = false
      if let tab = stack.last?.tab { setAddress(of: tab) }
    }
    // A closing screen may shrink into a cell of the one below.
    if otherRootsCount + max(depth, 0) < stack.count { catchUp(stack[otherRootsCount + max(depth, 0)]) }
    let (before, wasMenu) = (stack.count, menu != nil)
    while self.depth > max(depth, 0), let top = stack.last { remove(top.id) }
    // The chosen screen shows next, not the uncovered one.
    if stack.count < before, !wasMenu, chosen == nil, let top = stack.last { send(.returned, to: top) }
    guard let next = chosen else { return }
    // An earlier step back was on its way when the choice was made, and didn't go far enough.
    if self.depth > next.depth { return goBack(self.depth - next.depth) }
    chosen = nil
    if self.depth < next.depth { return }
    switch next.choice {
    case .tap(let tap): perform(tap, on: 0)
    case .destination(let destination): open(destination)
    case .session(let request): perform(request)
    }
  }

  /// Takes a screen off the stack, and cancels its requests and timers. Writes that it began go on.
  mutating func remove(_ id: Identifier) {
    cancelRequests(of: id)
    let session = stack.first { $0.id == id }?.session
    stack.removeAll { $0.id == id }
    if hasWritten, let session {
      hasWritten = false
      broadcast(.draftsChanged(StoredDraft.all(in: memory.part(memoryPrefix(of: session)))), in: session)
    }
    if id == menu {
      menu = nil
      placeMenu(isOpen: false)
    }
    commands.append(.closeScreen(id))
    if let top = stack.last { showTitle(top) }
  }
}
