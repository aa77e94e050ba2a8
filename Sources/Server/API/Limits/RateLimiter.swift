import HTTPTypes
import Social
import Synchronization

/// Counts requests in fixed windows of time, by class and by who asks.
final class RateLimiter: Sendable {
  enum Subject: Hashable, Sendable {
    case account(Int64)
    case address(ClientAddress)
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

  private struct Window {
    var number: Int64 = 0
    var counts: [Subject: Int] = [:]
    /// Of all who came when the list was full.
    var others = 0
  }

  /// Of each class. A flood of addresses must not fill the memory: the ones after these share one count.
  static let maximumSubjects = 50_000

  private let limits: RateLimits
  private let now: @Sendable () -> Timestamp
  private let windows = Mutex<[RateLimit.Class: Window]>([:])

  init(limits: RateLimits, now: @escaping @Sendable () -> Timestamp) {
    self.limits = limits
    self.now = now
  }

  /// Counts one request. nil if nothing is limited.
  func count(_ kind: RateLimit.Class, by subject: Subject) -> Verdict? {
    guard limits.isOn else { return nil }
    let limit = limits[kind]
    let length = max(1, limit.window.components.seconds * 1000)
    let now = now().milliseconds
    let number = now / length
    let used = windows.withLock { windows in
      var window = windows.removeValue(forKey: kind) ?? Window()
      if window.number != number { window = Window(number: number) }
      let used: Int
      if let known = window.counts[subject] {
        used = known + 1
        window.counts[subject] = used
      } else if window.counts.count < Self.maximumSubjects {
        used = 1
        window.counts[subject] = used
      } else {
        window.others += 1
        used = window.others
      }
      windows[kind] = window
      return used
    }
    return Verdict(
      isAllowed: used <= limit.count, limit: limit.count, remaining: max(0, limit.count - used),
      reset: Timestamp(milliseconds: (number + 1) * length),
      secondsLeft: ((number + 1) * length - now + 999) / 1000)
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
