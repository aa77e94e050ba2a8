import Community
import HTTPTypes
import JSON
import Social
import Testing

/// Tests the rules of mastodon-api.md that break real apps when they are missed, by their numbers.
@Suite struct RuleTests {
  @Test(arguments: ["/api/v1/nothing", "/api/v3/x/y", "/essential-feed/v1/nothing"])
  func `a preflight is answered also where there is nothing`(_ path: String) async throws {
    try await withMembers("ann") { stranger, _ in
      let preflight = try await stranger.send(.options, path, [.origin: "https://elsewhere.example"])
      #expect(preflight.status == 204)
      #expect(preflight.headers[.accessControlAllowOrigin] == "*")
      #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Authorization") == true)
      let answer = try await stranger.get(path)
      #expect(answer.status == 404 && answer.headers[.accessControlAllowOrigin] == "*")
    }
  }

  @Test func `rule 1 ids are decimal digits that grow with time and are sent as texts`() async throws {
    try await withMembers("ann") { _, members in
      var last: Int64 = 0
      for number in 1...5 {
        let id = try #require(Int64(try await members[0].publish("Post \(number)")))
        #expect(id > last)
        last = id
      }
      #expect(Shape.id.problems(in: .string(members[0].id)) == [])
    }
  }

  @Test func `rule 2 dates have milliseconds and are UTC`() async throws {
    try await withMembers("ann") { _, members in
      let id = try await members[0].publish("Hello")
      let status = try await members[0].get("/api/v1/statuses/\(id)").json
      #expect(Shape.date.problems(in: status["created_at"]) == [])
      #expect(Shape.date.problems(in: status["account"]?["created_at"]) == [])
      let moment = try #require(status["created_at"]?.string.flatMap { Timestamp(iso8601: $0) })
      #expect(abs(moment.milliseconds - Timestamp.now.milliseconds) < 60_000)
    }
  }

  @Test func `rule 3 and 4 the version is 4 2 and claims nothing newer`() async throws {
    try await withServer { client in
      for version in ["v1", "v2"] {
        let instance = try await MastodonClient(client: client).get("/api/\(version)/instance").json
        let text = try #require(instance["version"]?.string)
        #expect(text.hasPrefix("4.2.0 (compatible; Swiftlet "))
        #expect(Double(text.prefix(3)) == 4.2)
        #expect(instance["api_versions"] == nil)
      }
    }
  }

