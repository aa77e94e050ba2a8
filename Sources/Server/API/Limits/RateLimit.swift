/// How often something may be asked for.
public struct RateLimit: Equatable, Sendable {
  /// What is counted together.
  public enum Class: Hashable, CaseIterable, Sendable {
    /// All requests of an address, whatever they ask for.
    case anything
    /// What is rendered: pages, Moments pages, and signing in.
    case pages
    case general
    /// What makes posts.
    case publishing
    /// What brings pictures.
    case uploading
    /// What checks a secret: codes for tokens.
    case authorizing
    case registeringApplications
    case registeringMembers
    /// What reads all that somebody has.
    case exporting
    /// What somebody has to read.
    case reporting
  }

  public var count: Int
  public var window: Duration

  public init(_ count: Int, per window: Duration) {
    self.count = count
    self.window = window
  }
}

/// The limits of the API, each for an account or, where nobody is signed in, for an address.
public struct RateLimits: Equatable, Sendable {
  /// Off for benchmarks, and for tests of other things.
  public var isOn = true
  /// A household or a school may share an address, and a page has many pictures.
  public var anything = RateLimit(30_000, per: .seconds(300))
  public var pages = RateLimit(3000, per: .seconds(300))
  public var general = RateLimit(1500, per: .seconds(300))
  public var publishing = RateLimit(300, per: .seconds(1800))
  public var uploading = RateLimit(300, per: .seconds(1800))
  public var authorizing = RateLimit(60, per: .seconds(300))
  public var registeringApplications = RateLimit(60, per: .seconds(600))
  public var registeringMembers = RateLimit(10, per: .seconds(1800))
  public var exporting = RateLimit(10, per: .seconds(3600))
  public var reporting = RateLimit(30, per: .seconds(3600))

  public init() {}

  subscript(kind: RateLimit.Class) -> RateLimit {
    switch kind {
    case .anything: anything
    case .pages: pages
    case .general: general
    case .publishing: publishing
    case .uploading: uploading
    case .authorizing: authorizing
    case .registeringApplications: registeringApplications
    case .registeringMembers: registeringMembers
    case .exporting: exporting
    case .reporting: reporting
    }
  }
}
