import HTTPTypes
import JSON
import Testing

/// Tests direct posts, grouped by conversation.
@Suite struct ConversationAPITests {
  private func shown(_ reply: MastodonClient.Reply) -> [String] {
    (reply.json.array ?? []).map { conversation in
      let people = (conversation["accounts"]?.array ?? []).compactMap { $0["username"]?.string }.joined(
        separator: ",")
      let unread = conversation["unread"]?.bool == true ? "*" : ""
      return people + unread + " " + (conversation["last_status"]?["id"]?.string ?? "nothing")
    }
  }

  @Test func `direct posts stand in the conversations of those whom they are for`() async throws {
    try await withMembers("ann", "bob", "cat") { stranger, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      let path = "/api/v1/conversations"
      try await ann.publish("@bob for everybody")
      #expect(try await ann.get(path).text == "[]")
      let first = try await ann.publish("@bob for you", visibility: "direct")
      let other = try await ann.publish("@bob @cat for both", visibility: "direct")
      let answer = try await bob.publish("@ann thanks", visibility: "direct", replyTo: first)
      #expect(try await shown(ann.get(path)) == ["bob* \(answer)", "bob,cat \(other)"])
      #expect(try await shown(bob.get(path)) == ["ann \(answer)", "ann,cat* \(other)"])
      #expect(try await shown(cat.get(path)) == ["ann,bob* \(other)"])
      #expect(try await stranger.get(path).status == 401)
      let entity = Shape.object([
        ("id", .id), ("unread", .bool), ("accounts", .list(Entities.account)),
        ("last_status", Entities.status),
      ])
      for conversation in try await ann.get(path).json.array ?? [] {
        #expect(entity.problems(in: conversation) == [])
      }
    }
  }

  @Test func `a conversation is read hidden and comes back with something new`() async throws {
    try await withMembers("ann", "bob", "cat") { _, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      let path = "/api/v1/conversations"
      let first = try await ann.publish("@bob hello", visibility: "direct")
      let id = try #require(try await bob.get(path).ids.first)
      #expect(try await bob.post("\(path)/\(id)/read").json["unread"]?.bool == false)
      #expect(try await shown(bob.get(path)) == ["ann \(first)"])
      #expect(try await cat.post("\(path)/\(id)/read").status == 404)
      #expect(try await cat.delete("\(path)/\(id)").status == 404)
      #expect(try await bob.delete("\(path)/\(id)").text == "{}")
      #expect(try await bob.get(path).text == "[]")
      #expect(try await shown(ann.get(path)) == ["bob \(first)"])
      let second = try await ann.publish("@bob again", visibility: "direct", replyTo: first)
      #expect(try await shown(bob.get(path)) == ["ann* \(second)"])
      try await ann.delete("/api/v1/statuses/\(second)")
      #expect(try await bob.get(path).text == "[]")
    }
  }

  @Test func `conversations are paged by their newest posts`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let path = "/api/v1/conversations"
      var posts: [String] = []
      for number in 1...5 {
        posts.append(try await members[0].publish("@bob \(number)", visibility: "direct"))
      }
      let page = try await members[1].get(path + "?limit=2")
      #expect(shown(page) == [posts[4], posts[3]].map { "ann* " + $0 })
      #expect(page.headers[.named("Link")]?.contains("max_id=\(posts[3])") == true)
      #expect(
        try await shown(members[1].get(path + "?limit=2&max_id=\(posts[3])")) == [
          "ann* \(posts[2])", "ann* \(posts[1])",
        ])
      #expect(
        try await shown(members[1].get(path + "?limit=2&min_id=\(posts[0])")) == [
          "ann* \(posts[2])", "ann* \(posts[1])",
        ])
      try await members[1].post("/api/v1/accounts/\(members[0].id)/block")
      #expect(try await members[1].get(path).text == "[]")
    }
  }
}
