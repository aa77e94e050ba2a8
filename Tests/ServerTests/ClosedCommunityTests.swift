import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Screens
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// NEW_17: what a closed community shows to strangers, and to members.
@Suite struct ClosedCommunityTests {
  private static let member: HTTPFields = [.cookie: "start=home; language=en"]

  /// Runs a closed community of the owner anna, who has published “word-secret”, and has a token.
  private func withClosed(
    _ body: @escaping @Sendable (TestClient, MastodonClient, Community) async throws -> Void
  ) async throws {
    try await withAssets { assets, _ in
      var setup = ServerSetup.withoutLimits
      setup.assets = assets
      setup.render = ScreenPages.render
      try await withMembers(named: ["anna"], setup: setup) { community, stranger, members in
        try await members[0].publish("word-secret")
        try await community.settings.setTitle("The Hill Choir")
        try await community.settings.setDescription("We sing.")
        try await community.settings.setPrivacy(.members)
        try await body(stranger.client, members[0], community)
      }
    }
  }

  @Test(arguments: [
    (RegistrationMode.open, CommunityPrivacy.open), (.invitation, .members), (.closed, .members),
  ])
  func `NEW_17 without a choice privacy follows registration`(
    mode: RegistrationMode, expected: CommunityPrivacy
  ) async throws {
    try await NewCommunity.unchosen { community in
      try await community.settings.setRegistrationMode(mode)
      #expect(try await community.settings.privacy() == expected)
      #expect(try await !community.isClosed(), "an empty community has nothing to hide")
      try await community.members.add(MemberDraft(username: "anna", password: "correct horse"))
      #expect(try await community.isClosed() == (expected == .members))
      for mode in RegistrationMode.allCases { try await community.settings.setRegistrationMode(mode) }
      #expect(try await community.isClosed() == (expected == .members), "nothing opens by itself")
      try await community.settings.setPrivacy(expected == .open ? .members : .open)
      #expect(try await community.isClosed() == (expected == .open), "a choice counts at once")
    }
  }

  @Test(arguments: [
    "/home", "/moments", "/moments/anna", "/@anna", "/@anna/1", "/@nobody", "/images", "/tags/x", "/search",
    "/me",
    "/no/such/page",
  ])
  func `NEW_17 any page is the landing page for a stranger`(path: String) async throws {
    try await withClosed { client, _, _ in
      for method in [HTTPRequest.Method.get, .post] {
        let page = try await client.send(method, path)
        #expect(page.status == .unauthorized)
        #expect(page.headers[.wwwAuthenticate] == "Bearer realm=\"Swiftlet\"")
        #expect(page.headers[.cacheControl] == "no-store" && page.headers[.eTag] == nil)
        #expect(page.headers[.robotsTag] == "noindex, nofollow, noarchive")
        for piece in ["The Hill Choir", "We sing.", "Only members can read here.", #"href="/sign-in""#] {
          #expect(page.text.contains(piece), "\(piece)")
        }
        for piece in ["anna", "word-secret", "/media/", #"href="/moments""#, "class=\"faces\""] {
          #expect(!page.text.contains(piece), "\(piece)")
        }
      }
    }
  }

  @Test func `NEW_17 the root is the landing page, with a status of its own`() async throws {
    try await withClosed { client, _, _ in
      let page = try await client.send(.get, "/")
      #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
      #expect(page.text.contains("Only members can read here.") && !page.text.contains("anna"))
    }
  }

  @Test func `NEW_17 a members page is a frame without content, as anybody can set the cookie`() async throws
  {
    try await withClosed { client, _, _ in
      for path in [
        "/", "/home", "/moments", "/moments/anna", "/@anna", "/images", "/search", "/settings", "/shell",
      ] {
        let page = try await client.send(.get, path, Self.member)
        #expect(page.status == .ok)
        let names = page.text.components(separatedBy: "anna").count - 1
        #expect(names == 0 || path.contains("anna"), "\(path) names \(names)")
        #expect(!page.text.contains("word-secret") && !page.text.contains("/media/"))
      }
      #expect(try await client.send(.get, "/no/such/page", Self.member).status == .notFound)
      let moved = try await client.send(.get, "/%40anna", Self.member)
      #expect(moved.status == .permanentRedirect)
      #expect(try await client.send(.post, "/@anna", Self.member).status == .methodNotAllowed)
    }
  }

