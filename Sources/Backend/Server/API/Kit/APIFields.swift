import HTTPTypes
import Hummingbird

/// The header fields of the API.
enum APIFields {
  /// CORS (Fetch standard, section 3.2). Clients of any origin may send requests, because only their token
  /// counts.
  static let publicAccess: HTTPFields = [
    .accessControlAllowOrigin: "*",
    .accessControlExposeHeaders: "Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
    .crossOriginResourcePolicy: "cross-origin",
  ]

  /// Returns true if CORS applies to a path, even if no route has it.
  static func isPublic(path: String) -> Bool {
    path.hasPrefix("/api/") || path.hasPrefix(TwitterPath.prefix) || path.hasPrefix("/essential-feed/")
      || path == "/oauth/token"
      || path == "/oauth/revoke"
  }

  static let allMethods = "DELETE, GET, HEAD, PATCH, POST, PUT"

  /// Returns the response to `OPTIONS`.
  static func preflight(methods: String) -> Response {
    var fields = publicAccess
    // Lists all methods, also those that the path doesn't take. So a client in a browser sees the 405 and not
    // a network error.
    fields[.accessControlAllowMethods] = allMethods + ", OPTIONS"
    fields[.accessControlAllowHeaders] = "Authorization, Content-Type, Idempotency-Key"
    fields[.accessControlMaxAge] = "86400"
    fields[.allow] = methods + ", OPTIONS"
    return Response(status: .noContent, headers: fields)
  }
}
