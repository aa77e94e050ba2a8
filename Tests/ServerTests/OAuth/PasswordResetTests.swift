import Community
import Contracts
import HTTPTypes
import JSON
import Social
import Testing

@testable import Server

/// The way back after a forgotten password (NEW_19).
@Suite struct PasswordResetTests {
  @Test func `NEW_19 a link sets a new password once`() async throws {
    try await withMembers { client, community in
      let token = try await RegisteredClient.register(client).token()
      let code = try await community.passwordResets.create(for: "anna").code
      let browser = FormBrowser(client)
      let page = try await browser.get("/reset/" + code)
      #expect(page.status == .ok)
      #expect(page.headers[.referrerPolicy] == "no-referrer")
      #expect(page.headers[.cacheControl] == "no-store")
      #expect(page.text.contains("@anna"))
      for (password, problem) in [
        ("short", "at least 8 characters"), ("password", "too easy"), ("", "at least 8"),
      ] {
        let refused = try await browser.post(
          "/reset/" + code, hiddenFields(page.text) + [("password", password)])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains(problem), "\(password)")
      }
      #expect(try await client.send(.get, "/oauth/userinfo", .bearer(token)).status == .ok)
      let done = try await browser.post(
        "/reset/" + code, hiddenFields(page.text) + [("password", "battery staple")])
      #expect(done.status == .ok)
      #expect(done.text.contains("Your new password is set"))
      #expect(try await client.send(.get, "/oauth/userinfo", .bearer(token)).status == .unauthorized)
      #expect(
        try await community.sessions.signIn(username: "anna", password: "battery staple", address: "::1")
          .username
          == "anna")
      #expect(try await browser.get("/reset/" + code).status == .notFound)
      let again = try await browser.post(
        "/reset/" + code, hiddenFields(page.text) + [("password", "other staple")])
      #expect(again.status == .notFound)
    }
  }

  @Test func `NEW_19 a form of another site sets no password`() async throws {
    try await withMembers { client, community in
      let code = try await community.passwordResets.create(for: "anna").code
      let response = try await FormBrowser(client).post("/reset/" + code, [("password", "battery staple")])
      #expect(response.status == .forbidden)
      #expect(try await community.passwordResets.find(code) != nil)
    }
  }

  @Test func `NEW_19 the sign-in page says what to do about a forgotten password`() async throws {
    var setup = ServerSetup()
    setup.configuration.publicURL = ServerAddress("https://choir.example")
    try await withMembers(setup) { client, _ in
      for (redirect, isOwn) in [
        ("https://choir.example/signed-in", true), ("https://app.example/callback", false),
      ] {
        let registered = try await RegisteredClient.register(client, redirect: redirect)
        let page = try await FormBrowser(client).get(registered.address())
        #expect(page.text.contains("Forgotten your password?") == isOwn)
      }
    }
  }
}
