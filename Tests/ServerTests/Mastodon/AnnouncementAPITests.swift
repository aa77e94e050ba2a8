import JSON
import Social
import Testing

@testable import Community
@testable import Server

/// Tests announcements to all members (docs.joinmastodon.org/methods/announcements).
@Suite struct AnnouncementAPITests {
  private static let own = "/api/swiftlet/v1/announcements"
  private static let all = "/api/v1/announcements"

  @Test func `NEW_20 an announcement is seen by every member until they dismiss it`() async throws {
    try await withMembers(named: ["ann", "mia", "bob"]) { community, _, members in
      let (ann, mia, bob) = (members[0], members[1], members[2])
      try await community.members.setRole(of: .username("mia"), to: .moderator)
      for client in [mia, bob] {
        #expect(try await client.post(Self.own, #"{"text":"Hello"}"#).status == 403)
        #expect(try await client.get(Self.own).status == 403)
      }
      #expect(try await bob.get("/api/v1/notifications/unread_count").json["announcement"] == nil)
      let made = try await ann.post(
        Self.own, #"{"text":"No <b>rehearsal</b> on Friday.\nSee https://choir.example/plan"}"#)
      #expect(made.status == 200, "\(made.text)")
      let seen = try await bob.get(Self.all).json.array?.first
      #expect(
        seen?["id"]?.string == made.id && seen?["read"]?.bool == false && seen?["all_day"]?.bool == false)
      let content = seen?["content"]?.string ?? ""
      #expect(
        content.contains("&lt;b&gt;") && content.contains("<br />")
          && content.contains("href=\"https://choir"))
      #expect(seen?["reactions"] == .array([]) && seen?["ends_at"] == .null)
      let unread = try await bob.get("/api/v1/notifications/unread_count").json
      #expect(unread["announcement"]?["id"]?.string == made.id && unread["count"]?.int64 == 0)
      #expect(try await bob.post("\(Self.all)/\(made.id)/dismiss").status == 200)
      #expect(try await bob.post("\(Self.all)/\(made.id)/dismiss").status == 200, "again changes nothing")
      #expect(try await bob.get(Self.all).ids == [])
      #expect(try await bob.get("/api/v1/notifications/unread_count").json["announcement"] == nil)
      let read = try await bob.get(Self.all + "?with_dismissed=true").json.array
      #expect(read?.map { $0["read"]?.bool } == [true])
      #expect(try await mia.get(Self.all).ids == [made.id], "who has not dismissed it")
      #expect(try await bob.post("\(Self.all)/77/dismiss").status == 404)
      #expect(try await mia.delete("\(Self.own)/\(made.id)").status == 403)
      #expect(try await ann.delete("\(Self.own)/\(made.id)").status == 200)
      #expect(try await ann.delete("\(Self.own)/\(made.id)").status == 404)
      #expect(try await mia.get(Self.all).ids == [])
      let log = try await community.log.list(Cursor()).items.prefix(2)
      #expect(log.map(\.action) == [.removeAnnouncement, .announce] && log.allSatisfy { $0.actor == "ann" })
    }
  }

  @Test func `NEW_20 empty, long and outdated announcements are refused`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      let ann = members[0]
      let long = String(repeating: "a", count: 1001)
      for body in [
        "{}", #"{"text":""}"#, #"{"text":" \u200b\n "}"#, #"{"text":"\#(long)"}"#,
        #"{"text":"x","ends_at":"2020-01-01"}"#, #"{"text":"x","ends_at":"2030-02-30"}"#,
        #"{"text":"x","ends_at":"soon"}"#, #"{"text":"x","ends_at":"2020-01-01T10:00:00Z"}"#,
        #"{"text":"x","x":1}"#,
      ] {
        #expect(try await ann.post(Self.own, body).status == 422, "\(body.prefix(60))")
      }
      #expect(try await ann.get(Self.own).ids == [])
      #expect(try await community.log.list(Cursor()).items.isEmpty)
      let made = try await ann.post(Self.own, #"{"text":"\#(String(long.dropLast()))","ends_at":""}"#)
      #expect(made.status == 200 && made.json["ends_at"] == .null)
    }
  }
}
