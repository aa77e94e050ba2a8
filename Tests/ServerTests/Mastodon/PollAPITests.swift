import HTTPTypes
import JSON
import Testing

@Suite struct PollAPITests {
  private static let poll = #""poll":{"options":["Saturday","Sunday"],"expires_in":600,"multiple":true}"#

  @Test func `NEW_21 A poll is published, seen and voted in`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await ann.post("/api/v1/statuses", #"{"status":"Which?",\#(Self.poll)}"#)
      #expect(Entities.status.problems(in: post.json) == [])
      let id = try #require(post.json["poll"]?["id"]?.string)
      #expect(post.json["poll"]?["voted"]?.bool == true, "the author can't vote")
      let seen = try await bob.get("/api/v1/statuses/\(post.id)").json["poll"]
      #expect(seen?["voted"]?.bool == false && seen?["own_votes"]?.array?.isEmpty == true)
      // Clients send texts or numbers, in JSON or forms.
      let form = Array("choices[]=0&choices[]=1".utf8)
      let voted = try await bob.send(
        .post, "/api/v1/polls/\(id)/votes", type: "application/x-www-form-urlencoded", body: form)
      #expect(voted.status == 200 && Entities.poll.problems(in: voted.json) == [])
      #expect(voted.json["own_votes"]?.array?.compactMap(\.int64) == [0, 1])
      #expect(voted.json["votes_count"]?.int64 == 2 && voted.json["voters_count"]?.int64 == 1)
      // Each viewer sees their own votes, also where posts are cached.
      for _ in 0..<2 {
        let mine = try await bob.get("/api/v1/timelines/public").json.array?.first?["poll"]
        #expect(mine?["voted"]?.bool == true && mine?["own_votes"]?.array?.count == 2)
        let theirs = try await ann.get("/api/v1/timelines/public").json.array?.first?["poll"]
        #expect(theirs?["own_votes"]?.array?.isEmpty == true && theirs?["votes_count"]?.int64 == 2)
        let others = try await stranger.get("/api/v1/polls/\(id)")
        #expect(others.json["voted"]?.bool == false && others.json["votes_count"]?.int64 == 2)
      }
      let again = try await bob.post("/api/v1/polls/\(id)/votes", #"{"choices":["1"]}"#)
      #expect(again.status == 422 && again.json["code"]?.string == "already_voted")
      #expect(try await ann.post("/api/v1/polls/\(id)/votes", #"{"choices":[0]}"#).status == 422)
      for choices in [#"["x"]"#, "[-1]", "[9]", "[]", "[1.5]", "{}", #"[[0]]"#] {
        #expect(
          try await bob.post("/api/v1/polls/\(id)/votes", #"{"choices":\#(choices)}"#).status == 422,
          "\(choices)")
      }
    }
  }

