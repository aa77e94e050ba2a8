import Community
import Contracts
import HTTPTypes
import JSON
import NIOCore
import Testing

@testable import Server

@Suite struct TwitterClientTokenTests {
  private func token(_ client: TestClient, _ credentials: String, grant: String = "client_credentials")
    async throws -> TestResponse
  {
    try await post("/oauth2/token", "grant_type=" + grant, client, credentials)
  }

  private func post(
    _ path: String, _ form: String, _ client: TestClient, _ credentials: String
  ) async throws -> TestResponse {
    try await client.send(
      .post, path,
      [
        .authorization: "Basic " + base64(Array(credentials.utf8)),
        .contentType: "application/x-www-form-urlencoded;charset=UTF-8",
      ], body: ByteBuffer(string: form))
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let text = base64URL(bytes).replacing("-", with: "+").replacing("_", with: "/")
    return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
  }

  @Test func `NEW_03 a client reads an open community with a token of its own`() async throws {
    try await withMembers { client, community in
      let program = try await SigningClient.registered(client, community)
      let answer = try await token(client, program.key + ":" + program.secret)
      let json = try JSON(parsing: answer.text)
      #expect(answer.status == .ok && json["token_type"]?.string == "bearer")
      let bearer = try #require(json["access_token"]?.string)
      #expect(
        try await client.send(.get, "/1.1/users/show.json?screen_name=anna", .bearer(bearer)).status == .ok)
      let home = try await client.send(.get, "/1.1/statuses/home_timeline.json", .bearer(bearer))
      #expect(home.status == .forbidden)
      for credentials in [program.key + ":wrong", "wrong:" + program.secret, program.key + ":", ""] {
        let refused = try await token(client, credentials)
        #expect(refused.status == .forbidden && refused.twitterCode == 99, "\(credentials): \(refused.text)")
      }
      #expect(try await token(client, program.key + ":" + program.secret, grant: "x").twitterCode == 99)
      try await community.settings.setPrivacy(.members)
      #expect(
        try await client.send(.get, "/1.1/users/show.json?screen_name=anna", .bearer(bearer)).status
          == .unauthorized)
      #expect(try await token(client, program.key + ":" + program.secret).status == .unauthorized)
    }
  }

  @Test func `NEW_03 a client takes back its own token`() async throws {
    try await withMembers { client, community in
      let program = try await SigningClient.registered(client, community)
      let other = try await SigningClient.registered(client, community)
      let credentials = program.key + ":" + program.secret
      let issued = try JSON(parsing: try await token(client, credentials).text)
      let bearer = try #require(issued["access_token"]?.string)
      let (path, user) = ("/oauth2/invalidate_token", "/1.1/users/show.json?screen_name=anna")
      for wrong in [program.key + ":wrong", program.key + ":", "", program.key] {
        let refused = try await post(path, "access_token=" + bearer, client, wrong)
        #expect(refused.status != .ok, "\(wrong): \(refused.text)")
      }
      #expect(try await post(path, "", client, credentials).twitterCode == 38)
      // Another client's request reads as that of an unknown token (RFC 7009 section 2.2).
      let others = try await post(path, "access_token=" + bearer, client, other.key + ":" + other.secret)
      #expect(others.status == .ok)
      #expect(try await client.send(.get, user, .bearer(bearer)).status == .ok)
      let answer = try await post(path, "access_token=" + bearer, client, credentials)
      #expect(try JSON(parsing: answer.text)["access_token"]?.string == bearer, "\(answer.text)")
      #expect(try await client.send(.get, user, .bearer(bearer)).twitterCode == 89)
    }
  }
}
