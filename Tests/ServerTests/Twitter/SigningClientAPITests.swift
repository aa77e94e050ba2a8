import HTTPTypes
import JSON
import Social
import Testing

@testable import Community
@testable import Server

/// Tests the clients of the Twitter API that owners register in the app.
@Suite struct SigningClientAPITests {
  private static let path = "/api/swiftlet/v1/clients"
  private static let community = "/api/swiftlet/v1/community"

  /// Returns the status of a signed request for a request token.
  private func begins(_ key: String, _ secret: String, _ member: MastodonClient) async throws -> Int {
    let program = SigningClient(client: member.client, key: key, secret: secret)
    return try await program.post("/oauth/request_token", [("oauth_callback", "oob")]).status.code
  }

  @Test func `NEW_03 an owner registers a client, sees it without its secret, and removes it`() async throws {
    try await withMembers(named: ["ann", "mia", "bob"], setup: .withoutMinutes) {
      community, stranger, members in
      let (ann, mia, bob) = (members[0], members[1], members[2])
      try await community.members.setRole(of: .username("mia"), to: .moderator)
      #expect(try await stranger.get(Self.path).status == 401)
      for client in [mia, bob] {
        #expect(try await client.get(Self.path).status == 403)
        #expect(try await client.post(Self.path, #"{"name":"Spy"}"#).status == 403)
      }
      let made = try await ann.post(
        Self.path,
        #"{"name":"Tweetbook","website":"https://book.example","callbacks":"tweetbook://in\nhttps://book.example/in","key":"","secret":"","read_only":"false"}"#
      )
      #expect(made.status == 200 && made.headers[.cacheControl] == "no-store", "\(made.text)")
      let key = try #require(made.json["key"]?.string)
      let secret = try #require(made.json["secret"]?.string)
      #expect(try await begins(key, secret, ann) == 200)
      #expect(try await begins(key, secret + "x", ann) == 401)
      let listed = try await ann.get(Self.path)
      let found = try #require(listed.json.array?.first)
      #expect(!listed.text.contains(secret) && found["secret"] == nil, "the secret shows once")
      #expect(found["name"]?.string == "Tweetbook" && found["website"]?.string == "https://book.example")
      #expect(found["key"]?.string == key && found["members"]?.int64 == 0)
      #expect(found["usable"]?.bool == true)
      let callbacks = found["callbacks"]?.array?.compactMap(\.string)
      #expect(callbacks == ["tweetbook://in", "https://book.example/in"])
      #expect(found["read_only"]?.bool == false && found["created_at"]?.string?.isEmpty == false)
      #expect(try await mia.delete("\(Self.path)/\(made.id)").status == 403)
      #expect(try await ann.delete("\(Self.path)/\(made.id)").status == 200)
      #expect(try await ann.delete("\(Self.path)/\(made.id)").status == 404)
      #expect(try await ann.get(Self.path).ids == [])
      #expect(try await begins(key, secret, ann) == 401)
      let log = try await community.log.list(Cursor()).items.prefix(2)
      #expect(log.map(\.action) == [.removeClient, .addClient] && log.allSatisfy { $0.actor == "ann" })
    }
  }

  @Test func `NEW_03 a client keeps the key that it has built in, and refusals have codes`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutMinutes) { community, _, members in
      let ann = members[0]
      let own = #"{"name":"BitlBee","key":"BUILTIN ","secret":" s3cret","read_only":true}"#
      let made = try await ann.post(Self.path, own)
      #expect(made.json["key"]?.string == "BUILTIN" && made.json["secret"]?.string == "s3cret")
      #expect(made.json["read_only"]?.bool == true && made.json["website"] == .null)
      #expect(made.json["callbacks"] == .array([]))
      #expect(try await begins("BUILTIN", "s3cret", ann) == 200)
      for (body, code) in [
        (own, "key_taken"), (#"{"name":""}"#, "invalid_client_name"),
        (#"{"name":" "}"#, "invalid_client_name"),
        (#"{"name":"x","website":"x"}"#, "invalid_website"),
        (#"{"name":"x","callbacks":"x"}"#, "invalid_callback"),
        (#"{"name":"x","callbacks":["a://b","javascript:x"]}"#, "invalid_callback"),
        (#"{"name":"x","secret":"s"}"#, "invalid_key"),
        (#"{"name":"x","key":"a b","secret":"s"}"#, "invalid_key"),
        (#"{"name":"x","key":"k"}"#, "invalid_secret"),
      ] {
        let refused = try await ann.post(Self.path, body)
        #expect(refused.status == 422 && refused.json["code"]?.string == code, "\(body): \(refused.text)")
      }
      let misspelt = try await ann.post(Self.path, #"{"name":"x","callback":"a://b"}"#)
      #expect(misspelt.status == 422)
      #expect(try await ann.get(Self.path).ids == [made.id])
    }
  }

  @Test func `NEW_03 an owner lets clients take passwords`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      #expect(try await ann.get(Self.community).json["xauth"]?.bool == false)
      #expect(try await bob.get(Self.community).json["xauth"] == .null)
      #expect(try await bob.patch(Self.community, #"{"xauth":true}"#).status == 403)
      #expect(try await ann.patch(Self.community, #"{"xauth":"true"}"#).json["xauth"]?.bool == true)
      #expect(try await community.settings.allowsXAuth())
      #expect(try await ann.patch(Self.community, #"{"title":"Choir"}"#).json["xauth"]?.bool == true)
      #expect(try await ann.patch(Self.community, #"{"xauth":false}"#).json["xauth"]?.bool == false)
      let log = try await community.log.list(Cursor()).items.filter { $0.target == "xauth" }
      #expect(log.map(\.note) == ["off", "on"])
    }
  }
}