  @Test func `NEW_17 the API asks a stranger for a token, with a sentence`() async throws {
    try await withClosed { client, anna, community in
      let registration = try await community.clients.register(
        ClientDraft(name: "Reader", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read"))
      let own = try await community.tokens.issue(
        registration.client.scopes, to: registration.client.id, account: nil)
      for path in [
        "/api/v1/timelines/public", "/api/v1/accounts/\(anna.id)", "/api/v1/accounts/lookup?acct=anna",
        "/api/v1/directory", "/api/v2/search?q=secret", "/essential-feed/v1/feed", "/user/anna",
        "/user/anna/tweets",
        "/.well-known/webfinger?resource=acct:anna@localhost", "/api/v1/trends/tags", "/api/v1/no_such_route",
      ] {
        for fields in [HTTPFields(), [.authorization: "Bearer " + own.token]] {
          let refused = try await client.send(.get, path, fields)
          #expect(refused.status == .unauthorized, "\(path)")
          let json = try JSON(parsing: Array(refused.body.readableBytesView))
          #expect(json["code"]?.string == "members_only")
          #expect(json["error"]?.string?.hasPrefix("Only members of this community can see this") == true)
          #expect(refused.headers[.accessControlAllowOrigin] == "*")
          #expect(refused.headers[.robotsTag] != nil && refused.headers[.cacheControl] == "no-store")
        }
        if path.hasPrefix("/api/v1/no") { continue }
        let answered = try await anna.get(path)
        #expect(answered.status == 200, "\(path): \(answered.text)")
      }
      let wrong = try await client.send(.get, "/user/anna", [.authorization: "Bearer nonsense"])
      #expect(wrong.status == .unauthorized && !wrong.text.contains("members_only"))
    }
  }

  @Test func `NEW_17 a program learns about the community what a sign-in needs`() async throws {
    try await withClosed { client, anna, _ in
      for path in ["/api/v1/instance", "/api/v2/instance", "/nodeinfo/2.0"] {
        let answer = try await client.send(.get, path)
        #expect(
          answer.status == .ok && answer.text.contains("The Hill Choir") && !answer.text.contains("anna"))
      }
      let stranger = try JSON(parsing: try await client.send(.get, "/api/v1/instance").text)
      #expect(stranger["stats"]?["user_count"]?.int == 0 && stranger["stats"]?["status_count"]?.int == 0)
      #expect(try await anna.get("/api/v1/instance").json["stats"]?["user_count"]?.int == 1)
      for path in [
        "/health", "/.well-known/oauth-authorization-server", "/api/openapi.json", "/sign-in", "/settings",
      ] {
        #expect(try await client.send(.get, path).status == .ok, "\(path)")
      }
      #expect(try await client.send(.get, "/join/nonsense").status == .notFound)
      #expect(try await client.send(.options, "/api/v1/timelines/public").status == .noContent)
    }
  }

  @Test func `NEW_17 what strangers had before is not confirmed to them`() async throws {
    try await withClosed { client, _, community in
      try await community.settings.setPrivacy(.open)
      for path in ["/user/anna/tweets", "/@anna", "/moments/anna", "/"] {
        let before = try await client.send(.get, path)
        #expect(before.status == .ok && before.headers[.robotsTag] == nil)
        let tag = try #require(before.headers[.eTag])
        try await community.settings.setPrivacy(.members)
        let after = try await client.send(.get, path, [.ifNoneMatch: tag])
        #expect(after.status == (path == "/" ? .ok : .unauthorized) && after.headers[.eTag] == nil)
        try await community.settings.setPrivacy(.open)
      }
    }
  }

  @Test func `NEW_17 search engines are told`() async throws {
    try await withClosed { client, _, community in
      #expect(try await client.send(.get, "/robots.txt").text == "User-agent: *\nDisallow: /\n")
      try await community.settings.setPrivacy(.open)
      #expect(try await client.send(.get, "/robots.txt").text == "User-agent: *\nDisallow:\n")
    }
  }

  @Test func `NEW_17 whether a community is closed costs no statement`() async throws {
    try await withClosed { _, anna, community in
      #expect(try await community.isClosed())
      try await anna.publish("Another")
      let before = community.store.statementCount
      for _ in 0..<10 { #expect(try await community.isClosed()) }
      #expect(community.store.statementCount == before)
    }
  }
}

/// A community whose owner has chosen nothing.
private enum NewCommunity {
  static func unchosen(_ body: (Community) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let community = try await Community.open(
      folder: folder.path + "/data", passwordCost: .least, logger: quiet)
    do { try await body(community) } catch {
      try? await community.close()
      throw error
    }
    try await community.close()
  }
}
