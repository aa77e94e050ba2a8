/// A day of the proleptic Gregorian calendar.
public struct CalendarDate: Equatable, Sendable {
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int

  /// Fails for a day that doesn't exist, such as 2020-09-31.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that is `dayNumber` days after 1970-01-01.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  public init(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days since 1970-01-01 (`days_from_civil` of the same source).
  public var dayNumber: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp {
  static let millisecondsPerDay: Int64 = 86_400_000

  /// Returns the days since 1970-01-01 in a time zone `minutesEast` of Greenwich.
  public func dayNumber(minutesEast: Int) -> Int {
    let local = milliseconds + Int64(minutesEast) * 60_000
    let day = local / Self.millisecondsPerDay
    return Int(local % Self.millisecondsPerDay < 0 ? day - 1 : day)
  }
}

/// A date and a time in the viewer's time zone.
public struct DateAndTime: Equatable, Sendable {
  public let date: CalendarDate
  public let hour: Int
  public let minute: Int

  public init(_ time: Timestamp, minutesEast: Int) {
    let dayNumber = time.dayNumber(minutesEast: minutesEast)
    let local = time.milliseconds + Int64(minutesEast) * 60_000 - Int64(dayNumber) * 86_400_000
    date = CalendarDate(dayNumber: dayNumber)
    hour = Int(local / 3_600_000)
    minute = Int(local / 60_000 % 60)
  }
}
