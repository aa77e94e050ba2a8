import HTTPTypes
import JSON
import Testing

/// Tests the routes by which other programs identify this server.
@Suite struct DiscoveryTests {
  @Test func `the nodeinfo says what this is`() async throws {
    try await withServer { client in
      let stranger = MastodonClient(client: client)
      let links = try await stranger.get("/.well-known/nodeinfo").json["links"]?.array
      let address = try #require(links?.first?["href"]?.string)
      #expect(address == "http://localhost/nodeinfo/2.0")
      let info = try await stranger.get("/nodeinfo/2.0").json
      #expect(info["version"]?.string == "2.0")
      #expect(info["software"]?["name"]?.string == "swiftlet")
      #expect(info["usage"]?["users"]?["total"]?.int64 != nil)
    }
  }

  @Test func `an address leads to an account`() async throws {
    try await withMembers("Ann") { stranger, _ in
      let person = try await stranger.get("/.well-known/webfinger?resource=acct:ann@localhost")
      #expect(person.headers[.contentType] == "application/jrd+json; charset=utf-8")
      #expect(person.json["subject"]?.string == "acct:Ann@localhost")
      #expect(person.json["links"]?.array?.first?["href"]?.string == "http://localhost/@Ann")
      for resource in [
        "acct:nobody@localhost", "acct:ann@elsewhere.example", "ann", "https://localhost/@ann",
      ] {
        #expect(try await stranger.get("/.well-known/webfinger?resource=" + resource).status == 404)
      }
      #expect(try await stranger.get("/.well-known/webfinger").status == 422)
    }
  }
}
