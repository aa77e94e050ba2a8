import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import Server
import Testing

@Suite struct PublicURLTests {
  /// A PNG of one pixel.
  static let pixel: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0,
    1, 8, 2,
    0,
    0, 0, 0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 12, 0x49, 0x44, 0x41, 0x54, 8, 0xD7, 0x63, 0xF8, 0xCF, 0xC0, 0, 0,
    3, 1, 1,
    0,
    0x18, 0xDD, 0x8D, 0xB0, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  private func tweets(_ setup: ServerSetup, _ headers: HTTPFields = [:]) async throws -> String {
    try await withServer(
      setup, posts: [SourcePost(images: ["dot.png"])], files: ["dot.png": Self.pixel]
    ) { client in try await client.send(.get, "/user/ann/tweets", headers).text }
  }

  @Test func `MOM_06 URLs in responses are absolute by the request's host`() async throws {
    #expect(try await tweets(ServerSetup()).contains(#""http://localhost/media/"#))
  }

  @Test func `MOM_06 a proxy says that the outside is https`() async throws {
    let name = HTTPField.Name.named("X-Forwarded-Proto")
    #expect(try await tweets(ServerSetup(), [name: "https"]).contains(#""https://localhost/media/"#))
    #expect(try await tweets(ServerSetup(), [name: "gopher"]).contains(#""http://localhost/media/"#))
  }

  @Test func `MOM_06 the operator's public URL is stronger than the request`() async throws {
    var setup = ServerSetup()
    setup.configuration.publicURL = ServerAddress("https://moments.example.org")
    #expect(try await tweets(setup).contains(#""https://moments.example.org/media/"#))
  }

  @Test func `a host that is none is refused`() async throws {
    try await withRunningServer { port, _ in
      for host in ["evil\"host", "a/b", "a@b", "x:99999"] {
        let request = "GET /user/ann HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        let answer = try await RawConnection.exchange(port: port, [request]).answer
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(host)")
        #expect(!answer.contains(host))
      }
    }
  }

  @Test func `https is made permanent only where the operator says that it is there`() async throws {
    try await withServer { client in
      let response = try await client.send(.get, "/health")
      #expect(response.headers[.strictTransportSecurity] == nil)
    }
    var setup = ServerSetup()
    setup.configuration.publicURL = ServerAddress("https://moments.example.org")
    try await withServer(setup) { client in
      let response = try await client.send(.get, "/health")
      #expect(response.headers[.strictTransportSecurity] == "max-age=31536000")
    }
  }
}
