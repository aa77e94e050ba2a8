import HTTPTypes
import Hummingbird
import Screens

/// The reader's choices, in cookies that the app reads and writes too.
///
/// Safari ends what a script has set after seven days (ITP), so each page that is opened sets them again.
enum PreferenceCookies {
  /// In seconds. Browsers keep no cookie for more than 400 days (RFC 6265bis section 5.5).
  private static let lifetime = 400 * 24 * 60 * 60

  /// A `Set-Cookie` field.
  static func set(_ name: String, _ value: String) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(lifetime); SameSite=Lax"
  }

  /// The choices that came with a request, to be set again; none that isn't valid.
  static func renewed(by request: Request) -> [String] {
    // What a script fetches can be late: the reader may have chosen anew meanwhile.
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
