public import Contracts
public import Social

/// The whole app as a value: a stack of screens, what they wait for, and what they look like.
///
/// Events go in, commands come out; nothing here touches a browser.
public struct App: Sendable {
  struct Entry: Sendable {
    let id: Identifier
    /// Of a root, which it is.
    var tab: Tab?
    var screen: ScreenState
    var shown: ShownPage
    var pull = PullGesture()
    var zoom = ZoomGesture()
    /// Where its cells stood when it was opened: before somebody scrolls, no more is asked for.
    var firstOffset: Double?
    /// It may look different from what is shown.
    var isStale = false

    init(id: Identifier, tab: Tab? = nil, screen: ScreenState, shown: ShownPage) {
      self.id = id
      self.tab = tab
      self.screen = screen
      self.shown = shown
    }
  }

  indirect enum Waiting: Sendable {
    /// The key of the session in whose name it was asked.
    case request(Identifier, RequestName, session: String?)
    case load(Identifier, key: String)
    case timer(Identifier, ScreenTimer)
    /// The id of an item of the outbox that is being sent.
    case sending(String)
    /// The texts of a language that was chosen.
    case texts(Language)
    /// Something in the outbox is due.
    case outboxDue
    case toastEnds
    /// An answer that changes nothing.
    case nothing
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
  var stack: [Entry] = []
  /// So many of the stack, from its beginning, are roots of other tabs.
  var asideCount = 0
  var waiting: [Identifier: Waiting] = [:]
  var memory: Memory
  var sessions: Sessions
  var outbox = Outbox()
  /// Posts that are about to be deleted: the outbox's item, and what is told if it comes to nothing.
  var deleted: [(item: String, restores: Fact)] = []
  var toast: Toast?
  var randomness: Randomness
  /// When the browser was asked to go back; nil once it went.
  var askedToGoBack: Timestamp?
  private var lastIdentifier: Identifier = 0
  var commands: [Command] = []
  /// Scrolling comes last: it goes by how the page looks after the change.
  var scrolling: [Command] = []

  /// Takes over the screen that the server rendered: nothing is put into the document.
  ///
  /// `path` is the page's path and query, `memory` what the device keeps, `seed` 32 bytes that nobody can guess,
  /// `textAddresses` where the texts of every language are.
  public init(
    _ first: FirstScreen, server: ServerAddress, path: String = "", memory: Memory = Memory(), seed: [UInt8] = [],
    textAddresses: [String] = []
  ) {
    reader = first.reader
    now = first.now
    self.server = server
    homeUsername = first.homeUsername
    self.textAddresses = textAddresses
    writtenLanguage = first.language
    self.memory = memory
    sessions = Sessions(json: memory[Self.sessionsKey])
    randomness = Randomness(seed: seed)
    restoreOutbox()
    takeOver(first, path)
  }

  /// The commands after taking over.
  public mutating func started() -> [Command] {
    if let entry = stack.last { begin(entry) }
    sendOutbox()
    let changes = finish()
    if writtenLanguage != reader.strings.language { speak(reader.strings) }
    return changes + finish()
  }

  public mutating func handle(_ event: AppEvent) -> [Command] {
    switch event {
    case .tapped(let id, let tap): tapped(id, tap)
    case .submitted(let id, let fields): tell(.submitted(fields), to: id)
    case .typed(let id, let field, let text): tell(.typed(field: field, text), to: id)
    case .scrolled(let id, let offset, let height, let rest): scrolled(id, offset: offset, height: height, rest: rest)
    case .measured, .focused: return []
    case .anchored(let id, let key, let offset): tell(.anchored(key: key, offset: offset), to: id)
    case .turned(let id, let index): turned(id, index)
    case .key(let key): pressed(key)
    case .answered(let id, let result): answered(id, result)
    case .loaded(let id, let bytes):
      if case .load(let screen, let key)? = waiting.removeValue(forKey: id) {
        tell(.loaded(key: key, bytes), to: screen)
      }
    case .timerFired(let id): fired(id)
    case .wentTo(let depth): wentTo(depth)
    case .clock(let now, let minutesEast):
      reader.now = now
      reader.minutesEast = minutesEast
      for index in stack.indices { stack[index].isStale = true }
    case .online:
      outbox.wake(now: now)
      sendOutbox()
    case .returned: if let top = stack.last { tell(.returned, to: top.id) }
    case .given(let file): given(file)
    }
    return finish()
  }

  mutating func nextIdentifier() -> Identifier {
    lastIdentifier += 1
    return lastIdentifier
  }

  /// Compares every screen with what was put into the document, and adds the difference.
  mutating func finish() -> [Command] {
    for index in stack.indices where stack[index].isStale {
      stack[index].isStale = false
      let page = ShownPage(stack[index].screen, reader, tab: stack[index].tab)
      let operations = page.operations(from: stack[index].shown, reader.strings)
      if page.title != stack[index].shown.title, index == stack.count - 1 { commands.append(.title(page.title)) }
      stack[index].shown = page
      commands += operations.map { .patch(stack[index].id, $0) }
    }
    defer {
      commands = []
      scrolling = []
    }
    return commands + scrolling
  }
}
