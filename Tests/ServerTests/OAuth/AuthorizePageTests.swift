import Community
import Contracts
import HTTPTypes
import JSON
import Social
import Testing

@testable import Localization
@testable import Server

@Suite struct AuthorizePageTests {
  private func withRegisteredClient(
    redirect: String = "https://app.example/callback?a=1",
    _ body: @escaping @Sendable (RegisteredClient, FormBrowser) async throws -> Void
  ) async throws {
    try await withMembers { client, _ in
      try await body(try await RegisteredClient.register(client, redirect: redirect), FormBrowser(client))
    }
  }

  private static let anna = [("username", "anna"), ("password", "correct horse"), ("decision", "allow")]

  @Test func `the page names the client and what it may in the viewer's language`() async throws {
    try await withRegisteredClient { registered, browser in
      let page = try await browser.get(registered.address(scope: "read write:statuses write:media"))
      #expect(page.status == .ok)
      #expect(page.text.contains("Let “Test App” use your account?"))
      #expect(page.text.contains("see everything that you see"))
      #expect(page.text.contains("change: posts, pictures"))
      #expect(page.text.contains("https://app.example"))
      #expect(!page.text.contains("<script"))
      let chinese = try await registered.client.send(.get, registered.address(), [.acceptLanguage: "zh-CN"])
      #expect(chinese.text.contains("允许“Test App”使用你的账号吗？"))
      #expect(chinese.headers[.contentLanguage] == "zh-Hans")
    }
  }

