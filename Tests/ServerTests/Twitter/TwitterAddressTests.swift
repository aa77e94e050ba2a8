import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Community
@testable import Server

/// The addresses at which clients of other servers look for the methods.
@Suite struct TwitterAddressTests {
  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: ["/1.1/", "/api/1.1/", "/api/"])
  func `NEW_03 methods are the same at every address`(prefix: String) async throws {
    try await withMembers("ann") { stranger, members in
      let ann = members[0]
      let posted = try await ann.send(
        .post, prefix + "statuses/update.json", type: Self.form, body: Array("status=Hello".utf8))
      let show = prefix + "statuses/show/\(posted.tweetID).json"
      #expect(try await ann.get(show).json["text"]?.string == "Hello", "\(posted.text)")
      #expect(try await ann.get(prefix + "favorites.json").text == "[]")
      let picture = TestPicture.png(width: 60, height: 40, left: [200, 0, 0])
      let uploaded = try await ann.form(.post, prefix + "media/upload.json", [.file("media", picture)])
      #expect(uploaded.json["image"]?["w"]?.int == 60, "\(uploaded.text)")
      let refused = try await stranger.get(show)
      #expect(refused.status == 401 && refused.twitterCode == 215, "\(refused.text)")
      let missing = try await ann.get(prefix + "statuses/no_such_method.json")
      #expect(missing.status == 404 && missing.twitterCode == 34, "\(missing.text)")
      #expect(try await ann.delete(show).status == 405)
    }
  }

  @Test func `NEW_03 GNU social's own names are methods, and other APIs stay as they are`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await bob.publish("@ann hello")
      try await ann.post("/api/v1/accounts/\(bob.id)/follow")
      for name in ["friends_timeline", "home_timeline", "mentions", "replies"] {
        #expect(try await ann.get("/api/statuses/\(name).json").twitterIDs == [post], "\(name)")
      }
      #expect(try await ann.get("/api/v1/no_such_route").error != nil)
      #expect(try await ann.get("/api/openapi.json").json["paths"]?["/api/favorites.json"] == nil)
    }
  }

  @Test func `NEW_03 every address has the errors of its route`() async throws {
    try await withCommunity(posts: nil) { community in
      for route in buildAPI(community).operations.map(\.route) where route.path.hasPrefix("/1.1/") {
        #expect(route.paths.count >= 3, "\(route.path)")
        for path in route.paths { #expect(APIStyle(path: path) == .twitter, "\(path)") }
      }
    }
  }

  @Test func `NEW_03 a client signs in beside the methods, also in a closed community`() async throws {
    try await withMembers { client, community in
      try await community.settings.setPrivacy(.members)
      let program = try await SigningClient.registered(client, community)
      let asked = try await program.post("/api/oauth/request_token", [("oauth_callback", "oob")])
      #expect(asked.status == .ok, "\(asked.text)")
      let request = program.with(asked)
      for name in ["authorize", "authenticate"] {
        let moved = try await client.send(.get, "/api/oauth/\(name)?oauth_token=" + request.token)
        #expect(moved.status == .seeOther)
        #expect(moved.headers[.location] == "/oauth/\(name)?oauth_token=" + request.token)
      }
      let browser = FormBrowser(client)
      let page = try await browser.get("/oauth/authorize?oauth_token=" + request.token)
      let shown = try await browser.post("/oauth/authorize", SigningClient.consent(page))
      let pin = try #require(shown.text.split(separator: "<code>").last?.split(separator: "<").first)
      let answer = try await request.post("/api/oauth/access_token", [("oauth_verifier", String(pin))])
      #expect(answer.status == .ok, "\(answer.text)")
      let anna = request.with(answer)
      for path in ["/api/statuses/home_timeline.json", "/api/1.1/statuses/home_timeline.json"] {
        #expect(try await anna.get(path).status == .ok, "\(path)")
        #expect(try await program.get(path).status == .unauthorized, "\(path)")
      }
      #expect(try await anna.get("/api/v1/timelines/home").status == .unauthorized)
    }
  }
}
