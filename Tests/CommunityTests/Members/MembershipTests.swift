import Foundation
import Invalidation
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// What members do about their own membership.
@Suite struct MembershipTests {
  /// The owner ada and the member ben, each signed in with a client.
  private struct House {
    let town: Town
    let client: Int64
    var community: Community { town.community }

    func token(_ name: String) async throws -> (text: String, access: TokenAccess) {
      let member = try #require(try await community.members.named(name))
      let issued = try await community.tokens.issue(
        Scopes([.read, .write]), to: client, account: member.id)
      return (issued.token, try #require(try await community.tokens.access(token: issued.token)))
    }

    func isLetIn(_ token: String) async throws -> Bool {
      try await community.tokens.access(token: token) != nil
    }

    func signIn(_ name: String, _ password: String) async throws -> Member {
      try await community.sessions.signIn(username: name, password: password, address: "::1")
    }
  }

  private func withHouse(_ body: (House) async throws -> Void) async throws {
    try await withTown { town in
      for name in ["ada", "ben"] {
        try await town.community.members.add(MemberDraft(username: name, password: "correct horse"))
      }
      let registration = try await town.community.clients.register(
        ClientDraft(name: "Program", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read write"))
      try await body(House(town: town, client: registration.client.id))
    }
  }

  @Test func `NEW_13 who changes the password stays signed in, and is signed out everywhere else`()
    async throws
  {
    try await withHouse { house in
      let (mine, other, bens) = (
        try await house.token("ada"), try await house.token("ada"), try await house.token("ben")
      )
      let browser = try await house.community.sessions.open(for: 1)
      try await house.community.members.changePassword(
        from: "correct horse", to: "other horse", mine.access, address: "::1")
      #expect(try await house.isLetIn(mine.text))
      #expect(try await house.isLetIn(bens.text))
      #expect(try await !house.isLetIn(other.text))
      #expect(try await house.community.sessions.member(browser) == nil)
      #expect(try await house.signIn("ada", "other horse").role == .owner)
      await #expect(throws: CommunityError.self) { try await house.signIn("ada", "correct horse") }
    }
  }

  @Test func `NEW_13 a wrong password changes nothing, and guessing has to wait`() async throws {
    try await withHouse { house in
      let mine = try await house.token("ada")
      for _ in 0..<5 {
        await #expect(throws: CommunityError.notAllowed("The current password is wrong", .wrongPassword)) {
          try await house.community.members.changePassword(
            from: "wrong horse", to: "x", mine.access, address: "::1")
        }
      }
      await #expect(throws: CommunityError.tooMany(retryAfter: .seconds(5))) {
        try await house.community.members.removeMyself(password: "correct horse", mine.access, address: "::1")
      }
      // Guesses with a stolen token don't keep the member from signing in.
      #expect(try await house.signIn("ada", "correct horse").username == "ada")
      house.town.clock.advance(seconds: 6)
      for (password, problem) in [
        ("short", MemberProblem.passwordTooShort), ("password1", .passwordTooCommon),
        (String(repeating: "x", count: 201), .passwordTooLong),
      ] {
        await #expect(throws: problem) {
          try await house.community.members.changePassword(
            from: "correct horse", to: password, mine.access, address: "::1")
        }
      }
      #expect(try await house.signIn("ada", "correct horse").id == 1)
    }
  }

