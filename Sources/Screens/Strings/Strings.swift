import Social

/// All that a reader reads, in one language.
///
/// The texts are written in the module Texts, for which the compiler asks every language. The server has them all; the app
/// gets those of its reader as a file.
public struct Strings: Equatable, Sendable {
  public let language: Language
  let texts: Texts

  /// One reference, as they travel with everything that shows a text. Each list is in the order of its cases.
  final class Texts: Sendable {
    let phrases: [String]
    /// Every form that the language has, of every text that counts.
    let counts: [String]
    let months: [String]
    /// The texts of the server's own pages; empty in the app.
    let auth: [String]

    init(phrases: [String], counts: [String], months: [String], auth: [String] = []) {
      self.phrases = phrases
      self.counts = counts
      self.months = months
      self.auth = auth
    }
  }

  init(_ language: Language, _ texts: Texts) {
    self.language = language
    self.texts = texts
  }

  /// With the texts that these make of each phrase.
  public init(
    _ language: Language, _ phrase: (Phrase) -> String, count: (CountPhrase, PluralForm) -> String,
    month: (Int) -> String, auth: (AuthPhrase) -> String
  ) {
    self.language = language
    texts = Texts(
      phrases: Phrase.allCases.map(phrase),
      counts: CountPhrase.allCases.flatMap { counted in language.pluralForms.map { count(counted, $0) } },
      months: (1...Self.monthCount).map(month), auth: AuthPhrase.allCases.map(auth))
  }

  /// A language has one table of texts.
  public static func == (one: Strings, other: Strings) -> Bool { one.language == other.language }

  public subscript(phrase: Phrase) -> String {
    @inline(never) get { texts.phrases[phrase.rawValue] }
  }

  /// A text with values in its places.
  public subscript(phrase: Phrase, values: String...) -> String {
    @inline(never) get { text(phrase, values) }
  }

  /// One name or two, of more people the first two and how many others there are.
  func names(_ first: [String], of count: Int) -> String {
    switch count {
    case ...1: first.first ?? ""
    case 2: Self.fill(self[.twoNames], first)
    default: Self.fill(self[.namesAndOthers], Array(first.prefix(2)) + [self[.others, count - 2]])
    }
  }

  func text(_ phrase: Phrase, _ values: [String]) -> String {
    Self.fill(self[phrase], values.map { isolated($0) })
  }

  /// A text that counts, in the plural form that the number takes.
  public subscript(phrase: CountPhrase, count: Int) -> String {
    @inline(never) get {
      // Hundreds of millions are read at a glance; more than servers can mean are cut.
      Self.fill(template(phrase, count), [count < 100_000_000 ? "\(count)" : short(count)])
    }
  }

  /// In U+2068 and U+2069, which keep a value that may run the other way from mixing with the text around it
  /// (Unicode Standard Annex #9, isolates). Only letters that run as the text does need none.
  func isolated(_ value: String) -> String {
    let value = CleanText.text(value)
    return language.isRightToLeft || CleanText.mayRunFromRight(value) ? "\u{2068}" + value + "\u{2069}" : value
  }

  /// The shortest form, cut and not rounded: 1.2K (CLDR, numbers, short).
  func short(_ count: Int) -> String {
    let (low, high) = language == .simplifiedChinese ? (10_000, 100_000_000) : (1_000, 1_000_000)
    guard count >= low else { return "\(max(0, count))" }
    let count = min(count, Int(clamping: 999 * Int64(high)))
    let unit = count >= high ? high : low
    var (number, tenth) = ("\(count / unit)", count % unit / (unit / 10))
    if count >= 10 * unit { tenth = 0 }
    if tenth > 0 { number += (language == .greek || language == .brazilianPortuguese ? "," : ".") + "\(tenth)" }
    return Self.fill(self[unit == high ? .millions : .thousands], [number])
  }

  private func template(_ phrase: CountPhrase, _ count: Int) -> String {
    let forms = language.pluralForms
    let place = forms.firstIndex(of: form(of: count)) ?? forms.count - 1
    return texts.counts[phrase.rawValue * forms.count + place]
  }

  /// The name of a month; the first is 1.
  func month(_ month: Int) -> String { texts.months[min(max(month, 1), Self.monthCount) - 1] }

  func template(_ phrase: AuthPhrase) -> String {
    texts.auth.indices.contains(phrase.rawValue) ? texts.auth[phrase.rawValue] : ""
  }

  /// The form that a whole number, 0 or more, takes (CLDR, Language Plural Rules, cardinals).
  func form(of count: Int) -> PluralForm {
    switch (language, count) {
    case (.simplifiedChinese, _): .other
    case (.arabic, 0): .zero
    case (.brazilianPortuguese, 0), (_, 1): .one
    case (.arabic, 2): .two
    case (.arabic, _):
      switch count % 100 {
      case 3...10: .few
      case 11...99: .many
      default: .other
      }
    case (.brazilianPortuguese, _) where count % 1_000_000 == 0: .many
    default: .other
    }
  }

  static func fill(_ template: String, _ values: [String]) -> String {
    let bytes = Array(template.utf8)
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
