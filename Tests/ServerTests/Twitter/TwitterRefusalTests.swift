import HTTPTypes
import JSON
import Testing

@testable import Community
@testable import Server

@Suite struct TwitterRefusalTests {
  @Test func `NEW_03 a refusal has the API's shape, also before a route is found`() async throws {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      let ann = members[0]
      var wrong = ann
      wrong.token = "wrong"
      for (client, path, status, code) in [
        (stranger, "/1.1/statuses/home_timeline.json", 401, 215),
        (wrong, "/1.1/statuses/home_timeline.json", 401, 89),
        (ann, "/1.1/no/such.json", 404, 34), (ann, "/1.1/statuses/home_timeline", 404, 34),
        (ann, "/1.1/direct_messages.json", 404, 34),
      ] {
        let reply = try await client.get(path)
        #expect(reply.status == status && reply.twitterCode == code, "\(path): \(reply.status) \(reply.text)")
        #expect(reply.headers[.contentType] == "application/json; charset=utf-8")
        #expect(reply.headers[.accessControlAllowOrigin] == "*")
        #expect(reply.headers[.cacheControl] == "no-store")
      }
      let method = try await ann.delete("/1.1/statuses/home_timeline.json")
      #expect(method.status == 405 && method.twitterCode == 214)
      let registration = try await community.clients.register(
        ClientDraft(name: "Reader", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read:lists"))
      var narrow = ann
      narrow.token = try await community.tokens.issue(
        Scopes([.readLists]), to: registration.client.id, account: Int64(ann.id)
      ).token
      let refused = try await narrow.twitter("statuses/home_timeline")
      #expect(refused.status == 403 && refused.twitterCode == 220)
      var own = stranger
      own.token = try await community.tokens.issue(Scopes([.read]), to: registration.client.id, account: nil)
        .token
      let post = try await ann.publish("One")
      #expect(
        try await own.twitter("statuses/show/\(post)").json["text"]?.string == "One",
        "a client reads what is open")
      #expect(try await own.twitter("statuses/home_timeline").status == 403)
      #expect(try await own.twitter("search/tweets?q=one").json["statuses"]?.array?.isEmpty == true)
      #expect(try await own.twitter("statuses/user_timeline").status == 404)
    }
  }

  @Test func `NEW_03 a closed community refuses strangers and clients`() async throws {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      let post = try await members[0].publish("word-secret")
      try await community.settings.setPrivacy(.members)
      let registration = try await community.clients.register(
        ClientDraft(name: "Reader", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read"))
      var own = stranger
      own.token = try await community.tokens.issue(Scopes([.read]), to: registration.client.id, account: nil)
        .token
      for path in ["statuses/show/\(post)", "users/show/ann", "no/such", "application/rate_limit_status"] {
        for (client, code) in [(stranger, 215), (own, 32)] {
          let reply = try await client.twitter(path)
          #expect(reply.status == 401 && reply.twitterCode == code, "\(path): \(reply.text)")
        }
      }
      #expect(try await members[0].twitter("statuses/show/\(post)").status == 200)
    }
  }

  @Test func `NEW_03 narrower tweets are seen by those who may, and by nobody else`() async throws {
    try await withMembers("ann", "bob", "cat") { stranger, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      for (visibility, readers) in [("private", [bob.id]), ("direct", []), ("members", [bob.id, cat.id])] {
        let post = try await ann.publish("word", visibility: visibility)
        for reader in [bob, cat] {
          let reply = try await reader.twitter("statuses/show/\(post)")
          #expect((reply.status == 200) == readers.contains(reader.id), "\(visibility)")
          #expect(reply.status == 200 || reply.twitterCode == 144)
          let listed = try await reader.twitter("statuses/user_timeline?screen_name=ann").twitterIDs
          #expect(listed.contains(post) == readers.contains(reader.id), "\(visibility)")
        }
        let own = try await ann.twitter("statuses/show/\(post)").json
        #expect(own["user"]?["protected"] == .bool(true))
        #expect(try await stranger.twitter("statuses/show/\(post)").status == 401)
      }
      #expect(try await ann.twitter("users/show/ann").json["protected"] == .bool(false))
    }
  }

  @Test func `NEW_03 a locked account's timeline is refused to those who don't follow it`() async throws {
    try await withMembers("ann", "bob", "cat") { _, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      let locked = try await ann.patch("/api/v1/accounts/update_credentials", "{\"locked\":true}")
      #expect(locked.status == 200, "\(locked.text)")
      let post = try await ann.publish("word", visibility: "private")
      let path = "statuses/user_timeline?screen_name=ann"
      for expected in [401, 401] {
        let refused = try await cat.twitter(path)
        #expect(refused.status == expected, "\(refused.text)")
        #expect(refused.json["request"]?.string == "/1.1/statuses/user_timeline.json")
        #expect(refused.json["error"]?.string == "Not authorized." && refused.json["errors"] == nil)
      }
      #expect(try await cat.twitter("statuses/user_timeline/\(ann.id)").status == 401)
      for reader in [ann, bob] { #expect(try await reader.twitter(path).twitterIDs == [post]) }
      #expect(try await bob.twitter(path + "&since_id=\(post)").status == 200)
      try await cat.post("/api/v1/accounts/\(ann.id)/follow")
      #expect(try await cat.twitter(path).status == 401, "a request to follow isn't accepted yet")
      // Everybody reads a locked account's tweets for everybody, and may ask for later ones.
      let open = try await ann.publish("open")
      #expect(try await cat.twitter(path).twitterIDs == [open])
      let polled = try await cat.twitter(path + "&since_id=\(open)")
      #expect(polled.status == 200 && polled.twitterIDs.isEmpty)
    }
  }

  @Test func `NEW_03 limits are told in seconds`() async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.general = RateLimit(3, per: .seconds(300))
    try await withMembers("ann", setup: setup) { _, members in
      let ann = members[0]
      let status = try await ann.twitter("application/rate_limit_status?resources=statuses")
      let limit = status.json["resources"]?["statuses"]?["/statuses/home_timeline"]
      #expect(limit?["limit"]?.int == 3 && limit?["remaining"]?.int == 2)
      #expect(status.json["resources"]?["users"] == nil)
      let reset = HTTPField.Name.twitterReset
      #expect(status.headers[reset].flatMap { Int64($0) } == limit?["reset"]?.int64)
      #expect(status.headers[.twitterRemaining] == "2" && status.headers[.rateLimit] == nil)
      for _ in 0..<2 { #expect(try await ann.twitter("statuses/home_timeline").status == 200) }
      let refused = try await ann.twitter("statuses/home_timeline")
      #expect(refused.status == 429 && refused.twitterCode == 88)
      #expect(refused.headers[.twitterRemaining] == "0" && refused.headers[reset] != nil)
    }
  }
}
