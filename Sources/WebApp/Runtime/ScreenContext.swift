import Contracts
import Social

/// The environment of a screen when it is made.
struct ScreenContext: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var origin: Origin
    var server: ServerAddress
    var session: Session?
    var isMember: Bool
    var sessions: Sessions
    var memory: Memory
    var outbox: [OutboxItem]
    var store: EntityStore
    var randomBytes: [UInt8]
    var homeUsername: String?
    var isRoot: Bool
    var minutesEast: Int
  }

  @Shared private var parts: Parts

  /// The server of the session; for a stranger the one that delivered the app.
  var origin: Origin {
    get { parts.origin }
    set { parts.origin = newValue }
  }
  /// The server that delivered the app.
  var server: ServerAddress {
    get { parts.server }
    set { parts.server = newValue }
  }
  /// `nil` for a stranger, or on a page that the server renders.
  var session: Session? {
    get { parts.session }
    set { parts.session = newValue }
  }
  /// True if a member is signed in. A page that the server renders has this without the session.
  var isMember: Bool {
    get { parts.isMember }
    set { parts.isMember = newValue }
  }
  var sessions: Sessions {
    get { parts.sessions }
    set { parts.sessions = newValue }
  }
  /// The texts that the device stores for this session; `Effect.remember` changes them.
  var memory: Memory {
    get { parts.memory }
    set { parts.memory = newValue }
  }
  /// The session's outbox, oldest first.
  var outbox: [OutboxItem] {
    get { parts.outbox }
    set { parts.outbox = newValue }
  }
  /// The posts and relationships that the session's screens know.
  var store: EntityStore {
    get { parts.store }
    set { parts.store = newValue }
  }
  /// 32 unpredictable bytes for this screen alone; empty on the server.
  var randomBytes: [UInt8] {
    get { parts.randomBytes }
    set { parts.randomBytes = newValue }
  }
  /// The owner of the Moments page at the server's root; `nil` if the community has no members yet, or
  /// without a network.
  var homeUsername: String? {
    get { parts.homeUsername }
    set { parts.homeUsername = newValue }
  }
  /// True for one of the four roots, which have the tab bar.
  var isRoot: Bool {
    get { parts.isRoot }
    set { parts.isRoot = newValue }
  }

  /// The viewer's time zone when the screen was made. `ViewEnvironment.minutesEast` is the present one.
  var minutesEast: Int { parts.minutesEast }

  init(
    origin: Origin, session: Session? = nil, isMember: Bool = false, sessions: Sessions = Sessions(),
    memory: Memory = Memory(), outbox: [OutboxItem] = [], store: EntityStore = EntityStore(),
    randomBytes: [UInt8] = [], homeUsername: String? = nil, isRoot: Bool = false,
    server: ServerAddress? = nil,
    minutesEast: Int = 0
  ) {
    parts = Parts(
      origin: origin, server: server ?? origin.address, session: session,
      isMember: isMember || session != nil,
      sessions: sessions, memory: memory, outbox: outbox, store: store, randomBytes: randomBytes,
      homeUsername: homeUsername, isRoot: isRoot, minutesEast: minutesEast)
  }
}
