import JSON
import Testing

/// Tests the audience and the poll of posts in `GET /user/{username}/tweets`.
@Suite struct MomentsAudienceAPITests {
  private static let path = "/user/ann/tweets"

  /// Returns the texts of a page's posts, each with its audience and the names of its circles.
  private static func page(_ viewer: MastodonClient) async throws -> [String: String] {
    var found: [String: String] = [:]
    for post in try await viewer.get(path).json.array ?? [] {
      let circles = (post["circles"]?.array ?? []).compactMap { $0["title"]?.string }
      let words = [post["audience"]?.string ?? "none"] + circles
      found[post["content"]?.string ?? ""] = words.joined(separator: " ")
    }
    return found
  }

  /// Creates a circle of Ann's with a member, and returns its id.
  private static func circle(
    _ title: String, with member: MastodonClient, by ann: MastodonClient
  ) async throws -> String {
    let id = try await ann.post("/api/v1/lists", #"{"title":"\#(title)"}"#).id
    let added = try await ann.post("/api/v1/lists/\(id)/accounts", #"{"account_ids":["\#(member.id)"]}"#)
    #expect(added.status == 200)
    return id
  }

  @Test func `NEW_17 members read the audience of each post, and only its author the circles`() async throws {
    try await withMembers("ann", "bob", "cat") { stranger, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      let family = try await Self.circle("Relatives", with: bob, by: ann)
      for (text, visibility) in [
        ("Open", "public"), ("Quiet", "unlisted"), ("Ours", "members"), ("Followed", "private"),
        ("Between us", "direct"),
      ] { _ = try await ann.publish(text, visibility: visibility) }
      let few = try await ann.post("/api/v1/statuses", #"{"status":"Few","circle_ids":["\#(family)"]}"#)
      #expect(few.status == 200)
      let open = ["Open": "none"]
      let ofMembers = open.merging(["Quiet": "unlisted", "Ours": "members"]) { $1 }
      let ofBob = ofMembers.merging(["Followed": "private", "Few": "circles"]) { $1 }
      let ofAnn = ofBob.merging(["Few": "circles Relatives"]) { $1 }
      // Twice: as it is made, and from the cache.
      for _ in 0..<2 {
        #expect(try await Self.page(stranger) == open)
        #expect(try await Self.page(cat) == ofMembers)
        #expect(try await Self.page(bob) == ofBob)
        #expect(try await Self.page(ann) == ofAnn)
      }
      for viewer in [stranger, cat, bob] {
        let text = try await viewer.get(Self.path).text
        #expect(!text.contains("Relatives") && !text.contains(#""circles":"#), "\(viewer.username)")
      }
    }
  }

  @Test func `NEW_17 a page follows when an audience narrows and when a circle is renamed or deleted`()
    async throws
  {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let family = try await Self.circle("Family", with: bob, by: ann)
      _ = try await ann.post("/api/v1/statuses", #"{"status":"Few","circle_ids":["\#(family)"]}"#)
      let open = try await ann.publish("Open")
      #expect(try await Self.page(ann) == ["Few": "circles Family", "Open": "none"])
      #expect(try await Self.page(bob) == ["Few": "circles", "Open": "none"])
      let renamed = try await ann.put("/api/v1/lists/\(family)", #"{"title":"Relatives"}"#)
      let narrowed = try await ann.put("/api/v1/statuses/\(open)", #"{"visibility":"members"}"#)
      #expect(renamed.status == 200 && narrowed.status == 200)
      #expect(try await Self.page(ann) == ["Few": "circles Relatives", "Open": "members"])
      #expect(try await Self.page(bob) == ["Few": "circles", "Open": "members"])
      #expect(try await Self.page(stranger) == [:])
      try await ann.delete("/api/v1/lists/\(family)")
      #expect(try await Self.page(ann) == ["Few": "circles", "Open": "members"])
    }
  }

  @Test func `NEW_21 a post with a poll says so, to strangers as well`() async throws {
    try await withMembers("ann") { stranger, members in
      let poll = #""poll":{"options":["Saturday","Sunday"],"expires_in":86400}"#
      let asked = try await members[0].post("/api/v1/statuses", #"{"status":"Which day?",\#(poll)}"#)
      #expect(asked.status == 200)
      _ = try await members[0].publish("Plain")
      for viewer in [stranger, members[0]] {
        let page = try await viewer.get(Self.path)
        #expect(page.json.array?.map { $0["poll"]?.bool } == [nil, true])
        #expect(!page.text.contains("Saturday"), "the thread has the options")
      }
    }
  }
}
