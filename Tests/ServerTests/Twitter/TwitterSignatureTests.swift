import Community
import HTTPTypes
import JSON
import NIOCore
import Social
import Testing

@testable import Server

@Suite struct TwitterSignatureTests {
  private static let home = "/1.1/statuses/home_timeline.json"
  private static let update = "/1.1/statuses/update.json"

  private func withSignedIn(
    _ setup: ServerSetup = ServerSetup(),
    _ body: @escaping @Sendable (SigningClient, TestClient, Community) async throws -> Void
  ) async throws {
    try await withMembers(setup) { client, community in
      let program = try await SigningClient.registered(client, community)
      try await body(try await program.signedIn(FormBrowser(client)), client, community)
    }
  }

  @Test func `NEW_03 a signed request is the member's, wherever its parameters are`() async throws {
    try await withSignedIn { anna, _, _ in
      for (number, place) in SigningClient.Place.allCases.enumerated() {
        for method in ["HMAC-SHA1", "HMAC-SHA256"] {
          var anna = anna
          anna.method = method
          let text = "héllo & wörld! (a+b) ~ 你好 * \(number) \(method)"
          let answer = try await anna.post(Self.update, [("status", text), ("include_entities", "1")], place)
          #expect(answer.status == .ok, "\(place) \(method): \(answer.text)")
          let json = try JSON(parsing: answer.text)
          #expect(json["text"]?.string == text.replacing("&", with: "&amp;"))
          #expect(json["user"]?["screen_name"]?.string == "anna")
          #expect(json["source"]?.string?.contains("Tweetbook") == true)
        }
      }
      for place in [SigningClient.Place.header, .query] {
        let page = try await anna.get(Self.home, [("count", "2"), ("id", "1"), ("id", "1")], place)
        #expect(try JSON(parsing: page.text).array?.count == 2, "\(place)")
      }
    }
  }

