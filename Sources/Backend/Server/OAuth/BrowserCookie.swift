import HTTPTypes
import Hummingbird

/// A cookie that only the server reads (RFC 6265bis), out of reach for scripts and for forms of other sites.
struct BrowserCookie {
  /// The browser's session for the server's own pages.
  static let session = BrowserCookie(name: "swiftlet-session")
  /// The mark of a member who has just joined in this browser, so that the app needs no further permission.
  static let newcomer = BrowserCookie(name: "swiftlet-newcomer")
  /// The mark of a browser in which a member has signed in before (`Community.deviceMark`). It grants no
  /// access.
  static let device = BrowserCookie(name: "swiftlet-device")
  /// The cookie that comes back with each form (`CSRFToken`).
  static let form = BrowserCookie(name: "swiftlet-form")

  private let name: String

  /// Over https, a prefix prevents other hosts of the domain from setting it (RFC 6265bis section 4.1.3.2).
  private func name(isSecure: Bool) -> String { isSecure ? "__Host-" + name : name }

  func value(in request: Request, isSecure: Bool) -> String? {
    value(in: request.headers[.cookie], isSecure: isSecure)
  }

  /// - Parameter field: The `Cookie` field.
  func value(in field: String?, isSecure: Bool) -> String? {
    PageLanguage.cookie(name(isSecure: isSecure), in: field)
  }

  /// - Parameter seconds: The lifetime; `nil` until the browser is closed, 0 to remove the cookie.
  func set(_ value: String, seconds: Int64? = nil, isSecure: Bool) -> String {
    "\(name(isSecure: isSecure))=\(value); Path=/; HttpOnly; SameSite=Lax"
      + (seconds.map { "; Max-Age=\($0)" } ?? "") + (isSecure ? "; Secure" : "")
  }
}
