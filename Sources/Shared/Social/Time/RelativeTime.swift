/// The distance of a moment from now, in the largest unit that fits at least once. 90 seconds are one minute,
/// 36 hours are one day, as in RelativeDateTimeFormatter of iOS.
public struct RelativeTime: Equatable, Sendable {
  public enum Unit: CaseIterable, Sendable {
    case second
    case minute
    case hour
    case day
    case week
    case month
    case year
  }

  public let unit: Unit
  /// The number of units; negative in the past. Less than a whole second is 0 seconds ago.
  public let count: Int

  public init(_ unit: Unit, _ count: Int) {
    self.unit = unit
    self.count = count
  }

  /// Months and years are those of the calendar, in UTC; a day is 24 hours.
  public init(of then: Timestamp, at now: Timestamp) {
    let months = Self.months(from: now, to: then)
    let seconds = (then.milliseconds - now.milliseconds) / 1000
    switch (abs(months), abs(seconds)) {
    case (12..., _): self.init(.year, months / 12)
    case (1..., _): self.init(.month, months)
    case (_, 604_800...): self.init(.week, Int(seconds / 604_800))
    case (_, 86_400...): self.init(.day, Int(seconds / 86_400))
    case (_, 3600...): self.init(.hour, Int(seconds / 3600))
    case (_, 60...): self.init(.minute, Int(seconds / 60))
    default: self.init(.second, Int(seconds))
    }
  }

  /// Returns the number of whole months between two moments, negative if `end` is earlier. A month after the
  /// 31st is the last day of a shorter month.
  private static func months(from start: Timestamp, to end: Timestamp) -> Int {
    let startDay = start.dayNumber(minutesEast: 0)
    let endDay = end.dayNumber(minutesEast: 0)
    let first = CalendarDate(dayNumber: startDay)
    let last = CalendarDate(dayNumber: endDay)
    let months = (last.year - first.year) * 12 + last.month - first.month
    // The distance by which the start, moved into the end's month, exceeds the end.
    let day = min(first.day, CalendarDate.days(in: last.month, of: last.year))
    let days = Int64(day - startDay - last.day + endDay)
    let excess = start.milliseconds - end.milliseconds + days * Timestamp.millisecondsPerDay
    if months > 0 { return excess > 0 ? months - 1 : months }
    return months < 0 && excess < 0 ? months + 1 : months
  }
}
