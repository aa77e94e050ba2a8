import HTTPTypes
import JSON
import Storage
import Testing

@testable import Community
@testable import Server

/// Tests that responses to viewers are cached until the data changes, separately for each viewer.
@Suite struct APIResponseCacheTests {
  @Test func `a timeline that is asked for again costs no query`() async throws {
    try await withMembers(named: ["ann", "bob"], setup: .withoutMinutes) { community, _, members in
      try await members[0].publish("Hello")
      let first = try await members[0].get("/api/v1/timelines/home")
      // After each change, the token is checked once more, a moment later.
      try await Task.sleep(for: .milliseconds(200))
      _ = try await members[0].get("/api/v1/timelines/home")
      let before = community.store.statementCount
      for _ in 1...5 { #expect(try await members[0].get("/api/v1/timelines/home").text == first.text) }
      #expect(community.store.statementCount == before)
      let tag = try #require(first.headers[.eTag])
      #expect(first.headers[.cacheControl]?.contains("no-store") == true)
      #expect(try await members[0].get("/api/v1/timelines/home").headers[.eTag] == tag)
      #expect(try await members[0].get("/api/v1/timelines/home", [.ifNoneMatch: tag]).status == 304)
      #expect(try await members[1].get("/api/v1/timelines/home").ids == [])
      try await members[0].publish("More")
      #expect(try await members[0].get("/api/v1/timelines/home").ids.count == 2)
    }
  }

  @Test func `NEW_16 what others do costs nobody whom it does not concern their cached response`()
    async throws
  {
    try await withMembers(named: ["ann", "bob", "cat"], setup: .withoutMinutes) { community, _, members in
      let home = "/api/v1/timelines/home"
      let post = try await members[0].publish("Hello")
      let other = try await members[1].publish("Elsewhere")
      try await Task.sleep(for: .milliseconds(200))
      _ = try await members[0].get(home)
      try await members[1].publish("More")
      try await members[2].post("/api/v1/statuses/\(other)/favourite")
      #expect(try await members[1].post("/api/v1/statuses", "{\"status\":\"\"}").status == 422)
      try await members[2].post("/api/v1/accounts/\(members[1].id)/follow")
      _ = try await community.clients.register(
        ClientDraft(name: "New", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read"))
      await #expect(throws: CommunityError.self) {
        try await community.posts.change(post: Int64(post) ?? 0, Viewer(account: Int64(members[2].id) ?? 0)) {
          people, post, _, _ in
          _ = try people.favourite(post.id, by: Int64(members[2].id) ?? 0, id: 1)
          throw CommunityError.notFound
        }
      }
      try await Task.sleep(for: .milliseconds(200))
      _ = try await members[0].get("/api/v1/preferences")
      let before = community.store.statementCount
      #expect(try await members[0].get(home).ids == [post])
      #expect(community.store.statementCount == before)
      try await members[2].post("/api/v1/statuses/\(post)/favourite")
      #expect(try await members[0].get(home).json.array?.first?["favourites_count"]?.int == 1)
    }
  }

  @Test func `NEW_22 a comment on an own post outdates no public timeline, which has no comments`()
    async throws
  {
    try await withMembers(named: ["ann", "bob"], setup: .withoutMinutes) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      let path = "/api/v1/timelines/public?limit=1"
      let old = try await ann.publish("Old")
      let new = try await bob.publish("New")
      try await Task.sleep(for: .milliseconds(200))
      _ = try await bob.get(path)
      let json = #"{"status":"And","visibility":"public","in_reply_to_id":"\#(old)","comment":true}"#
      #expect(try await ann.post("/api/v1/statuses", json).json["comment_of"]?.string == old)
      try await Task.sleep(for: .milliseconds(200))
      _ = try await bob.get("/api/v1/preferences")
      let before = community.store.statementCount
      #expect(try await bob.get(path).ids == [new])
      #expect(community.store.statementCount == before)
      // A reply to an own post is in it.
      let reply = try await ann.publish("More", replyTo: old)
      #expect(try await bob.get(path).ids == [reply])
    }
  }

  @Test func `NEW_22 a reminder shows a notification that a mute has hidden, also in a cached list`()
    async throws
  {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await ann.publish("@bob Hello")
      try await bob.post("/api/v1/accounts/\(ann.id)/mute")
      let unread = "/api/v1/notifications/unread_count"
      #expect(try await bob.get("/api/v1/notifications").ids == [])
      #expect(try await bob.get(unread).json["count"]?.int == 0)
      // The notification of the mention is there already, so none is inserted.
      let reply = try await ann.put("/api/v1/statuses/\(post)", #"{"reminded_ids":["\#(bob.id)"]}"#)
      #expect(reply.json["reminded"]?.array?.count == 1)
      #expect(try await bob.get("/api/v1/notifications").ids.count == 1)
      #expect(try await bob.get(unread).json["count"]?.int == 1)
    }
  }

  @Test(arguments: ["/user/ann", "/user/ann/tweets"])
  func `a block takes a cached Moments page away at once, as if there were nobody (28_4)`(_ path: String)
    async throws
  {
    try await withMembers(named: ["ann", "bob"], setup: .withoutMinutes) { _, client, members in
      try await members[0].publish("Hello")
      let stranger = try await client.send(.get, path)
      for _ in 1...2 {
        #expect(try await members[1].get(path).text == stranger.text)
        try await members[0].post("/api/v1/accounts/\(members[1].id)/block")
        let (blocked, unknown) = (
          try await members[1].get(path), try await members[1].get(path.replacing("ann", with: "nobody"))
        )
        #expect(blocked.status == 404 && unknown.status == 404)
        #expect(blocked.text == unknown.text && blocked.headers == unknown.headers)
        #expect(try await client.send(.get, path).text == stranger.text)
        #expect(try await members[0].get(path).status == 200)
        try await members[0].post("/api/v1/accounts/\(members[1].id)/unblock")
      }
      #expect(try await members[1].get(path).headers[.cacheControl] == "private, no-store")
    }
  }

  @Test func `packed and unpacked responses say the same`() async throws {
    try await withMembers("ann") { _, members in
      for number in 1...20 { try await members[0].publish("Post \(number)") }
      let plain = try await members[0].get("/api/v1/timelines/home")
      var headers: HTTPFields = [.acceptEncoding: "gzip"]
      headers[.authorization] = "Bearer " + (members[0].token ?? "")
      let packed = try await members[0].client.send(.get, "/api/v1/timelines/home", headers)
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(unpacked(packed.body) == Array(plain.text.utf8))
      #expect(packed.headers[.accessControlAllowOrigin] == "*")
      #expect(packed.headers[.contentType] == "application/json; charset=utf-8")
    }
  }
}
