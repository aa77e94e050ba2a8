public import Contracts
import Localization
public import Social

/// The whole app: a stack of screens, what they wait for, and what they look like.
///
/// Events go in, commands come out; nothing here touches a browser.
public struct App {
  indirect enum Waiting {
    /// A screen's request, with the time when it was sent.
    case request(Identifier, AnyScreenRequest, at: Timestamp)
    case load(Identifier, key: String)
    /// The home timeline of another account, as the device stores it under this key.
    case readingAhead(String)
    case timer(Identifier, ScreenTimer)
    /// An interaction that was sent to a server.
    case sendingInteraction(InteractionQueue.Target, at: Timestamp)
    /// The id of the outbox item that is being sent.
    case sending(String, at: Timestamp)
    /// The id of an item that may have arrived already; the app looks for it among its author's newest posts.
    case searching(String)
    /// A picture's id, and the upload step that runs.
    case picture(String, Uploads.Step)
    case savingProfile(ProfileSaving)
    /// The texts of a language that was chosen. Those of its first file are given while the second one is
    /// loaded.
    case texts(Language, Strings?)
    /// The timer for the next outbox item.
    case outboxDue
    /// The tab bar of that screen is held.
    case held(Identifier)
    case toastEnds
    /// The unread number of the session with that key.
    case unread(String, UnreadRequest, at: Timestamp)
    /// The read marker of the session with that key.
    case markerSet(String)
    /// A check whether the home timeline of the session with that key has posts newer than the one with that
    /// id.
    case news(String, after: String, at: Timestamp)
    /// The names of those who like that post of a Moments page, for the session with that key.
    case likers(String, post: String, at: Timestamp)
    /// The unread notifications of the session with that key, when there were that many.
    case messages(String, unread: Int)
    /// The revocation of a token, which the device stores under that key until then.
    case revoking(String)
    /// The connection on which the server tells what happens, and the timer for the next attempt.
    case live
    case liveDue
    /// The renewal of the push subscription of the session with that key.
    case push(String, PushStep)
    /// The timer after which the badge counts the notifications of the last moment.
    case countIsDue
    /// A response that changes nothing.
    case nothing
  }

  /// The next step on a root, once the screens over it are closed.
  indirect enum Choice {
    case tap(AppTap)
    case destination(Destination)
    case session(SessionRequest)
  }

  public internal(set) var environment: ViewEnvironment
  /// The device's clock, set before each event. `environment.now`, from which ages are computed, follows less
  /// often.
  public var now: Timestamp
  let server: ServerAddress
  let homeUsername: String?
  /// The addresses of the texts of every language.
  let textAddresses: [String]
  /// The language that the server rendered the initial page in.
  private let renderedLanguage: Language
  /// The roots of the other tabs, then the root that shows, then the screens over it.
  var stack: [AnyScreenHost] = []
  /// The number of roots of other tabs, which are at the beginning of the stack.
  var otherRootsCount = 0
  /// True if a search lies over the root or is the first screen, even if it is covered. The rail shows it.
  var isSearching = false
  var waiting: [Identifier: Waiting] = [:]
  var pauses = RequestPauses()
  /// The servers that the screens' requests went to.
  var asked: [Identifier: ServerAddress] = [:]
  var memory: Memory
  var sessions: Sessions
  /// The keys of the sessions that have ended since the start. A key is never used again; what is written
  /// under it is removed.
  var ended: Set<String> = []
  /// True if this tab of the browser is the one that sends the outbox.
  var leads: Bool
  var outbox = Outbox()
  var uploads = Uploads()
  var interactionQueue = InteractionQueue()
  var live = LiveConnection()
  /// The posts and relationships that each session's screens know; strangers have a store, too.
  var stores: [(session: String?, store: EntityStore)] = []
  /// The number of unread notifications; `nil` until a server has said it.
  var unread: Int?
  /// The time when that was last requested.
  var unreadAskedAt: Timestamp?
  /// The id of the newest entry of home that came since the viewer last looked at it; `nil` if none came.
  var newsID: String?
  /// True if the list shows beside what lies over it, according to the browser's last report.
  var showsList = false
  /// True if a draft was begun, changed, sent or discarded on the screen that shows.
  var hasWritten = false
  var toast: Toast?
  var toastSince = Timestamp(milliseconds: 0)
  /// The finger on the toast.
  var swipe = SwipeGesture()
  /// True if the mouse or the focus is on the toast, according to the browser's last report.
  var holdsToast = false
  var randomness: Randomness
  /// The reading position that the app is returning to; `nil` once it is reached, or the viewer has gone
  /// elsewhere.
  var positionToRestore: PagePosition?
  /// The time when the browser was asked to go back; `nil` once it went.
  var askedToGoBack: Timestamp?
  /// True if another account's root shows already while the browser still has to go back to the root's step
  /// of the history.
  var isAheadOfHistory = false
  var slide = SlideGesture()
  /// The menu's screen while it is open.
  var menu: Identifier?
  var hold = HoldGesture()
  /// The cached home timelines of the other accounts, loaded since the account switcher opened.
  var readAhead: [(key: String, bytes: [UInt8]?)] = []
  /// The choice made in the menu, in the account switcher or beside an open post, until the screens over the
  /// root are closed.
  var chosen: (choice: Choice, depth: Int)?
  private var lastIdentifier: Identifier = 0
  var commands: [Command] = []
  /// Scroll commands, which run last: they depend on the layout after the change.
  var scrolling: [Command] = []

