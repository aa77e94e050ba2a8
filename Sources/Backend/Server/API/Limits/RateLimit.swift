/// A limit on the number of requests in a time window.
public struct RateLimit: Equatable, Sendable {
  /// The kinds of requests that are counted together.
  public enum Class: Hashable, CaseIterable, Sendable {
    /// All requests of an address.
    case anything
    /// Requests that render: pages, Moments pages and signing in.
    case pages
    case general
    /// Requests that create posts.
    case publishing
    /// Requests that upload pictures.
    case uploading
    /// Requests that check a secret, such as a code for a token.
    case authorizing
    case registeringClients
    case registeringMembers
    /// Requests that read all data of a member.
    case exporting
    /// Requests that send mail.
    case mailing
    /// Reports, which the operator has to read.
    case reporting
    /// Requests that send a test message to a device.
    case testing
  }

  public var count: Int
  public var window: Duration

  public init(_ count: Int, per window: Duration) {
    self.count = count
    self.window = window
  }
}

/// The limits of the API. Each applies to an account or, without a signed-in member, to an address.
public struct RateLimits: Equatable, Sendable {
  /// False in benchmarks and in tests of other features.
  public var isOn = true
  /// The limit is high because a household or a school may share an address, and a page has many pictures.
  public var anything = RateLimit(30_000, per: .seconds(300))
  public var pages = RateLimit(3000, per: .seconds(300))
  public var general = RateLimit(1500, per: .seconds(300))
  public var publishing = RateLimit(300, per: .seconds(1800))
  public var uploading = RateLimit(300, per: .seconds(1800))
  public var authorizing = RateLimit(60, per: .seconds(300))
  public var registeringClients = RateLimit(60, per: .seconds(600))
  public var registeringMembers = RateLimit(10, per: .seconds(1800))
  public var exporting = RateLimit(10, per: .seconds(3600))
  public var mailing = RateLimit(10, per: .seconds(3600))
  public var reporting = RateLimit(30, per: .seconds(3600))
  public var testing = RateLimit(20, per: .seconds(3600))

  public init() {}

  subscript(kind: RateLimit.Class) -> RateLimit {
    switch kind {
    case .anything: anything
    case .pages: pages
    case .general: general
    case .publishing: publishing
    case .uploading: uploading
    case .authorizing: authorizing
    case .registeringClients: registeringClients
    case .registeringMembers: registeringMembers
    case .exporting: exporting
    case .mailing: mailing
    case .reporting: reporting
    case .testing: testing
    }
  }
}
