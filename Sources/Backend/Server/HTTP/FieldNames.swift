import HTTPTypes

/// Field names that HTTPTypes lacks. All are valid tokens, so the fallback is never used.
extension HTTPField.Name {
  static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
  static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
  static let permissionsPolicy = named("Permissions-Policy")
  static let referrerPolicy = named("Referrer-Policy")
  static let serviceWorkerAllowed = named("Service-Worker-Allowed")
  static let timingAllowOrigin = named("Timing-Allow-Origin")
  static let errorMessage = named("X-Error-Message")
  static let accelBuffering = named("X-Accel-Buffering")
  static let robotsTag = named("X-Robots-Tag")
  static let frameOptions = named("X-Frame-Options")
  static let fetchSite = named("Sec-Fetch-Site")
  static let fetchMode = named("Sec-Fetch-Mode")
  static let forwardedFor = named("X-Forwarded-For")
  static let idempotencyKey = named("Idempotency-Key")
  static let link = named("Link")
  static let rateLimit = named("X-RateLimit-Limit")
  static let rateLimitRemaining = named("X-RateLimit-Remaining")
  static let rateLimitReset = named("X-RateLimit-Reset")
  /// The Twitter API's names of the same.
  static let twitterLimit = named("x-rate-limit-limit")
  static let twitterRemaining = named("x-rate-limit-remaining")
  static let twitterReset = named("x-rate-limit-reset")
  /// The rights of a client that signed its request: `read` or `read-write`.
  static let accessLevel = named("x-access-level")
  /// Browsers load the page again after that many seconds (HTML Standard, "shared declarative refresh
  /// steps").
  static let refresh = named("Refresh")
  static let forwardedProto = named("X-Forwarded-Proto")
  static let forwardedHost = named("X-Forwarded-Host")

  private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}
