public import Contracts
public import Social

/// The whole app: a stack of screens, what they wait for, and what they look like.
///
/// Events go in, commands come out; nothing here touches a browser.
public struct App {
  indirect enum Waiting {
    /// A screen's; the time is when it asked.
    case request(Identifier, AnyScreenRequest, at: Timestamp)
    case load(Identifier, key: String)
    /// The home timeline of another account, as the device keeps it under this key.
    case readingAhead(String)
    case timer(Identifier, ScreenTimer)
    /// A mark that a server is asked for.
    case marking(Wishes.Subject, at: Timestamp)
    /// The id of an item of the outbox that is being sent.
    case sending(String, at: Timestamp)
    /// The id of an item that may have arrived already: it is searched among the person's newest posts.
    case searching(String)
    /// The id of a picture, and what is done for it.
    case picture(String, Uploads.Step)
    case savingProfile(ProfileSaving)
    /// The texts of a language that was chosen.
    case texts(Language)
    /// Something in the outbox is due.
    case outboxDue
    /// The tab bar of that screen is held.
    case held(Identifier)
    case toastEnds
    /// How much is unread in the session with that key.
    case unread(String, UnreadQuestion, at: Timestamp)
    /// The session with that key has read its notifications.
    case markerSet(String)
    /// Whether the home timeline of the session with that key has lines that are newer than the one with that id.
    case news(String, after: String)
    /// A token is given back, which the device keeps under that key until then.
    case revoking(String)
    /// A response that changes nothing.
    case nothing
  }

  /// What happens next on a root.
  indirect enum Choice {
    case tap(AppTap)
    case destination(Destination)
    case session(SessionRequest)
  }

  /// What an item of the outbox changed on the screens before the server had agreed.
  struct Unsettled {
    let item: String
    /// What is told if it comes to nothing.
    let putsBack: Fact
  }

  public internal(set) var reader: Reader
  /// The device's clock, set before each event. `reader.now`, by which ages are shown, follows once in a while.
  public var now: Timestamp
  let server: ServerAddress
  let homeUsername: String?
  /// Where the texts of every language are.
  let textAddresses: [String]
  /// What the server wrote the first screen in.
  private let writtenLanguage: Language
  /// The roots of the other tabs, the root that shows, and what lies over it.
  var stack: [RunningScreen] = []
  /// How many of the stack, from its beginning, are roots of other tabs.
  var asideCount = 0
  /// A search lies over the root, or is the first screen, and may be covered: the rail says so.
  var isSearching = false
  var waiting: [Identifier: Waiting] = [:]
  var pauses = RequestPauses()
  /// Where the requests of screens went.
  var asked: [Identifier: ServerAddress] = [:]
  var memory: Memory
  var sessions: Sessions
  /// The keys of the sessions that have ended since the start. None comes back: what is written under them is removed.
  var ended: Set<String> = []
  /// This tab of the browser sends what waits.
  var leads: Bool
  var outbox = Outbox()
  var uploads = Uploads()
  var wishes = Wishes()
  /// What was changed lately, by session.
  var recent: [(session: String, changes: RecentChanges)] = []
  var unsettled: [Unsettled] = []
  /// How many notifications are unread; nil: no server has said.
  var unread: Int?
  /// When that was asked last.
  var unreadAskedAt: Timestamp?
  /// The server has posts for the home timeline that came since it was looked at.
  var hasNewer = false
  /// The list shows beside what lies over it, as far as the browser said.
  var showsList = false
  /// A draft was begun, changed, sent or discarded on the screen that shows.
  var hasWritten = false
  var toast: Toast?
  var toastSince = Timestamp(milliseconds: 0)
  /// A finger on it.
  var swipe = SwipeGesture()
  /// The mouse or the focus is on it, as far as the browser said.
  var holdsToast = false
  var randomness: Randomness
  /// Where the page stood, on the way back to it; nil: it is there, or the reader went elsewhere.
  var place: PagePlace?
  /// When the browser was asked to go back; nil once it went.
  var askedToGoBack: Timestamp?
  /// Another account's root shows already, and the browser is still to go back to where a root belongs.
  var isAheadOfHistory = false
  var slide = SlideGesture()
  /// The menu's screen while it is open.
  var menu: Identifier?
  var hold = HoldGesture()
  /// What the device keeps of the home timelines of the other accounts, since these were offered.
  var readAhead: [(key: String, bytes: [UInt8]?)] = []
  /// What was chosen in the menu, among the accounts or beside an open post, until what lies over the root has gone.
  var chosen: (choice: Choice, depth: Int)?
  private var lastIdentifier: Identifier = 0
  var commands: [Command] = []
  /// Scrolling comes last: it goes by how the page looks after the change.
  var scrolling: [Command] = []