  @Test func `NEW_13 one sees where one is signed in, and ends it`() async throws {
    try await withHouse { house in
      let first = try await house.token("ada")
      house.town.clock.advance(seconds: 60)
      let mine = try await house.token("ada")
      let bens = try await house.token("ben")
      let agent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36"
      house.town.clock.advance(seconds: 60)
      let browser = try await house.community.sessions.open(for: 1, agent: agent)
      let list = try await house.community.sessions.list(mine.access)
      #expect(list.map(\.client) == [nil, "Program", "Program"])
      #expect(list.map(\.device) == ["Chrome, Android", nil, nil])
      #expect(list.map(\.isCurrent) == [false, true, false])
      #expect(list[1].id == mine.access.tokenID)
      await #expect(throws: CommunityError.notFound) {
        try await house.community.sessions.end(bens.access.tokenID, mine.access)
      }
      #expect(try await house.isLetIn(bens.text))
      try await house.community.sessions.end(first.access.tokenID, mine.access)
      #expect(try await !house.isLetIn(first.text))
      #expect(try await house.isLetIn(mine.text))
      try await house.community.sessions.end(list[0].id, mine.access)
      #expect(try await house.community.sessions.member(browser) == nil)
      #expect(try await house.community.sessions.list(mine.access).count == 1)
      await #expect(throws: CommunityError.notFound) {
        try await house.community.sessions.end(first.access.tokenID, mine.access)
      }
    }
  }

  @Test func `NEW_13 who leaves takes everything along, and the only owner stays`() async throws {
    try await withHouse { house in
      let (ada, ben) = (try await house.token("ada"), try await house.token("ben"))
      let path = try house.community.media.uploadPath()
      try write(TestPicture.png(width: 20, height: 10, left: [255, 0, 0]), to: path)
      var change = ProfileChange()
      change.avatar = .file(path)
      let viewer = try #require(ben.access.viewer)
      _ = try await house.community.accounts.updateProfile(change, viewer: viewer)
      try await house.town.follow("ada", by: "ben")
      let post = try await house.town.post("bye", by: "ben")
      #expect(files(below: house.town.folder).contains { $0.hasSuffix("/picture.json") })
      await #expect(throws: CommunityError.notAllowed("The current password is wrong", .wrongPassword)) {
        try await house.community.members.removeMyself(password: "wrong horse", ben.access, address: "::1")
      }
      #expect(try await house.isLetIn(ben.text))
      try await house.community.members.removeMyself(password: "correct horse", ben.access, address: "::1")
      #expect(try await house.community.members.named("ben") == nil)
      #expect(try await !house.isLetIn(ben.text))
      #expect(try await house.community.posts.find(number(post.id), viewer: house.town.viewer("ada")) == nil)
      await house.community.removalWork.finish()
      #expect(try await house.community.accounts.profile(1, viewer: nil)?.followersCount == 0)
      #expect(!files(below: house.town.folder).contains { $0.hasSuffix("/picture.json") })
      await #expect(throws: CommunityError.self) {
        try await house.community.members.removeMyself(password: "correct horse", ada.access, address: "::1")
      }
      #expect(try await house.isLetIn(ada.text))
    }
  }

  @Test func `NEW_13 the use of a browser is noted once an hour`() async throws {
    try await withHouse { house in
      let mine = try await house.token("ada")
      house.town.clock.advance(seconds: 60)
      let browser = try await house.community.sessions.open(for: 1)
      func used() async throws -> Timestamp? {
        try await house.community.sessions.list(mine.access).first { $0.client == nil }?.lastUsedAt
      }
      let start = house.town.clock.now
      house.town.clock.advance(seconds: 3599)
      #expect(try await house.community.sessions.member(browser)?.username == "ada")
      #expect(try await used() == start)
      house.town.clock.advance(seconds: 2)
      #expect(try await house.community.sessions.member(browser)?.username == "ada")
      #expect(try await eventually { try await used() == house.town.clock.now })
    }
  }

  @Test func `NEW_13 the use of a token is noted once an hour, and invalidates no response`() async throws {
    try await withHouse { house in
      let mine = try await house.token("ada")
      let start = house.town.clock.now
      func used() async throws -> Timestamp? {
        try await house.community.sessions.list(mine.access).first?.lastUsedAt
      }
      house.town.clock.advance(seconds: 3599)
      #expect(try await house.isLetIn(mine.text))
      #expect(try await used() == start)
      let before = house.community.revisions.latest
      house.town.clock.advance(seconds: 2)
      for _ in 0..<5 { #expect(try await house.isLetIn(mine.text)) }
      #expect(try await eventually { try await used() == house.town.clock.now })
      #expect(house.community.revisions.latest == before)
    }
  }

  @Test func `NEW_13 tokens that nobody uses end, and clients' own before them`() async throws {
    try await withHouse { house in
      let (used, unused) = (try await house.token("ada"), try await house.token("ben"))
      let own = try await house.community.tokens.issue(.standard, to: house.client, account: nil)
      house.town.clock.advance(seconds: 29 * 86_400)
      #expect(try await house.community.tokens.endOld() == 0)
      house.town.clock.advance(seconds: 2 * 86_400)
      #expect(try await house.community.tokens.endOld() == 1)
      #expect(try await !house.isLetIn(own.token))
      #expect(try await house.isLetIn(used.text))
      #expect(
        try await eventually {
          try await house.community.sessions.list(used.access).first?.lastUsedAt == house.town.clock.now
        })
      house.town.clock.advance(seconds: 150 * 86_400)
      #expect(try await house.community.tokens.endOld() == 1)
      #expect(try await house.isLetIn(used.text))
      #expect(try await !house.isLetIn(unused.text))
    }
  }

  @Test(arguments: [
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
      "Safari, iPhone"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0", "Edge, Windows"
    ),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
    ("Tusky/27 Android/14 OkHttp/4", "Android"), ("toot/0.4", nil), ("", nil),
  ])
  func `NEW_13 a device is named by what its browser says`(agent: String, name: String?) {
    #expect(DeviceName.of(agent: agent) == name)
  }

  @Test func `NEW_13 who doesn't want to be found is found by the whole name, and by followers`() async throws
  {
    try await withHouse { house in
      var change = ProfileChange()
      change.flags[.discoverable] = false
      let own = try await house.community.accounts.updateProfile(change, viewer: house.town.viewer("ben"))
      #expect(!own.profile.isDiscoverable)
      func found(_ text: String, by name: String?) async throws -> Int {
        try await house.community.search.accounts(
          text, viewer: name.map { house.town.viewer($0) }, limit: 10, onlyFollowed: false
        ).count
      }
      #expect(try await found("be", by: nil) == 0)
      #expect(try await found("be", by: "ada") == 0)
      #expect(try await found("Ben", by: "ada") == 1)
      #expect(try await found("be", by: "ben") == 1)
      try await house.town.follow("ben", by: "ada")
      #expect(try await found("be", by: "ada") == 1)
    }
  }
}