  /// Hydrates the page that the server rendered, without a change to the document.
  ///
  /// `path` is the page's path and query; `memory` is what the device stores. `seed` is 32 unpredictable
  /// bytes. `textAddresses` are the addresses of the texts of every language. `leads` is true if this tab
  /// sends the outbox before it is told to.
  public init(
    _ first: InitialPage, server: ServerAddress, path: String = "", memory: Memory = Memory(),
    seed: [UInt8] = [],
    textAddresses: [String] = [], leads: Bool = true
  ) {
    environment = first.environment
    now = first.now
    self.server = server
    homeUsername = first.homeUsername
    self.textAddresses = textAddresses
    renderedLanguage = first.language
    self.memory = memory
    self.leads = leads
    sessions = Sessions(memory)
    randomness = Randomness(seed: seed)
    if memory[Sessions.listName] != nil { migrateSessions() }
    removeEndedSessions()
    restoreOutbox()
    restoreInteractions()
    hydrate(first, path)
    isSearching = stack.last?.isSearch == true
    // The server doesn't know this setting.
    if memory[Self.shortcutsKey] != nil { useShortcuts(false) }
  }

  /// Returns the commands after hydrating.
  public mutating func started() -> [Command] {
    if let screen = stack.last {
      perform(screen.handle(.hydrated) ?? screen.handle(.appeared) ?? [], of: screen)
    }
    if leads { lead(.alone) } else { sendOutbox() }
    revokeEndedTokens()
    askUnread()
    confirmAccountDeletion()
    commands.append(.claimTab(sessions.currentKey))
    commands.append(
      .removeOtherSaved(
        prefixes: ["stranger ", "images ", "timeline ", "image "]
          + sessions.all.map { Session.storagePrefix($0.key) }))
    let changes = finish()
    if renderedLanguage != environment.strings.language { setLanguage(environment.strings) }
    return changes + finish()
  }

  /// Adds the texts that come with the second part of the program. Returns false if the file is not theirs.
  public mutating func addTexts(laterFile bytes: [UInt8]) -> Bool {
    guard let strings = environment.strings.adding(laterFile: bytes) else { return false }
    environment.strings = strings
    return true
  }

