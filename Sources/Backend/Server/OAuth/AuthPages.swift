import Crypto
import HTTPTypes
import Hummingbird
import Localization
import Markup
import NIOCore
import Screens
import Texts

/// Sends the pages for signing in and joining. They run no scripts, can't be framed, send no referrer and
/// aren't stored by caches.
struct AuthPages: Sendable {
  let base: PublicBase
  private let document: AuthDocument
  private let styleSource: String
  private let fields: HTTPFields

  init(base: PublicBase, assets: Assets, fields: ResponseFields) {
    self.base = base
    document = AuthDocument(styleSheet: assets.text(named: "pages.css").map { Array($0.utf8) } ?? [])
    styleSource = assets.styleSource(named: "pages.css") ?? "'none'"
    var all = fields.common
    all[.contentType] = "text/html; charset=utf-8"
    all[.cacheControl] = "no-store"
    all[.vary] = "Accept-Language, Cookie"
    all[.referrerPolicy] = "no-referrer"
    // A client's web page may have opened this one in a window and waits there for the result.
    all[.crossOriginOpenerPolicy] = nil
    self.fields = all
  }

  /// - Parameter formAction: The URL that the form may lead to, besides this server (CSP3 section 6.4.1).
  func response(
    _ page: AuthPage, to request: Request, status: HTTPResponse.Status = .ok, formAction: String? = nil,
    cookies: [String] = []
  ) -> Response {
    let language = PageLanguage.preferred(
      cookie: PageLanguage.cookie("language", in: request.headers[.cookie]),
      acceptLanguage: request.headers[.acceptLanguage])
    var headers = fields
    headers[.contentLanguage] = language.tag
    headers[.contentSecurityPolicy] = [
      "default-src 'none'", "style-src " + styleSource, "img-src 'self'", "base-uri 'none'",
      "form-action 'self'" + (formAction.map { " " + $0 } ?? ""), "frame-ancestors 'none'",
    ].joined(separator: "; ")
    headers.append(cookies: cookies)
    let html = document.html(page, Strings(language), appearance: PageLanguage.appearance(of: request))
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: html.bytes)))
  }

  /// Redirects with 303: the browser continues with GET, without the form (RFC 9700 section 4.12).
  func redirect(to location: String, cookies: [String] = []) -> Response {
    var headers = fields
    headers[.contentType] = nil
    headers[.contentSecurityPolicy] = ResponseFields.apiPolicy
    headers[.location] = location
    headers.append(cookies: cookies)
    return Response(status: .seeOther, headers: headers)
  }

  func isSecure(_ request: Request) -> Bool {
    base.text(for: base.source(of: request))?.hasPrefix("https://") ?? false
  }
}

extension HTTPFields {
  fileprivate mutating func append(cookies: [String]) {
    for cookie in cookies { append(HTTPField(name: .setCookie, value: cookie)) }
  }
}
