import HTTPTypes
import Hummingbird

/// Adds the common fields to responses that lack them. Cached responses have them already.
struct SecurityFields: RouterMiddleware {
  typealias Context = ServerContext

  let fields: ResponseFields

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if !response.headers.contains(.xContentTypeOptions) { response.headers.append(contentsOf: fields.common) }
    return response
  }
}
