import HTTPTypes
import Hummingbird

/// The header fields of the API.
enum APIFields {
  /// CORS (Fetch standard, section 3.2): programs of any origin may ask, as their token is all that counts.
  static let publicAccess: HTTPFields = [
    .accessControlAllowOrigin: "*",
    .accessControlExposeHeaders: "Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
    .crossOriginResourcePolicy: "cross-origin",
  ]

  /// Whether CORS holds for a path, also where there is nothing.
  static func isPublic(path: String) -> Bool {
    path.hasPrefix("/api/") || path.hasPrefix("/essential-feed/") || path == "/oauth/token" || path == "/oauth/revoke"
  }

  static let allMethods = "DELETE, GET, HEAD, PATCH, POST, PUT"

  /// The answer to `OPTIONS`.
  static func preflight(methods: String) -> Response {
    var fields = publicAccess
    // Of methods that a path doesn't take, too: a browser's program is to see the 405, not an error of the network.
    fields[.accessControlAllowMethods] = allMethods + ", OPTIONS"
    fields[.accessControlAllowHeaders] = "Authorization, Content-Type, Idempotency-Key"
    fields[.accessControlMaxAge] = "86400"
    fields[.allow] = methods + ", OPTIONS"
    return Response(status: .noContent, headers: fields)
  }
}
