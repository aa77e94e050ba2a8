import HTTPTypes
import JSON
import NIOCore
import Social
import Testing

@testable import Community
@testable import Localization

/// Tests requests and expectations of clients that are easily got wrong (issue 9, section 4; mastodon-api.md,
/// rules 18 to 24).
@Suite struct CompatibilityTests {
  @Test func `rule 18 a GET may carry its parameters as JSON`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      for (path, name) in [("relationships", "id"), ("familiar_followers", "id"), ("search", "q")] {
        let body = name == "q" ? #"{"q":"bob"}"# : #"{"id":["\#(bob.id)"]}"#
        let reply = try await ann.send(
          .get, "/api/v1/accounts/" + path, type: "application/json", body: Array(body.utf8))
        #expect(reply.status == 200 && reply.ids == [bob.id], "\(path): \(reply.text)")
        // The body's parameters don't affect a later request for the same address.
        let bare = try await ann.get("/api/v1/accounts/" + path)
        #expect(name == "q" ? bare.status == 422 : bare.ids == [], "\(path): \(bare.text)")
      }
      #expect(
        try await ann.send(.get, "/user/ann", type: "application/json", body: Array("{}".utf8)).status == 400)
    }
  }

  @Test(arguments: [
    #""quoted_status_id":"1""#, #""quote_id":"1""#, #""allowed_mentions":["ann"]"#,
    #""media_attributes":[{"id":"1"}]"#, #""content_type":"text/markdown""#,
  ])
  func `rule 21 what would be lost is refused`(_ field: String) async throws {
    try await withMembers("ann") { _, members in
      let post = try await members[0].post("/api/v1/statuses", #"{"status":"Hello",\#(field)}"#)
      #expect(post.status == 422, "\(post.text)")
      let id = try await members[0].publish("Hello")
      #expect(
        try await members[0].put("/api/v1/statuses/\(id)", #"{"status":"Bye",\#(field)}"#).status == 422)
      #expect(try await members[0].get("/api/v1/statuses/\(id)/source").json["text"]?.string == "Hello")
      #expect(try await members[0].get("/api/v1/timelines/home").ids == [id])
    }
  }

  @Test func `rule 21 what says nothing is taken`() async throws {
    try await withMembers("ann") { _, members in
      let body =
        #"{"status":"Hello","quote_id":null,"media_attributes":[],"local_only":false,"content_type":"","poll":null}"#
      let post = try await members[0].post("/api/v1/statuses", body)
      #expect(post.status == 200, "\(post.text)")
      // Some clients send unchangeable fields with an edit: they must equal the current values.
      let same = #"{"status":"Bye","visibility":"public","in_reply_to_id":null,"id":"\#(post.id)"}"#
      #expect(try await members[0].put("/api/v1/statuses/\(post.id)", same).status == 200)
      let other = #"{"status":"X","in_reply_to_id":"\#(post.id)"}"#
      #expect(try await members[0].put("/api/v1/statuses/\(post.id)", other).status == 422)
    }
  }

  @Test func `rule 21 a change of the account is stored or refused`() async throws {
    try await withMembers("ann") { _, members in
      let path = "/api/v1/accounts/update_credentials"
      for refused in [
        #"{"indexable":false}"#, #"{"hide_collections":true}"#,
        #"{"attribution_domains":["example.org"]}"#, #"{"source":{"quote_policy":"nobody"}}"#,
        #"{"theme":"dark"}"#,
      ] { #expect(try await members[0].patch(path, refused).status == 422, "\(refused)") }
      let kept = try await members[0].patch(
        path,
        #"{"discoverable":true,"hide_collections":false,"display_name":"Ann B","source":{"language":"de"}}"#)
      #expect(
        kept.json["display_name"]?.string == "Ann B" && kept.json["source"]?["language"]?.string == "de")
      let cleared = try await members[0].patch(path, #"{"display_name":"","source":{"language":""}}"#)
      #expect(cleared.status == 200, "\(cleared.text)")
      #expect(cleared.json["display_name"]?.string == "" && cleared.json["source"]?["language"] == .null)
    }
  }

  @Test func `rule 22 a new account has no name of its own and its last post a date`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let path = "/api/v1/accounts/\(members[0].id)"
      let fresh = try await stranger.get(path).json
      #expect(fresh["display_name"]?.string == "" && fresh["last_status_at"] == .null)
      try await members[0].publish("secret", visibility: "direct")
      try await members[0].publish("for few", visibility: "private")
      #expect(try await stranger.get(path).json["last_status_at"] == .null)
      let id = try await members[0].publish("Hello")
      let day = try await stranger.get("/api/v1/statuses/\(id)").json["created_at"]?.string?.prefix(10)
      #expect(try await stranger.get(path).json["last_status_at"]?.string == day.map { String($0) })
      try await members[0].delete("/api/v1/statuses/\(id)")
      #expect(try await stranger.get(path).json["last_status_at"] == .null)
    }
  }

  @Test func `rule 22 a post names the page of its client`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      let registration = try await community.clients.register(
        ClientDraft(
          name: "Quill", website: "https://quill.example/", redirectURIs: ["app://x"], scopes: "read write"))
      let account = try #require(Int64(members[0].id))
      let client = registration.client
      let token = try await community.tokens.issue(client.scopes, to: client.id, account: account)
      let quill = MastodonClient(client: members[0].client, token: token.token)
      let id = try await quill.publish("Hello")
      let named = try await members[0].get("/api/v1/statuses/\(id)").json["application"]
      #expect(named?["name"]?.string == "Quill" && named?["website"]?.string == "https://quill.example/")
      let other = try await members[0].publish("Hi")
      #expect(try await members[0].get("/api/v1/statuses/\(other)").json["application"]?["website"] == .null)
    }
  }

  @Test func `rule 22 a refused registration says which field is wrong`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      try await community.settings.setRegistrationMode(.open)
      let registration = try await community.clients.register(
        ClientDraft(name: "Quill", redirectURIs: ["app://x"], scopes: "read write"))
      let token = try await community.tokens.issue(
        registration.client.scopes, to: registration.client.id, account: nil)
      let quill = MastodonClient(client: members[0].client, token: token.token)
      for (body, field, code) in [
        (#"{"username":"ann","password":"correct horse","agreement":true}"#, "username", "ERR_TAKEN"),
        (#"{"username":"a b","password":"correct horse","agreement":true}"#, "username", "ERR_INVALID"),
        (#"{"username":"cat","password":"short","agreement":true}"#, "password", "ERR_TOO_SHORT"),
        (#"{"username":"cat","password":"correct horse","agreement":false}"#, "agreement", "ERR_ACCEPTED"),
        (#"{"password":"correct horse","agreement":true}"#, "username", "ERR_BLANK"),
      ] {
        let reply = try await quill.post("/api/v1/accounts", body)
        #expect(reply.status == 422 && reply.error?.hasPrefix("Validation failed") == true, "\(reply.text)")
        let details = reply.json["details"]?[field]?.array
        #expect(details?.first?["error"]?.string == code, "\(reply.text)")
        #expect(details?.first?["description"]?.string?.isEmpty == false)
      }
    }
  }

  @Test func `rule 23 scopes of administrators are granted to owners and moderators alone`() async throws {
    try await withMembers { client, _ in
      let registered = try await RegisteredClient.register(
        client, scopes: "read write admin:read admin:write admin:write:reports")
      let asked = "read admin:read admin:write:reports"
      for (username, granted) in [("anna", asked), ("bob", "read")] {
        let code = try await registered.code(username: username, scope: asked)
        let token = try JSON(parsing: try await registered.exchange(code).text)
        #expect(token["scope"]?.string == granted)
      }
      let browser = FormBrowser(client)
      let page = try await browser.get(registered.address(scope: "admin:read"))
      let refused = try await browser.post(
        "/oauth/authorize",
        hiddenFields(page.text) + [("username", "bob"), ("password", "correct horse"), ("decision", "allow")])
      #expect(
        refused.status == .seeOther && query(of: refused.headers[.location] ?? "")["error"] == "invalid_scope"
      )
      for (scope, granted) in [("admin:read", nil), ("write admin:write", "write")] as [(String, String?)] {
        let own = try await client.send(
          .post, "/oauth/token", [.contentType: "application/x-www-form-urlencoded"],
          body: .init(
            string: urlencoded([
              ("grant_type", "client_credentials"), ("client_id", registered.id),
              ("client_secret", registered.secret),
              ("scope", scope),
            ])))
        #expect(try JSON(parsing: own.text)["scope"]?.string == granted, "\(own.text)")
        #expect(own.status == (granted == nil ? .badRequest : .ok))
      }
    }
  }

  @Test func `rule 24 the host meta says where addresses are looked up`() async throws {
    try await withServer { client in
      let meta = try await MastodonClient(client: client).get("/.well-known/host-meta")
      #expect(meta.status == 200 && meta.headers[.contentType] == "application/xrd+xml; charset=utf-8")
      #expect(meta.text.contains(#"template="http://localhost/.well-known/webfinger?resource={uri}""#))
      #expect(meta.headers[.accessControlAllowOrigin] == "*")
    }
  }

  @Test func `what was typed can be read by whoever sees the post`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let open = try await members[0].publish("Hello *bob*")
      let closed = try await members[0].publish("secret", visibility: "private")
      #expect(
        try await members[1].get("/api/v1/statuses/\(open)/source").json["text"]?.string == "Hello *bob*")
      #expect(try await members[1].get("/api/v1/statuses/\(closed)/source").status == 404)
      #expect(try await stranger.get("/api/v1/statuses/\(open)/source").status == 401)
    }
  }
}
