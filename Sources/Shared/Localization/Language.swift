/// A language that every text of the app exists in.
public enum Language: Equatable, CaseIterable, Sendable {
  case english
  case greek
  case brazilianPortuguese
  case arabic
  case simplifiedChinese

  /// The BCP 47 tag, as `lang` and `Accept-Language` have it.
  public var tag: String {
    switch self {
    case .english: "en"
    case .greek: "el"
    case .brazilianPortuguese: "pt-BR"
    case .arabic: "ar"
    case .simplifiedChinese: "zh-Hans"
    }
  }

  /// The language's name in itself.
  public var name: String {
    switch self {
    case .english: "English"
    case .greek: "Ελληνικά"
    case .brazilianPortuguese: "Português (Brasil)"
    case .arabic: "العربية"
    case .simplifiedChinese: "简体中文"
    }
  }

  public var isRightToLeft: Bool { self == .arabic }

  /// The plural forms of the language (CLDR, Language Plural Rules, cardinals).
  package var pluralForms: [PluralForm] {
    switch self {
    case .english, .greek: [.one, .other]
    case .brazilianPortuguese: [.one, .many, .other]
    case .arabic: PluralForm.allCases
    case .simplifiedChinese: [.other]
    }
  }

  /// The value of the attribute `dir`.
  public var direction: StaticString { isRightToLeft ? "rtl" : "ltr" }

  public init?(tag: String) {
    guard let language = Self.allCases.first(where: { $0.tag == tag }) else { return nil }
    self = language
  }

  /// Reads a BCP 47 range such as `zh-CN` or `en-GB`. Each language has only one variety so far, which stands
  /// for all: European Portuguese gets the Brazilian one.
  public init?(range: String) {
    let primary = Array(range.utf8).prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map {
      $0 | 0x20
    }
    guard primary.count == 2,
      let language = Self.allCases.first(where: { Array($0.tag.utf8).starts(with: primary) })
    else { return nil }
    self = language
  }
}
