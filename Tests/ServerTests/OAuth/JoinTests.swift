import Community
import HTTPTypes
import JSON
import NIOCore
import Social
import Testing

@testable import Server

@Suite struct JoinTests {
  private static func fields(_ username: String, _ password: String = "correct horse") -> [(String, String)] {
    [("username", username), ("nick", "Cleo <3"), ("password", password), ("decision", "join")]
  }

  @Test func `an invitation makes a member once`() async throws {
    try await withMembers { client, community in
      let code = try await community.invitations.create(uses: 1, days: 7)
      let browser = FormBrowser(client)
      let page = try await browser.get("/join/" + code)
      #expect(page.status == .ok)
      #expect(page.headers[.referrerPolicy] == "no-referrer")
      #expect(page.headers[.frameOptions] == "DENY")
      let answer = try await browser.post("/join/" + code, hiddenFields(page.text) + Self.fields("cleo"))
      #expect(answer.status == .ok)
      #expect(answer.text.contains("Welcome, Cleo &lt;3"))
      let member = try await community.members.named("cleo")
      #expect(member?.role == .member)
      let late = try await FormBrowser(client).get("/join/" + code)
      #expect(late.status == .notFound)
      let again = try await browser.post("/join/" + code, hiddenFields(page.text) + Self.fields("dora"))
      #expect(again.status == .notFound)
      let registered = try await RegisteredClient.register(client)
      let signedIn = try await browser.get(registered.address())
      #expect(signedIn.text.contains("@cleo"))
    }
  }

  @Test func `NEW_09 whoever invited them is notified of who joins, else the owner`() async throws {
    try await withMembers { client, community in
      func notices(_ username: String) async throws -> [String] {
        guard let member = try await community.members.named(username) else { return [] }
        return try await community.notifications.list(
          Viewer(account: member.id), NotificationFilter(), Cursor()
        ).items
          .map {
            $0.kind.rawValue + " " + $0.actor.account.username
          }
      }
      func join(_ username: String, by inviter: Int64?) async throws {
        let code = try await community.invitations.create(uses: 1, days: 7, by: inviter)
        let browser = FormBrowser(client)
        let page = try await browser.get("/join/" + code)
        #expect(
          try await browser.post("/join/" + code, hiddenFields(page.text) + Self.fields(username)).status
            == .ok)
      }
      let owner = try #require(try await community.members.all().first { $0.role == .owner })
      try await join("cleo", by: nil)
      let cleo = try #require(try await community.members.named("cleo"))
      try await join("dora", by: cleo.id)
      #expect(try await notices(owner.username) == ["admin.sign_up cleo"])
      #expect(try await notices("cleo") == ["admin.sign_up dora", "follow \(owner.username)"])
      // The inviter follows the newcomer (NEW_19), who is told of that.
      #expect(try await notices("dora") == ["follow cleo"])
    }
  }

  @Test(arguments: [
    ("", "correct horse"), ("anna", "correct horse"), ("ANNA", "correct horse"), ("admin", "correct horse"),
    ("a b", "correct horse"), ("é", "correct horse"), (String(repeating: "a", count: 31), "correct horse"),
    ("cleo", "short"), ("cleo", String(repeating: "a", count: 201)),
  ])
  func `what cannot be is said and the invitation is not used up`(_ username: String, _ password: String)
    async throws
  {
    try await withMembers { client, community in
      let code = try await community.invitations.create(uses: 1, days: 7)
      let browser = FormBrowser(client)
      let page = try await browser.get("/join/" + code)
      let answer = try await browser.post(
        "/join/" + code, hiddenFields(page.text) + Self.fields(username, password))
      #expect(answer.status == .unprocessableContent)
      #expect(answer.text.contains("role=\"alert\""))
      #expect(!answer.text.contains(password) || password.isEmpty)
      let after = try await browser.post("/join/" + code, hiddenFields(page.text) + Self.fields("dora"))
      #expect(after.status == .ok)
    }
  }

  @Test func `a form of another site does not join`() async throws {
    try await withMembers { client, community in
      let code = try await community.invitations.create(uses: 1, days: 7)
      let answer = try await FormBrowser(client).post("/join/" + code, Self.fields("cleo"))
      #expect(answer.status == .forbidden)
      let member = try await community.members.named("cleo")
      #expect(member == nil)
    }
  }

  @Test func `the owner decides who may join`() async throws {
    try await withMembers { client, community in
      let code = try await community.invitations.create(uses: 5, days: 7)
      for (mode, byLink, openly) in [
        (RegistrationMode.closed, 404, 403), (.invitation, 200, 403), (.open, 200, 200),
      ] {
        try await community.settings.setRegistrationMode(mode)
        let linked = try await client.send(.get, "/join/" + code)
        #expect(linked.status.code == byLink)
        let open = try await client.send(.get, "/join")
        #expect(open.status.code == openly)
      }
      let unknown = try await client.send(.get, "/join/unknown")
      #expect(unknown.status == .notFound)
    }
  }

  @Test func `the set up link makes the owner and ends when there is one`() async throws {
    try await withCommunity(posts: nil) { community in
      try await community.settings.setRegistrationMode(.closed)
      let first = try await community.invitations.create(role: .owner, uses: 1, days: 7)
      let code = try await community.invitations.create(role: .owner, uses: 1, days: 7)
      try await ServerSetup().application(community).withClient { client in
        let old = try await client.send(.get, "/join/" + first)
        #expect(old.status == .notFound)
        let browser = FormBrowser(client)
        let page = try await browser.get("/join/" + code)
        #expect(page.text.contains("Set up Swiftlet"))
        let answer = try await browser.post("/join/" + code, hiddenFields(page.text) + Self.fields("cleo"))
        #expect(answer.status == .ok)
      }
      let owner = try await community.members.named("cleo")
      #expect(owner?.role == .owner)
      let late = try await community.invitations.find(code)
      #expect(late == nil)
    }
  }

  @Test func `clients register members where everybody may`() async throws {
    try await withMembers { client, community in
      let registered = try await RegisteredClient.register(client)
      let own = try await registered.exchange(
        "-",
        [("grant_type", "client_credentials"), ("scope", "read write"), ("code", "-"), ("redirect_uri", "-")])
      let token = try #require(try JSON(parsing: own.text)["access_token"]?.string)
      func register(_ username: String, token: String) async throws -> TestResponse {
        var headers = HTTPFields.bearer(token)
        headers[.contentType] = "application/json"
        return try await client.send(
          .post, "/api/v1/accounts", headers,
          body: ByteBuffer(
            string:
              #"{"username":"\#(username)","email":"c@example.org","password":"correct horse","agreement":true,"locale":"en"}"#
          ))
      }
      let closed = try await register("cleo", token: token)
      #expect(closed.status == .forbidden)
      try await community.settings.setRegistrationMode(.open)
      let opened = try await register("cleo", token: token)
      #expect(opened.status == .ok)
      let members = try #require(try JSON(parsing: opened.text)["access_token"]?.string)
      let info = try await client.send(.get, "/oauth/userinfo", .bearer(members))
      #expect(try JSON(parsing: info.text)["preferred_username"]?.string == "cleo")
      let taken = try await register("Cleo", token: token)
      #expect(taken.status == .unprocessableContent)
      #expect(taken.failure == "Validation failed: Username has already been taken")
      let stranger = try await register("dora", token: "unknown")
      #expect(stranger.status == .unauthorized)
    }
  }
}
