import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Server
import Testing

@Suite struct MediaTests {
  private func withPicture(
    _ body: @escaping @Sendable (TestClient, _ path: String) async throws -> Void
  ) async throws {
    try await withServer(
      posts: [SourcePost(images: ["dot.png"])], files: ["dot.png": PublicURLTests.pixel]
    ) { client in
      let tweets = try JSON(
        parsing: Array(try await client.send(.get, "/user/ann/tweets").body.readableBytesView))
      let url = try #require(tweets.array?.first?["images"]?.array?.first?["url"]?.string)
      #expect(url.hasPrefix("http://localhost/media/"))
      try await body(client, String(url.dropFirst("http://localhost".count)))
    }
  }

  @Test func `MOM_07 a picture may be cached for ever and does no harm`() async throws {
    try await withPicture { client, path in
      let response = try await client.send(.get, path)
      #expect(response.status == .ok)
      #expect(response.headers[.contentType]?.hasPrefix("image/") == true)
      #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      #expect(response.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
      #expect(response.headers[.accessControlAllowOrigin] == "*")
      #expect(response.headers[.named("Cross-Origin-Resource-Policy")] == "cross-origin")
      #expect(response.headers[.contentLength] == "\(response.body.readableBytes)")
      #expect(response.headers[.contentEncoding] == nil)
      let head = try await client.send(.head, path)
      #expect(head.body.readableBytes == 0)
      #expect(head.headers == response.headers)
    }
  }

  @Test func `MOM_07 a picture is revalidated by its tag`() async throws {
    try await withPicture { client, path in
      let tag = try #require(try await client.send(.get, path).headers[.eTag])
      let again = try await client.send(.get, path, [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
      #expect(again.body.readableBytes == 0)
    }
  }

  @Test func `MOM_07 a part of a picture can be had`() async throws {
    try await withPicture { client, path in
      let whole = Array(try await client.send(.get, path).body.readableBytesView)
      let part = try await client.send(.get, path, [.range: "bytes=2-5"])
      #expect(part.status == .partialContent)
      #expect(Array(part.body.readableBytesView) == Array(whole[2...5]))
      #expect(part.headers[.contentRange] == "bytes 2-5/\(whole.count)")
      let end = try await client.send(.get, path, [.range: "bytes=-4"])
      #expect(Array(end.body.readableBytesView) == Array(whole.suffix(4)))
      let beyond = try await client.send(.get, path, [.range: "bytes=\(whole.count)-"])
      #expect(beyond.status == .rangeNotSatisfiable)
      #expect(beyond.headers[.contentRange] == "bytes */\(whole.count)")
      let stale = try await client.send(.get, path, [.range: "bytes=2-5", .ifRange: "\"other\""])
      #expect(stale.status == .ok)
      #expect(stale.body.readableBytes == whole.count)
    }
  }

  @Test(arguments: [
    "/media/../swiftlet.sqlite", "/media/..%2f..%2fetc/passwd",
    "/media/0123456789abcdef0123456789abcdef/..%2f..%2fx",
    "/media/0123456789abcdef0123456789abcdef/none.jpg", "/media/%2e%2e/%2e%2e", "/media/a/b", "/media/a%00/b",
    "/media/0123456789abcdef0123456789abcdef/.hidden", "/media/....//....//etc/passwd", "/media",
  ])
  func `nothing but pictures can be had`(_ path: String) async throws {
    try await withServer { client in
      let response = try await client.send(.get, path)
      #expect(response.status == .notFound)
      #expect(response.text == #"{"error":"Not found"}"#)
    }
  }

  @Test func `MOM_07 any origin may ask for a part`() async throws {
    try await withServer { client in
      let preflight = try await client.send(.options, "/media/a/b", [.accessControlRequestHeaders: "range"])
      #expect(preflight.status == .noContent)
      #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Range") == true)
    }
  }
}
