import HTTPTypes
import Hummingbird

/// Limits all requests by address: a budget for all of them, and a smaller one for rendered pages. The API's
/// limits by account come in addition.
struct AddressRateLimits: RouterMiddleware {
  typealias Context = ServerContext

  let limiter: RateLimiter
  let proxies: TrustedProxies

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let subject = RateLimiter.Subject.address(ClientAddress(of: request, context, behind: proxies))
    try check(.anything, subject)
    if Self.isRendered(request.uri.path) { try check(.pages, subject) }
    return try await next(request, context)
  }

  private func check(_ kind: RateLimit.Class, _ subject: RateLimiter.Subject) throws(RequestError) {
    guard let verdict = limiter.count(kind, by: subject), !verdict.isAllowed else { return }
    var refusal = RequestError.tooManyRequests
    refusal.retryAfter = Int(verdict.secondsLeft)
    throw refusal
  }

  /// Returns true for pages and for the full responses of the Moments contract. The API has its own limits,
  /// and files cost little.
  private static func isRendered(_ path: String) -> Bool {
    let first = path.split(separator: "/", maxSplits: 1).first ?? ""
    return !["api", "1.1", "media", "assets", "health", "essential-feed", ".well-known", "nodeinfo"].contains(
      first)
  }
}