  @Test func `NEW_21 A poll is where its post is`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await ann.post(
        "/api/v1/statuses", #"{"status":"Which?","visibility":"private",\#(Self.poll)}"#)
      for (client, status) in [(stranger, 404), (bob, 404), (ann, 200)] {
        #expect(try await client.get("/api/v1/polls/\(post.id)").status == status)
      }
      #expect(try await bob.post("/api/v1/polls/\(post.id)/votes", #"{"choices":[0]}"#).status == 404)
      let plain = try await ann.publish("No poll")
      #expect(try await ann.get("/api/v1/polls/\(plain)").status == 404)
    }
  }

  @Test func `NEW_21 A poll for circles may name its voters, a page at a time`() async throws {
    try await withMembers(named: ["ann", "bob", "cat"]) { _, stranger, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      let circle = try await ann.post("/api/v1/lists", #"{"title":"Committee"}"#).id
      let people = #"{"account_ids":["\#(bob.id)","\#(cat.id)"]}"#
      #expect(try await ann.post("/api/v1/lists/\(circle)/accounts", people).status == 200)
      let poll = #""poll":{"options":["Saturday","Sunday"],"expires_in":3600,"shows_voters":true}"#
      let refused = try await ann.post(
        "/api/v1/statuses", #"{"status":"Which?","visibility":"private",\#(poll)}"#)
      #expect(
        refused.status == 422
          && refused.error == "Validation failed: Voters can show only in a post for circles")
      let post = try await ann.post(
        "/api/v1/statuses", #"{"status":"Which?","circle_ids":["\#(circle)"],\#(poll)}"#)
      #expect(post.json["poll"]?["shows_voters"]?.bool == true, "\(post.text)")
      let path = "/api/v1/polls/\(post.id)"
      #expect(try await bob.get(path).json["shows_voters"]?.bool == true, "said before the vote")
      for member in [bob, cat] {
        #expect(try await member.post(path + "/votes", #"{"choices":[0]}"#).status == 200)
      }
      let voters = "/api/swiftlet/v1/polls/\(post.id)/options/0/voters"
      #expect(try await bob.get(voters).ids == [cat.id, bob.id])
      let first = try await ann.get(voters + "?limit=1")
      #expect(first.ids == [cat.id])
      #expect(try await ann.get(voters + "?limit=1&max_id=\(cat.id)").ids == [bob.id])
      for option in ["2", "-1", "x", "99999999999999999999"] {
        #expect(try await ann.get("/api/swiftlet/v1/polls/\(post.id)/options/\(option)/voters").status == 404)
      }
      #expect(try await stranger.get(voters).status == 404)
      let secret = try await ann.post(
        "/api/v1/statuses",
        #"{"status":"Which?","circle_ids":["\#(circle)"],"poll":{"options":["a","b"],"expires_in":3600}}"#)
      #expect(secret.json["poll"]?["shows_voters"] == nil)
      #expect(try await ann.get("/api/swiftlet/v1/polls/\(secret.id)/options/0/voters").status == 404)
    }
  }

  @Test func `NEW_18 The author learns whether exceptions are taken from the followers`() async throws {
    try await withMembers(named: ["ann", "bob"]) { _, _, members in
      let circle = try await members[0].post("/api/v1/lists", #"{"title":"Kids"}"#).id
      for (visibility, expected) in [("private", "followers"), ("circles", nil), ("members", nil)] {
        let post = try await members[0].post(
          "/api/v1/statuses",
          #"{"status":"x","visibility":"\#(visibility)","excluded_circle_ids":["\#(circle)"]}"#)
        #expect(post.json["circles"]?.array?.first?["excluded_from"]?.string == expected, "\(post.text)")
      }
    }
  }

  @Test func `NEW_21 A poll and pictures exclude each other, and history has the options`() async throws {
    try await withMembers("ann") { _, members in
      let ann = members[0]
      let both = try await ann.post("/api/v1/statuses", #"{"status":"x","media_ids":["7"],\#(Self.poll)}"#)
      #expect(both.status == 422 && both.error?.contains("either pictures or a poll") == true)
      let form = Array(
        "status=Which&poll[options][]=a&poll[options][]=b&poll[expires_in]=300&poll[hide_totals]=true".utf8)
      let post = try await ann.send(
        .post, "/api/v1/statuses", type: "application/x-www-form-urlencoded", body: form)
      #expect(post.json["poll"]?["options"]?.array?.map { $0["votes_count"] } == [.null, .null])
      let edited = try await ann.put(
        "/api/v1/statuses/\(post.id)", #"{"status":"Which","poll":{"options":["a","c"],"expires_in":300}}"#)
      #expect(edited.json["poll"]?["options"]?.array?.compactMap { $0["title"]?.string } == ["a", "c"])
      let history = try await ann.get("/api/v1/statuses/\(post.id)/history").json.array ?? []
      #expect(history.allSatisfy { Entities.statusEdit.problems(in: $0) == [] })
      #expect(
        history.map { $0["poll"]?["options"]?.array?.compactMap { $0["title"]?.string } } == [
          ["a", "b"], ["a", "c"],
        ])
    }
  }
}
