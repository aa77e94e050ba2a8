import JSON
import Testing

/// Locations and reminders in the API (decision 0089).
@Suite struct LocationAPITests {
  private static func publish(_ ann: MastodonClient, _ json: String) async throws -> MastodonClient.Reply {
    try await ann.post("/api/v1/statuses", json)
  }

  @Test func `NEW_22 a post has its location wherever it is read`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let reply = try await Self.publish(ann, #"{"status":"Hi","location":" Lisbon "}"#)
      #expect(reply.status == 200 && reply.json["location"]?.string == "Lisbon")
      let path = "/api/v1/statuses/\(reply.id)"
      #expect(try await stranger.get(path).json["location"]?.string == "Lisbon")
      let changed = try await ann.put(path, #"{"status":"Hello","location":""}"#)
      #expect(changed.status == 200 && changed.json["location"] == nil)
      let history = try await bob.get(path + "/history").json.array
      #expect(history?.map { $0["location"]?.string } == ["Lisbon", nil])
      let plain = try await Self.publish(ann, #"{"status":"Plain"}"#)
      #expect(plain.json["location"] == nil && plain.json["reminded"] == nil)
      let long = String(repeating: "a", count: 61)
      #expect(try await Self.publish(ann, #"{"status":"Hi","location":"\#(long)"}"#).status == 422)
      let moments = try await stranger.get("/user/ann/tweets").json.array
      #expect(moments?.map { $0["location"]?.string } == [nil, nil])
      _ = try await ann.put(path, #"{"status":"Hello","location":"Porto"}"#)
      let page = try await stranger.get("/user/ann/tweets").json.array
      #expect(page?.map { $0["location"]?.string } == [nil, "Porto"], "a cached page ends with the change")
      #expect(page?.map { $0["edited_at"]?.string != nil } == [false, true])
    }
  }

  @Test func `NEW_22 a reminder is a mention that others don't learn of`() async throws {
    try await withMembers("ann", "bob", "cat") { _, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      _ = try await bob.post("/api/v1/accounts/\(ann.id)/mute", #"{"notifications":true}"#)
      let json = #"{"status":"Come","reminded_ids":["\#(bob.id)","\#(cat.id)","nobody"]}"#
      let reply = try await Self.publish(ann, json)
      #expect(reply.status == 200)
      func reminded(_ viewer: MastodonClient) async throws -> [String]? {
        try await viewer.get("/api/v1/statuses/\(reply.id)").json["reminded"]?.array?.compactMap {
          $0["acct"]?.string
        }
      }
      #expect(try await reminded(ann) == ["bob", "cat"])
      #expect(try await reminded(bob) == ["bob"])
      #expect(try await reminded(cat) == ["cat"])
      let status = try await cat.get("/api/v1/statuses/\(reply.id)").json
      #expect(status["mentions"]?.array?.isEmpty == true)
      let notices = try await bob.get("/api/v1/notifications").json.array
      #expect(notices?.map { $0["type"]?.string } == ["mention"])
      #expect(notices?.first?["status"]?["id"]?.string == reply.id)
      // Bob doesn't see it, so he isn't told.
      let hidden = try await Self.publish(
        ann, #"{"status":"For few","visibility":"private","reminded_ids":["\#(bob.id)"]}"#)
      #expect(hidden.status == 200 && hidden.json["reminded"] == nil)
      #expect(try await bob.get("/api/v1/statuses/\(hidden.id)").status == 404)
      #expect(try await bob.get("/api/v1/notifications").json.array?.count == 1)
    }
  }
}
