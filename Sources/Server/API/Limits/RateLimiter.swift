import HTTPTypes
import Social
import Synchronization

/// Counts requests in fixed windows of time, by class and by who asks.
final class RateLimiter: Sendable {
  enum Subject: Hashable, Sendable {
    case account(Int64)
    case address(ClientAddress)
    /// The addresses of a network that are not counted by themselves.
    case rest(ClientAddress)
  }

  /// How things stand after a request was counted.
  struct Verdict: Equatable, Sendable {
    let isAllowed: Bool
    let limit: Int
    let remaining: Int
    /// When counting begins anew.
    let reset: Timestamp
    /// Until then.
    let secondsLeft: Int64
  }

  fileprivate struct Window {
    var number: Int64 = 0
    var counts: [Subject: Int] = [:]
    /// How many addresses of a network are in `counts`.
    var sizes: [ClientAddress: Int] = [:]
    /// Of all who came when the list was full.
    var others = 0
  }

  /// Of each class. A flood of addresses must not fill the memory: the ones after these share one count.
  static let maximumSubjects = 50_000
  /// So many addresses of one IPv6 network are counted by themselves; the ones after these share one count, so that the
  /// owner of a network does not fill the list.
  static let maximumOfNetwork = 256
  /// So many times as much may a network ask for as one address.
  static let networkFactor = 32

  private let limits: RateLimits
  private let now: @Sendable () -> Timestamp
  private let windows = Mutex<[RateLimit.Class: Window]>([:])
  /// What other processes don't know yet.
  private let untold: SharedCounts?

  /// - Parameter tell: tells other processes what was counted here; nil: there are none.
  init(
    limits: RateLimits, now: @escaping @Sendable () -> Timestamp, tell: (@Sendable (String) async -> Void)? = nil
  ) {
    self.limits = limits
    self.now = now
    untold = tell.map { SharedCounts(tell: $0) }
  }

  /// Counts one request. nil if nothing is limited.
  func count(_ kind: RateLimit.Class, by subject: Subject) -> Verdict? {
    guard limits.isOn else { return nil }
    let limit = limits[kind]
    let length = max(1, limit.window.components.seconds * 1000)
    let now = now().milliseconds
    let number = now / length
    untold?.add(kind, number, subject)
    let (used, ofNetwork) = add(1, kind, number, subject, isOwn: true)
    return Verdict(
      isAllowed: used <= limit.count && ofNetwork <= limit.count * Self.networkFactor, limit: limit.count,
      remaining: max(0, limit.count - used),
      reset: Timestamp(milliseconds: (number + 1) * length),
      secondsLeft: ((number + 1) * length - now + 999) / 1000)
  }

  /// Counts what others have counted, in the words of `SharedCounts`.
  func take(_ told: Substring) {
    for (count, kind, number, subject) in SharedCounts.counts(told) {
      _ = add(count, kind, number, subject, isOwn: false)
    }
  }

  /// How many there are then, and how many of the subject's network. What others counted in a window that is over here
  /// counts no more.
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
      guard window.sizes[network, default: 0] < Self.maximumOfNetwork else {
        return (window.add(count, .rest(network)), ofNetwork)
      }
      window.sizes[network, default: 0] += 1
      return (window.add(count, subject), ofNetwork)
    }
  }
}

extension RateLimiter.Window {
  fileprivate mutating func add(_ count: Int, _ subject: RateLimiter.Subject) -> Int {
    guard counts[subject] != nil || counts.count < RateLimiter.maximumSubjects else {
      others += count
      return others
    }
    counts[subject, default: 0] += count
    return counts[subject, default: 0]
  }
}

extension RateLimiter.Verdict {
  func add(to fields: inout HTTPFields) {
    fields[.rateLimit] = "\(limit)"
    fields[.rateLimitRemaining] = "\(remaining)"
    fields[.rateLimitReset] = reset.iso8601
    if !isAllowed { fields[.retryAfter] = "\(secondsLeft)" }
  }
}
