import Contracts
import Social

/// What a screen knows of the world when it is made.
struct ScreenContext: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var origin: Origin
    var server: ServerAddress
    var session: Session?
    var isMember: Bool
    var sessions: Sessions
    var memory: Memory
    var outbox: [OutboxItem]
    var changes: RecentChanges
    var randomBytes: [UInt8]
    var homeUsername: String?
    var isRoot: Bool
  }

  @Shared private var parts: Parts

  /// The server of whoever is signed in; for a stranger the one that delivered the app.
  var origin: Origin {
    get { parts.origin }
    set { parts.origin = newValue }
  }
  /// The server that delivered the app.
  var server: ServerAddress {
    get { parts.server }
    set { parts.server = newValue }
  }
  /// nil: a stranger, or a page that the server renders.
  var session: Session? {
    get { parts.session }
    set { parts.session = newValue }
  }
  /// Somebody is signed in. The server knows that much, and not who.
  var isMember: Bool {
    get { parts.isMember }
    set { parts.isMember = newValue }
  }
  var sessions: Sessions {
    get { parts.sessions }
    set { parts.sessions = newValue }
  }
  /// What the device keeps for this person; `Effect.remember` changes it.
  var memory: Memory {
    get { parts.memory }
    set { parts.memory = newValue }
  }
  /// What waits to be sent for this person, oldest first.
  var outbox: [OutboxItem] {
    get { parts.outbox }
    set { parts.outbox = newValue }
  }
  /// What this person changed lately.
  var changes: RecentChanges {
    get { parts.changes }
    set { parts.changes = newValue }
  }
  /// 32 bytes that nobody can guess, of this screen alone; empty where the server renders.
  var randomBytes: [UInt8] {
    get { parts.randomBytes }
    set { parts.randomBytes = newValue }
  }
  /// Whose Moments the server shows at its root; nil if nobody is there yet, or without a network.
  var homeUsername: String? {
    get { parts.homeUsername }
    set { parts.homeUsername = newValue }
  }
  /// One of the four roots, with the tab bar.
  var isRoot: Bool {
    get { parts.isRoot }
    set { parts.isRoot = newValue }
  }

  init(
    origin: Origin, session: Session? = nil, isMember: Bool = false, sessions: Sessions = Sessions(),
    memory: Memory = Memory(), outbox: [OutboxItem] = [], changes: RecentChanges = RecentChanges(),
    randomBytes: [UInt8] = [], homeUsername: String? = nil, isRoot: Bool = false, server: ServerAddress? = nil
  ) {
    parts = Parts(
      origin: origin, server: server ?? origin.address, session: session, isMember: isMember || session != nil,
      sessions: sessions, memory: memory, outbox: outbox, changes: changes, randomBytes: randomBytes,
      homeUsername: homeUsername, isRoot: isRoot)
  }
}
