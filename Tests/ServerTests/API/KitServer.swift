import Community
import HTTPTypes
import Hummingbird
import Social

@testable import Server

/// Runs a router with only a test's own routes, and tokens named after their permissions.
func withAPI(
  limits: RateLimits? = nil,
  now: @escaping @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_795_000_000_000) },
  _ routes: (inout API) -> Void, _ body: @escaping @Sendable (TestClient) async throws -> Void
) async throws {
  var api = API()
  routes(&api)
  var off = RateLimits()
  off.isOn = false
  let gate = APIGate(
    base: PublicBase(configured: nil), fields: ResponseFields(isSecure: false),
    limiter: RateLimiter(limits: limits ?? off, now: now), reader: ParameterReader(maxBytes: 10_000)
  ) { token in KitTokens.access(token) }
  let router = Router(context: ServerContext.self)
  api.addRoutes(to: router, gate: gate)
  try await Application(router: router, logger: quiet).withClient { client in try await body(client) }
}

/// Token names: `member read write:statuses` is a member's token with these scopes, `application read` a
/// client's.
private enum KitTokens {
  static func access(_ token: String) -> TokenAccess? {
    let words = token.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let scopes = Scopes(words[1]) else { return nil }
    switch words[0] {
    case "member":
      return TokenAccess(tokenID: 1, viewer: Viewer(account: 7, client: .init(name: "Test")), scopes: scopes)
    case "other":
      return TokenAccess(tokenID: 2, viewer: Viewer(account: 8, client: .init(name: "Test")), scopes: scopes)
    case "application": return TokenAccess(tokenID: 3, viewer: nil, scopes: scopes)
    default: return nil
    }
  }
}

extension HTTPFields {
  static func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer " + token] }
}
