import JSON
import Social
import Testing

@testable import Community
@testable import Server

/// Tests the directory and the trends: people and tags to find without a search.
@Suite struct DirectoryTests {
  private func names(_ client: MastodonClient, _ path: String) async throws -> [String] {
    let reply = try await client.get(path)
    #expect(reply.status == 200, "\(reply.text)")
    return (reply.json.array ?? []).compactMap {
      ($0["account"] ?? $0)["username"]?.string ?? $0["name"]?.string
    }
  }

  @Test func `tags of public posts are listed by how many people used them`() async throws {
    try await withMembers("ann", "bob", "eve") { stranger, members in
      #expect(try await names(stranger, "/api/v1/trends/tags") == [])
      for text in ["#loud", "#loud again", "#loud #both"] { try await members[0].publish(text) }
      try await members[1].publish("#both")
      let kept = try await members[2].publish("#both #few")
      for visibility in ["unlisted", "private", "direct"] {
        try await members[1].publish("#hidden", visibility: visibility)
      }
      #expect(try await names(stranger, "/api/v1/trends/tags") == ["both", "loud", "few"])
      #expect(try await names(stranger, "/api/v1/trends?limit=1&offset=1") == ["loud"])
      let first = try #require(try await stranger.get("/api/v1/trends/tags").json.array?.first)
      let history = try #require(first["history"]?.array)
      #expect(history.count == 7 && history[0]["accounts"]?.string == "3" && history[0]["uses"]?.string == "3")
      #expect(history[1]["accounts"]?.string == "0" && first["url"]?.string == "http://localhost/tags/both")
      // A cached response changes at once.
      _ = try await members[2].put("/api/v1/statuses/\(kept)", "{\"status\":\"#few\"}")
      #expect(try await names(stranger, "/api/v1/trends/tags") == ["both", "loud", "few"])
      try await members[2].delete("/api/v1/statuses/\(kept)")
      #expect(try await names(stranger, "/api/v1/trends/tags") == ["both", "loud"])
    }
  }

  @Test func `whom one might follow are those whom one doesn't know, and who want to be found`() async throws {
    try await withMembers("ann", "bob", "eve", "joe", "kim", "max") { stranger, members in
      let ann = members[0]
      func others() async throws -> [String] {
        let first = try await names(ann, "/api/v1/suggestions")
        #expect(try await names(ann, "/api/v2/suggestions") == first)
        return first
      }
      #expect(try await stranger.get("/api/v2/suggestions").status == 401)
      try await members[1].post("/api/v1/accounts/\(members[3].id)/follow")
      #expect(try await others() == ["joe", "max", "kim", "eve", "bob"])
      try await ann.post("/api/v1/accounts/\(members[1].id)/follow")
      #expect(try await others() == ["joe", "max", "kim", "eve"])
      try await ann.post("/api/v1/accounts/\(members[5].id)/mute")
      try await members[3].post("/api/v1/accounts/\(ann.id)/block")
      #expect(try await others() == ["kim", "eve"])
      try await members[4].patch("/api/v1/accounts/update_credentials", #"{"discoverable":false}"#)
      #expect(try await others() == ["eve"])
    }
  }

  @Test func `the directory names who wants to be found`() async throws {
    try await withMembers(named: ["ann", "bob", "eve"]) { community, stranger, members in
      let path = "/api/v1/directory"
      #expect(try await names(stranger, path + "?order=new") == ["eve", "bob", "ann"])
      #expect(try await names(stranger, path + "?order=new&limit=1&offset=1") == ["bob"])
      #expect(try await names(stranger, path) == [])
      try await members[1].publish("Hello")
      try await members[0].publish("Hello")
      try await members[2].publish("Quietly", visibility: "unlisted")
      #expect(try await names(stranger, path) == ["ann", "bob"])
      try await members[1].post("/api/v1/accounts/\(members[0].id)/block")
      #expect(try await names(members[0], path) == ["ann"])
      try await members[0].patch("/api/v1/accounts/update_credentials", #"{"discoverable":false}"#)
      try await community.members.suspend("bob")
      #expect(try await names(stranger, path) == [])
      #expect(try await names(stranger, path + "?order=new") == ["eve"])
      #expect(try await stranger.get(path + "?order=best").status == 422)
    }
  }
}
