import JSON
import Social
import Testing

@testable import Community
@testable import Server

/// Tests reports of a member to the owner (docs.joinmastodon.org/methods/reports).
@Suite struct ReportTests {
  private static let path = "/api/v1/reports"

  @Test func `a report is stored for the owner of the community`() async throws {
    try await withMembers(named: ["ann", "bob", "eve"]) { community, stranger, members in
      let (ann, bob, eve) = (members[0], members[1], members[2])
      let shown = try await bob.publish("Buy this")
      let hidden = try await bob.publish("For few", visibility: "direct")
      let others = try await eve.publish("Not bob's")
      let reply = try await ann.post(
        Self.path,
        """
        {"account_id":"\(bob.id)","status_ids":["\(shown)","\(hidden)","\(others)","\(shown)"],"category":"spam",
         "comment":"Look\\u001b[2J\\nat this","forward":false,"rule_ids":[]}
        """)
      #expect(reply.status == 200, "\(reply.text)")
      #expect(reply.json["status_ids"]?.array?.compactMap(\.string) == [shown])
      #expect(
        reply.json["category"]?.string == "spam" && reply.json["target_account"]?["id"]?.string == bob.id)
      let report = try #require(try await community.allReports().first)
      #expect(report.report.id == reply.id && report.reporter.profile.handle == "ann")
      #expect(report.target.profile.handle == "bob" && report.posts.map(\.id) == [shown])
      #expect(report.report.comment == "Look[2J\nat this" && report.report.resolution == nil)
      #expect(try await stranger.post(Self.path, #"{"account_id":"1"}"#).status == 401)
      for member in [bob, eve] {
        #expect(try await member.get("/api/v1/notifications").ids == [], "only who decides is told")
      }
      let id = try #require(Int64(report.report.id))
      try await community.reports.remove(id)
      #expect(try await community.allReports() == [])
      await #expect(throws: CommunityError.notFound) { try await community.reports.remove(id) }
    }
  }

  @Test func `what is no report is refused`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      let long = String(repeating: "x", count: 1001)
      for (body, status) in [
        ("{}", 422), (#"{"account_id":"999"}"#, 404), (#"{"account_id":"\#(ann.id)"}"#, 403),
        (#"{"account_id":"\#(bob.id)","category":"bad"}"#, 422),
        (#"{"account_id":"\#(bob.id)","comment":"\#(long)"}"#, 422),
        (#"{"account_id":"\#(bob.id)","rule_ids":["1"]}"#, 422),
        (#"{"account_id":"\#(bob.id)","forward":true}"#, 422),
        (#"{"account_id":"\#(bob.id)","collection_ids":["1"]}"#, 422),
      ] {
        let reply = try await ann.post(Self.path, body)
        #expect(reply.status == status, "\(body.prefix(60)): \(reply.text)")
      }
      #expect(try await community.allReports() == [])
    }
  }

  @Test func `whom one blocked can still be reported, and reports go with who made them`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      try await bob.post("/api/v1/accounts/\(ann.id)/block")
      #expect(try await bob.post(Self.path, #"{"account_id":"\#(ann.id)"}"#).status == 200)
      #expect(try await community.allReports().count == 1)
      _ = try await bob.post("/api/swiftlet/v1/account/removal", #"{"password":"correct horse"}"#)
      try await community.members.finishRemovals()
      #expect(try await community.allReports() == [])
    }
  }
}

extension Community {
  func allReports() async throws -> [ReportCase] {
    try await reports.list(ReportFilter(), Cursor(limit: 40), by: nil).items
  }
}
