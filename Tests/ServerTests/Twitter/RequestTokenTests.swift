import Community
import HTTPTypes
import JSON
import Social
import Testing

@testable import Server

@Suite struct RequestTokenTests {
  private func withProgram(
    callbacks: [String] = [],
    _ body: @escaping @Sendable (SigningClient, TestClient) async throws -> Void
  ) async throws {
    try await withMembers { client, community in
      try await body(
        try await SigningClient.registered(client, community, callbacks: callbacks), client)
    }
  }

  @Test func `NEW_03 both steps take GET and POST, and respond with a form`() async throws {
    try await withProgram { program, client in
      for place in SigningClient.Place.allCases {
        let parameters = [("oauth_callback", "oob")]
        let asked =
          place == .form
          ? try await program.post("/oauth/request_token", parameters, place)
          : try await program.get("/oauth/request_token", parameters, place)
        #expect(asked.status == .ok, "\(place): \(asked.text)")
        #expect(asked.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(asked.headers[.cacheControl] == "no-store")
        #expect(
          asked.text.wholeMatch(
            of: /oauth_token=\w{64}&oauth_token_secret=\w{64}&oauth_callback_confirmed=true/) != nil)
        var request = program.with(asked)
        let browser = FormBrowser(client)
        let page = try await browser.get(
          "/oauth/authenticate?screen_name=anna&oauth_token=" + request.token)
        #expect(page.text.contains("Tweetbook") && page.text.contains("value=\"anna\""))
        let shown = try await browser.post("/oauth/authorize", SigningClient.consent(page))
        let pin = try #require(shown.text.split(separator: "<code>").last?.split(separator: "<").first)
        #expect(pin.count == 7 && Int(pin) != nil)
        // Some clients sign this step without the request token's secret.
        if place == .query { request.tokenSecret = "" }
        let verifier = [("oauth_verifier", String(pin))]
        let token =
          place == .form
          ? try await request.post("/oauth/access_token", verifier, place)
          : try await request.get("/oauth/access_token", verifier, place)
        #expect(
          token.text.wholeMatch(
            of: /oauth_token=(\d+)-\w{64}&oauth_token_secret=\w{64}&user_id=\1&screen_name=anna/) != nil,
          "\(token.text)")
        let again = try await request.post("/oauth/access_token", verifier)
        #expect(again.status == .unauthorized && again.twitterCode == 89)
      }
    }
  }

  @Test func `NEW_03 a sign-in returns to the client with a verifier or a refusal`() async throws {
    try await withProgram(callbacks: ["tweetbook://oauth"]) { program, client in
      let request = try await program.requested(callback: "tweetbook://oauth?app=1")
      let browser = FormBrowser(client)
      let path = "/oauth/authorize?oauth_token=" + request.token
      let page = try await browser.get(path)
      #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self' tweetbook:;") == true)
      let answer = try await browser.post("/oauth/authorize", SigningClient.consent(page))
      let location = try #require(answer.headers[.location])
      #expect(answer.status == .seeOther)
      #expect(location.hasPrefix("tweetbook://oauth?app=1&oauth_token=\(request.token)&oauth_verifier="))
      let anna = try await request.exchanged(try #require(query(of: location)["oauth_verifier"]))
      #expect(try await anna.get("/1.1/account/verify_credentials.json").status == .ok)
      #expect(try await browser.get(path).status == .badRequest, "used")

      let second = try await program.requested(callback: "tweetbook://oauth")
      let asked = try await browser.get("/oauth/authorize?oauth_token=" + second.token)
      let denied = try await browser.post(
        "/oauth/authorize", hiddenFields(asked.text) + [("decision", "deny")])
      #expect(denied.headers[.location] == "tweetbook://oauth?denied=" + second.token)
      #expect(try await browser.get("/oauth/authorize?oauth_token=" + second.token).status == .badRequest)
      #expect(try await second.post("/oauth/access_token", [("oauth_verifier", "1")]).twitterCode == 89)
    }
  }

  @Test func `NEW_03 a callback that isn't registered is refused`() async throws {
    try await withProgram(callbacks: ["tweetbook://oauth"]) { program, _ in
      let answer = try await program.post(
        "/oauth/request_token", [("oauth_callback", "https://evil.example")])
      #expect(answer.status == .forbidden && answer.twitterCode == 415)
    }
    try await withProgram { program, _ in
      let answer = try await program.post("/oauth/request_token", [("oauth_callback", "tweetbook://oauth")])
      #expect(answer.status == .unauthorized && answer.twitterCode == 417)
      #expect(try await program.post("/oauth/request_token").status == .ok, "no callback means a PIN")
    }
  }

  @Test func `NEW_03 a PIN can be guessed five times`() async throws {
    try await withProgram { program, client in
      let request = try await program.requested()
      let browser = FormBrowser(client)
      let page = try await browser.get("/oauth/authorize?oauth_token=" + request.token)
      let shown = try await browser.post("/oauth/authorize", SigningClient.consent(page))
      let pin = try #require(shown.text.split(separator: "<code>").last?.split(separator: "<").first)
      for _ in 0..<5 {
        let answer = try await request.post("/oauth/access_token", [("oauth_verifier", "0000000")])
        #expect(answer.status == .unauthorized && answer.twitterCode == 32)
      }
      let answer = try await request.post("/oauth/access_token", [("oauth_verifier", String(pin))])
      #expect(answer.status == .unauthorized && answer.twitterCode == 89)
    }
  }

  @Test func `NEW_03 another site can't allow a client, and wrong tokens show a page`() async throws {
    try await withProgram { program, client in
      let request = try await program.requested()
      let browser = FormBrowser(client)
      let page = try await browser.get("/oauth/authorize?oauth_token=" + request.token)
      #expect(page.headers[.frameOptions] == "DENY")
      let forged = try await browser.post(
        "/oauth/authorize", SigningClient.consent(page), origin: "https://evil.example")
      #expect(forged.status == .forbidden)
      #expect(try await browser.get("/oauth/authorize?oauth_token=wrong").status == .badRequest)
      let unsigned = try await client.send(.get, "/oauth/request_token?oauth_callback=oob", [:])
      #expect(unsigned.status == .unauthorized && unsigned.twitterCode == 215)
      #expect(try await request.get("/oauth/access_token").twitterCode == 32, "no verifier")
    }
  }
}
