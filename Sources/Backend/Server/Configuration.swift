public import Contracts

/// The version of this program (semver.org).
public let swiftletVersion = "0.1.0"

/// The HTTP settings that an operator can change.
public struct Configuration: Sendable {
  public var host = "127.0.0.1"
  /// The port; 0 for any free one.
  public var port = 8080
  /// The server's public URL; `nil` to take it from each request's Host field.
  public var publicURL: ServerAddress?
  public var proxies = TrustedProxies.loopback
  public var limits = ServerLimits()
  public var rateLimits = RateLimits()
  /// The limit for the cache of encoded responses.
  public var responseCacheBytes = 8 << 20
  /// The limit for the cache of encoded posts, which lack the viewers' interactions.
  public var encodedPostBytes = 4 << 20
  /// For packed pieces of the Moments contract's pages.
  public var encodedPageBytes = 4 << 20

  public init() {}
}

/// Limits for clients.
public struct ServerLimits: Sendable {
  /// The limit for the request target, path and query together.
  public var targetBytes = 8 << 10
  /// The limit for all header fields together. A single one may take half of it.
  public var headerBytes = 32 << 10
  public var headerCount = 100
  public var bodyBytes = 1 << 20
  /// The limit for a body with files: two of the largest pictures and their descriptions.
  public var uploadBytes = 41_000_000
  /// The maximum time to receive a body with files, which also has to keep arriving (`stallInterval`).
  public var uploadTimeout = Duration.seconds(600)
  /// The time that an upload waits for the picture's copies. After that the client has to ask again.
  public var copiesTimeout = Duration.seconds(1)
  public var connections = 1024
  public var streams = StreamLimits()
  /// The limit for an address, or for a network of IPv6 addresses.
  public var connectionsPerAddress = 64
  /// The maximum time without a complete request head before a connection is closed.
  public var idleTimeout = Duration.seconds(30)
  /// The maximum time to receive a request with its body.
  public var requestTimeout = Duration.seconds(20)
  /// The maximum time until a response begins.
  public var responseTimeout = Duration.seconds(30)
  /// The maximum time until an export begins, because all texts of the member are read first.
  public var exportTimeout = Duration.seconds(600)
  /// The interval at which a client's progress with its response is measured.
  public var stallInterval = Duration.seconds(30)
  /// The minimum rate at which a client has to receive its response.
  public var minBytesPerSecond = 1024
  /// The time that running requests have to finish after the server was told to stop.
  public var shutdownTimeout = Duration.seconds(10)

  public init() {}
}
