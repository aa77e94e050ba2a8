import Hummingbird
import Screens

/// Which of the app's languages a request gets, and how the reader wants it to look.
enum PageLanguage {
  /// The reader's own choice (the `language` cookie), else what the browser asks for, else English.
  static func preferred(cookie: String?, acceptLanguage: String?) -> Language {
    if let chosen = cookie.flatMap({ Language(tag: $0) }) { return chosen }
    guard let acceptLanguage else { return .english }
    var best: (language: Language, weight: Int)?
    for item in WeightedList(acceptLanguage).items where item.weight > best?.weight ?? 0 {
      let language = item.name == "*" ? Language.english : Language(range: item.name)
      if let language { best = (language, item.weight) }
    }
    return best?.language ?? .english
  }

  /// The reader's own choices (the `text-size` and `scheme` cookies).
  static func appearance(of request: Request) -> Appearance {
    let cookies = request.headers[.cookie]
    return Appearance(
      textSize: cookie("text-size", in: cookies).flatMap { TextSize($0) },
      scheme: cookie("scheme", in: cookies).flatMap { ColorScheme(rawValue: $0) })
  }

  /// The value of a cookie of that name in a `Cookie` field (RFC 6265 section 5.4).
  static func cookie(_ name: String, in field: String?) -> String? {
    for pair in field?.split(separator: ";") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
      return String(parts[1])
    }
    return nil
  }
}
