import Community
import HTTPTypes
import Hummingbird
import JSON
import Localization
import Logging
import NIOCore
import NIOHTTP1
import TwitterContracts

/// Turns errors into responses: `{"error": "…"}` for the APIs, a page for people.
struct ErrorResponses: RouterMiddleware {
  typealias Context = ServerContext

  let fields: ResponseFields
  let methods: AllowedMethods
  let pages: PageResponder
  let base: PublicBase

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch {
      // With a successful preflight, a browser shows its script the 404.
      if request.method == .options, APIFields.isPublic(path: request.uri.path) {
        return APIFields.preflight(methods: APIFields.allMethods)
      }
      if let response = responseForOther(request, error) { return response }
      let failure = reason(of: error, request, context)
      guard Self.isForPeople(request) else {
        var response = json(failure, request, error as? TwitterError)
        if APIFields.isPublic(path: request.uri.path) {
          response.headers.append(contentsOf: APIFields.publicAccess)
        } else if failure.status == .unauthorized || ReadingPath.key(of: request.uri.path) != nil {
          // Apps elsewhere read the other contracts, too, and have to learn why they can't.
          response.headers.append(contentsOf: ResponseFields.publicAccess)
        }
        return response
      }
      guard failure.status != .methodNotAllowed else { return json(failure, request) }
      let viewer = PageResponder.Viewer(
        language: pages.language(of: request), shown: pages.shown(in: request),
        base: base.text(for: base.source(of: request)) ?? "http://localhost",
        appearance: PageLanguage.appearance(of: request))
      let kind: PageRequest.Kind =
        failure == .membersOnly ? .membersOnly : .failure(status: failure.status.code)
      guard var response = try? await pages.response(kind, for: viewer, status: failure.status) else {
        return json(failure, request)
      }
      response.headers[.wwwAuthenticate] = failure.challenge
      if failure.closesConnection { response.headers[.connection] = "close" }
      if let seconds = failure.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
      return response
    }
  }

  /// Responds to `OPTIONS` for a page, and redirects paths with an escaped `@`, which some clients send.
  private func responseForOther(_ request: Request, _ error: any Error) -> Response? {
    guard (error as? HTTPError)?.status == .notFound, Self.isForPeople(request) else { return nil }
    let path = request.uri.path
    if path.hasPrefix("/%40"), request.method == .get || request.method == .head {
      var response = Response(status: .permanentRedirect, headers: fields.common)
      response.headers[.location] = "/@" + path.dropFirst(4) + (request.uri.query.map { "?" + $0 } ?? "")
      return response
    }
    guard request.method == .options, let allow = methods.allowed(on: path) else { return nil }
    var response = Response(status: .noContent, headers: fields.common)
    response.headers[.allow] = allow + ", OPTIONS"
    return response
  }

  /// Returns the response as JSON.
  func response(to error: any Error, _ request: Request, _ context: Context) -> Response {
    json(reason(of: error, request, context), request)
  }

  private func reason(of error: any Error, _ request: Request, _ context: Context) -> RequestError {
    if let known = error as? RequestError { return known }
    if let refusal = error as? TwitterError { return RequestError(refusal) }
    if let unavailability = Unavailability(error) { return RequestError(unavailability) }
    if error is HTTPParserError || error is ChannelError || error is IOError { return .brokenRequest }
    guard let http = error as? HTTPError else {
      context.logger.error("Request failed", metadata: ["error": "\(error)"])
      return .internalError
    }
    if http.status == .notFound, let allow = methods.allowed(on: request.uri.path) {
      return RequestError(status: .methodNotAllowed, message: "Method not allowed", allow: allow)
    }
    if http.status == .notFound { return .notFound }
    return RequestError(status: http.status, message: http.body ?? http.status.reasonPhrase)
  }

  /// - Parameter refusal: The Twitter API's own refusal; `nil` to derive it from the failure.
  private func json(
    _ failure: RequestError, _ request: Request, _ refusal: TwitterError? = nil
  ) -> Response {
    var writer = JSONWriter()
    switch APIStyle(path: request.uri.path) {
    case .mastodon: failure.write(to: &writer)
    case .twitter: TwitterFailure(refusal ?? failure, request).write(to: &writer)
    }
    var headers = fields.json
    headers[.cacheControl] = "no-store"
    headers[.allow] = failure.allow
    headers[.wwwAuthenticate] = failure.challenge
    if let seconds = failure.retryAfter { headers[.retryAfter] = "\(seconds)" }
    if failure.closesConnection { headers[.connection] = "close" }
    return Response(
      status: failure.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: writer.bytes)))
  }

  /// Returns true for requests of people's browsers. Requests of clients are recognized by the APIs' first
  /// path segments.
  static func isForPeople(_ request: Request) -> Bool {
    let first = request.uri.path.split(separator: "/", maxSplits: 1).first ?? ""
    return ![
      "user", "media", "assets", "health", "v1", "api", "1.1", "oauth", "oauth2", "essential-feed",
      ".well-known",
      "nodeinfo",
      "read",
    ].contains(first)
  }
}
