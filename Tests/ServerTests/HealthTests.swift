import HTTPTypes
import Hummingbird
import Testing

@testable import Server

@Suite struct HealthTests {
  @Test func `health says that the database can be read`() async throws {
    try await withServer { client in
      let response = try await client.send(.get, "/health")
      #expect(response.status == .ok)
      #expect(response.text == #"{"status":"ok","version":"\#(swiftletVersion)"}"#)
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(try await client.send(.head, "/health").status == .ok)
    }
  }

  @Test func `health says OK to who asks for text`() async throws {
    try await withServer { client in
      let response = try await client.send(.get, "/health", [.accept: "text/plain"])
      #expect(response.text == "OK" && response.headers[.contentType] == "text/plain; charset=utf-8")
      #expect(try await client.send(.get, "/health", [.accept: "*/*"]).text.hasPrefix("{"))
    }
  }

  @Test func `health says that the database cannot be read`() async throws {
    struct Unreadable: Error {}
    let router = Router(context: ServerContext.self)
    HealthController(fields: ResponseFields(isSecure: false)) { throw Unreadable() }.addRoutes(to: router)
    try await Application(router: router, logger: quiet).withClient { client in
      let response = try await client.send(.get, "/health")
      #expect(response.status == .serviceUnavailable)
      #expect(
        response.text == #"{"status":"unavailable","version":"\#(swiftletVersion)","database":"unavailable"}"#
      )
    }
  }
}
