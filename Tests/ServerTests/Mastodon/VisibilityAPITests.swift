import HTTPTypes
import JSON
import Testing

/// Tests who sees which posts, through every route that shows posts.
@Suite struct VisibilityAPITests {
  private enum Reader: CaseIterable {
    case stranger, other, follower, mentioned, author
  }

  private func sees(_ reader: Reader, _ visibility: String) -> Bool {
    switch (reader, visibility) {
    case (_, "public"), (_, "unlisted"), (.author, _), (.mentioned, _): true
    case (.stranger, "members"): false
    case (_, "members"), (.follower, "private"): true
    default: false
    }
  }

  @Test(arguments: ["public", "unlisted", "members", "private", "direct"])
  func `posts are seen by those whom they are for`(_ visibility: String) async throws {
    try await withMembers("ann", "other", "follower", "mentioned") { stranger, members in
      let readers: [Reader: MastodonClient] = [
        .stranger: stranger, .author: members[0], .other: members[1], .follower: members[2],
        .mentioned: members[3],
      ]
      let ann = members[0]
      try await members[2].post("/api/v1/accounts/\(ann.id)/follow")
      let id = try await ann.publish("Hello @mentioned #secret", visibility: visibility)
      let reply = try await ann.publish("More @mentioned", visibility: visibility, replyTo: id)
      for (reader, client) in readers {
        let expected = self.sees(reader, visibility)
        let name = "\(reader) \(visibility)"
        #expect(try await client.get("/api/v1/statuses/\(id)").status == (expected ? 200 : 404), "\(name)")
        for part in ["context", "favourited_by", "reblogged_by", "history", "card"] {
          #expect(
            try await client.get("/api/v1/statuses/\(id)/\(part)").status == (expected ? 200 : 404),
            "\(name) \(part)")
        }
        #expect(try await client.get("/api/v1/statuses?id[]=\(id)").ids == (expected ? [id] : []), "\(name)")
        let statuses = try await client.get("/api/v1/accounts/\(ann.id)/statuses").ids
        #expect(statuses == (expected ? [reply, id] : []), "\(name)")
        let isListed = visibility == "public" || visibility == "members" && reader != .stranger
        #expect(try await client.get("/api/v1/timelines/public").ids.contains(id) == isListed, "\(name)")
        #expect(try await client.get("/api/v1/timelines/tag/secret").ids == (isListed ? [id] : []), "\(name)")
        guard reader != .stranger else { continue }
        for action in ["favourite", "bookmark"] {
          #expect(
            try await client.post("/api/v1/statuses/\(id)/\(action)").status == (expected ? 200 : 404),
            "\(name) \(action)")
        }
        let answer = try await client.post(
          "/api/v1/statuses",
          MastodonClient.object(["status": "Hi", "in_reply_to_id": id, "visibility": "direct"]))
        #expect(answer.status == (expected ? 200 : 404), "\(name) reply")
      }
    }
  }

  @Test func `who is blocked sees nothing and is not seen`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let id = try await ann.publish("Hello")
      let other = try await bob.publish("Hi")
      try await ann.post("/api/v1/accounts/\(bob.id)/block")
      #expect(try await bob.get("/api/v1/statuses/\(id)").status == 404)
      #expect(try await bob.get("/api/v1/accounts/\(ann.id)/statuses").ids == [])
      #expect(try await ann.get("/api/v1/timelines/public").ids.contains(other) == false)
      #expect(try await bob.post("/api/v1/accounts/\(ann.id)/follow").status == 403)
      try await ann.post("/api/v1/accounts/\(bob.id)/unblock")
      #expect(try await bob.get("/api/v1/statuses/\(id)").status == 200)
    }
  }

  @Test func `the posts of a locked account wait for its consent`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      try await ann.patch("/api/v1/accounts/update_credentials", #"{"locked":true}"#)
      let id = try await ann.publish("Hello", visibility: "private")
      let asked = try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      #expect(asked.json["requested"]?.bool == true)
      #expect(asked.json["following"]?.bool == false)
      #expect(try await bob.get("/api/v1/statuses/\(id)").status == 404)
      #expect(try await bob.get("/api/v1/timelines/home").ids == [])
      #expect(try await ann.get("/api/v1/follow_requests").ids == [bob.id])
      let verify = try await ann.get("/api/v1/accounts/verify_credentials").json
      #expect(verify["source"]?["follow_requests_count"]?.int64 == 1)
      let accepted = try await ann.post("/api/v1/follow_requests/\(bob.id)/authorize")
      #expect(accepted.json["followed_by"]?.bool == true)
      #expect(try await bob.get("/api/v1/statuses/\(id)").status == 200)
      #expect(try await bob.get("/api/v1/timelines/home").ids == [id])
      try await ann.post("/api/v1/accounts/\(bob.id)/remove_from_followers")
      #expect(try await bob.get("/api/v1/statuses/\(id)").status == 404)
    }
  }

  @Test func `MOM_09 the Moments page shows what its viewer may see`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      try await ann.publish("For all")
      try await ann.publish("For followers", visibility: "private")
      try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      func texts(_ reply: MastodonClient.Reply) -> [String] {
        (reply.json.array ?? []).compactMap { $0["content"]?.string }
      }
      let asStranger = try await stranger.get("/user/ann/tweets")
      #expect(texts(asStranger) == ["For all"])
      let asFollower = try await bob.get("/user/ann/tweets")
      #expect(texts(asFollower) == ["For followers", "For all"])
      #expect(asFollower.headers[.cacheControl] == "private, no-store")
      // Neither response was cached for the other viewer.
      #expect(texts(try await stranger.get("/user/ann/tweets")) == ["For all"])
      #expect(texts(try await bob.get("/user/ann/tweets")) == ["For followers", "For all"])
      try await ann.post(
        "/api/v1/statuses", #"{"status":"Covered","spoiler_text":"Mind","visibility":"public"}"#)
      let covered = try await stranger.get("/user/ann/tweets?covered=true")
      #expect(texts(covered) == ["Covered", "For all"])
      #expect(covered.json.array?.first?["spoiler_text"]?.string == "Mind")
      #expect(texts(try await stranger.get("/user/ann/tweets")) == ["For all"])
      let forged = MastodonClient(client: stranger.client, token: "nonsense")
      #expect(try await forged.get("/user/ann/tweets").status == 401)
    }
  }
}
