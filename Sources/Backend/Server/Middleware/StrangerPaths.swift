import HTTPTypes

/// The addresses that a closed community opens to strangers, because they show nothing of it (decision 0053).
///
/// Every other address is closed, so a new route is closed until it is named here.
struct StrangerPaths: Sendable {
  /// Addresses to read, as the router writes them.
  private static let read = [
    // The way in: joining, signing in, and the app without content.
    "/sign-in", "/signed-in", "/settings", "/shell", "/open", "/join", "/join/:code", "/reset/:code",
    "/about",
    "/forgotten", "/email/:code",
    "/oauth/authorize", "/oauth/authenticate", "/oauth/request_token", "/oauth/access_token",
    "/.well-known/oauth-authorization-server", "/api/v1/apps/verify_credentials",
    // Facts that programs need before a member signs in.
    "/health", "/robots.txt", "/api/openapi.json", "/.well-known/host-meta", "/.well-known/nodeinfo",
    "/nodeinfo/2.0",
    "/api/v1/instance", "/api/v2/instance", "/api/v1/instance/rules", "/api/v1/instance/extended_description",
    "/api/v1/instance/privacy_policy", "/api/v1/instance/languages", "/api/v1/instance/translation_languages",
    // Streams look for the token of a member in more places than other addresses, and always need one.
    "/api/v1/streaming", "/api/v1/streaming/health", "/api/v1/streaming/user",
    "/api/v1/streaming/user/notification",
    "/api/v1/streaming/public", "/api/v1/streaming/public/local", "/api/v1/streaming/public/remote",
    "/api/v1/streaming/hashtag", "/api/v1/streaming/hashtag/local", "/api/v1/streaming/list",
    "/api/v1/streaming/direct",
    // The address itself is a secret.
    "/media/:hash/:name", "/media/:hash/:name/:size", "/export/:ticket",
  ].map(Self.segments)

  /// Addresses to write to.
  private static let write = [
    "/join", "/join/:code", "/reset/:code", "/forgotten", "/email/:code", "/oauth/authorize", "/oauth/token",
    "/oauth/revoke", "/oauth/request_token", "/oauth/access_token", "/api/v1/apps",
    "/api/v1/accounts",
  ].map(Self.segments)

  /// The addresses of the app's files.
  private let files: Set<String>

  init(files: Set<String>) { self.files = files }

  func contains(_ method: HTTPRequest.Method, _ path: String) -> Bool {
    // A response to OPTIONS names methods and nothing else.
    if method == .options { return true }
    let isReading = method == .get || method == .head
    if isReading, files.contains(path) { return true }
    let segments = Self.segments(TwitterPath.declared(path))
    return (isReading ? Self.read : method == .post ? Self.write : []).contains { pattern in
      pattern.count == segments.count && zip(pattern, segments).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
    }
  }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }
}
