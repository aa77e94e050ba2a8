import JSON
import Social
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Tests trending posts and links.
@Suite struct TrendTests {
  @Test func `public posts that people like are listed, the most liked first`() async throws {
    try await withMembers(named: ["ann", "bob", "eve"]) { community, stranger, members in
      let path = "/api/v1/trends/statuses"
      #expect(try await stranger.get(path).text == "[]")
      let loved = try await members[0].publish("Loved")
      let liked = try await members[1].publish("Liked")
      _ = try await members[0].publish("Overlooked")
      for visibility in ["unlisted", "private", "direct"] {
        let hidden = try await members[0].publish("@bob hidden", visibility: visibility)
        try await members[1].post("/api/v1/statuses/\(hidden)/favourite")
      }
      let covered = try await members[0].post("/api/v1/statuses", #"{"status":"x","spoiler_text":"Spoilt"}"#)
        .id
      for id in [liked, loved, covered] { try await members[2].post("/api/v1/statuses/\(id)/favourite") }
      try await members[1].post("/api/v1/statuses/\(loved)/favourite")
      #expect(try await stranger.get(path).ids == [loved, liked])
      #expect(try await stranger.get(path + "?limit=1").ids == [loved])
      #expect(try await stranger.get(path + "?limit=1&offset=1").ids == [liked])
      // A repost counts twice.
      try await members[2].post("/api/v1/statuses/\(liked)/reblog")
      #expect(try await members[2].get(path).ids == [liked, loved])
      #expect(try await members[2].get(path).json.array?.first?["favourited"] == .bool(true))
      try await members[2].post("/api/v1/accounts/\(members[0].id)/mute")
      #expect(try await members[2].get(path).ids == [liked])
      try await members[1].post("/api/v1/accounts/\(members[2].id)/block")
      #expect(try await members[2].get(path).text == "[]")
      try await community.members.suspend("bob")
      #expect(try await stranger.get(path).ids == [loved])
    }
  }

  @Test func `links of public posts are listed by how many people published them`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, stranger, members in
      let path = "/api/v1/trends/links"
      #expect(try await stranger.get(path).text == "[]")
      for text in ["https://one.example/", "https://one.example/ again", "https://two.example/"] {
        try await members[0].publish(text)
      }
      try await members[1].publish("https://two.example/")
      try await members[1].publish("https://unknown.example/")
      try await members[1].publish("https://secret.example/", visibility: "private")
      try await members[1].publish("https://quiet.example/", visibility: "unlisted")
      // As if the pages of the links had been fetched.
      _ = try await community.store.driver.write {
        try $0.execute("UPDATE link_cards SET title = url WHERE url <> 'https://unknown.example/'")
      }
      let reply = try await stranger.get(path)
      let links = try #require(reply.json.array)
      #expect(
        links.map { $0["url"]?.string } == ["https://two.example/", "https://one.example/"], "\(reply.text)")
      let history = try #require(links[0]["history"]?.array)
      #expect(
        history.count == 7 && history[0]["accounts"]?.string == "2" && history[0]["uses"]?.string == "2")
      #expect(links[1]["history"]?.array?[0]["accounts"]?.string == "1")
      #expect(try await stranger.get(path + "?offset=1").json.array?.count == 1)
      try await community.members.suspend("bob")
      #expect(try await stranger.get(path).json.array?.first?["url"]?.string == "https://one.example/")
    }
  }
}
