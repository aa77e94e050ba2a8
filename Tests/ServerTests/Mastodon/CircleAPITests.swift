import HTTPTypes
import JSON
import Testing

@testable import Server

/// Tests the lists of the Mastodon API, which are the viewer's circles.
@Suite struct CircleAPITests {
  private func accounts(_ members: MastodonClient...) -> String {
    "{\"account_ids\":[\(members.map { "\"\($0.id)\"" }.joined(separator: ","))]}"
  }

  @Test func `NEW_18 A list is made, read, changed and deleted`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      #expect(try await ann.get("/api/v1/lists").text == "[]")
      let made = try await ann.post("/api/v1/lists", #"{"title":"Friends & <co>"}"#)
      #expect(made.status == 200)
      let path = "/api/v1/lists/\(made.id)"
      #expect(
        made.json.members?.map(\.name) == ["id", "title", "replies_policy", "exclusive", "accounts_count"])
      #expect(made.json["title"]?.string == "Friends & <co>" && made.json["replies_policy"]?.string == "list")
      #expect(made.json["exclusive"]?.bool == false && made.json["accounts_count"]?.int == 0)
      #expect(try await ann.get(path).text == made.text)
      let changed = try await ann.put(path, #"{"title":"Kin","replies_policy":"followed","exclusive":true}"#)
      #expect(changed.json["title"]?.string == "Kin" && changed.json["replies_policy"]?.string == "followed")
      #expect(try await ann.put(path, #"{"exclusive":false}"#).json["title"]?.string == "Kin")
      #expect(try await ann.get("/api/v1/lists").ids == [made.id])
      #expect(try await ann.post(path + "/accounts", accounts(bob)).text == "{}")
      #expect(try await ann.get(path + "/accounts").ids == [bob.id])
      #expect(try await ann.get("/api/v1/accounts/\(bob.id)/lists").ids == [made.id])
      #expect(try await ann.get("/api/v1/lists").json.array?.first?["accounts_count"]?.int == 1)
      let post = try await bob.publish("Hello")
      #expect(try await ann.get("/api/v1/timelines/list/\(made.id)").ids == [post])
      // With the account in the query, as some clients have it.
      #expect(try await ann.delete(path + "/accounts?account_ids[]=\(bob.id)").text == "{}")
      #expect(try await ann.get(path + "/accounts").ids == [])
      #expect(try await ann.get("/api/v1/timelines/list/\(made.id)").ids == [])
      #expect(try await ann.delete(path).text == "{}")
      #expect(try await ann.get(path).status == 404)
      #expect(try await ann.get("/api/v1/timelines/list/\(made.id)").status == 404)
    }
  }

  @Test func `NEW_18 What is wrong with a list is said as Mastodon says it`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      for json in ["{}", #"{"title":""}"#, #"{"title":" "}"#] {
        let reply = try await ann.post("/api/v1/lists", json)
        #expect(reply.status == 422 && reply.error == "Validation failed: Title can't be blank")
      }
      let refused = try await ann.post("/api/v1/lists", #"{"title":"x","replies_policy":"some"}"#)
      #expect(
        refused.status == 422 && refused.error == "Validation failed: 'some' is not a valid replies_policy")
      let id = try await ann.post("/api/v1/lists", #"{"title":"x"}"#).id
      let path = "/api/v1/lists/\(id)"
      #expect(try await ann.post(path + "/accounts", #"{"account_ids":["99"]}"#).status == 404)
      #expect(try await ann.post(path + "/accounts", #"{"account_ids":["bob"]}"#).status == 404)
      #expect(try await ann.post(path + "/accounts", accounts(bob, bob)).status == 200)
      let twice = try await ann.post(path + "/accounts", accounts(bob))
      #expect(twice.status == 422 && twice.error == "Validation failed: Account has already been taken")
      #expect(try await ann.post(path + "/accounts").status == 200)
      #expect(try await ann.put("/api/v1/lists/99", #"{"title":"x"}"#).status == 404)
      #expect(try await bob.get(path).status == 404)
      #expect(try await bob.get(path + "/accounts").status == 404)
      #expect(try await ann.get("/api/v1/accounts/99/lists").status == 404)
    }
  }

  @Test func `NEW_18 The accounts of a list come in pages, or all at once`() async throws {
    let names = (1...9).map { "member\($0)" }
    try await withMembers(named: ["ann"] + names, setup: .withoutLimits) { _, _, members in
      let ann = members[0]
      let path = "/api/v1/lists/\(try await ann.post("/api/v1/lists", #"{"title":"x"}"#).id)/accounts"
      for member in members.dropFirst() { try await ann.post(path, accounts(member)) }
      let all = members.dropFirst().map(\.id).reversed() as [String]
      #expect(try await ann.get(path).ids == all)
      #expect(try await ann.get(path + "?limit=0").ids == all)
      var (seen, next): ([String], String?) = ([], path + "?limit=4")
      while let address = next {
        let reply = try await ann.get(address)
        seen += reply.ids
        let link = reply.headers[.link] ?? ""
        next = link.firstMatch(of: #/<https?://[^/]+([^>]*)>; rel="next"/#).map { String($0.1) }
      }
      #expect(seen == all)
    }
  }
}