  @Test func `rule 5 there are four visibilities`() async throws {
    try await withMembers("ann") { _, members in
      for visibility in ["public", "unlisted", "private", "direct"] {
        let id = try await members[0].publish("Hello", visibility: visibility)
        #expect(try await members[0].get("/api/v1/statuses/\(id)").json["visibility"]?.string == visibility)
      }
      let reply = try await members[0].post("/api/v1/statuses", #"{"status":"Hello","visibility":"local"}"#)
      #expect(reply.status == 422)
      #expect(reply.error == "Validation failed: Visibility is not included in the list")
    }
  }

  @Test func `rule 7 URLs are absolute or null and nobody is without pictures`() async throws {
    try await withMembers("ann") { _, members in
      let id = try await members[0].publish("Hello @ann #swift https://example.org")
      for path in [
        "/api/v1/statuses/\(id)", "/api/v1/accounts/\(members[0].id)", "/api/v1/instance", "/api/v2/instance",
        "/api/v2/search?q=swift", "/api/v1/timelines/home",
      ] {
        let reply = try await members[0].get(path)
        #expect(reply.status == 200)
        for (name, value) in addresses(in: reply.json) {
          #expect(Shape.orNull(.url).problems(in: value) == [], "\(path): \(name)")
        }
      }
      let account = try await members[0].get("/api/v1/accounts/\(members[0].id)").json
      #expect(account["avatar"]?.string == "http://localhost/icons/avatar-default.png")
      #expect(account["header"]?.string == "http://localhost/icons/header-default.png")
    }
  }

  @Test func `rule 8 every member of every entity is there`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let id = try await ann.publish("Hello @bob #swift")
      try await bob.publish("Hi @ann", replyTo: id)
      try await bob.post("/api/v1/statuses/\(id)/reblog")
      try await bob.post("/api/v1/statuses/\(id)/favourite")
      try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      try await ann.post("/api/v1/markers", #"{"home":{"last_read_id":"\#(id)"}}"#)
      let entities: [(String, Shape)] = [
        ("v1/accounts/verify_credentials", Entities.ownAccount), ("v1/accounts/\(bob.id)", Entities.account),
        ("v1/accounts/\(bob.id)/statuses", .list(Entities.status)), ("v1/statuses/\(id)", Entities.status),
        ("v1/accounts/relationships?id[]=\(bob.id)", .list(Entities.relationship)),
        ("v1/statuses/\(id)/context", Entities.context), ("v1/statuses/\(id)/source", Entities.statusSource),
        ("v1/statuses/\(id)/history", .list(Entities.statusEdit)),
        ("v1/timelines/home", .list(Entities.status)),
        ("v1/timelines/public", .list(Entities.status)), ("v1/notifications", .list(Entities.notification)),
        ("v2/search?q=ann", Entities.search), ("v1/search?q=swift", Entities.searchV1),
        ("v1/preferences", Entities.preferences), ("v1/instance", Entities.instanceV1),
        ("v2/instance", Entities.instanceV2), ("v1/tags/swift", Entities.foundTag),
        ("v1/markers?timeline[]=home", .object([("home", Entities.marker)])),
      ]
      for (path, shape) in entities {
        let reply = try await ann.get("/api/" + path)
        #expect(reply.status == 200, "\(path): \(reply.text)")
        #expect(shape.problems(in: reply.json) == [], "\(path)")
        if case .list = shape { #expect(reply.json.array?.isEmpty == false, "\(path) is empty") }
      }
    }
  }

  @Test(
    arguments: [
      ("application/json", #"{"status":"Hello","spoiler_text":"Careful","sensitive":true}"#),
      ("application/x-www-form-urlencoded", "status=Hello&spoiler_text=Careful&sensitive=true"),
      (
        "multipart/form-data; boundary=x",
        multipart(["status": "Hello", "spoiler_text": "Careful", "sensitive": "1"])
      ),
      (nil, "?status=Hello&spoiler_text=Careful&sensitive=on"),
    ] as [(String?, String)])
  func `rule 11 whatever way parameters come they are taken`(_ type: String?, _ body: String) async throws {
    try await withMembers("ann") { _, members in
      let reply =
        if let type {
          try await members[0].send(.post, "/api/v1/statuses", type: type, body: Array(body.utf8))
        } else {
          try await members[0].send(.post, "/api/v1/statuses" + body)
        }
      #expect(reply.status == 200, "\(reply.text)")
      #expect(reply.json["content"]?.string == "<p>Hello</p>")
      #expect(reply.json["spoiler_text"]?.string == "Careful")
      #expect(reply.json["sensitive"]?.bool == true)
    }
  }

  @Test(arguments: [
    ("application/json", #"{"source":{"privacy":"private"},"fields_attributes":[{"name":"a","value":"b"}]}"#),
    (
      "application/x-www-form-urlencoded",
      "source[privacy]=private&fields_attributes[0][name]=a&fields_attributes[0][value]=b"
    ),
    (
      "multipart/form-data; boundary=x",
      multipart([
        "source[privacy]": "private", "fields_attributes[0][name]": "a", "fields_attributes[0][value]": "b",
      ])
    ),
  ])
  func `rule 11 parameters have parameters`(_ type: String, _ body: String) async throws {
    try await withMembers("ann") { _, members in
      let reply = try await members[0].send(
        .patch, "/api/v1/accounts/update_credentials", type: type, body: Array(body.utf8))
      #expect(reply.status == 200, "\(reply.text)")
      #expect(reply.json["source"]?["privacy"]?.string == "private")
      #expect(reply.json["fields"]?.array?.first?["name"]?.string == "a")
    }
  }

  @Test func `rule 13 a limit above the maximum is clamped`() async throws {
    try await withMembers("ann") { _, members in
      for number in 1...45 { try await members[0].publish("Post \(number)") }
      #expect(try await members[0].get("/api/v1/timelines/home?limit=1000000").ids.count == 40)
      #expect(try await members[0].get("/api/v1/timelines/home").ids.count == 20)
      #expect(try await members[0].get("/api/v1/timelines/home?limit=0").ids.count == 1)
    }
  }

  @Test func `rule 15 the contact is an account or null and limits agree`() async throws {
    try await withServer { client in
      let stranger = MastodonClient(client: client)
      let first = try await stranger.get("/api/v1/instance").json
      let second = try await stranger.get("/api/v2/instance").json
      #expect(Entities.instanceV1.problems(in: first) == [])
      #expect(Entities.instanceV2.problems(in: second) == [])
      for name in ["statuses", "media_attachments", "polls"] {
        #expect(first["configuration"]?[name] == second["configuration"]?[name])
      }
      #expect(first["contact_account"] == second["contact"]?["account"])
      #expect(second["configuration"]?["statuses"]?["max_characters"]?.int64 == 500)
      #expect(second["configuration"]?["statuses"]?["max_media_attachments"]?.int64 == 9)
    }
  }

  /// Returns all members that contain URLs, at any depth.
  private func addresses(in json: JSON) -> [(String, JSON)] {
    let names: Set = [
      "url", "uri", "avatar", "avatar_static", "header", "header_static", "preview_url", "thumbnail",
    ]
    switch json {
    case .array(let items): return items.flatMap { addresses(in: $0) }
    case .object(let members):
      return members.flatMap { member in
        let isAddress = names.contains(member.name) && member.value.members == nil && json["languages"] == nil
        return (isAddress ? [(member.name, member.value)] : []) + addresses(in: member.value)
      }
    default: return []
    }
  }
}

private func multipart(_ fields: [String: String]) -> String {
  fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
    + "--x--\r\n"
}