  @Test func `no site can frame the page run a script in it or learn its address`() async throws {
    try await withRegisteredClient { registered, browser in
      let page = try await browser.get(registered.address())
      #expect(page.headers[.frameOptions] == "DENY")
      #expect(page.headers[.referrerPolicy] == "no-referrer")
      #expect(page.headers[.cacheControl] == "no-store")
      #expect(page.headers[.xContentTypeOptions] == "nosniff")
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.hasPrefix("default-src 'none'; style-src "))
      #expect(policy.contains("form-action 'self' https://app.example;"))
      #expect(policy.hasSuffix("frame-ancestors 'none'"))
      #expect(!policy.contains("script-src"))
      let cookie = try #require(page.headers[.setCookie])
      #expect(cookie.contains("HttpOnly; SameSite=Lax"))
      #expect(!cookie.contains("Secure"))
    }
  }

  @Test func `over https cookies are the hosts own`() async throws {
    try await withRegisteredClient { registered, _ in
      let page = try await registered.client.send(.get, registered.address(), [.forwardedProto: "https"])
      let cookie = try #require(page.headers[.setCookie])
      #expect(cookie.hasPrefix("__Host-swiftlet-form="))
      #expect(cookie.hasSuffix("; Secure"))
    }
  }

  @Test func `signing in leads back to the client with code and state`() async throws {
    try await withRegisteredClient { registered, browser in
      let page = try await browser.get(registered.address())
      let answer = try await browser.post("/oauth/authorize", hiddenFields(page.text) + Self.anna)
      #expect(answer.status == .seeOther)
      let location = try #require(answer.headers[.location])
      #expect(location.hasPrefix("https://app.example/callback?a=1&code="))
      #expect(location.hasSuffix("&state=s%20t%3D1"))
      #expect(answer.headers[.cacheControl] == "no-store")
      #expect(answer.headers[.referrerPolicy] == "no-referrer")
    }
  }

  @Test func `a native client gets the code at its own scheme`() async throws {
    try await withRegisteredClient(redirect: "com.example.app://oauth") { registered, browser in
      let page = try await browser.get(registered.address())
      #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self' com.example.app:;") == true)
      let answer = try await browser.post("/oauth/authorize", hiddenFields(page.text) + Self.anna)
      #expect(answer.headers[.location]?.hasPrefix("com.example.app://oauth?code=") == true)
    }
  }

  @Test func `a client without an address gets its code typed in`() async throws {
    try await withRegisteredClient(redirect: "urn:ietf:wg:oauth:2.0:oob") { registered, browser in
      let page = try await browser.get(registered.address())
      let answer = try await browser.post("/oauth/authorize", hiddenFields(page.text) + Self.anna)
      #expect(answer.status == .ok)
      let code = try #require(answer.text.split(separator: "<code>").last?.split(separator: "<").first)
      let token = try await registered.exchange(String(code))
      #expect(token.status == .ok)
    }
  }

  @Test func `who says no or asks wrongly is told so at the client`() async throws {
    try await withRegisteredClient { registered, browser in
      let page = try await browser.get(registered.address())
      let denied = try await browser.post(
        "/oauth/authorize", hiddenFields(page.text) + [("decision", "deny")])
      #expect(query(of: denied.headers[.location] ?? "")["error"] == "access_denied")
      #expect(query(of: denied.headers[.location] ?? "")["state"] == "s t=1")
      for (more, error) in [
        (("response_type", "token"), "unsupported_response_type"), (("scope", "read admin"), "invalid_scope"),
        (("code_challenge_method", "plain"), "invalid_request"),
        (("code_challenge", "short"), "invalid_request"),
      ] {
        let challenge = ("code_challenge", String(repeating: "a", count: 43))
        let method = ("code_challenge_method", "S256")
        let answer = try await browser.get(registered.address([challenge, method, more]))
        #expect(answer.status == .seeOther)
        #expect(query(of: answer.headers[.location] ?? "")["error"] == error)
      }
    }
  }

  @Test func `a scope beyond the client's own is refused`() async throws {
    try await withMembers { client, _ in
      let registered = try await RegisteredClient.register(client, scopes: "read:statuses")
      let answer = try await FormBrowser(client).get(registered.address(scope: "read"))
      #expect(query(of: answer.headers[.location] ?? "")["error"] == "invalid_scope")
    }
  }

  @Test func `nobody is sent to an address that was not registered`() async throws {
    try await withRegisteredClient { registered, browser in
      for more in [
        ("redirect_uri", "https://evil.example/"), ("redirect_uri", "https://app.example/callback"),
        ("redirect_uri", "https://app.example/callback?a=1&b=2"), ("client_id", "unknown"),
        ("redirect_uri", ""),
      ] {
        let answer = try await browser.get(registered.address([more]))
        #expect(answer.status == .badRequest)
        #expect(answer.headers[.location] == nil)
        #expect(answer.text.contains("can’t be connected"))
      }
    }
  }

  @Test func `a form of another site changes nothing`() async throws {
    try await withRegisteredClient { registered, browser in
      let page = try await browser.get(registered.address())
      let fields = hiddenFields(page.text)
      let forged = fields.filter { $0.0 != "form_token" }
      let withoutToken = try await browser.post("/oauth/authorize", forged + Self.anna)
      #expect(withoutToken.status == .forbidden)
      let wrongToken = try await browser.post(
        "/oauth/authorize", forged + Self.anna + [("form_token", String(repeating: "a", count: 43))])
      #expect(wrongToken.status == .forbidden)
      let stranger = FormBrowser(registered.client)
      let withoutCookie = try await stranger.post("/oauth/authorize", fields + Self.anna)
      #expect(withoutCookie.status == .forbidden)
      #expect(withoutCookie.headers[.location] == nil)
      #expect(withoutCookie.text.contains("Please try again"))
      let again = try await stranger.post("/oauth/authorize", hiddenFields(withoutCookie.text) + Self.anna)
      #expect(again.status == .seeOther)
    }
  }

  @Test func `a form from another origin is refused though its token is right (29_7)`() async throws {
    try await withRegisteredClient { registered, browser in
      for origin in [
        "https://evil.example", "http://localhost.evil.example", "http://localhost:1", "https://",
      ] {
        let page = try await browser.get(registered.address())
        let answer = try await browser.post(
          "/oauth/authorize", hiddenFields(page.text) + Self.anna, origin: origin)
        #expect(answer.status == .forbidden, "\(origin)")
      }
      // Browsers send `Origin: null` from a page without a referrer, as ours is.
      let page = try await browser.get(registered.address())
      let answer = try await browser.post(
        "/oauth/authorize", hiddenFields(page.text) + Self.anna, origin: "null")
      #expect(answer.status == .seeOther)
    }
  }

  @Test func `a browser that is signed in is asked only whether it may`() async throws {
    try await withMembers { client, community in
      let registered = try await RegisteredClient.register(client)
      let browser = FormBrowser(client)
      let first = try await browser.get(registered.address())
      _ = try await browser.post("/oauth/authorize", hiddenFields(first.text) + Self.anna)
      let second = try await browser.get(registered.address())
      #expect(second.text.contains("You are signed in as @anna."))
      #expect(!second.text.contains("type=\"password\""))
      let allowed = try await browser.post(
        "/oauth/authorize", hiddenFields(second.text) + [("decision", "allow")])
      #expect(query(of: allowed.headers[.location] ?? "")["code"] != nil)
      let forced = try await browser.get(registered.address([("force_login", "true")]))
      #expect(forced.text.contains("type=\"password\""))
      let cheated = try await browser.post(
        "/oauth/authorize", hiddenFields(forced.text) + [("decision", "allow")])
      #expect(cheated.headers[.location] == nil)
      let other = try await browser.post(
        "/oauth/authorize", hiddenFields(second.text) + [("decision", "other")])
      #expect(other.text.contains("type=\"password\""))
      let signedOut = try await browser.get(registered.address())
      #expect(signedOut.text.contains("type=\"password\""))
      _ = try await browser.post("/oauth/authorize", hiddenFields(signedOut.text) + Self.anna)
      try await community.members.setRole(of: .username("bob"), to: .owner)
      try await community.members.suspend("anna")
      let suspended = try await browser.get(registered.address())
      #expect(suspended.text.contains("type=\"password\""))
      let refused = try await browser.post("/oauth/authorize", hiddenFields(suspended.text) + Self.anna)
      #expect(refused.status == .forbidden)
    }
  }

  @Test func `NEW_12 the servers own app is signed in to by one form`() async throws {
    try await withMembers(Self.ownAddress) { client, community in
      try await community.settings.setTitle("The Hill Choir")
      let registered = try await RegisteredClient.register(client, redirect: Self.ownRedirect)
      let browser = FormBrowser(client)
      let page = try await browser.get(registered.address())
      #expect(page.text.contains("Sign in to"))
      #expect(page.text.contains("The Hill Choir"))
      for word in ["Test App", "see everything", "allow</button>", "OAuth"] {
        #expect(!page.text.contains(word), "\(word)")
      }
      let wrong = try await browser.post(
        "/oauth/authorize",
        hiddenFields(page.text) + [("username", "anna"), ("password", "wrong horse"), ("decision", "allow")])
      #expect(wrong.status == .forbidden)
      #expect(
        wrong.text.contains("The username or the password is wrong.") && wrong.text.contains("The Hill Choir")
      )
      let answer = try await browser.post("/oauth/authorize", hiddenFields(wrong.text) + Self.anna)
      #expect(answer.status == .seeOther)
      #expect(query(of: answer.headers[.location] ?? "")["code"] != nil)
      let again = try await browser.get(registered.address())
      #expect(
        again.text.contains("type=\"password\""), "signing in to the app leaves no session in the browser")
    }
  }

  @Test func `NEW_12 a session of the browser is used up by the own app`() async throws {
    try await withMembers(Self.ownAddress) { client, _ in
      let own = try await RegisteredClient.register(client, redirect: Self.ownRedirect)
      let other = try await RegisteredClient.register(client)
      let browser = FormBrowser(client)
      let first = try await browser.get(other.address())
      _ = try await browser.post("/oauth/authorize", hiddenFields(first.text) + Self.anna)
      let known = try await browser.get(own.address())
      #expect(known.text.contains("You are signed in as @anna."))
      let answer = try await browser.post(
        "/oauth/authorize", hiddenFields(known.text) + [("decision", "allow")])
      #expect(query(of: answer.headers[.location] ?? "")["code"] != nil)
      #expect(try await browser.get(own.address()).text.contains("type=\"password\""))
      #expect(try await browser.get(other.address()).text.contains("type=\"password\""))
    }
  }

  @Test func `NEW_12 who has just joined is let into the own app without being asked`() async throws {
    try await withMembers(Self.ownAddress) { client, community in
      let own = try await RegisteredClient.register(client, redirect: Self.ownRedirect)
      let other = try await RegisteredClient.register(client)
      let browser = FormBrowser(client)
      let door = "/join/" + (try await community.invitations.create(uses: 1, days: 7))
      let form = try await browser.get(door)
      let fields = [
        ("username", "cleo"), ("nick", "Cleo"), ("password", "correct horse"), ("decision", "join"),
      ]
      #expect(try await browser.post(door, hiddenFields(form.text) + fields).text.contains("Welcome, Cleo"))
      #expect(try await browser.get(other.address()).text.contains("see everything"), "other clients ask")
      #expect(
        try await browser.get(own.address([("force_login", "true")])).text.contains("type=\"password\""))
      let answer = try await browser.get(own.address())
      #expect(answer.status == .seeOther)
      let location = try #require(answer.headers[.location])
      #expect(location.hasPrefix(Self.ownRedirect))
      let token = try await own.exchange(try #require(query(of: location)["code"]))
      #expect(token.status == .ok)
      #expect(
        try await browser.get(own.address()).text.contains("type=\"password\""), "it leaves no session behind"
      )
      let theirs = FormBrowser(client)
      let first = try await theirs.get(other.address())
      _ = try await theirs.post("/oauth/authorize", hiddenFields(first.text) + Self.anna)
      #expect(try await theirs.get(own.address()).status == .ok, "who did not join just now is asked")
    }
  }

  @Test func `NEW_12 who signs in after somebody joined is asked, also by the own app`() async throws {
    try await withMembers(Self.ownAddress) { client, community in
      let own = try await RegisteredClient.register(client, redirect: Self.ownRedirect)
      let other = try await RegisteredClient.register(client)
      let browser = FormBrowser(client)
      let door = "/join/" + (try await community.invitations.create(uses: 1, days: 7))
      let form = try await browser.get(door)
      let fields = [
        ("username", "cleo"), ("nick", "Cleo"), ("password", "correct horse"), ("decision", "join"),
      ]
      _ = try await browser.post(door, hiddenFields(form.text) + fields)
      let page = try await browser.get(other.address([("force_login", "true")]))
      let answer = try await browser.post("/oauth/authorize", hiddenFields(page.text) + Self.anna)
      #expect(answer.status == .seeOther)
      let asked = try await browser.get(own.address())
      #expect(asked.status == .ok && asked.text.contains("You are signed in as @anna."))
    }
  }

  @Test func `NEW_12 giving the token back ends the session of the browser`() async throws {
    try await withMembers { client, _ in
      let registered = try await RegisteredClient.register(client)
      let token = try await registered.token()
      let browser = FormBrowser(client)
      let first = try await browser.get(registered.address())
      _ = try await browser.post("/oauth/authorize", hiddenFields(first.text) + Self.anna)
      #expect(try await browser.get(registered.address()).text.contains("You are signed in as @anna."))
      let fields = [("token", token), ("client_id", registered.id), ("client_secret", "wrong")]
      #expect(try await browser.post("/oauth/revoke", fields).status == .unauthorized)
      #expect(try await browser.get(registered.address()).text.contains("You are signed in as @anna."))
      let right = [("token", token), ("client_id", registered.id), ("client_secret", registered.secret)]
      #expect(try await browser.post("/oauth/revoke", right).status == .ok)
      #expect(try await browser.get(registered.address()).text.contains("type=\"password\""))
    }
  }

  /// A setup with the server's public URL, by which the app's own redirect is recognized.
  private static var ownAddress: ServerSetup {
    var setup = ServerSetup()
    setup.configuration.publicURL = ServerAddress("https://choir.example")
    return setup
  }
  private static let ownRedirect = "https://choir.example/signed-in"

  @Test func `a wrong password and an unknown name get the same response`() async throws {
    try await withRegisteredClient { registered, browser in
      var texts: [String] = []
      for username in ["anna", "nona"] {
        let page = try await browser.get(registered.address())
        let answer = try await browser.post(
          "/oauth/authorize",
          hiddenFields(page.text) + [
            ("username", username), ("password", "wrong horse"), ("decision", "allow"),
          ])
        #expect(answer.status == .forbidden)
        #expect(!answer.text.contains("wrong horse"))
        texts.append(answer.text.replacing(username, with: "NAME"))
      }
      #expect(texts[0] == texts[1])
    }
  }

  @Test func `guessing is slowed down for the member and for the right password too`() async throws {
    try await withRegisteredClient { registered, browser in
      func attempt(_ username: String, _ password: String) async throws -> TestResponse {
        let page = try await browser.get(registered.address([("force_login", "true")]))
        return try await browser.post(
          "/oauth/authorize",
          hiddenFields(page.text) + [("username", username), ("password", password), ("decision", "allow")])
      }
      for _ in 0..<5 {
        let answer = try await attempt("anna", "wrong")
        #expect(answer.status == .forbidden)
      }
      let slowed = try await attempt("Anna", "correct horse")
      #expect(slowed.status == .tooManyRequests)
      #expect(slowed.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
      #expect(slowed.text.contains("Too many attempts"))
      let other = try await attempt("bob", "correct horse")
      #expect(other.status == .seeOther)
    }
  }

  @Test func `what is typed is shown as text`() async throws {
    try await withRegisteredClient { registered, browser in
      let page = try await browser.get(registered.address([("state", "\"><script>alert(1)</script>")]))
      #expect(!page.text.contains("<script"))
      let answer = try await browser.post(
        "/oauth/authorize",
        hiddenFields(page.text) + [("username", "\"><img src=x>"), ("password", "x"), ("decision", "allow")])
      #expect(!answer.text.contains("<img"))
      #expect(!answer.text.contains("<script"))
    }
  }
}
