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
    let used = add(1, kind, number, subject, isOwn: true)
    return Verdict(
      isAllowed: used <= limit.count, limit: limit.count, remaining: max(0, limit.count - used),
      reset: Timestamp(milliseconds: (number + 1) * length),
      secondsLeft: ((number + 1) * length - now + 999) / 1000)
  }

  /// Counts what others have counted, in the words of `SharedCounts`.
  func take(_ told: Substring) {
    for (count, kind, number, subject) in SharedCounts.counts(told) {
      _ = add(count, kind, number, subject, isOwn: false)
    }
  }

  /// How many there are then. What others counted in a window that is over here counts no more.
  private func add(
    _ count: Int, _ kind: RateLimit.Class, _ number: Int64, _ subject: Subject, isOwn: Bool
  ) -> Int {
    windows.withLock { windows in
      var window = windows.removeValue(forKey: kind) ?? Window()
      if isOwn ? window.number != number : window.number < number { window = Window(number: number) }
      guard window.number == number else {
        windows[kind] = window
        return 0
      }
      let used: Int
      if let known = window.counts[subject] {
        used = known + count
        window.counts[subject] = used
      } else if window.counts.count < Self.maximumSubjects {
        used = count
        window.counts[subject] = used
      } else {
        window.others += count
        used = window.others
      }
      windows[kind] = window
      return used
    }
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
