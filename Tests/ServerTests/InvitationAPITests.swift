import JSON
import Social
import Testing

@testable import Community
@testable import Server

/// Tests the links with which members invite others in the app.
@Suite struct InvitationAPITests {
  private static let path = "/api/swiftlet/v1/invitations"

  @Test func `NEW_20 an invitation is made, used, listed with who came, and ended`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, stranger, members in
      let (ann, bob) = (members[0], members[1])
      #expect(try await stranger.post(Self.path).status == 401)
      #expect(
        try await bob.post(Self.path).status == 403, "owners invite, as long as they don't say otherwise")
      for body in [#"{"uses":0}"#, #"{"days":366}"#, #"{"uses":1001}"#, #"{"uses":"x"}"#] {
        #expect(try await ann.post(Self.path, body).status == 422, "\(body)")
      }
      let made = try await ann.post(Self.path, #"{"uses":"2","days":3}"#)
      let url = try #require(made.json["url"]?.string)
      let code = try #require(url.split(separator: "/join/").last.map(String.init))
      #expect(made.json["qr"]?["size"]?.int64 == Int64(try #require(QRCode(url)).size))
      _ = try await community.registration.join(
        MemberDraft(username: "cleo", password: "correct horse"), invitation: code)
      let listed = try #require(try await ann.get(Self.path).json.array?.first)
      #expect(listed["uses"]?.int64 == 2 && listed["uses_left"]?.int64 == 1)
      #expect(listed["joined"]?.array?.compactMap { $0["acct"]?.string } == ["cleo"])
      #expect(listed["inviter"]?["acct"]?.string == "ann")
      #expect(listed["code"] == nil, "the link shows once")
      let id = try #require(listed["id"]?.string)
      #expect(try await bob.get(Self.path).json.array?.isEmpty == true)
      #expect(try await bob.delete(Self.path + "/" + id).status == 404)
      #expect(try await ann.delete(Self.path + "/" + id).status == 200)
      #expect(try await community.invitations.find(code) == nil)
      #expect(try await ann.get(Self.path).ids == [id], "it stays in the list")
      #expect(try await community.log.list(Cursor()).items.map(\.action) == [.revokeInvitation, .invite])
    }
  }

  @Test func `NEW_20 members invite if the owner lets them, and see their own alone`() async throws {
    try await withMembers(named: ["ann", "bob", "eve"]) { community, _, members in
      let (ann, bob, eve) = (members[0], members[1], members[2])
      try await community.settings.setInvitationPolicy(.members)
      #expect(try await bob.post(Self.path).status == 200 && ann.username == "ann")
      #expect(try await eve.post(Self.path).status == 200)
      #expect(try await bob.get(Self.path).ids.count == 1)
      #expect(try await ann.get(Self.path).ids.count == 2, "owners see all")
      try await community.settings.setInvitationPolicy(.owners)
      #expect(try await bob.post(Self.path).status == 403)
    }
  }
}
