public import Contracts

/// The version of this program (semver.org).
public let swiftletVersion = "0.1.0"

/// All that an operator may set about the HTTP side.
public struct Configuration: Sendable {
  public var host = "127.0.0.1"
  /// 0: any free one.
  public var port = 8080
  /// Where the world reaches the server; nil: taken from each request's Host field.
  public var publicURL: ServerAddress?
  public var proxies = TrustedProxies.loopback
  public var limits = Limits()
  public var rateLimits = RateLimits()
  /// For the answers that are kept encoded.
  public var answerCacheBytes = 8 << 20
  /// For posts that are kept encoded, without the marks of readers.
  public var encodedPostBytes = 4 << 20
  /// For packed pieces of the Moments contract's pages.
  public var encodedPageBytes = 4 << 20

  public init() {}
}

/// What a client may cost.
public struct Limits: Sendable {
  /// Of the request target, path and query together.
  public var targetBytes = 8 << 10
  /// Of all header fields together; one may take half of it.
  public var headerBytes = 32 << 10
  public var headerCount = 100
  public var bodyBytes = 1 << 20
  /// Of a body that brings files: two of the largest pictures, and what is said of them.
  public var uploadBytes = 41_000_000
  /// A request that brings files must be there in this time, and must get on all the while.
  public var uploadTime = Duration.seconds(600)
  /// How long a request that brings a picture waits for its copies before it is told to ask again.
  public var uploadPatience = Duration.seconds(1)
  public var connections = 1024
  /// From one address, or network of IPv6 addresses.
  public var connectionsPerAddress = 64
  /// A connection on which no whole request head arrives for so long is closed.
  public var idleTime = Duration.seconds(30)
  /// A request must be there, body and all, in this time.
  public var readingTime = Duration.seconds(20)
  /// The answer must begin in this time.
  public var answeringTime = Duration.seconds(30)
  /// The archive of a member's own data must begin in this time: their texts are all read first.
  public var exportTime = Duration.seconds(600)
  /// A client must have taken enough of its answer at least this often.
  public var stallTime = Duration.seconds(30)
  /// As much of its answer must a client take.
  public var leastBytesPerSecond = 1024
  /// How long running requests may go on after the server was told to stop.
  public var shutdownTime = Duration.seconds(10)

  public init() {}
}
