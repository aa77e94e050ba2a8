import Community
import Contracts
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Social

/// The Moments contract: `GET /user/{username}` and `GET /user/{username}/tweets`.
///
/// Beyond the contract, `?covered=true` includes posts with a warning or sensitive pictures, for clients that
/// can cover them.
///
/// Responses are cached until the data changes: one for all strangers, and one for each member with a token,
/// who may see more.
struct MomentsController: Sendable {
  let community: Community
  let cache: ResponseCache
  let pieces: MomentsPieces
  let base: PublicBase
  let fields: ResponseFields
  let authenticate: @Sendable (_ token: String) async throws -> TokenAccess?

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/user/:username") { request, context in
      let viewer = try await viewer(of: request, context, scope: .readAccounts)
      return try await response(request, context, viewer: viewer) { username, prefix in
        guard let account = try await community.accounts.account(username, viewer: viewer) else {
          throw RequestError.userNotFound
        }
        return try await encoded(viewer == nil ? fields.publicJSON : personalFields) {
          MomentsEncoder(prefix: prefix).profile(account, &$0)
        }
      }
    }
    let (members, strangers) = (PerKeyQueue<RateLimiter.Subject>(), StrangersQueue())
    router.get("/user/:username/tweets") { request, context in
      let viewer = try await viewer(of: request, context, scope: .readStatuses)
      let hasCovered = queryValue("covered", in: request.uri.query) == "true"
      // A whole page may be long. It is read for one stranger at a time, and once at a time for each member.
      let queue =
        viewer.map { members.queue(of: .account($0.account)) }
        ?? strangers.queue(of: ClientAddress(of: request, context, behind: base.proxies))
      return try await response(request, context, viewer: viewer, hasCovered: hasCovered, queue: queue) {
        username, prefix in
        guard
          let page = try await pieces.page(
            of: username, viewer: viewer, hasCovered: hasCovered, prefix: prefix,
            fields: viewer == nil ? fields.publicJSON : personalFields)
        else { throw RequestError.userNotFound }
        return page
      }
    }
  }

  /// Returns the member that the token or the reading address belongs to; `nil` for a stranger.
  private func viewer(of request: Request, _ context: ServerContext, scope: Scope) async throws -> Viewer? {
    if let reader = context.reader { return reader }
    guard let token = APIGate.bearer(request.headers[.authorization]) else { return nil }
    guard let access = try await authenticate(token) else { throw RequestError.invalidToken }
    guard access.viewer == nil || access.scopes.contains(scope) else { throw RequestError.outsideScopes }
    return access.viewer
  }

  /// The header fields of a response for one viewer.
  private var personalFields: HTTPFields {
    var personal = fields.publicJSON
    personal[.cacheControl] = "private, no-store"
    return personal
  }

  private func response(
    _ request: Request, _ context: ServerContext, viewer: Viewer?, hasCovered: Bool = false,
    queue: ViewerQueue? = nil,
    _ make: @escaping @Sendable (_ username: String, _ prefix: String) async throws -> CacheableResponse
  ) async throws -> Response {
    let source = base.source(of: request)
    // All spellings of a username are the same page.
    guard let username = context.parameters.get("username").flatMap({ percentDecoded($0)?.lowercased() })
    else {
      throw RequestError.userNotFound
    }
    let key = ResponseCache.Key(
      path: "/user/\(username)" + (request.uri.path.hasSuffix("/tweets") ? "/tweets" : ""), base: source,
      variant: (hasCovered ? "covered " : "") + (viewer.map { "\($0.account)" } ?? ""))
    if let cached = await cache.cached(key) { return cached.response(to: request) }
    guard let prefix = base.text(for: source) else { throw RequestError.badHost }
    return try await cache.response(key, queue: queue) { try await make(username, prefix) }.response(
      to: request)
  }

  private func encoded(
    _ fields: HTTPFields, _ write: @escaping @Sendable (inout JSONWriter) -> Void
  ) async throws -> CacheableResponse {
    try await offload {
      var writer = JSONWriter(reservingCapacity: 16_384)
      write(&writer)
      return CacheableResponse.text(ByteBuffer(bytes: writer.bytes), fields: fields)
    }
  }
}
