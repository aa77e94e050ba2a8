public import Social

extension Timestamp {
  /// The time as the Twitter API writes it, always in English and in UTC: `Wed Oct 10 20:19:24 +0000 2018`.
  public var twitterDate: String {
    let moment = DateAndTime(self, minutesEast: 0)
    // 1970-01-01 was a Thursday.
    let weekday = ((dayNumber(minutesEast: 0) + 4) % 7 + 7) % 7
    let second = Int(((milliseconds % 60_000) + 60_000) % 60_000 / 1000)
    let time =
      Self.twoDigits(moment.hour) + ":" + Self.twoDigits(moment.minute) + ":" + Self.twoDigits(second)
    let (day, month) = (Self.days[weekday], Self.months[moment.date.month - 1])
    return day + " " + month + " " + Self.twoDigits(moment.date.day) + " " + time
      + " +0000 \(moment.date.year)"
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
