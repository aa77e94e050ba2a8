import HTTPTypes
import JSON
import NIOCore
import Testing

@Suite struct ClientTests {
  private func register(_ body: String, _ check: @escaping @Sendable (TestResponse) throws -> Void)
    async throws
  {
    try await withMembers { client, _ in
      let response = try await client.send(
        .post, "/api/v1/apps", [.contentType: "application/json"], body: ByteBuffer(string: body))
      try check(response)
    }
  }

  @Test func `a client gets an id and a secret`() async throws {
    try await register(
      #"{"client_name":"Ice","redirect_uris":"app://x\nurn:ietf:wg:oauth:2.0:oob","scopes":"read push","website":""}"#
    ) { response in
      #expect(response.status == .ok)
      let json = try JSON(parsing: response.text)
      #expect(json["name"]?.string == "Ice")
      #expect(json["website"] == .null)
      #expect(json["id"]?.string.flatMap { Int64($0) } != nil)
      #expect(json["client_id"]?.string?.utf8.count == 43)
      #expect(json["client_secret"]?.string?.utf8.count == 43)
      #expect(json["redirect_uri"]?.string == "app://x\nurn:ietf:wg:oauth:2.0:oob")
      #expect(json["redirect_uris"]?.array?.count == 2)
      #expect(json["vapid_key"]?.string?.utf8.count == 87)
    }
  }

  @Test(arguments: [
    #"{"redirect_uris":"app://x"}"#, #"{"client_name":"","redirect_uris":"app://x"}"#,
    #"{"client_name":"A"}"#,
    #"{"client_name":"A","redirect_uris":""}"#, #"{"client_name":"A","redirect_uris":"javascript:alert(1)"}"#,
    #"{"client_name":"A","redirect_uris":"JavaScript:alert(1)"}"#,
    #"{"client_name":"A","redirect_uris":"data:text/html,x"}"#,
    #"{"client_name":"A","redirect_uris":"/relative"}"#, #"{"client_name":"A","redirect_uris":"https://"}"#,
    #"{"client_name":"A","redirect_uris":"https://a b"}"#,
    #"{"client_name":"A","redirect_uris":"https://x/#frag"}"#,
    #"{"client_name":"A","redirect_uris":"https://x;script-src/"}"#,
    #"{"client_name":"A","redirect_uris":"urn:x:y"}"#,
    #"{"client_name":"A","redirect_uris":"https://user@evil.example/"}"#,
    #"{"client_name":"A","redirect_uris":"app://x","scopes":"read everything"}"#,
    #"{"client_name":"A","redirect_uris":"app://x","website":"javascript:alert(1)"}"#,
    #"{"client_name":["A"],"redirect_uris":"app://x"}"#,
  ])
  func `what cannot be a client is refused`(_ body: String) async throws {
    try await register(body) { response in
      #expect(response.status == .unprocessableContent)
      #expect(response.failure?.hasPrefix("Validation failed") == true)
    }
  }

  @Test func `a client can ask who it is with any token`() async throws {
    try await withMembers { client, _ in
      let registered = try await RegisteredClient.register(client, scopes: "push read write")
      let answer = try await client.send(
        .post, "/oauth/token", [.contentType: "application/json"],
        body: ByteBuffer(
          string:
            #"{"grant_type":"client_credentials","client_id":"\#(registered.id)","client_secret":"\#(registered.secret)"}"#
        ))
      #expect(answer.status == .ok)
      let json = try JSON(parsing: answer.text)
      #expect(json["token_type"]?.string == "Bearer")
      #expect(json["scope"]?.string == "read")
      #expect(json["created_at"]?.int64 != nil)
      let own = try #require(json["access_token"]?.string)
      for token in [own, try await registered.token(scope: "push")] {
        let who = try await client.send(.get, "/api/v1/apps/verify_credentials", .bearer(token))
        #expect(who.status == .ok)
        let answer = try JSON(parsing: who.text)
        #expect(answer["name"]?.string == "Test App")
        #expect(answer["client_secret"] == nil)
      }
      let nobody = try await client.send(.get, "/api/v1/apps/verify_credentials")
      #expect(nobody.status == .unauthorized)
      let info = try await client.send(.get, "/oauth/userinfo", .bearer(own))
      #expect(info.status == .unprocessableContent || info.status == .forbidden)
    }
  }

  @Test func `the server says where everything is`() async throws {
    try await withMembers { client, _ in
      let response = try await client.send(.get, "/.well-known/oauth-authorization-server")
      let json = try JSON(parsing: response.text)
      #expect(json["authorization_endpoint"]?.string == "http://localhost/oauth/authorize")
      #expect(json["code_challenge_methods_supported"]?.array?.first?.string == "S256")
    }
  }
}
