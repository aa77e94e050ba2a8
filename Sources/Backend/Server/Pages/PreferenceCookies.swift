import HTTPTypes
import Hummingbird
import Localization
import Screens

/// The viewer's choices, in cookies that the app reads and writes, too.
///
/// Safari deletes cookies of scripts after seven days (ITP), so each opened page sets them again.
enum PreferenceCookies {
  /// The lifetime in seconds. Browsers keep a cookie for at most 400 days (RFC 6265bis section 5.5).
  private static let lifetime = 400 * 24 * 60 * 60

  /// Returns the value of a `Set-Cookie` field.
  static func set(_ name: String, _ value: String) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(lifetime); SameSite=Lax"
  }

  /// Returns the valid choices of a request, to be set again.
  static func renewed(by request: Request) -> [String] {
    // Only navigations renew: a script's request may arrive late, after the viewer has made a new choice.
    guard (request.headers[.fetchMode] ?? "navigate") == "navigate" else { return [] }
    let field = request.headers[.cookie]
    let appearance = PageLanguage.appearance(of: request)
    let values = [
      ("language", PageLanguage.cookie("language", in: field).flatMap { Language(tag: $0) }?.tag),
      ("text-size", appearance.textSize.map { "\($0.step)" }),
      ("scheme", appearance.scheme?.rawValue),
      ("start", PageLanguage.cookie("start", in: field) == "home" ? "home" : nil),
    ]
    return values.compactMap { name, value in value.map { set(name, $0) } }
  }
}
