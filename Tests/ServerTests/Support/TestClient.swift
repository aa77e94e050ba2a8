import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

/// Sends requests to an application's router without a socket. (HummingbirdTesting does the same, but its
/// HTTP client brings a copy of BoringSSL, which takes minutes to build: decision 0037.)
struct TestClient: Sendable {
  private let respond: @Sendable (Request) async throws -> Response

  init<App: ApplicationProtocol>(_ application: App) async throws
  where App.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let responder = try await application.responder
    let logger = application.logger
    respond = { request in
      var logger = logger
      logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
      let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
      return try await responder.respond(to: request, context: App.Responder.Context(source: source))
    }
  }

  /// Sends one request and returns the response.
  func send(
    _ method: HTTPRequest.Method = .get, _ uri: String, _ headers: HTTPFields = [:], body: ByteBuffer? = nil
  ) async throws -> TestResponse {
    var headers = headers
    if let body { headers[.contentLength] = String(body.readableBytes) }
    let head = HTTPRequest(
      method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers)
    let parts = AsyncStream { continuation in
      var rest = body ?? ByteBuffer()
      while let part = rest.readSlice(length: min(32768, rest.readableBytes)), part.readableBytes > 0 {
        continuation.yield(part)
      }
      continuation.finish()
    }
    let response: Response
    do {
      response = try await respond(Request(head: head, body: RequestBody(asyncSequence: parts)))
    } catch {
      response = Response(status: .internalServerError)
    }
    let written = Written()
    try await response.body.write(written)
    return TestResponse(
      status: response.status, headers: response.headers, body: written.body.withLock { $0 })
  }
}

struct TestResponse: Sendable {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: ByteBuffer

  var text: String { String(buffer: body) }
}

extension ApplicationProtocol
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
  /// Runs `body` with a client of the router.
  func withClient<Value>(_ body: (TestClient) async throws -> Value) async throws -> Value {
    try await body(TestClient(self))
  }
}

private final class Written: ResponseBodyWriter {
  let body = Mutex(ByteBuffer())

  func write(_ buffer: ByteBuffer) async throws { body.withLock { _ = $0.writeImmutableBuffer(buffer) } }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
