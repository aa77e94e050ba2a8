import Community
import Contracts
import HTTPTypes
import Hummingbird
import Screens

/// The CSRF token of a form (OWASP, "Double submit cookie"). A random value is both in the form and in a
/// cookie; another site can neither read nor set them.
struct CSRFToken {
  static let fieldName = "form_token"

  private let value: String
  private let isSecure: Bool

  /// Takes over the browser's existing value, so that two open pages both work, or makes a new one.
  init(for request: Request, isSecure: Bool) {
    let known = BrowserCookie.form.value(in: request, isSecure: isSecure)
    value = known.flatMap { Self.isToken($0) ? $0 : nil } ?? Community.randomSecret()
    self.isSecure = isSecure
  }

  var field: AuthPage.HiddenField { AuthPage.HiddenField(Self.fieldName, value) }
  var cookie: String { BrowserCookie.form.set(value, isSecure: isSecure) }

  /// Returns true if the form comes from this server's pages.
  static func admits(_ request: Request, _ parameters: APIParameters, _ base: PublicBase, isSecure: Bool)
    throws -> Bool
  {
    if let origin = request.headers[.origin], !isOurs(origin, request, base) { return false }
    // Newer browsers send the relation of the request's origin to this site (Fetch Metadata).
    if let site = request.headers[.fetchSite], site != "same-origin", site != "none" { return false }
    guard let cookie = BrowserCookie.form.value(in: request, isSecure: isSecure), isToken(cookie),
      let field = try parameters.string(fieldName)
    else { return false }
    return Community.areEqualSecrets(cookie, field)
  }

  /// Accepts this server's origin and `null`. The server's pages send no referrer, so browsers send `null`
  /// for them (Fetch standard, "append a request Origin header").
  private static func isOurs(_ origin: String, _ request: Request, _ base: PublicBase) -> Bool {
    if origin == "null" || origin == base.configured?.origin { return true }
    guard let authority = request.head.authority?.lowercased() else { return false }
    return origin.lowercased() == "http://" + authority || origin.lowercased() == "https://" + authority
  }

  private static func isToken(_ text: String) -> Bool {
    text.utf8.count == 43
      && text.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x5F
      }
  }
}
