import HTTPTypes
import JSON
import Testing

/// Tests tier 3: routes that clients call along the way, and that must not stop them.
@Suite struct EmptyAnswerTests {
  @Test(arguments: [
    "custom_emojis", "instance/activity", "instance/domain_blocks", "instance/peers", "instance/rules",
  ])
  func `what is not there is an empty list for everybody`(_ path: String) async throws {
    try await withServer { client in
      let reply = try await MastodonClient(client: client).get("/api/v1/" + path)
      #expect(reply.status == 200)
      #expect(reply.text == "[]")
    }
  }

  @Test(arguments: [
    "v1/announcements", "v1/domain_blocks", "v1/endorsements", "v1/featured_tags",
    "v1/featured_tags/suggestions", "v1/filters", "v2/filters", "v1/followed_tags",
    "v1/scheduled_statuses",
  ])
  func `what is not there is an empty list for members`(_ path: String) async throws {
    try await withMembers("ann") { stranger, members in
      let reply = try await members[0].get("/api/" + path)
      #expect(reply.status == 200)
      #expect(reply.text == "[]")
      #expect(try await stranger.get("/api/" + path).status == 401)
    }
  }

  @Test func `nobody has familiar followers or featured tags`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let ids = "id[]=\(members[0].id)&id[]=\(members[1].id)"
      let reply = try await members[0].get("/api/v1/accounts/familiar_followers?" + ids)
      #expect(reply.ids == members.map { $0.id })
      #expect(reply.json.array?.allSatisfy { $0["accounts"] == .array([]) } == true)
      #expect(try await members[0].get("/api/v1/accounts/\(members[1].id)/featured_tags").text == "[]")
      #expect(try await members[0].get("/api/v1/accounts/999/featured_tags").status == 404)
    }
  }

  @Test func `what is not offered is not found`() async throws {
    try await withMembers("ann") { _, members in
      let reply = try await members[0].post("/api/v1/annual_reports/2025/read")
      #expect(reply.status == 404)
      #expect(reply.error?.isEmpty == false)
    }
  }
}
