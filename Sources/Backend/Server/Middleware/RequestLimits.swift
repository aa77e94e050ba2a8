import HTTPTypes
import Hummingbird

/// Refuses requests that no honest client sends, before any work is done.
struct RequestLimits: RouterMiddleware {
  typealias Context = ServerContext

  let limits: ServerLimits

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if request.uri.string.utf8.count > limits.targetBytes {
      throw RequestError(status: .uriTooLong, message: "URI too long", closesConnection: true)
    }
    let length = request.headers[.contentLength]
    if length == nil, !request.headers.contains(.transferEncoding) { return try await next(request, context) }
    let isRead = request.method == .get || request.method == .head || request.method == .options
    // Clients of the API put parameters into the bodies of GET requests, too (rule 18).
    if isRead, length != "0", !APIFields.isPublic(path: request.uri.path) {
      throw RequestError(
        status: .badRequest, message: "A \(request.method.rawValue) request has no body",
        closesConnection: true)
    }
    let budget = limits.budget(request.method, path: request.uri.path)
    // Uploads aren't refused by their length here: their first bytes may show a type that isn't accepted at
    // any size, which is the better message. The connection's limit bounds the reading.
    if let length, Int(length).map({ $0 > budget.bytes && !budget.isUpload }) ?? true {
      throw RequestError.bodyTooLarge
    }
    guard request.headers[.expect]?.lowercased() == "100-continue" else {
      return try await next(request, context)
    }
    var awaited = request
    awaited.body = RequestBody(asyncSequence: AwaitedBody(body: request.body, channel: context.channel))
    return try await next(awaited, context)
  }
}
