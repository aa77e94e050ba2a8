import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore

/// `GET /health`: the state of the server, for load balancers and monitors.
struct HealthController: Sendable {
  let fields: ResponseFields
  /// Reads a little data; throws if that fails.
  let check: @Sendable () async throws -> Void

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/health") { request, context in
      do {
        try await check()
        return prefersText(request) ? text("OK") : response(.ok, "ok")
      } catch {
        context.logger.error("The database can't be read", metadata: ["error": "\(error)"])
        return response(.serviceUnavailable, "unavailable", ill: "database")
      }
    }
  }

  /// Returns true if the client wants plain text. Some monitors look for the word alone.
  private func prefersText(_ request: Request) -> Bool {
    let names = request.headers[.accept].map { WeightedList($0).items.map(\.name) } ?? []
    return names.contains("text/plain") && !names.contains("application/json")
  }

  private func text(_ word: String) -> Response {
    var headers = fields.common
    headers[.contentType] = "text/plain; charset=utf-8"
    headers[.cacheControl] = "no-store"
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: word)))
  }

  /// - Parameter ill: The part that doesn't work.
  private func response(_ status: HTTPResponse.Status, _ word: String, ill: String? = nil) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("status")
      writer.string(word)
      writer.name("version")
      writer.string(swiftletVersion)
      if let ill {
        writer.name(of: ill)
        writer.string(word)
      }
    }
    var headers = fields.json
    headers[.cacheControl] = "no-store"
    return Response(
      status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: writer.bytes)))
  }
}
