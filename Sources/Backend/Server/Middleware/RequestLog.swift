import HTTPTypes
import Hummingbird
import Logging

/// Logs one line a request. It leaves out the query and everything else that could identify the sender or
/// grant access.
struct RequestLog: RouterMiddleware {
  typealias Context = ServerContext

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard context.logger.logLevel <= .info else { return try await next(request, context) }
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let duration = (ContinuousClock.now - start).components
    let microseconds = duration.seconds * 1_000_000 + duration.attoseconds / 1_000_000_000_000
    context.logger.info(
      "Answered",
      metadata: [
        "method": .string(request.method.rawValue),
        "path": .string(Self.path(of: request)),
        "status": .stringConvertible(response.status.code),
        "ms": .string("\(microseconds / 1000).\(microseconds % 1000 / 100)"),
        "bytes": .string(response.headers[.contentLength] ?? "-"),
      ])
    return response
  }

  /// Returns the path without the secrets of invitations, tickets, reading addresses and links of mails.
  private static func path(of request: Request) -> String {
    let path = request.uri.path
    return ["/join/", "/export/", "/reset/", "/email/", ReadingPath.prefix].first { path.hasPrefix($0) }.map {
      $0 + "…"
    } ?? path
  }
}