  /// Takes over the screen that the server rendered: nothing is put into the document.
  ///
  /// `path` is the page's path and query, `memory` what the device keeps, `seed` 32 bytes that nobody can guess,
  /// `textAddresses` where the texts of every language are, `leads` whether this tab sends what waits before it is told to.
  public init(
    _ first: FirstScreen, server: ServerAddress, path: String = "", memory: Memory = Memory(), seed: [UInt8] = [],
    textAddresses: [String] = [], leads: Bool = true
  ) {
    reader = first.reader
    now = first.now
    self.server = server
    homeUsername = first.homeUsername
    self.textAddresses = textAddresses
    writtenLanguage = first.language
    self.memory = memory
    self.leads = leads
    sessions = Sessions(memory)
    randomness = Randomness(seed: seed)
    if memory[Sessions.listName] != nil { migrateSessions() }
    sweepMemory()
    restoreOutbox()
    restoreWishes()
    takeOver(first, path)
    isSearching = stack.last is Running<Search>
    // The server does not know it.
    if memory[Self.shortcutsKey] != nil { useShortcuts(false) }
  }

  /// The commands after taking over.
  public mutating func started() -> [Command] {
    if let screen = stack.last {
      perform(screen.handle(.tookOver) ?? screen.handle(.appeared) ?? [], of: screen)
    }
    if leads { lead(.alone) } else { sendOutbox() }
    giveTokensBack()
    showNews()
    askUnread()
    sayFarewell()
    commands.append(.claimTab(sessions.currentKey))
    commands.append(
      .removeOtherSaved(
        prefixes: ["stranger ", "images ", "timeline ", "image "] + sessions.all.map { Session.storagePrefix($0.key) }))
    let changes = finish()
    if writtenLanguage != reader.strings.language { speak(reader.strings) }
    return changes + finish()
  }

  public mutating func handle(_ event: AppEvent) -> [Command] {
    switch event {
    case .tapped(let id, let tap): tapped(id, WrittenTap(text: tap))
    case .submitted(let id, let fields): tell(.submitted(fields), to: id)
    case .typed(let id, let field, let text): tell(.typed(field: field, text), to: id)
    case .anchored(let id, let key, let offset): tell(.anchored(key: key, offset: offset), to: id)
    case .scrolled(let id, let offset, let height, let rest): scrolled(id, offset: offset, height: height, rest: rest)
    case .measured(let id, let key, let height):
      stack.first { $0.id == id }?.list.measured(key, height)
    case .focused(let id, let key): stack.first { $0.id == id }?.list.focused = key
    case .cameBack(let key, let offset): cameBack(to: key, offset)
    case .turned(let id, let index): tell(.turned(to: index), to: id)
    case .key(let key): pressed(key)
    case .received(let id, let result): received(id, result)
    case .loaded(let id, let bytes):
      switch waiting.removeValue(forKey: id) {
      case .load(let screen, let key)?: tell(.loaded(key: key, bytes, at: now), to: screen)
      case .readingAhead(let key)?: readAhead.append((key, bytes))
      default: break
      }
    case .timerFired(let id, let showsList, let holdsToast):
      self.showsList = showsList
      self.holdsToast = holdsToast
      fired(id)
    case .wentTo(let depth):
      wentTo(depth)
      showNews()
    case .clock(let now, let minutesEast, let showsList):
      self.showsList = showsList
      reader.now = now
      reader.minutesEast = minutesEast
      for screen in stack { screen.isStale = true }
      if let top = stack.last { tell(.ticked(now), to: top) }
      if let list = listBeside { tell(.ticked(now), to: list) }
      sendWishes()
      askUnread()
    case .online:
      outbox.wake(now: now)
      uploads.wake(now: now)
      wishes.wake()
      sendOutbox()
      sendWishes()
      giveTokensBack()
    case .fileDragged(let isOver):
      if isOver { show(Toast(.dropHint), stays: true) } else if toast?.message.phrase == .dropHint { hideToast() }
    case .returned:
      // A phone that was put away has cut off what was on its way.
      outbox.wake(now: now)
      uploads.wake(now: now)
      wishes.wake()
      sendOutbox()
      sendWishes()
      if let top = stack.last { tell(.returned, to: top) }
    case .given(let file, let name): given(file, name)
    case .picked(let count): picked(count)
    case .shared(let words): shared(words)
    case .rememberedElsewhere(let key, let text): rememberedElsewhere(key, text)
    case .remembered(let memory): remembered(memory)
    case .leads(let lead): self.lead(lead)
    case .notKept(let key): notKept(key)
    case .prepared(let id, let size, let isKept, let pixels, let isPicture):
      prepared(id, size, isKept: isKept, pixels, isPicture: isPicture)
    }
    return finish()
  }

  mutating func nextIdentifier() -> Identifier {
    lastIdentifier += 1
    return lastIdentifier
  }

  /// Compares every screen with what was put into the document, and adds the difference.
  mutating func finish() -> [Command] {
    draw()
    while goesOnToPlace() { draw() }
    defer {
      commands = []
      scrolling = []
    }
    return commands + scrolling
  }

  private mutating func draw() {
    let isSearching = stack.contains { $0 is Running<Search> }
    if reader.me != sessions.current?.me.account || self.isSearching != isSearching {
      reader.me = sessions.current?.me.account
      self.isSearching = isSearching
      redrawTabs()
    }
    for screen in stack where screen.isStale {
      let title = screen.title
      commands += screen.draw(reader).map { .patch(screen.id, $0) }
      if screen.title != title, screen === stack.last { entitle(screen) }
    }
  }
}
