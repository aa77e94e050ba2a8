/// All that a reader reads, in one language.
public struct Strings: Equatable, Sendable {
  public let language: Language

  public init(_ language: Language) { self.language = language }

  public subscript(phrase: Phrase) -> String {
    @inline(never) get { Self.string(template(phrase)) }
  }

  /// A text with values in its places.
  public subscript(phrase: Phrase, values: String...) -> String {
    @inline(never) get { text(phrase, values) }
  }

  func text(_ phrase: Phrase, _ values: [String]) -> String {
    Self.fill(template(phrase), values.map { isolated($0) })
  }

  /// A text that counts, in the plural form that the number takes.
  public subscript(phrase: CountPhrase, count: Int) -> String {
    @inline(never) get { Self.fill(template(phrase, form(of: count)), ["\(count)"]) }
  }

  /// In U+2068 and U+2069, which keep a value that may run the other way from mixing with the text around it
  /// (Unicode Standard Annex #9, isolates).
  func isolated(_ value: String) -> String {
    language.isRightToLeft || Array(value.utf8).contains { 0xD6...0xDF ~= $0 } ? "\u{2068}" + value + "\u{2069}" : value
  }

  func template(_ phrase: Phrase) -> StaticString {
    switch language {
    case .english: English.text(phrase)
    case .greek: Greek.text(phrase)
    case .brazilianPortuguese: BrazilianPortuguese.text(phrase)
    case .arabic: Arabic.text(phrase)
    case .simplifiedChinese: SimplifiedChinese.text(phrase)
    }
  }

  private func template(_ phrase: CountPhrase, _ form: PluralForm) -> StaticString {
    switch language {
    case .english: English.text(phrase, form)
    case .greek: Greek.text(phrase, form)
    case .brazilianPortuguese: BrazilianPortuguese.text(phrase, form)
    case .arabic: Arabic.text(phrase, form)
    case .simplifiedChinese: SimplifiedChinese.text(phrase)
    }
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

  static func string(_ text: StaticString) -> String {
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
