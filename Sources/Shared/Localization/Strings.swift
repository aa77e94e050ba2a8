public import Social

/// All texts for the viewer, in one language.
///
/// The translations are written in the module Texts, where the compiler requires every language. The server
/// has them all; the app loads those of the viewer's language as a file.
public struct Strings: Equatable, Sendable {
  public let language: Language
  package let texts: Texts

  /// A class, because everything that shows a text carries a reference to it. Each list is in the order of
  /// its cases.
  package final class Texts: Sendable {
    package let phrases: [String]
    /// All plural forms of every text with a count.
    package let counts: [String]
    package let months: [String]
    /// A code and its text for each `Refusal`; empty until the app's second file of texts has come.
    package let refusals: [String]
    /// The text of each `LaterPhrase`; empty until the app's second file of texts has come.
    package let later: [String]
    /// The address of the app's second file of texts.
    package let laterFile: String
    /// The texts of the server's own pages; empty in the app.
    package let auth: [String]

    package init(
      phrases: [String], counts: [String], months: [String], refusals: [String] = [], later: [String] = [],
      auth: [String] = [], laterFile: String = ""
    ) {
      self.phrases = phrases
      self.counts = counts
      self.months = months
      self.refusals = refusals
      self.later = later
      self.auth = auth
      self.laterFile = laterFile
    }
  }

  package init(_ language: Language, _ texts: Texts) {
    self.language = language
    self.texts = texts
  }

  /// Creates the texts from functions that return each one.
  public init(
    _ language: Language, _ phrase: (Phrase) -> String, count: (CountPhrase, PluralForm) -> String,
    month: (Int) -> String, refusal: (Refusal) -> String, later: (LaterPhrase) -> String,
    auth: (AuthPhrase) -> String
  ) {
    self.language = language
    texts = Texts(
      phrases: Phrase.allCases.map(phrase),
      counts: CountPhrase.allCases.flatMap { counted in language.pluralForms.map { count(counted, $0) } },
      months: (1...Self.monthCount).map(month),
      refusals: Refusal.allCases.map { $0.rawValue + Self.codeEnd + refusal($0) },
      later: LaterPhrase.allCases.map(later), auth: AuthPhrase.allCases.map(auth))
  }

  /// Equal if the language is: a language has one table of texts.
  public static func == (one: Strings, other: Strings) -> Bool { one.language == other.language }

  public subscript(phrase: Phrase) -> String {
    @inline(never) get { texts.phrases[phrase.rawValue] }
  }

  /// Returns a text with values in its placeholders.
  public subscript(phrase: Phrase, values: String...) -> String {
    @inline(never) get { text(phrase, values) }
  }

  /// Returns one or two names; of more people the first two, and the number of others.
  package func names(_ first: [String], of count: Int) -> String {
    switch count {
    case ...1: first.first ?? ""
    case 2: Self.fill(self[.twoNames], first)
    default: Self.fill(self[.namesAndOthers], Array(first.prefix(2)) + [self[.others, count - 2]])
    }
  }

  package func text(_ phrase: Phrase, _ values: [String]) -> String {
    Self.fill(self[phrase], values.map { isolated($0) })
  }

  /// Returns a text with a count, in the plural form for the number.
  public subscript(phrase: CountPhrase, count: Int) -> String {
    @inline(never) get {
      // Numbers below a hundred million show in full; greater ones, which servers hardly mean, are shortened.
      Self.fill(template(phrase, count), [count < 100_000_000 ? "\(count)" : short(count)])
    }
  }

  /// Returns the text, with its placeholder, for a count in its shortest form. The noun after “thousand” or
  /// “million” has the form for it.
  package func shortTemplate(_ phrase: CountPhrase, _ count: Int) -> String {
    template(phrase, count >= 1_000_000 ? 1_000_000 : short(count) == "\(count)" ? count : 1000)
  }

  /// Returns the value between U+2068 and U+2069, so that a value of the opposite direction doesn't mix with
  /// its surroundings (Unicode Standard Annex #9, isolates). Values of only letters in the text's own
  /// direction don't need them.
  package func isolated(_ value: String) -> String {
    let value = CleanText.text(value)
    return language.isRightToLeft || CleanText.mayRunFromRight(value)
      ? "\u{2068}" + value + "\u{2069}" : value
  }

  /// Returns the shortest form, truncated and not rounded: 1.2K (CLDR, numbers, short).
  package func short(_ count: Int) -> String {
    let (low, high) = language == .simplifiedChinese ? (10_000, 100_000_000) : (1_000, 1_000_000)
    guard count >= low else { return "\(max(0, count))" }
    let count = min(count, Int(clamping: 999 * Int64(high)))
    let unit = count >= high ? high : low
    var (number, tenth) = ("\(count / unit)", count % unit / (unit / 10))
    if count >= 10 * unit { tenth = 0 }
    if tenth > 0 {
      number += (language == .greek || language == .brazilianPortuguese ? "," : ".") + "\(tenth)"
    }
    let isFew = tenth == 0 && 3...9 ~= count / unit
    return Self.fill(self[unit == high ? .millions : isFew ? .fewThousands : .thousands], [number])
  }

  /// Ends the code before a text.
  package static let codeEnd = "\u{1F}"

  /// Returns a text for `Response.errorText`: our own for a known code; else the server's words, as a
  /// quotation.
  @inline(never)
  package func refusal(_ words: String, by server: String = "") -> String {
    var said = Array(words.utf8)
    if let end = said.firstIndex(of: 0x1F) {
      let code = Array(said[...end])
      for known in texts.refusals {
        let text = Array(known.utf8)
        if text.starts(with: code) { return String(decoding: text[code.count...], as: UTF8.self) }
      }
      said = Array(said[(end + 1)...])
    }
    let quoted = String(decoding: said, as: UTF8.self)
    return server.isEmpty ? self[.refusedBy, quoted] : self[.signInRefused, server, quoted]
  }

  private func template(_ phrase: CountPhrase, _ count: Int) -> String {
    let forms = language.pluralForms
    let position = forms.firstIndex(of: form(of: count)) ?? forms.count - 1
    return texts.counts[phrase.rawValue * forms.count + position]
  }

  /// Returns the name of a month, counted from 1.
  package func month(_ month: Int) -> String { texts.months[min(max(month, 1), Self.monthCount) - 1] }

  package func template(_ phrase: AuthPhrase) -> String {
    texts.auth.indices.contains(phrase.rawValue) ? texts.auth[phrase.rawValue] : ""
  }

  /// Returns the plural form for a whole number of 0 or more (CLDR, Language Plural Rules, cardinals).
  package func form(of count: Int) -> PluralForm {
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

  package static func fill(_ template: String, _ values: [String]) -> String {
    let bytes = Array(template.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "{"), index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "}") {
        let position = Int(bytes[index + 1]) - 0x30
        if values.indices.contains(position) { result.append(contentsOf: Array(values[position].utf8)) }
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
