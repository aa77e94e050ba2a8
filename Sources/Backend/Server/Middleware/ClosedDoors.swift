import Community
import HTTPTypes
import Hummingbird
import NIOCore

/// Keeps strangers out of a closed community. No other code decides that (decision 0053).
///
/// Members show their token to the API. Their pages are frames without content: only the app knows the token,
/// and fills them.
struct ClosedDoors: RouterMiddleware {
  typealias Context = ServerContext

  let strangers: StrangerPaths
  let isClosed: @Sendable () async throws -> Bool
  let authenticate: @Sendable (_ token: String) async throws -> TokenAccess?
  /// Returns the member of a reading address's key.
  let reader: @Sendable (_ key: String) async throws -> Viewer?
  /// Returns the page of an address, without any content of the community.
  let page: @Sendable (Request) async throws -> Response

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if request.method != .options, let key = ReadingPath.key(of: request.uri.path) {
      guard let reader = try await reader(String(key)) else { throw RequestError.notFound }
      var context = context
      context.reader = reader
      return try await next(request, context)
    }
    guard try await isClosed(to: request) else { return try await next(request, context) }
    if ErrorResponses.isForPeople(request) { return try await page(request) }
    if let signature = context.signature {
      if case .refused(let error) = signature { throw error }
      guard signature.access?.viewer != nil else { throw RequestError.membersOnly }
      return try await next(request, context)
    }
    guard let token = APIGate.bearer(request.headers[.authorization]) else { throw RequestError.membersOnly }
    guard let access = try await authenticate(token) else { throw RequestError.invalidToken }
    // A client's own token names no member.
    guard access.viewer != nil else { throw RequestError.membersOnly }
    return try await next(request, context)
  }

  private func isClosed(to request: Request) async throws -> Bool {
    let isForAll = { strangers.contains(request.method, request.uri.path) }
    do { return try await isClosed() && !isForAll() } catch {
      // The app's files don't need the database.
      if isForAll() { return false }
      throw error
    }
  }
}

/// Keeps a closed community out of search engines (Google Search Central, "X-Robots-Tag").
struct RobotsField: RouterMiddleware {
  typealias Context = ServerContext

  let isClosed: @Sendable () async throws -> Bool

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    // Without the database this is unknown, and the response is an error.
    if (try? await isClosed()) ?? true { response.headers[.robotsTag] = "noindex, nofollow, noarchive" }
    return response
  }
}

/// `GET /robots.txt` (RFC 9309).
struct RobotsController: Sendable {
  let fields: ResponseFields
  let isClosed: @Sendable () async throws -> Bool

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/robots.txt") { _, _ in
      var headers = fields.common
      headers[.contentType] = "text/plain; charset=utf-8"
      headers[.cacheControl] = "no-cache"
      let rule = try await isClosed() ? "Disallow: /" : "Disallow:"
      return Response(
        status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: "User-agent: *\n\(rule)\n"))
      )
    }
  }
}