  @Test func `NEW_03 what is stale, tampered with or another's is refused`() async throws {
    try await withSignedIn { anna, client, community in
      var cases: [(String, SigningClient, Int)] = []
      func add(_ name: String, _ code: Int, _ change: (inout SigningClient) -> Void) {
        var other = anna
        change(&other)
        cases.append((name, other, code))
      }
      add("stale", 135) { $0.timestamp -= 301 }
      add("from the future", 135) { $0.timestamp += 301 }
      add("another host", 32) { $0.origin = "http://evil.example" }
      add("another port", 32) { $0.origin = "http://localhost:81" }
      add("wrong client secret", 32) { $0.secret += "x" }
      add("wrong token secret", 32) { $0.tokenSecret += "x" }
      add("no token secret", 32) { $0.tokenSecret = "" }
      add("unknown client", 32) { $0.key += "x" }
      add("unknown token", 89) { $0.token += "x" }
      add("the key alone", 89) { ($0.token, $0.tokenSecret) = ("", "") }
      add("PLAINTEXT", 32) { $0.method = "PLAINTEXT" }
      let other = try await SigningClient.registered(client, community)
      add("another client's", 89) { ($0.key, $0.secret) = (other.key, other.secret) }
      for (name, program, code) in cases {
        for place in SigningClient.Place.allCases {
          let answer = try await program.post(Self.update, [("status", "Hi")], place)
          let expected = name == "the key alone" && place != .header ? 215 : code
          #expect(
            answer.status == .unauthorized && answer.twitterCode == expected,
            "\(name) \(place): \(answer.text)")
          #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
        }
      }
      for accepted in ["https://localhost", "https://api.twitter.com"] {
        var proxied = anna
        proxied.origin = accepted
        #expect(try await proxied.get(Self.home).status == .ok, "\(accepted)")
      }
      var tampered = try anna.request(.post, Self.update, form: [("status", "Hi")])
      tampered.form = "status=Ho"
      #expect(try await tampered.sent(by: client).twitterCode == 32)
      tampered = try anna.request(.post, Self.update, form: [("status", "Hi")])
      tampered.query = "in_reply_to_status_id=1"
      #expect(try await tampered.sent(by: client).twitterCode == 32)
      tampered = try anna.request(.post, "/1.1/statuses/destroy/1.json")
      tampered.path = "/1.1/statuses/destroy/2.json"
      #expect(try await tampered.sent(by: client).twitterCode == 32)
      tampered = try anna.request(.get, Self.home, .query)
      tampered.query += "&oauth_token=" + anna.token
      #expect(try await tampered.sent(by: client).twitterCode == 32, "twice")
      let posts = try JSON(parsing: try await anna.get(Self.home).text).array
      #expect(posts?.isEmpty == true, "nothing was published")
    }
  }

  @Test func `NEW_03 a request that changes something is accepted once`() async throws {
    try await withSignedIn { anna, client, _ in
      let written = try anna.request(.post, Self.update, form: [("status", "Once")])
      #expect(try await written.sent(by: client).status == .ok)
      let again = try await written.sent(by: client)
      #expect(again.status == .unauthorized && again.twitterCode == 32)
      // Clients send a GET again when a connection breaks.
      let read = try anna.request(.get, Self.home)
      for _ in 0..<2 { #expect(try await read.sent(by: client).status == .ok) }
      // A wrong signature uses up no nonce.
      var wrong = anna
      (wrong.nonce, wrong.tokenSecret) = ("n", "x")
      #expect(try await wrong.post(Self.update, [("status", "Twice")]).twitterCode == 32)
      wrong.tokenSecret = anna.tokenSecret
      #expect(try await wrong.post(Self.update, [("status", "Twice")]).status == .ok)
    }
  }

  @Test func `NEW_03 a token that is sent in clear is nothing without its secret`() async throws {
    try await withSignedIn { anna, client, _ in
      for text in [anna.token, anna.tokenSecret, anna.secret] {
        let answer = try await client.send(.get, Self.home, .bearer(text))
        #expect(answer.twitterCode == 89)
        #expect(
          try await client.send(.get, "/api/v1/timelines/home", .bearer(text)).status == .unauthorized)
      }
      #expect(try await anna.get("/api/v1/timelines/home").status == .unauthorized, "signed for v1.1 alone")
      #expect(try await anna.post("/oauth/access_token", [("oauth_verifier", "1")]).twitterCode == 89)
    }
  }

  @Test func `NEW_03 a client that only reads can't write`() async throws {
    try await withMembers { client, community in
      let reader = try await SigningClient.registered(client, community, mayWrite: false)
      let anna = try await reader.signedIn(FormBrowser(client))
      for _ in 0..<2 {
        let page = try await anna.get(Self.home)
        #expect(page.status == .ok && page.headers[.accessLevel] == "read")
      }
      let answer = try await anna.post(Self.update, [("status", "Hi")])
      #expect(answer.status == .forbidden && answer.twitterCode == 261)
      #expect(answer.headers[.accessLevel] == "read")
    }
  }

  @Test func `NEW_03 a closed community lets its members' clients in, and no others`() async throws {
    try await withMembers { client, community in
      try await community.settings.setPrivacy(.members)
      let program = try await SigningClient.registered(client, community)
      let anna = try await program.signedIn(FormBrowser(client))
      #expect(try await anna.get(Self.home).status == .ok)
      var wrong = anna
      wrong.tokenSecret = "x"
      for path in [Self.home, "/1.1/no/such.json", "/1.1/users/show.json"] {
        let answer = try await wrong.get(path)
        #expect(answer.status == .unauthorized && answer.twitterCode == 32, "\(path): \(answer.text)")
        #expect(try await program.get(path).status == .unauthorized)
      }
      #expect(try await anna.get("/1.1/no/such.json").twitterCode == 34)
      #expect(try await anna.get("/api/v1/timelines/home").status == .unauthorized)
    }
  }

  @Test func `NEW_03 a member sees the client among their sessions and ends it`() async throws {
    try await withSignedIn { anna, client, community in
      let web = try await RegisteredClient.register(client)
      let token = try await web.token()
      let path = "/api/swiftlet/v1/sessions"
      let sessions = try JSON(parsing: try await client.send(.get, path, .bearer(token)).text)
      let list = sessions.array ?? []
      let mine = try #require(list.first { $0["application"]?.string == "Tweetbook" })
      let id = try #require(mine["id"]?.string)
      #expect(try await anna.get(Self.home).status == .ok)
      #expect(try await client.send(.delete, path + "/" + id, .bearer(token)).status == .ok)
      let answer = try await anna.get(Self.home)
      #expect(answer.status == .unauthorized && answer.twitterCode == 89)
      var program = anna
      (program.token, program.tokenSecret) = ("", "")
      let again = try await program.signedIn(FormBrowser(client))
      try await community.signing.remove(key: again.key)
      #expect(try await again.get(Self.home).twitterCode == 32)
    }
  }

  @Test(arguments: ["/1.1/oauth/invalidate_token", "/1.1/oauth/invalidate_token.json"])
  func `NEW_03 a client takes back the token that signs the request`(path: String) async throws {
    try await withSignedIn { anna, client, community in
      #expect(try await anna.get(Self.home).headers[.accessLevel] == "read-write")
      var program = anna
      (program.token, program.tokenSecret) = ("", "")
      let other = try await program.signedIn(FormBrowser(client))
      var wrong = anna
      wrong.tokenSecret = "x"
      #expect(try await wrong.post(path).twitterCode == 32)
      #expect(try await client.send(.post, path, .bearer(anna.token)).twitterCode == 89)
      #expect(try await client.send(.post, path).twitterCode == 215)
      let answer = try await anna.post(path)
      let json = try JSON(parsing: answer.text)
      #expect(answer.status == .ok && json["access_token"]?.string == anna.token, "\(answer.text)")
      for path in [path, Self.update] { #expect(try await anna.post(path).twitterCode == 89, "\(path)") }
      #expect(try await other.get(Self.home).status == .ok, "another sign-in stays")
      let bearer = try await RegisteredClient.register(client).token()
      let home = try await client.send(.get, Self.home, .bearer(bearer))
      #expect(home.status == .ok && home.headers[.accessLevel] == nil, "it isn't signed")
    }
  }

  @Test func `NEW_03 limits count the member, and strangers' wrong signatures`() async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.general = RateLimit(2, per: .seconds(300))
    try await withSignedIn(setup) { anna, _, _ in
      for _ in 0..<2 { #expect(try await anna.get(Self.home).status == .ok) }
      let refused = try await anna.get(Self.home)
      #expect(refused.twitterCode == 88)
      var wrong = anna
      wrong.tokenSecret = "x"
      for _ in 0..<2 { #expect(try await wrong.get(Self.home).twitterCode == 32) }
      #expect(try await wrong.get(Self.home).twitterCode == 88)
    }
  }
}
