import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import Server

@Suite struct StreamResponderTests {
  /// Tells in its response if it runs in the task that `caller` is.
  private struct Asked: HTTPResponder {
    @TaskLocal static var caller: Int?

    func respond(to request: Request, context: ServerContext) async throws -> Response {
      let own = withUnsafeCurrentTask { $0?.hashValue }
      return Response(status: own == Self.caller ? .ok : .accepted)
    }
  }

  @Test(arguments: [("/api/v1/streaming/user", false), ("/api/v1/statuses/1", true)])
  func `NEW_06 Only a stream's request has a task of its own`(path: String, isSame: Bool) async throws {
    let responder = StreamResponder(base: Asked())
    let request = Request(
      head: .init(method: .get, scheme: "http", authority: "localhost", path: path),
      body: .init(buffer: ByteBuffer()))
    let context = ServerContext(source: .init(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    let caller = withUnsafeCurrentTask { $0?.hashValue }
    let response = try await Asked.$caller.withValue(caller) {
      try await responder.respond(to: request, context: context)
    }
    #expect(response.status == (isSame ? .ok : .accepted))
  }
}
