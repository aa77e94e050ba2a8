public import Localization

extension Strings {
  /// Takes the texts of a language from its tables.
  public init(_ language: Language) {
    switch language {
    case .english: self = Self.english
    case .greek: self = Self.greek
    case .brazilianPortuguese: self = Self.brazilianPortuguese
    case .arabic: self = Self.arabic
    case .simplifiedChinese: self = Self.simplifiedChinese
    }
  }

  private static let english = Strings(
    .english, { text(English.text($0)) }, count: { text(English.text($0, $1)) },
    month: { text(English.month($0)) },
    refusal: { text(English.text($0)) }, later: { text(English.text($0)) }, auth: { text(English.text($0)) })

  private static let greek = Strings(
    .greek, { text(Greek.text($0)) }, count: { text(Greek.text($0, $1)) }, month: { text(Greek.month($0)) },
    refusal: { text(Greek.text($0)) }, later: { text(Greek.text($0)) }, auth: { text(Greek.text($0)) })

  private static let brazilianPortuguese = Strings(
    .brazilianPortuguese, { text(BrazilianPortuguese.text($0)) },
    count: { text(BrazilianPortuguese.text($0, $1)) },
    month: { text(BrazilianPortuguese.month($0)) }, refusal: { text(BrazilianPortuguese.text($0)) },
    later: { text(BrazilianPortuguese.text($0)) },
    auth: { text(BrazilianPortuguese.text($0)) })

  private static let arabic = Strings(
    .arabic, { text(Arabic.text($0)) }, count: { text(Arabic.text($0, $1)) },
    month: { text(Arabic.month($0)) },
    refusal: { text(Arabic.text($0)) }, later: { text(Arabic.text($0)) }, auth: { text(Arabic.text($0)) })

  private static let simplifiedChinese = Strings(
    .simplifiedChinese, { text(SimplifiedChinese.text($0)) },
    count: { phrase, _ in text(SimplifiedChinese.text(phrase)) },
    month: { "\($0)" }, refusal: { text(SimplifiedChinese.text($0)) },
    later: { text(SimplifiedChinese.text($0)) },
    auth: { text(SimplifiedChinese.text($0)) })

  private static func text(_ text: StaticString) -> String {
    String(decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), as: UTF8.self)
  }
}
