import HTTPTypes
import Hummingbird

/// A cookie that only the server reads (RFC 6265bis): out of reach for scripts and for forms of other sites.
struct BrowserCookie {
  /// Who is signed in with this browser, for the pages of the server itself.
  static let session = BrowserCookie(name: "swiftlet-session")
  /// Who holds it has joined just now with this browser, and need not say again that the app may be theirs.
  static let newcomer = BrowserCookie(name: "swiftlet-newcomer")
  /// A member has signed in with this browser before (`Community.deviceMark`). It lets nobody in.
  static let device = BrowserCookie(name: "swiftlet-device")
  /// Comes back with each form (`FormGuard`).
  static let form = BrowserCookie(name: "swiftlet-form")

  private let name: String

  /// Over https, a prefix keeps other hosts of the domain from setting it (RFC 6265bis section 4.1.3.2).
  private func name(isSecure: Bool) -> String { isSecure ? "__Host-" + name : name }

  func value(in request: Request, isSecure: Bool) -> String? {
    value(in: request.headers[.cookie], isSecure: isSecure)
  }

  /// - Parameter field: `Cookie`.
  func value(in field: String?, isSecure: Bool) -> String? {
    PageLanguage.cookie(name(isSecure: isSecure), in: field)
  }

  /// - Parameter seconds: nil: until the browser is closed; 0: it is taken away.
  func set(_ value: String, seconds: Int64? = nil, isSecure: Bool) -> String {
    "\(name(isSecure: isSecure))=\(value); Path=/; HttpOnly; SameSite=Lax"
      + (seconds.map { "; Max-Age=\($0)" } ?? "") + (isSecure ? "; Secure" : "")
  }
}
