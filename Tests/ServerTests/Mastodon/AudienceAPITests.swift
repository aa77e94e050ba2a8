import Community
import HTTPTypes
import JSON
import Social
import Testing

/// Tests posts for members in an API that has no name for them (decision 0054).
@Suite struct AudienceAPITests {
  private func publish(_ json: String, by member: MastodonClient) async throws -> JSON {
    try await member.post("/api/v1/statuses", json).json
  }

  /// The names of the audience, as clients of the Mastodon API, of its forks, and of Swiftlet read them.
  private func audience(_ status: JSON) -> [String?] {
    [status["visibility"]?.string, status["local_only"]?.bool.map { "\($0)" }, status["audience"]?.string]
  }

  @Test func `NEW_17 a post for members shows as private and local to clients that know no more`()
    async throws
  {
    try await withMembers("ann", "bob") { stranger, members in
      let status = try await publish(#"{"status":"x","visibility":"members"}"#, by: members[0])
      #expect(audience(status) == ["private", "true", "members"])
      let id = status["id"]?.string ?? ""
      #expect(
        audience(try await members[1].get("/api/v1/statuses/\(id)").json) == ["private", "true", "members"])
      #expect(try await stranger.get("/api/v1/statuses/\(id)").status == 404)
      let other = try await publish(#"{"status":"x","visibility":"private"}"#, by: members[0])
      #expect(audience(other) == ["private", nil, nil])
    }
  }

  @Test(
    arguments: [
      (#""visibility":"public","local_only":true"#, "members"),
      (#""visibility":"unlisted","local_only":"1""#, "members"),
      (#""visibility":"private","local_only":true"#, nil), (#""local_only":true"#, "members"),
      (#""visibility":"members","local_only":false"#, "members"),
      (#""visibility":"public","local_only":false"#, nil),
    ] as [(String, String?)])
  func `NEW_17 the form of Mastodon's forks is understood, and never widens`(
    _ fields: String, _ expected: String?
  )
    async throws
  {
    try await withMembers("ann") { _, members in
      let status = try await publish(#"{"status":"x",\#(fields)}"#, by: members[0])
      #expect(status["audience"]?.string == expected)
    }
  }

  @Test func `NEW_17 what a client sends again, as it deletes and writes anew, is never wider`() async throws
  {
    try await withMembers("ann") { _, members in
      for wanted in ["public", "unlisted", "members", "private", "direct"] {
        let status = try await publish(#"{"status":"x","visibility":"\#(wanted)"}"#, by: members[0])
        let shown = status["visibility"]?.string ?? ""
        let again = try await publish(#"{"status":"x","visibility":"\#(shown)"}"#, by: members[0])
        let (before, after) = (
          Visibility(rawValue: wanted), Visibility(rawValue: again["visibility"]?.string ?? "")
        )
        #expect(before != nil && after.map { $0.narrower(before ?? .direct) } == after, "\(wanted)")
      }
    }
  }

  @Test func `NEW_17 a change repeats the audience or narrows it, and a wider one is refused`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let ann = members[0]
      let id = try await ann.publish("x #topic")
      let path = "/api/v1/statuses/\(id)"
      let lists = [
        "/api/v1/timelines/public", "/api/v1/timelines/tag/topic", "/api/v1/accounts/\(ann.id)/statuses",
      ]
      for list in lists { #expect(try await stranger.get(list).ids.contains(id), "\(list)") }
      #expect(
        audience(try await ann.put(path, #"{"visibility":"members"}"#).json) == [
          "private", "true", "members",
        ])
      #expect(try await stranger.get(path).status == 404)
      for list in lists {
        #expect(try await !stranger.get(list).ids.contains(id), "\(list)")
        #expect(try await members[1].get(list).ids.contains(id), "\(list)")
      }
      for wider in ["public", "unlisted"] {
        let reply = try await ann.put(path, #"{"status":"y","visibility":"\#(wider)"}"#)
        #expect(reply.status == 422 && reply.error == "Validation failed: Visibility can only be narrowed")
      }
      // The word that a client got for the present audience.
      let repeated = try await ann.put(path, #"{"status":"y #topic","visibility":"private"}"#).json
      #expect(repeated["content"]?.string?.contains("y") == true && repeated["audience"]?.string == "members")
      #expect(
        audience(try await ann.put(path, #"{"visibility":"followers"}"#).json) == ["private", nil, nil])
      #expect(try await members[1].get(path).status == 404)
      #expect(try await members[1].put(path, #"{"visibility":"direct"}"#).status == 404)
      #expect(try await ann.put(path, #"{"visibility":"everyone"}"#).status == 422)
    }
  }

  @Test func `NEW_17 the default audience is read and set by every client`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      func preferences(_ member: MastodonClient) async throws -> [String?] {
        let preferences = try await member.get("/api/v1/preferences").json
        let source = try await member.get("/api/v1/accounts/verify_credentials").json["source"]
        return [
          preferences["posting:default:visibility"]?.string, preferences["posting:default:audience"]?.string,
          source?["privacy"]?.string, source?["audience"]?.string,
        ]
      }
      #expect(try await preferences(ann) == ["public", nil, "public", nil])
      try await community.settings.setDefaultAudience(.members)
      #expect(try await preferences(ann) == ["private", "members", "private", "members"])
      #expect(try await publish(#"{"status":"x"}"#, by: ann)["audience"]?.string == "members")
      let path = "/api/v1/accounts/update_credentials"
      #expect(try await bob.patch(path, #"{"source":{"privacy":"private"}}"#).status == 200)
      #expect(try await preferences(bob) == ["private", nil, "private", nil])
      #expect(
        audience(try await publish(#"{"status":"x","local_only":true}"#, by: bob)) == ["private", nil, nil])
      #expect(
        try await ann.patch(path, #"{"source":{"privacy":"members"}}"#).json["source"]?["audience"] != nil)
      try await community.settings.setDefaultAudience(.everybody)
      #expect(try await publish(#"{"status":"x"}"#, by: ann)["audience"]?.string == "members")
    }
  }
}
