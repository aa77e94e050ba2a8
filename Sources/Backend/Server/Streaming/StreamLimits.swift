/// Limits of streams.
public struct StreamLimits: Sendable {
  /// Clients of one account. Some are gone without the server knowing it yet.
  public var perAccount = 8
  /// Clients of an address, or of a network of IPv6 addresses, for each of its other connections, among which
  /// they don't count. A whole club may be behind one address, and each stream belongs to an account.
  public var addressFactor = 6
  /// Streams to which one client subscribes.
  public var subscriptions = 25
  /// Events that wait for a client, in bytes. A client that takes too little is cut, and catches up.
  public var queueBytes = 256 << 10
  /// A client's message over WebSocket, in bytes.
  public var messageBytes = 4 << 10
  /// Messages of a client within ten seconds.
  public var messages = 20
  /// The interval of server-sent comments, in seconds. Proxies end connections that are silent for a minute.
  public var heartbeat = 15
  /// The interval of pings over WebSocket, in seconds. A client that has not responded by the next one is
  /// gone.
  public var ping = 30
  /// The time to check a token before a WebSocket is refused.
  public var opening = Duration.seconds(5)
  /// The time over which the streams end when the server stops.
  public var stopping = Duration.seconds(4)
  /// The time for which events are gathered before they are sent.
  public var gathering = Duration.milliseconds(15)
  /// The number of clients that get an event before other requests have their turn.
  public var receiversAtOnce = 50
  /// Commits whose events wait. With more of them all streams end, and clients catch up.
  public var maxPending = 10_000

  public init() {}

  /// Returns the maximum number of connected clients.
  func inAll(of connections: Int) -> Int { max(1, connections / 2) }
}