  public mutating func handle(_ event: AppEvent) -> [Command] {
    switch event {
    case .tapped(let id, let tap): tapped(id, EncodedTap(text: tap))
    case .submitted(let id, let fields): if !voted(fields, on: id) { send(.submitted(fields), to: id) }
    case .typed(let id, let field, let text): send(.typed(field: field, text), to: id)
    case .anchored(let id, let key, let offset): send(.anchored(key: key, offset: offset), to: id)
    case .scrolled(let id, let offset, let height, let rest):
      scrolled(id, offset: offset, height: height, rest: rest)
    case .measured(let id, let key, let height):
      stack.first { $0.id == id }?.list.measured(key, height)
    case .focused(let id, let key): stack.first { $0.id == id }?.list.focused = key
    case .pageRestored(let key, let offset): pageRestored(at: key, offset)
    case .turned(let id, let index): send(.turned(to: index), to: id)
    case .key(let key): pressed(key)
    case .tileKey(let id, let tile, let key): send(.carried(tile: tile, meaning(of: key)), to: id)
    case .received(let id, let result): received(id, result)
    case .loaded(let id, let bytes):
      switch waiting.removeValue(forKey: id) {
      case .load(let screen, let key)?: send(.loaded(key: key, bytes, at: now), to: screen)
      case .readingAhead(let key)?: readAhead.append((key, bytes))
      default: break
      }
    case .timerFired(let id, let showsList, let holdsToast):
      self.showsList = showsList
      self.holdsToast = holdsToast
      fired(id)
    case .wentTo(let depth): wentTo(depth)
    case .clock(let now, let minutesEast, let showsList):
      self.showsList = showsList
      environment.now = now
      environment.minutesEast = minutesEast
      for screen in stack { screen.isStale = true }
      // Without a network nothing is asked: the bar says so already.
      if !live.isOffline {
        if let top = stack.last, !isLive(top) { send(.ticked(now), to: top) }
        if let list = splitViewList, !isLive(list) { send(.ticked(now), to: list) }
      }
      sendInteractions()
      if live.isReady { liveTicked() }
      if !live.isLive, !live.isOffline { askUnread() }
      live.isCaughtUp = live.isOpen
    case .online:
      live.lastOnline = nil
      outbox.wake(now: now)
      uploads.wake(now: now)
      interactionQueue.wake()
      sendOutbox()
      sendInteractions()
      revokeEndedTokens()
      if live.isReady { connect() }
      reload()
    case .becameWhole: becameWhole()
    case .streamed(let id, let bytes): streamed(id, bytes)
    case .wentOffline:
      live.lastOnline = lastIdentifier
      if live.session != nil { disconnect() }
      reload()
    case .wasHidden:
      live.isWanted = false
      wasHidden()
    case .fileDragged(let isOver):
      if isOver {
        show(Toast(.dropHint), stays: true)
      } else if toast?.message.phrase == .dropHint {
        hideToast()
      }
    case .returned:
      // A phone that was put away has cut off the running requests.
      outbox.wake(now: now)
      uploads.wake(now: now)
      interactionQueue.wake()
      sendOutbox()
      sendInteractions()
      live.isWanted = true
      // The network may have come back while the page stood still, without an event.
      live.lastOnline = nil
      if live.isReady { connect() }
      if let top = stack.last { send(.returned, to: top) }
    case .given(let file, let name): given(file, name)
    case .picked(let count): picked(count)
    case .shared(let words): shared(words)
    case .rememberedElsewhere(let key, let text): rememberedElsewhere(key, text)
    case .remembered(let memory): remembered(memory)
    case .leads(let lead): self.lead(lead)
    case .notStored(let key): notStored(key)
    case .pushed(let permission, let registration, let zone): pushed(permission, registration, zone)
    case .pushMayHaveChanged: renewPush()
    case .notified(let account, let path, let action, let isOpen):
      notified(account, path, action, isOpen: isOpen)
    case .prepared(let id, let size, let isStored, let pixels, let isPicture):
      prepared(id, size, isStored: isStored, pixels, isPicture: isPicture)
    }
    return finish()
  }

  /// Loads what shows again: the network has come or gone.
  @inline(never)
  private mutating func reload() {
    send(.missedEvents, in: sessions.currentKey)
    if let top = stack.last { send(.returned, to: top) }
    if let list = splitViewList { send(.returned, to: list) }
  }

  mutating func nextIdentifier() -> Identifier {
    lastIdentifier += 1
    return lastIdentifier
  }

  /// Compares the screens in sight with what is in the document, and adds the difference.
  mutating func finish() -> [Command] {
    draw()
    while continueToPosition() { draw() }
    defer {
      commands = []
      scrolling = []
    }
    return commands + scrolling
  }

  private mutating func draw() {
    let isSearching = stack.contains { $0.isSearch }
    if showsHome { newsID = nil }
    let hasNews = self.hasNews
    if environment.me != sessions.current?.me.account || self.isSearching != isSearching
      || environment.hasNews != hasNews
    {
      environment.me = sessions.current?.me.account
      environment.hasNews = hasNews
      environment.announcement = storedAnnouncement
      self.isSearching = isSearching
      if live.isReady, showsHome, !hasNews { sawHome() }
      redrawTabs()
    }
    for (session, store) in stores where store.hasChanged {
      store.hasChanged = false
      for screen in stack where screen.session == session { screen.isStale = true }
    }
    for index in stack.indices where stack[index].isStale && isInSight(index) { draw(stack[index]) }
  }

  private mutating func draw(_ screen: AnyScreenHost) {
    let title = screen.title
    commands += screen.draw(environment).map { .patch(screen.id, $0) }
    if screen.title != title, screen === stack.last { showTitle(screen) }
  }

  /// Returns true if a screen shows, or does as soon as the one in front slides away. The list and its rail
  /// may show beside what lies over them. All others wait: the roots of other tabs, and what lies deeper.
  private func isInSight(_ index: Int) -> Bool {
    var top = stack.count - 1
    while top > otherRootsCount, stack[top].gesture == .sheet || stack[top].gesture == .zoom { top -= 1 }
    return index == otherRootsCount || index == listIndex || index >= max(otherRootsCount, top - 1)
  }

  /// Draws a screen that waits until it shows, because something is about to depend on its document. This is in
  /// the second part: the first one calls it only for a screen that isn't in front.
  @inline(never)
  mutating func catchUp(_ screen: AnyScreenHost) {
    guard screen.isStale, let index = stack.firstIndex(where: { $0 === screen }), !isInSight(index) else {
      return
    }
    draw(screen)
  }
}
