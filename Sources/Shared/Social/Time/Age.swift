/// The age of a post, as Moments shows it.
public enum Age: Equatable, Sendable {
  case justNow
  case minutes(Int)
  case hours(Int)
  case yesterday
  /// A day of this year.
  case day(CalendarDate)
  /// A day of another year.
  case dayOfYear(CalendarDate)

  /// Takes whole minutes and hours, truncated: 90 seconds are one minute. A time in the future is just now,
  /// because clocks differ. `minutesEast` is the viewer's time zone, which decides about days.
  public init(of then: Timestamp, at now: Timestamp, minutesEast: Int) {
    let seconds = (now.milliseconds - then.milliseconds) / 1000
    let today = now.dayNumber(minutesEast: minutesEast)
    let day = then.dayNumber(minutesEast: minutesEast)
    switch seconds {
    case ..<60: self = .justNow
    case ..<3600: self = .minutes(Int(seconds / 60))
    case ..<86_400: self = .hours(Int(seconds / 3600))
    default:
      let date = CalendarDate(dayNumber: day)
      if day == today - 1 {
        self = .yesterday
      } else if date.year == CalendarDate(dayNumber: today).year {
        self = .day(date)
      } else {
        self = .dayOfYear(date)
      }
    }
  }
}
