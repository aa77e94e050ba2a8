import Contracts
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Server
import Social
import Testing

@testable import Community
@testable import Storage

@Suite struct MomentsAPITests {
  private func json(_ response: TestResponse) throws -> JSON {
    try JSON(parsing: Array(response.body.readableBytesView))
  }

  @Test func `MOM_06 user returns the profile of the contract`() async throws {
    try await withServer { client in
      let response = try await client.send(.get, "/user/ann")
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "application/json; charset=utf-8")
      let profile = try json(response)
      #expect(profile["username"]?.string == "ann")
      #expect(profile["nick"]?.string == "Ann")
      #expect(profile["avatar"]?.string != nil)
      #expect(profile["profile-image"]?.string != nil)
    }
  }

  @Test func `MOM_06 tweets returns a bare array in the source's order`() async throws {
    let posts = [
      SourcePost(text: "first", comments: ["nice"]), SourcePost(text: "第二"), SourcePost(text: "third"),
    ]
    try await withServer(posts: posts) { client in
      let items = try #require(try json(await client.send(.get, "/user/ann/tweets")).array)
      #expect(items.compactMap { $0["content"]?.string } == ["first", "第二", "third"])
      #expect(items[0]["sender"]?["nick"]?.string == "Ann")
      #expect(items[0]["comments"]?.array?.first?["content"]?.string == "nice")
    }
  }

  @Test(arguments: ["/user/nobody", "/user/nobody/tweets", "/user/%ff", "/user/a%00b", "/user/%2e%2e"])
  func `MOM_06 an unknown user is a 404 with the contracts words`(_ path: String) async throws {
    try await withServer { client in
      let response = try await client.send(.get, path)
      #expect(response.status == .notFound)
      #expect(response.text == #"{"error":"User not found"}"#)
      #expect(response.headers[.accessControlAllowOrigin] == "*")
    }
  }

  @Test func `MOM_06 any origin may read the responses`() async throws {
    try await withServer { client in
      for path in ["/user/ann", "/user/ann/tweets"] {
        let response = try await client.send(.get, path, [.origin: "https://elsewhere.example"])
        #expect(response.headers[.accessControlAllowOrigin] == "*")
        #expect(response.headers[.named("Timing-Allow-Origin")] == "*")
        #expect(response.headers[.accessControlAllowCredentials] == nil)
        let preflight = try await client.send(
          .options, path,
          [
            .origin: "https://elsewhere.example", .accessControlRequestMethod: "GET",
            .accessControlRequestHeaders: "if-none-match",
          ])
        #expect(preflight.status == .noContent)
        #expect(preflight.headers[.accessControlAllowOrigin] == "*")
        #expect(preflight.headers[.accessControlAllowHeaders]?.contains("If-None-Match") == true)
        #expect(preflight.headers[.accessControlAllowMethods]?.contains("GET") == true)
      }
    }
  }

  @Test func `MOM_06 what is unchanged is not sent again`() async throws {
    try await withServer { client in
      let full = try await client.send(.get, "/user/ann/tweets")
      #expect(full.headers[.cacheControl] == "no-cache")
      let tag = try #require(full.headers[.eTag])
      for known in [tag, "*", "\"x\", \(tag)", "W/\(tag)"] {
        let again = try await client.send(.get, "/user/ann/tweets", [.ifNoneMatch: known])
        #expect(again.status == .notModified)
        #expect(again.body.readableBytes == 0)
        #expect(again.headers[.eTag] == tag)
        #expect(again.headers[.accessControlAllowOrigin] == "*")
      }
      #expect(try await client.send(.get, "/user/ann/tweets", [.ifNoneMatch: "\"x\""]).status == .ok)
    }
  }

  @Test func `MOM_06 a change of the data changes the response`() async throws {
    try await withCommunity(posts: [SourcePost(text: "one")]) { community in
      try await ServerSetup().application(community).withClient { client in
        let before = try await client.send(.get, "/user/ann/tweets")
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await bring(
          [SourcePost(text: "two"), SourcePost(text: "one")], of: "ann", into: community, folder: folder)
        let after = try await client.send(.get, "/user/ann/tweets")
        #expect(after.text != before.text)
        #expect(after.text.contains("two"))
        #expect(after.headers[.eTag] != before.headers[.eTag])
      }
    }
  }

  @Test func `NEW_16 however a name is written its response is made once`() async throws {
    try await withCommunity(posts: [SourcePost(text: "one")]) { community in
      try await ServerSetup().application(community).withClient { client in
        let first = try await client.send(.get, "/user/ann/tweets")
        #expect(try await client.send(.get, "/user/ann").status == .ok)
        let before = community.store.statementCount
        for name in ["Ann", "ANN", "%61nn", "a%4En"] {
          let again = try await client.send(.get, "/user/\(name)/tweets")
          #expect(again.status == .ok && again.text == first.text)
          #expect(try await client.send(.get, "/user/\(name)").status == .ok)
        }
        #expect(community.store.statementCount == before)
      }
    }
  }

  @Test func `MOM_06 HEAD returns the same fields and no body`() async throws {
    try await withServer { client in
      let full = try await client.send(.get, "/user/ann")
      let head = try await client.send(.head, "/user/ann")
      #expect(head.status == .ok)
      #expect(head.body.readableBytes == 0)
      #expect(head.headers == full.headers)
      #expect(head.headers[.contentLength] == "\(full.body.readableBytes)")
    }
  }

  @Test func `MOM_06 ten thousand posts are answered completely`() async throws {
    let posts = (0..<10_000).map { SourcePost(text: "Post number \($0), with some words 你好") }
    try await withServer(posts: posts) { client in
      let response = try await client.send(.get, "/user/ann/tweets")
      let items = try #require(try json(response).array)
      #expect(items.count == 10_000)
      #expect(items.last?["content"]?.string == "Post number 9999, with some words 你好")
      let packed = try await client.send(.get, "/user/ann/tweets", [.acceptEncoding: "gzip"])
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(unpacked(packed.body) == Array(response.body.readableBytesView))
      #expect(packed.body.readableBytes * 5 < response.body.readableBytes)
    }
  }

  @Test func `MOM_06 a long response is made once, for those who take it packed and those who don't`()
    async throws
  {
    let text = String(repeating: "A long text that says the same again. ", count: 100)
    let posts = (0..<1500).map { SourcePost(text: "\($0) " + text) }
    try await withCommunity(posts: posts) { community in
      try await ServerSetup().application(community).withClient { client in
        let plain = try await client.send(.get, "/user/ann/tweets")
        #expect(plain.body.readableBytes > 5 << 20)
        #expect(plain.headers[.contentLength] == "\(plain.body.readableBytes)")
        #expect(try json(plain).array?.count == 1500)
        let before = community.store.statementCount
        let again = try await client.send(.get, "/user/ann/tweets")
        let packed = try await client.send(.get, "/user/ann/tweets", [.acceptEncoding: "gzip"])
        #expect(community.store.statementCount == before)
        #expect(again.body == plain.body && again.headers[.eTag] == plain.headers[.eTag])
        #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.eTag] != plain.headers[.eTag])
        #expect(unpacked(packed.body) == Array(plain.body.readableBytesView))
      }
    }
  }

  @Test func `MOM_06 packed responses have tags of their own and say what they depend on`() async throws {
    let posts = (0..<50).map { SourcePost(text: "Post number \($0)") }
    try await withServer(posts: posts) { client in
      let plain = try await client.send(.get, "/user/ann/tweets")
      let packed = try await client.send(.get, "/user/ann/tweets", [.acceptEncoding: "gzip, br"])
      #expect(plain.headers[.contentEncoding] == nil)
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(plain.headers[.vary] == "Accept-Encoding")
      #expect(packed.headers[.vary] == "Accept-Encoding")
      let tag = try #require(packed.headers[.eTag])
      #expect(tag != plain.headers[.eTag])
      let again = try await client.send(
        .get, "/user/ann/tweets", [.acceptEncoding: "gzip", .ifNoneMatch: tag])
      #expect(again.status == .notModified)
      #expect(
        try await client.send(.get, "/user/ann/tweets", [.acceptEncoding: "gzip;q=0"]).headers[
          .contentEncoding] == nil)
    }
  }

  @Test func `MOM_06 other methods are refused with those allowed`() async throws {
    try await withServer { client in
      for method in [HTTPRequest.Method.post, .put, .delete, .patch] {
        let response = try await client.send(method, "/user/ann")
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD, OPTIONS")
        #expect(response.text == #"{"error":"Method not allowed"}"#)
      }
      #expect(try await client.send(.post, "/user/ann/else").status == .notFound)
    }
  }
}
