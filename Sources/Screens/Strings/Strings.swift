public import Social

/// All that a reader reads, in one language.
public struct Strings: Equatable, Sendable {
  public let language: Language

  public init(_ language: Language) { self.language = language }

  public subscript(phrase: Phrase) -> String {
    @inline(never) get { Self.string(template(phrase)) }
  }

  /// A text with values in its places.
  public subscript(phrase: Phrase, values: String...) -> String {
    @inline(never) get { Self.fill(template(phrase), values) }
  }

  func text(_ phrase: Phrase, _ values: [String]) -> String { Self.fill(template(phrase), values) }

  /// A text that counts, in the plural form that the number takes (CLDR, Language Plural Rules).
  public subscript(phrase: CountPhrase, count: Int) -> String {
    @inline(never) get { Self.fill(template(phrase, form(of: count)), ["\(count)"]) }
  }

  public func text(_ age: Age) -> String {
    switch age {
    case .justNow: self[.justNow]
    case .minutes(let count): self[.minutesAgo, count]
    case .hours(let count): self[.hoursAgo, count]
    case .yesterday: self[.yesterday]
    case .day(let date): self[.dayOfMonth, month(date), "\(date.day)"]
    case .dayOfYear(let date): self[.dayOfYear, month(date), "\(date.day)", "\(date.year)"]
    }
  }

  /// As short as it can be, beside a name.
  func short(_ age: Age) -> String {
    switch age {
    case .minutes(let count): self[.minutesShort, count]
    case .hours(let count): self[.hoursShort, count]
    default: text(age)
    }
  }

  /// Day and time.
  func text(_ moment: StatusCell.Moment) -> String {
    let minute = moment.minute < 10 ? "0\(moment.minute)" : "\(moment.minute)"
    return self[.dateAndTime, text(.dayOfYear(moment.date)), "\(moment.hour):" + minute]
  }

  private func month(_ date: CalendarDate) -> String {
    switch language {
    case .english: Self.string(English.month(date.month))
    case .simplifiedChinese: "\(date.month)"
    }
  }

  private func form(of count: Int) -> PluralForm {
    switch language {
    case .english: count == 1 ? .one : .other
    case .simplifiedChinese: .other
    }
  }

  private func template(_ phrase: Phrase) -> StaticString {
    switch language {
    case .english: English.text(phrase)
    case .simplifiedChinese: SimplifiedChinese.text(phrase)
    }
  }

  private func template(_ phrase: CountPhrase, _ form: PluralForm) -> StaticString {
    switch language {
    case .english: English.text(phrase, form)
    case .simplifiedChinese: SimplifiedChinese.text(phrase)
    }
  }

  private static func string(_ text: StaticString) -> String {
    String(decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), as: UTF8.self)
  }

  static func fill(_ template: StaticString, _ values: [String]) -> String {
    let bytes = UnsafeBufferPointer(start: template.utf8Start, count: template.utf8CodeUnitCount)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "{"), index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "}") {
        let place = Int(bytes[index + 1]) - 0x30
        if values.indices.contains(place) { result.append(contentsOf: Array(values[place].utf8)) }
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
