import HTTPTypes
import JSON
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// NEW_17: addresses with which old clients read a closed community.
@Suite struct ReadingAddressTests {
  private func made(_ member: MastodonClient) async throws -> (id: String, base: String) {
    let reply = try await member.post("/api/swiftlet/v1/reading_addresses")
    #expect(reply.status == 200, "\(reply.text)")
    let url = try #require(reply.json["url"]?.string)
    #expect(url.hasPrefix("http://localhost/read/"))
    return (reply.id, String(url.dropFirst("http://localhost".count)))
  }

  @Test func `NEW_17 it reads the contracts as its member, until it is revoked`() async throws {
    try await withMembers(named: ["anna", "ben"], setup: .withoutLimits) { community, stranger, members in
      try await members[0].post("/api/v1/accounts/\(members[1].id)/follow")
      try await members[1].publish("for all")
      try await members[1].publish("for followers", visibility: "private")
      try await community.settings.setPrivacy(.members)
      let (id, base) = try await made(members[0])
      let page = try await stranger.get(base + "/user/ben/tweets")
      #expect(page.status == 200 && page.text.contains("for all") && page.text.contains("for followers"))
      #expect(page.headers[.cacheControl] == "private, no-store")
      #expect(try await stranger.get(base + "/user/ben").status == 200)
      #expect(try await stranger.get(base + "/essential-feed/v1/feed").status == 200)
      for path in ["/api/v1/timelines/home", "/api/v1/accounts/\(members[1].id)", "/@ben", ""] {
        #expect(try await stranger.get(base + path).status == 404, "\(path)")
      }
      var bearer = stranger
      bearer.token = String(base.dropFirst("/read/".count))
      #expect(try await bearer.get("/api/v1/timelines/home").status == 401, "it is no token")
      let listed = try await members[0].get("/api/swiftlet/v1/sessions").json.array ?? []
      #expect(listed.map { $0["kind"]?.string }.contains("address") && listed.count == 2)
      #expect(try await members[1].delete("/api/swiftlet/v1/sessions/" + id).status == 404)
      #expect(try await members[0].delete("/api/swiftlet/v1/sessions/" + id).status == 200)
      #expect(try await stranger.get(base + "/user/ben/tweets").status == 404)
      #expect(try await stranger.get("/read/nonsense/user/ben/tweets").status == 404)
    }
  }

  @Test
  func `NEW_17 the image feed has what the member may see, by an address and by a token that may read posts`()
    async throws
  {
    try await withMembers(named: ["anna", "ben"], setup: .withoutLimits) { community, stranger, members in
      try await community.settings.setPrivacy(.members)
      let post = try await members[0].publish("for members", visibility: "members")
      try await community.store.driver.write { connection in
        _ = try connection.execute(
          Statement(
            raw: "INSERT INTO attachments (post, position, source, description) "
              + "VALUES (\(post), 0, 'https://example.org/1.jpg', '')"))
      }
      let feed = "/essential-feed/v1/feed"
      let (_, base) = try await made(members[1])
      for reply in [try await stranger.get(base + feed), try await members[1].get(feed)] {
        #expect(reply.status == 200 && reply.json["items"]?.array?.count == 1, "\(reply.text)")
        let id = reply.json["items"]?.array?.first?["id"]?.string ?? ""
        let comments = "/essential-feed/v1/image/\(id)/comments"
        #expect(try await stranger.get(base + comments).status == 200)
        #expect(try await members[1].get(comments).status == 200)
      }
      let registration = try await community.clients.register(
        ClientDraft(name: "Writer", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "write"))
      var writer = stranger
      writer.token = try await community.tokens.issue(
        registration.client.scopes, to: registration.client.id, account: Int64(members[1].id)
      ).token
      #expect(try await writer.get(feed).status == 403)
      #expect(try await members[1].post("/api/v1/accounts/\(members[0].id)/block").status == 200)
      #expect(try await members[1].get(feed).json["items"]?.array?.count == 0, "the block counts at once")
      #expect(try await stranger.get(base + feed).json["items"]?.array?.count == 0)
    }
  }

  @Test func `NEW_17 it ends with a new password and with a suspension`() async throws {
    try await withMembers(named: ["anna", "ben"], setup: .withoutLimits) { community, stranger, members in
      try await community.settings.setPrivacy(.members)
      let (_, first) = try await made(members[1])
      try await members[1].post(
        "/api/swiftlet/v1/password", #"{"password":"correct horse","new_password":"other horse"}"#)
      #expect(try await stranger.get(first + "/user/anna").status == 404)
      let (_, second) = try await made(members[1])
      #expect(try await stranger.get(second + "/user/anna").status == 200)
      try await community.members.suspend("ben")
      #expect(try await stranger.get(second + "/user/anna").status == 404)
    }
  }

  @Test func `NEW_17 a member has at most 20, and a stranger or a reader makes none`() async throws {
    try await withMembers(named: ["anna"], setup: .withoutLimits) { community, stranger, members in
      for _ in 0..<20 { _ = try await made(members[0]) }
      #expect(try await members[0].post("/api/swiftlet/v1/reading_addresses").status == 403)
      #expect(try await stranger.post("/api/swiftlet/v1/reading_addresses").status == 401)
    }
  }
}
