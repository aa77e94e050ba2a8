public import Contracts

/// What a screen knows of the world when it is made.
public struct ScreenContext: Equatable, Sendable {
  /// The server of whoever is signed in; for a stranger the one that delivered the app.
  public var origin: Origin
  /// The server that delivered the app.
  public var server: ServerAddress
  /// nil: a stranger, or a page that the server renders.
  public var session: Session?
  /// Somebody is signed in. The server knows that much, and not who.
  public var isMember: Bool
  public var sessions: Sessions
  /// What the device keeps for this person; `Effect.remember` changes it.
  public var memory: Memory
  /// What waits to be sent for this person, oldest first.
  public var outbox: [OutboxItem]
  /// 32 bytes that nobody can guess, of this screen alone; empty where the server renders.
  public var randomBytes: [UInt8]
  /// Whose Moments the server shows at its root; nil if nobody is there yet, or without a network.
  public var homeUsername: String?
  /// One of the four roots, with the tab bar.
  public var isRoot: Bool

  public init(
    origin: Origin, session: Session? = nil, isMember: Bool = false, sessions: Sessions = Sessions(),
    memory: Memory = Memory(), outbox: [OutboxItem] = [], randomBytes: [UInt8] = [],
    homeUsername: String? = nil, isRoot: Bool = false, server: ServerAddress? = nil
  ) {
    self.origin = origin
    self.server = server ?? origin.address
    self.session = session
    self.isMember = isMember || session != nil
    self.sessions = sessions
    self.memory = memory
    self.outbox = outbox
    self.randomBytes = randomBytes
    self.homeUsername = homeUsername
    self.isRoot = isRoot
  }
}
