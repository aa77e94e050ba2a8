import Foundation
import HTTPTypes
import Invalidation
import JSON
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Clients of the Twitter API that send a name and an app password with every request (HTTP Basic).
@Suite struct AppPasswordTests {
  private static let home = "/1.1/statuses/home_timeline.json"

  private func allow(_ isAllowed: Bool, _ community: Community) async throws {
    var change = SettingsChange()
    change.allowsBasic = isAllowed
    try await community.change(change, by: nil)
  }

  private func basic(_ name: String, _ password: String) -> HTTPFields {
    [.authorization: "Basic " + Data((name + ":" + password).utf8).base64EncodedString()]
  }

  private func made(_ member: MastodonClient, _ name: String = "BitlBee") async throws -> MastodonClient.Reply
  {
    try await member.post(
      "/api/swiftlet/v1/app_passwords", MastodonClient.object(["name": name, "password": "correct horse"]))
  }

  @Test func `NEW_03 an app password reads and writes with the Twitter API, and nowhere else`() async throws {
    try await withMembers(named: ["anna", "ben"]) { community, stranger, members in
      try await allow(true, community)
      try await community.settings.setPrivacy(.members)
      let reply = try await made(members[0])
      let password = try #require(reply.json["app_password"]?.string, "\(reply.text)")
      #expect(reply.json["name"]?.string == "BitlBee" && password.split(separator: "-").count == 6)
      let bare = password.filter { $0 != "-" }
      #expect(bare.count == 24)
      for typed in [bare, bare.uppercased(), password.replacing("-", with: " ")] {
        #expect(try await stranger.get(Self.home, basic("anna", typed)).status == 200, "\(typed)")
      }
      for wrong in [String(bare.dropLast()), bare + "a", String(bare.reversed()) + " "] {
        #expect(try await stranger.get(Self.home, basic("anna", wrong)).status == 401, "\(wrong)")
      }
      for name in ["anna", "@Anna"] {
        #expect(try await stranger.get(Self.home, basic(name, password)).status == 200, "\(name)")
      }
      let posted = try await stranger.send(
        .post, "/1.1/statuses/update.json", type: "application/x-www-form-urlencoded",
        body: Array("status=From+IRC".utf8), basic("anna", password))
      #expect(posted.json["text"]?.string == "From IRC")
      #expect(posted.json["source"]?.string?.hasSuffix(">BitlBee</a>") == true, "\(posted.text)")
      #expect(posted.headers[.accessLevel] == "read-write")
      for name in ["ben", "nobody", ""] {
        let refused = try await stranger.get(Self.home, basic(name, password))
        #expect(refused.status == 401 && refused.twitterCode == 32, "\(name): \(refused.text)")
      }
      let ownPassword = try await stranger.get(Self.home, basic("anna", "correct horse"))
      #expect(ownPassword.status == 401, "the account's password is none")
      #expect(
        ownPassword.headers[.wwwAuthenticate]?.contains("Basic") == false, "browsers must not ask for it")
      for path in ["/api/v1/timelines/home", "/api/swiftlet/v1/sessions"] {
        #expect(try await stranger.get(path, basic("anna", password)).status == 401, "\(path)")
      }
      var bearer = stranger
      bearer.token = password
      for path in [Self.home, "/api/v1/timelines/home"] {
        #expect(try await bearer.get(path).status == 401, "it is no token")
      }
    }
  }

  @Test func `NEW_03 an app password ends with its session, a new password and the owner's setting`()
    async throws
  {
    try await withMembers(named: ["anna", "ben"]) { community, stranger, members in
      let off = try await made(members[0])
      #expect(off.status == 403, "\(off.text)")
      try await allow(true, community)
      let (first, second) = (try await made(members[0]), try await made(members[0], "bti"))
      let passwords = [first, second].map { $0.json["app_password"]?.string ?? "" }
      let status = { (password: String) async throws -> Int in
        try await stranger.get(Self.home, basic("anna", password)).status
      }
      for password in passwords { #expect(try await status(password) == 200) }
      let listed = try await members[0].get("/api/swiftlet/v1/sessions").json.array ?? []
      #expect(Set(listed.compactMap { $0["application"]?.string }) == ["Test", "BitlBee", "bti"])
      #expect(try await members[1].delete("/api/swiftlet/v1/sessions/" + first.id).status == 404)
      #expect(try await members[0].delete("/api/swiftlet/v1/sessions/" + first.id).status == 200)
      #expect(try await status(passwords[0]) == 401)

      try await allow(false, community)
      #expect(try await status(passwords[1]) == 401)
      try await allow(true, community)
      #expect(try await status(passwords[1]) == 200)
      let changed = try await members[0].post(
        "/api/swiftlet/v1/password",
        MastodonClient.object(["password": "correct horse", "new_password": "another horse"]))
      #expect(changed.status == 200, "\(changed.text)")
      #expect(try await status(passwords[1]) == 401)
    }
  }

  @Test func `NEW_03 the client of an app password goes with it, and no other client does`() async throws {
    try await withMembers(named: ["anna", "ben"]) { community, _, members in
      try await allow(true, community)
      @Sendable func clients() async throws -> Int64 {
        try await community.store.driver.read(dependsOn: .everything) { connection in
          try connection.integer("SELECT count(*) FROM applications") ?? 0
        }
      }
      let before = try await clients()
      var ids: [String] = []
      for name in ["BitlBee", "bti", "Twidere"] { ids.append(try await made(members[0], name).id) }
      _ = try await made(members[1])
      #expect(try await clients() == before + 4)
      #expect(try await members[0].delete("/api/swiftlet/v1/sessions/" + ids[0]).status == 200)
      #expect(try await clients() == before + 3)
      // A new password ends the others, and keeps the client that stays signed in.
      let changed = try await members[0].post(
        "/api/swiftlet/v1/password",
        MastodonClient.object(["password": "correct horse", "new_password": "another horse"]))
      #expect(changed.status == 200)
      #expect(try await clients() == before + 1)
      #expect(try await members[0].get("/api/v1/accounts/verify_credentials").status == 200)
      // Unused ones end by themselves. Of the test's own client the tokens end, and it can ask for new ones.
      #expect(try await community.store.endTokens(unusedSince: .max, ofClients: .max) == 3)
      #expect(try await clients() == before)
    }
  }

  @Test func `NEW_03 an app password needs the account's password, and gives no more than the client has`()
    async throws
  {
    try await withMembers(named: ["anna"]) { community, stranger, members in
      try await allow(true, community)
      let wrong = try await members[0].post(
        "/api/swiftlet/v1/app_passwords", MastodonClient.object(["name": "bti", "password": "wrong"]))
      #expect(wrong.status == 403, "\(wrong.text)")
      for blank in ["", " ", "\u{200B}\u{2066}"] {
        #expect(try await made(members[0], blank).status == 422, "nobody would find it among the sessions")
      }
      #expect(try await made(members[0], String(repeating: "x", count: 201)).status == 422)
      let registration = try await community.clients.register(
        ClientDraft(name: "Writer", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "write"))
      var writer = stranger
      writer.token = try await community.tokens.issue(
        registration.client.scopes, to: registration.client.id, account: Int64(members[0].id)
      ).token
      let password = try await made(writer).json["app_password"]?.string ?? ""
      #expect(try await stranger.get(Self.home, basic("anna", password)).status == 403)
      for _ in 1..<Community.AppPasswords.limit { #expect(try await made(members[0]).status == 200) }
      #expect(try await made(members[0]).status == 403, "too many")
    }
  }

  @Test func `NEW_03 guesses are slowed down, and the right password isn't`() async throws {
    try await withMembers(named: ["anna"]) { community, stranger, members in
      try await allow(true, community)
      let password = try await made(members[0]).json["app_password"]?.string ?? ""
      var statuses: [Int] = []
      for number in 0..<7 {
        statuses.append(try await stranger.get(Self.home, basic("anna", "guess \(number)")).status)
      }
      #expect(statuses == [401, 401, 401, 401, 401, 429, 429])
      #expect(try await stranger.get(Self.home, basic("anna", password)).status == 200)
      // A client with a revoked password doesn't keep its member from signing in.
      let member = try await community.sessions.signIn(
        username: "anna", password: "correct horse", address: "unknown")
      #expect(member.username == "anna")
    }
  }

  @Test func `NEW_03 guesses with many names are slowed down, and what is remembered of them is short`()
    async throws
  {
    try await withMembers(named: ["anna"]) { community, stranger, members in
      try await allow(true, community)
      let password = try await made(members[0]).json["app_password"]?.string ?? ""
      var statuses: [Int] = []
      for number in 0..<22 {
        statuses.append(try await stranger.get(Self.home, basic("name\(number)", "guess")).status)
      }
      #expect(statuses == Array(repeating: 401, count: 20) + [429, 429])
      #expect(try await stranger.get(Self.home, basic("anna", password)).status == 200)
      #expect(
        try await community.sessions.signIn(username: "anna", password: "correct horse", address: "unknown")
          .username == "anna")
    }
    let (long, other) = (String(repeating: "e\u{301}", count: 50), String(repeating: "\u{301}", count: 999))
    #expect(
      Community.AppPasswords.subjects(name: long + other, address: "a")
        == Community.AppPasswords.subjects(name: long, address: "a"))
  }

  @Test func `NEW_03 the credentials of Basic are read whole`() {
    #expect(BasicCredentials("Basic YW5uYTphOmI=")?.name == "anna")
    #expect(BasicCredentials("basic YW5uYTphOmI=")?.password == "a:b")
    for field in ["Basic", "Basic ", "Basic YW5uYQ==", "Basic %%", "Bearer YW5uYTphOmI=", ""] {
      #expect(BasicCredentials(field) == nil, "\(field)")
    }
  }
}
