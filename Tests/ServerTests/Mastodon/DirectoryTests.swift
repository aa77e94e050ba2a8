import HTTPTypes
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
      #expect(
        history.count == 7 && history[0]["accounts"]?.string == "3" && history[0]["uses"]?.string == "3")
      #expect(history[1]["accounts"]?.string == "0" && first["url"]?.string == "http://localhost/tags/both")
      // A cached response changes at once.
      _ = try await members[2].put("/api/v1/statuses/\(kept)", "{\"status\":\"#few\"}")
      #expect(try await names(stranger, "/api/v1/trends/tags") == ["both", "loud", "few"])
      try await members[2].delete("/api/v1/statuses/\(kept)")
      #expect(try await names(stranger, "/api/v1/trends/tags") == ["both", "loud"])
    }
  }

  @Test func `NEW_22 the tag of a deleted comment or reply leaves cached trends at once`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await ann.publish("Hello")
      let comment = try await ann.post(
        "/api/v1/statuses",
        MastodonClient.object([
          "status": "#mine", "visibility": "public", "in_reply_to_id": post, "comment": "true",
        ]))
      #expect(comment.json["comment_of"]?.string == post, "\(comment.text)")
      let reply = try await bob.publish("#answer", replyTo: post)
      #expect(try await Set(names(stranger, "/api/v1/trends/tags")) == ["mine", "answer"])
      try await ann.delete("/api/v1/statuses/\(comment.id)")
      #expect(try await names(stranger, "/api/v1/trends/tags") == ["answer"])
      try await bob.delete("/api/v1/statuses/\(reply)")
      #expect(try await names(stranger, "/api/v1/trends/tags") == [])
    }
  }

  @Test func `whom one might follow are those whom one doesn't know, and who want to be found`() async throws
  {
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
      #expect(try await names(stranger, path) == ["eve", "bob", "ann"])
      try await members[1].publish("Hello")
      try await members[0].publish("Hello")
      try await members[2].publish("Quietly", visibility: "unlisted")
      // Those who have not posted for everybody are there too, by the time of joining.
      #expect(try await names(stranger, path) == ["ann", "bob", "eve"])
      try await members[1].post("/api/v1/accounts/\(members[0].id)/block")
      #expect(try await names(members[0], path) == ["ann", "eve"])
      try await members[0].patch("/api/v1/accounts/update_credentials", #"{"discoverable":false}"#)
      try await community.members.suspend("bob")
      #expect(try await names(stranger, path) == ["eve"])
      #expect(try await names(stranger, path + "?order=new") == ["eve"])
      #expect(try await stranger.get(path + "?order=best").status == 422)
    }
  }

  @Test func `NEW_19 the directory names its next page as other lists do`() async throws {
    try await withMembers("ann", "bob", "eve") { stranger, _ in
      let first = try await stranger.get("/api/v1/directory?local=true&order=new&limit=2")
      let link = first.headers.first { $0.name.canonicalName == "link" }?.value
      #expect(link == "<http://localhost/api/v1/directory?order=new&limit=2&offset=2>; rel=\"next\"")
      let last = try await stranger.get("/api/v1/directory?order=new&limit=2&offset=2")
      #expect(!last.headers.contains { $0.name.canonicalName == "link" })
      #expect(last.json.array?.count == 1)
    }
  }

  @Test func `NEW_19 friends of friends are suggested before those whom most follow`() async throws {
    try await withMembers("ann", "bob", "eve", "kim", "max", "joe") { _, members in
      let (ann, bob, eve, kim, max) = (members[0], members[1], members[2], members[3], members[4])
      for follower in [bob, eve, members[5]] { try await follower.post("/api/v1/accounts/\(kim.id)/follow") }
      for follower in [members[5], kim] { try await follower.post("/api/v1/accounts/\(max.id)/follow") }
      try await ann.post("/api/v1/accounts/\(members[5].id)/follow")
      try await members[5].post("/api/v1/accounts/\(ann.id)/follow")
      for followed in [bob, eve] { try await ann.post("/api/v1/accounts/\(followed.id)/follow") }
      try await bob.post("/api/v1/accounts/\(max.id)/follow")
      try await eve.post("/api/v1/accounts/\(max.id)/follow")
      try await eve.post("/api/v1/accounts/\(kim.id)/unfollow")
      // Three of ann's friends follow max, two follow kim.
      let list = try #require(try await ann.get("/api/v2/suggestions").json.array)
      #expect(list.map { $0["account"]?["username"]?.string } == ["max", "kim"])
      #expect(list[0]["sources"]?.array?.map(\.string) == ["friends_of_friends"])
      #expect(list[0]["source"]?.string == "past_interactions")
      let bobs = try #require(try await bob.get("/api/v2/suggestions").json.array)
      // Bob follows kim and max: kim follows max alone, so the rest comes by their followers.
      #expect(bobs.map { $0["account"]?["username"]?.string } == ["joe", "eve", "ann"])
      #expect(bobs[0]["sources"]?.array?.map(\.string) == ["most_followed"])
    }
  }
}
