import Community
import Crypto
import HTTPTypes
import JSON
import NIOCore
import Testing

@Suite struct TokenTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  /// RFC 7636, appendix B.
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let pkce = [("code_challenge", challenge), ("code_challenge_method", "S256")]

  private func withRegisteredClient(
    _ body: @escaping @Sendable (RegisteredClient, Community) async throws -> Void
  ) async throws {
    try await withMembers { client, community in
      try await body(try await RegisteredClient.register(client), community)
    }
  }

  @Test func `a code becomes a token that works`() async throws {
    try await withRegisteredClient { registered, _ in
      let response = try await registered.exchange(try await registered.code(scope: "read write:statuses"))
      #expect(response.status == .ok)
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(response.headers[.accessControlAllowOrigin] == "*")
      let json = try JSON(parsing: response.text)
      #expect(json["scope"]?.string == "read write:statuses")
      #expect(json["token_type"]?.string == "Bearer")
      let token = try #require(json["access_token"]?.string)
      let info = try await registered.client.send(.get, "/oauth/userinfo", .bearer(token))
      #expect(info.status == .ok)
      #expect(try JSON(parsing: info.text)["preferred_username"]?.string == "anna")
    }
  }

  @Test(arguments: [
    ("client_secret", "wrong", 401, "invalid_client"), ("client_id", "unknown", 401, "invalid_client"),
    ("client_secret", "-", 400, "invalid_grant"), ("client_id", "-", 401, "invalid_client"),
    ("redirect_uri", "https://app.example/callback", 400, "invalid_grant"),
    ("redirect_uri", "-", 400, "invalid_grant"),
    ("code", "wrong", 400, "invalid_grant"), ("code", "-", 400, "invalid_request"),
    ("grant_type", "password", 400, "unsupported_grant_type"), ("grant_type", "-", 400, "invalid_request"),
    ("code_verifier", verifier, 400, "invalid_grant"),
  ])
  func `rule 16 what does not fit gets no token`(
    _ name: String, _ value: String, _ status: Int, _ error: String
  ) async throws {
    try await withRegisteredClient { registered, _ in
      let response = try await registered.exchange(try await registered.code(), [(name, value)])
      #expect(response.status.code == status)
      let json = try JSON(parsing: response.text)
      #expect(json["error"]?.string == error)
      #expect(json["error_description"]?.string?.isEmpty == false)
    }
  }

  @Test func `rule 16 a public client proves itself by its verifier`() async throws {
    try await withRegisteredClient { registered, _ in
      for (verifier, secret, status) in [
        (Self.verifier, "-", 200), (Self.verifier, registered.secret, 200), ("-", registered.secret, 400),
        ("-", "-", 400),
        (String(Self.verifier.reversed()), "-", 400), ("short", "-", 400),
      ] {
        let code = try await registered.code(Self.pkce)
        let response = try await registered.exchange(
          code, [("code_verifier", verifier), ("client_secret", secret)])
        #expect(response.status.code == status)
      }
    }
  }

  @Test func `a client may say who it is as HTTP Basic`() async throws {
    try await withRegisteredClient { registered, _ in
      let code = try await registered.code()
      let credentials = base64Encoded("\(registered.id):\(registered.secret)")
      let response = try await registered.client.send(
        .post, "/oauth/token",
        [.contentType: "application/x-www-form-urlencoded", .authorization: "Basic " + credentials],
        body: ByteBuffer(
          string: urlencoded([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", registered.redirect),
          ])))
      #expect(response.status == .ok)
    }
  }

  @Test func `a code that is used twice takes its token with it`() async throws {
    try await withRegisteredClient { registered, _ in
      let code = try await registered.code()
      let first = try await registered.exchange(code)
      let token = try #require(try JSON(parsing: first.text)["access_token"]?.string)
      let other = try await registered.token()
      let works = try await registered.client.send(.get, "/oauth/userinfo", .bearer(token))
      #expect(works.status == .ok)
      let second = try await registered.exchange(code)
      #expect(second.failure == "invalid_grant")
      let gone = try await registered.client.send(.get, "/oauth/userinfo", .bearer(token))
      #expect(gone.status == .unauthorized)
      let kept = try await registered.client.send(.get, "/oauth/userinfo", .bearer(other))
      #expect(kept.status == .ok)
    }
  }

  @Test func `a code of another client is none`() async throws {
    try await withRegisteredClient { registered, _ in
      let code = try await registered.code()
      let thief = try await RegisteredClient.register(registered.client)
      let response = try await thief.exchange(code)
      #expect(response.failure == "invalid_grant")
      let honest = try await registered.exchange(code)
      #expect(honest.status == .ok)
    }
  }

  @Test func `a client's own token stays within its scopes`() async throws {
    try await withMembers { client, _ in
      let registered = try await RegisteredClient.register(client, scopes: "read")
      let response = try await registered.exchange(
        "-", [("grant_type", "client_credentials"), ("scope", "write")])
      #expect(response.failure == "invalid_scope")
      let secretless = try await registered.exchange(
        "-", [("grant_type", "client_credentials"), ("client_secret", "-")])
      #expect(secretless.failure == "invalid_client")
    }
  }

  @Test func `a revoked token is worth nothing at once`() async throws {
    try await withRegisteredClient { registered, _ in
      let token = try await registered.token()
      #expect(try await registered.client.send(.get, "/oauth/userinfo", .bearer(token)).status == .ok)
      let thief = try await RegisteredClient.register(registered.client)
      for (who, status) in [(thief, HTTPResponse.Status.ok), (registered, .unauthorized)] {
        let answer = try await registered.client.send(
          .post, "/oauth/revoke", [.contentType: "application/x-www-form-urlencoded"],
          body: ByteBuffer(
            string: urlencoded([("token", token), ("client_id", who.id), ("client_secret", who.secret)])))
        #expect(answer.status == .ok)
        #expect(answer.text == "{}")
        let after = try await registered.client.send(.get, "/oauth/userinfo", .bearer(token))
        #expect(after.status == status)
      }
    }
  }

  @Test func `suspending removing and a new password end every session`() async throws {
    try await withRegisteredClient { registered, community in
      let changes: [@Sendable () async throws -> Void] = [
        { try await community.members.setPassword(of: "bob", to: "another horse") },
        { try await community.members.suspend("bob") },
        {
          try await community.members.suspend("bob", false)
          #expect(try await community.members.named("bob")?.suspendedAt == nil)
        },
        { try await community.members.remove("bob") },
      ]
      var password = "correct horse"
      for (index, change) in changes.enumerated() {
        if index == 2 {
          try await change()
          continue
        }
        let response = try await registered.exchange(
          try await registered.code(username: "bob", password: password))
        let token = try #require(try JSON(parsing: response.text)["access_token"]?.string)
        let before = try await registered.client.send(.get, "/oauth/userinfo", .bearer(token))
        #expect(before.status == .ok)
        try await change()
        let after = try await registered.client.send(.get, "/oauth/userinfo", .bearer(token))
        #expect(after.status == .unauthorized)
        password = "another horse"
        if index == 1 { try await changes[2]() }
      }
      #expect(try await community.members.named("bob") == nil)
    }
  }
}

private func base64Encoded(_ text: String) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  return stride(from: 0, to: bits.count, by: 6).map { start in
    let value = (0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }
    return String(digits[value])
  }.joined()
}
