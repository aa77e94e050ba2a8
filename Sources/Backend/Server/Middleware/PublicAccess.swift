import HTTPTypes
import Hummingbird
import Localization

/// Lets pages of any origin read a group of routes. It responds to preflights and adds CORS to errors, too,
/// so that an app elsewhere can distinguish "no such user" from "not reachable".
struct PublicAccess: RouterMiddleware {
  typealias Context = ServerContext

  let errors: ErrorResponses

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do { response = try await next(request, context) } catch {
      response = errors.response(to: error, request, context)
    }
    if !response.headers.contains(.accessControlAllowOrigin) {
      response.headers.append(contentsOf: ResponseFields.publicAccess)
    }
    return response
  }

  /// Returns the response to `OPTIONS` (Fetch standard, "CORS-preflight fetch").
  static func preflight(_ request: Request, _ context: Context) -> Response {
    Response(
      status: .noContent,
      headers: [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, HEAD, OPTIONS",
        .accessControlAllowHeaders: "If-None-Match, Range, Cache-Control, Accept-Language, Authorization",
        .accessControlMaxAge: "86400",
        .allow: "GET, HEAD, OPTIONS",
      ])
  }
}
