import HTTPTypes

/// The header fields that responses share, made once at the start.
struct ResponseFields: Sendable {
  /// The fields of every response (OWASP Secure Headers; MDN).
  let common: HTTPFields
  /// The fields of public responses, which depend on no credential, so any site may read them.
  let publicJSON: HTTPFields
  let json: HTTPFields

  /// The policy of responses that aren't documents.
  static let apiPolicy = "default-src 'none'; frame-ancestors 'none'"

  init(isSecure: Bool) {
    var common: HTTPFields = [
      .xContentTypeOptions: "nosniff",
      .referrerPolicy: "same-origin",
      .permissionsPolicy:
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=()",
      .crossOriginOpenerPolicy: "same-origin",
      .frameOptions: "DENY",
    ]
    // RFC 6797: only over https, which only the operator knows for sure.
    if isSecure { common[.strictTransportSecurity] = "max-age=31536000" }
    self.common = common

    var json = common
    json[.contentType] = "application/json; charset=utf-8"
    json[.cacheControl] = "no-cache"
    json[.contentSecurityPolicy] = Self.apiPolicy
    self.json = json

    var publicJSON = json
    publicJSON.append(contentsOf: Self.publicAccess)
    self.publicJSON = publicJSON
  }

  /// CORS (Fetch standard, section 3.2) for responses that everyone may read.
  static let publicAccess: HTTPFields = [
    .accessControlAllowOrigin: "*",
    .accessControlExposeHeaders: "ETag, Content-Length, Content-Range, Accept-Ranges",
    .crossOriginResourcePolicy: "cross-origin",
    .timingAllowOrigin: "*",
  ]
}
