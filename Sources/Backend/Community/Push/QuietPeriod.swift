import Social

/// Quiet hours whose times and zone are known. They follow the clock on the wall, also on days on which it changes.
struct QuietPeriod: Equatable, Sendable {
  /// The longest name of a zone in bytes.
  static let maxZoneBytes = 60
  private static let day = 86_400
  /// The longest time for which messages wait before the clock is looked at again, in seconds.
  private static let longest = day

  /// Minutes after midnight. If the end comes first, the hours span midnight.
  let from, to: Int
  let rules: TimeZoneRules

  /// Fails for times that are wrong or equal, and for an unknown zone.
  init?(_ hours: PushSubscription.QuietHours, in zones: TimeZones) {
    guard hours.isValid, let rules = zones.rules(of: hours.zone) else { return nil }
    self.init(hours, rules: rules)
  }

  init?(_ hours: PushSubscription.QuietHours, rules: TimeZoneRules) {
    guard let from = hours.from.minutesOfDay, let to = hours.to.minutesOfDay, from != to else { return nil }
    (self.from, self.to, self.rules) = (from, to, rules)
  }

  func isQuiet(at time: Timestamp) -> Bool { isQuiet(Self.seconds(time)) }

  /// Returns the time when it is not quiet any more, a day later at most; `nil` if it isn't quiet.
  func end(after time: Timestamp) -> Timestamp? {
    let now = Self.seconds(time)
    guard isQuiet(now) else { return nil }
    var start = now
    while start - now < Self.longest {
      let end = start + modulo(to * 60 - start - rules.offset(at: start), Self.day)
      guard let change = firstChange(after: start, to: end) else {
        return Self.time(min(end, now + Self.longest))
      }
      // The clock changes before it shows the end.
      guard isQuiet(change) else { return Self.time(min(change, now + Self.longest)) }
      start = change
    }
    return Self.time(now + Self.longest)
  }

  private func isQuiet(_ seconds: Int) -> Bool {
    let minute = modulo(seconds + rules.offset(at: seconds), Self.day) / 60
    return from < to ? from <= minute && minute < to : from <= minute || minute < to
  }

  /// Returns the second in which the clock changes; `nil` if it doesn't.
  private func firstChange(after start: Int, to end: Int) -> Int? {
    let offset = rules.offset(at: start)
    guard rules.offset(at: end) != offset else { return nil }
    var (low, high) = (start, end)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if rules.offset(at: middle) == offset { low = middle } else { high = middle }
    }
    return high
  }

  private static func seconds(_ time: Timestamp) -> Int {
    (Int(time.milliseconds) - modulo(Int(time.milliseconds), 1000)) / 1000
  }

  private static func time(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1000) }
}

extension PushSubscription.QuietHours {
  /// True for two different times. The zone isn't looked at.
  var isValid: Bool {
    guard let from = from.minutesOfDay, let to = to.minutesOfDay else { return false }
    return from != to
  }
}

extension String {
  /// The minutes after midnight of `22:00`; `nil` for another text.
  fileprivate var minutesOfDay: Int? {
    let bytes = Array(utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 0x30 }
    guard digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    return hour < 24 && minute < 60 ? hour * 60 + minute : nil
  }
}
