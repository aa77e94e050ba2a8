public import Social

/// Dates, times and relative times, as in CLDR for each language.
extension Strings {
  public func text(_ age: Age) -> String {
    switch age {
    case .justNow: self[.justNow]
    case .minutes(let count): text(RelativeTime(.minute, -count))
    case .hours(let count): text(RelativeTime(.hour, -count))
    case .yesterday: self[.yesterday]
    case .day(let date): fill(.dayOfMonth, [month(date.month), "\(date.day)"])
    case .dayOfYear(let date): fill(.dayOfYear, [month(date.month), "\(date.day)", "\(date.year)"])
    }
  }

  /// Returns the shortest form, for beside a name.
  package func short(_ age: Age) -> String {
    switch age {
    case .minutes(let count): self[.minutesShort, count]
    case .hours(let count): self[.hoursShort, count]
    default: text(age)
    }
  }

  /// Returns “1 day ago”, always with the number or with words for it.
  public func text(_ time: RelativeTime) -> String {
    fill(time.count > 0 ? .fromNow : .ago, [length(of: time)])
  }

  /// Returns “1 day”.
  package func length(of time: RelativeTime) -> String {
    let unit: CountPhrase =
      switch time.unit {
      case .second: .seconds
      case .minute: .minutes
      case .hour: .hours
      case .day: .days
      case .week: .weeks
      case .month: .months
      case .year: .years
      }
    return self[unit, abs(time.count)]
  }

  /// Returns date and time.
  package func text(_ moment: DateAndTime) -> String {
    let time = Self.twoDigits(moment.hour) + ":" + Self.twoDigits(moment.minute)
    return fill(.dateAndTime, [text(.dayOfYear(moment.date)), time])
  }

  /// Returns the short name of a month that stands without its day.
  package func nameOfMonth(_ month: Int) -> String {
    Self.fill(self[later: .monthAlone], [self.month(month)])
  }

  /// Returns “Nov 2026”.
  package func month(_ month: Int, of year: Int) -> String {
    Self.fill(self[later: .monthOfYear], [self.month(month), "\(year)"])
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Fills in values that belong to the language, such as the name of a month.
  private func fill(_ phrase: Phrase, _ values: [String]) -> String { Self.fill(self[phrase], values) }
}
