import Hummingbird
import Localization
import Screens

/// The language and appearance of a response, from the request.
enum PageLanguage {
  /// Returns the viewer's choice (the `language` cookie), otherwise the browser's preference, otherwise
  /// English.
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

  static func of(_ request: Request) -> Language {
    preferred(
      cookie: cookie("language", in: request.headers[.cookie]),
      acceptLanguage: request.headers[.acceptLanguage])
  }

  /// Returns the viewer's choices (the `text-size` and `scheme` cookies).
  static func appearance(of request: Request) -> Appearance {
    let cookies = request.headers[.cookie]
    return Appearance(
      textSize: cookie("text-size", in: cookies).flatMap { TextSize($0) },
      scheme: cookie("scheme", in: cookies).flatMap { ColorScheme(rawValue: $0) })
  }

  /// Returns the value of a cookie in a `Cookie` field (RFC 6265 section 5.4).
  static func cookie(_ name: String, in field: String?) -> String? {
    for pair in field?.split(separator: ";") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
      return String(parts[1])
    }
    return nil
  }
}
