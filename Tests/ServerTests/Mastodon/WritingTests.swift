import HTTPTypes
import JSON
import Testing

@testable import Localization

/// Tests publishing, editing, deleting, and interactions.
@Suite struct WritingTests {
  @Test func `a post that is sent twice is published once`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let key: HTTPFields = [.named("Idempotency-Key"): "a-key"]
      let first = try await members[0].post("/api/v1/statuses", #"{"status":"Hello"}"#, key)
      let second = try await members[0].post("/api/v1/statuses", #"{"status":"Hello"}"#, key)
      #expect(first.status == 200 && second.status == 200)
      #expect(first.id == second.id)
      #expect(try await members[0].get("/api/v1/timelines/home").ids == [first.id])
      // Another member's key is separate.
      let other = try await members[1].post("/api/v1/statuses", #"{"status":"Hello"}"#, key)
      #expect(other.id != first.id)
      let long: HTTPFields = [.named("Idempotency-Key"): String(repeating: "k", count: 201)]
      #expect(try await members[0].post("/api/v1/statuses", #"{"status":"Hello"}"#, long).status == 422)
    }
  }

  @Test func `NEW_10 a comment says under which post it stands, and replies to it stand there too`()
    async throws
  {
    try await withMembers("ann", "bob") { _, members in
      let post = try await members[0].publish("A post")
      let fields = #""in_reply_to_id":"\#(post)","comment":true"#
      let comment = try await members[1].post("/api/v1/statuses", #"{"status":"Nice",\#(fields)}"#)
      #expect(comment.json["comment_of"]?.string == post)
      #expect(comment.json["in_reply_to_id"]?.string == post)
      #expect(Entities.status.problems(in: comment.json) == [])
      let reply = try await members[0].post(
        "/api/v1/statuses", #"{"status":"Thanks","in_reply_to_id":"\#(comment.id)"}"#)
      #expect(reply.json["comment_of"]?.string == post)
      let other = try await members[1].post(
        "/api/v1/statuses", #"{"status":"A reply","in_reply_to_id":"\#(post)"}"#)
      #expect(other.json["comment_of"] == nil)
      // A post without a parent is not a comment.
      let alone = try await members[0].post("/api/v1/statuses", #"{"status":"Alone","comment":true}"#)
      #expect(alone.status == 200 && alone.json["comment_of"] == nil)
      let home = try await members[0].get("/api/v1/timelines/home").ids
      #expect(home.contains(reply.id), "it is a reply like all others")
    }
  }

  @Test func `a change keeps what is not sent and remembers what was`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let ann = members[0]
      let id = try await ann.post(
        "/api/v1/statuses", #"{"status":"one","spoiler_text":"Careful","language":"en"}"#
      ).id
      let changed = try await ann.put("/api/v1/statuses/\(id)", #"{"status":"two @bob"}"#)
      #expect(changed.status == 200, "\(changed.text)")
      #expect(changed.json["content"]?.string?.contains("two") == true)
      #expect(changed.json["spoiler_text"]?.string == "Careful")
      #expect(changed.json["language"]?.string == "en")
      #expect(changed.json["mentions"]?.array?.count == 1)
      #expect(Shape.date.problems(in: changed.json["edited_at"]) == [])
      let source = try await ann.get("/api/v1/statuses/\(id)/source").json
      #expect(source["text"]?.string == "two @bob")
      let history = try await stranger.get("/api/v1/statuses/\(id)/history").json.array ?? []
      #expect(history.count == 2)
      #expect(history.first?["content"]?.string == "<p>one</p>")
      #expect(try await members[1].get("/api/v1/statuses/\(id)/source").json["text"]?.string == "two @bob")
      #expect(try await members[1].put("/api/v1/statuses/\(id)", #"{"status":"mine"}"#).status == 404)
    }
  }

  @Test func `a deleted post is gone and can be written anew`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let id = try await members[0].publish("Hello & <bye>")
      #expect(try await members[1].delete("/api/v1/statuses/\(id)").status == 404)
      let deleted = try await members[0].delete("/api/v1/statuses/\(id)")
      #expect(deleted.status == 200)
      #expect(deleted.json["text"]?.string == "Hello & <bye>")
      #expect(Entities.status.problems(in: deleted.json) == [])
      for client in [stranger, members[0], members[1]] {
        #expect(try await client.get("/api/v1/statuses/\(id)").status == 404)
      }
      #expect(try await members[0].get("/api/v1/timelines/home").ids == [])
    }
  }

  @Test(arguments: [
    ("favourite", "unfavourite", "favourited"), ("bookmark", "unbookmark", "bookmarked"),
    ("reblog", "unreblog", "reblogged"), ("mute", "unmute", "muted"), ("pin", "unpin", "pinned"),
  ])
  func `what is done twice is done once and can be undone`(
    _ action: String, _ undo: String, _ name: String
  ) async throws {
    try await withMembers("ann") { _, members in
      let id = try await members[0].publish("Hello")
      for _ in 1...2 {
        let reply = try await members[0].post("/api/v1/statuses/\(id)/\(action)")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(Entities.status.problems(in: reply.json) == [])
        let status = reply.json["reblog"]?["id"] == nil ? reply.json : reply.json["reblog"]
        #expect(status?["id"]?.string == id)
        #expect(status?[name]?.bool == true)
      }
      #expect(try await members[0].get("/api/v1/statuses/\(id)").json[name]?.bool == true)
      for _ in 1...2 {
        let reply = try await members[0].post("/api/v1/statuses/\(id)/\(undo)")
        #expect(reply.status == 200)
        #expect(reply.json[name]?.bool == false)
      }
    }
  }

  @Test func `counts and people follow what was done`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let id = try await members[0].publish("Hello")
      try await members[1].publish("Hi @ann", replyTo: id)
      try await members[1].post("/api/v1/statuses/\(id)/favourite")
      let repost = try await members[1].post("/api/v1/statuses/\(id)/reblog")
      #expect(repost.json["reblog"]?["id"]?.string == id)
      let status = try await stranger.get("/api/v1/statuses/\(id)").json
      for name in ["replies_count", "favourites_count", "reblogs_count"] { #expect(status[name]?.int64 == 1) }
      #expect(status["favourited"]?.bool == false)
      for name in ["favourited_by", "reblogged_by"] {
        #expect(try await stranger.get("/api/v1/statuses/\(id)/\(name)").ids == [members[1].id])
      }
      // A repost has an id of its own, under which the post is found too.
      #expect(try await stranger.get("/api/v1/statuses/\(repost.id)").json["reblog"]?["id"]?.string == id)
      let several = try await stranger.get("/api/v1/statuses?id[]=\(id)&id[]=999&id[]=x")
      #expect(several.ids == [id])
    }
  }

  @Test func `a thread has what came before and what came after`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let first = try await members[0].publish("one")
      let second = try await members[1].publish("two", replyTo: first)
      let third = try await members[0].publish("three", replyTo: second)
      let context = try await stranger.get("/api/v1/statuses/\(second)/context").json
      #expect(context["ancestors"]?.array?.map { $0["id"]?.string } == [first])
      #expect(context["descendants"]?.array?.map { $0["id"]?.string } == [third])
      let status = try await stranger.get("/api/v1/statuses/\(second)").json
      #expect(status["in_reply_to_id"]?.string == first)
      #expect(status["in_reply_to_account_id"]?.string == members[0].id)
    }
  }

  @Test(arguments: [
    (#"{"status":""}"#, 422), (#"{}"#, 422), (#"{"status":" \n "}"#, 422),
    (#"{"status":"a","media_ids":["1"]}"#, 422), (#"{"status":"a","media_ids":[]}"#, 200),
    (#"{"status":"a","poll":{"options":["a","b"],"expires_in":600}}"#, 200),
    (#"{"status":"a","poll":{"options":["a","b"]}}"#, 422),
    (#"{"status":"","poll":{"options":["a","b"],"expires_in":600}}"#, 422),
    (#"{"status":"a","poll":"x"}"#, 422), (#"{"status":"a","poll":null}"#, 200),
    (#"{"status":"a","scheduled_at":"2030-01-01T00:00:00.000Z"}"#, 422),
    (#"{"status":"a","in_reply_to_id":"999"}"#, 404), (#"{"status":"a","in_reply_to_id":null}"#, 200),
    (#"{"status":"a","language":"no language"}"#, 422),
  ])
  func `what cannot be published is refused with a reason`(_ body: String, _ status: Int) async throws {
    try await withMembers("ann") { _, members in
      let reply = try await members[0].post("/api/v1/statuses", body)
      #expect(reply.status == status, "\(reply.text)")
      if status != 200 { #expect(Entities.error.problems(in: reply.json) == []) }
      #expect(try await members[0].get("/api/v1/timelines/home").ids.count == (status == 200 ? 1 : 0))
    }
  }
}
