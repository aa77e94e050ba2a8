/// A language that every text of the app exists in.
public enum Language: Equatable, CaseIterable, Sendable {
  case english
  case simplifiedChinese

  /// The BCP 47 tag, as `lang` and `Accept-Language` have it.
  public var tag: String {
    switch self {
    case .english: "en"
    case .simplifiedChinese: "zh-Hans"
    }
  }

  /// The language's name in itself.
  public var name: String {
    switch self {
    case .english: "English"
    case .simplifiedChinese: "简体中文"
    }
  }

  public init?(tag: String) {
    guard let language = Self.allCases.first(where: { $0.tag == tag }) else { return nil }
    self = language
  }

  /// The best language for one BCP 47 range, as `zh-CN` or `en-GB`: Chinese of any kind gets the
  /// simplified script, which is the only one there is so far.
  public init?(range: String) {
    let primary = range.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
    if primary.elementsEqual("zh".utf8) {
      self = .simplifiedChinese
    } else if primary.elementsEqual("en".utf8) {
      self = .english
    } else {
      return nil
    }
  }
}
