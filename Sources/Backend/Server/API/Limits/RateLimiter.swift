import HTTPTypes
import Social
import Synchronization

/// Counts requests in fixed time windows, by class and by account or address.
final class RateLimiter: Sendable {
  enum Subject: Hashable, Sendable {
    case account(Int64)
    case address(ClientAddress)
    /// All addresses of a network that aren't counted individually.
    case rest(ClientAddress)
  }

  /// The state after a request was counted.
  struct Verdict: Equatable, Sendable {
    let isAllowed: Bool
    let limit: Int
    let remaining: Int
    /// The start of the next window.
    let reset: Timestamp
    /// The time until `reset`.
    let secondsLeft: Int64
  }

  fileprivate struct Window {
    var number: Int64 = 0
    var counts: [Subject: Int] = [:]
    /// The number of addresses of each network in `counts`.
    var sizes: [ClientAddress: Int] = [:]
    /// The shared count of the subjects that came when the list was full.
    var others = 0
  }

  /// The maximum number of subjects in each class. Further ones share one count, so that a flood of addresses
  /// can't fill the memory.
  static let maxSubjects = 50_000
  /// The maximum number of addresses of an IPv6 network that are counted individually. Further ones share one
  /// count, so that the owner of a network can't fill the list.
  static let maxOfNetwork = 256
  /// The budget of a network, as a multiple of an address's budget.
  static let networkFactor = 32

  private let limits: RateLimits
  private let now: @Sendable () -> Timestamp
  private let windows = Mutex<[RateLimit.Class: Window]>([:])
  /// Counts that other processes don't know yet; `nil` for a single process.
  private let sharedCounts: SharedCounts?

  /// - Parameter publish: Sends the counts to other processes; `nil` for a single process.
  init(
    limits: RateLimits, now: @escaping @Sendable () -> Timestamp,
    publish: (@Sendable (String) async -> Void)? = nil
  ) {
    self.limits = limits
    self.now = now
    sharedCounts = publish.map { SharedCounts(publish: $0) }
  }

  /// Counts a request; returns `nil` if limits are off.
  func count(_ kind: RateLimit.Class, by subject: Subject) -> Verdict? {
    guard limits.isOn else { return nil }
    let limit = limits[kind]
    let length = max(1, limit.window.components.seconds * 1000)
    let now = now().milliseconds
    let number = now / length
    sharedCounts?.add(kind, number, subject)
    let (used, ofNetwork) = add(1, kind, number, subject, isOwn: true)
    return Verdict(
      isAllowed: used <= limit.count && ofNetwork <= limit.count * Self.networkFactor, limit: limit.count,
      remaining: max(0, limit.count - used),
      reset: Timestamp(milliseconds: (number + 1) * length),
      secondsLeft: ((number + 1) * length - now + 999) / 1000)
  }

  /// Adds the counts from another process, in the format of `SharedCounts`.
  func receive(_ message: Substring) {
    for (count, kind, number, subject) in SharedCounts.counts(message) {
      _ = add(count, kind, number, subject, isOwn: false)
    }
  }

  /// Adds requests and returns the new counts of the subject and its network. Counts of other processes for
  /// an earlier window are ignored.
  private func add(
    _ count: Int, _ kind: RateLimit.Class, _ number: Int64, _ subject: Subject, isOwn: Bool
  ) -> (used: Int, ofNetwork: Int) {
    windows.withLock { windows in
      var window = windows.removeValue(forKey: kind) ?? Window()
      if isOwn ? window.number != number : window.number < number { window = Window(number: number) }
      guard window.number == number else {
        windows[kind] = window
        return (0, 0)
      }
      defer { windows[kind] = window }
      guard case .address(let address) = subject, let network = address.network else {
        return (window.add(count, subject), 0)
      }
      let ofNetwork = window.add(count, .address(network))
      guard window.counts[subject] == nil else { return (window.add(count, subject), ofNetwork) }
      guard window.sizes[network, default: 0] < Self.maxOfNetwork else {
        return (window.add(count, .rest(network)), ofNetwork)
      }
      window.sizes[network, default: 0] += 1
      return (window.add(count, subject), ofNetwork)
    }
  }
}

extension RateLimiter.Window {
  fileprivate mutating func add(_ count: Int, _ subject: RateLimiter.Subject) -> Int {
    guard counts[subject] != nil || counts.count < RateLimiter.maxSubjects else {
      others += count
      return others
    }
    counts[subject, default: 0] += count
    return counts[subject, default: 0]
  }
}

extension RateLimiter.Verdict {
  func add(to fields: inout HTTPFields, _ style: APIStyle = .mastodon) {
    switch style {
    case .mastodon:
      fields[.rateLimit] = "\(limit)"
      fields[.rateLimitRemaining] = "\(remaining)"
      fields[.rateLimitReset] = reset.iso8601
    case .twitter:
      fields[.twitterLimit] = "\(limit)"
      fields[.twitterRemaining] = "\(remaining)"
      fields[.twitterReset] = "\(reset.milliseconds / 1000)"
    }
    if !isAllowed { fields[.retryAfter] = "\(secondsLeft)" }
  }
}
