import JSON
import Social
import Testing

@testable import Community
@testable import Server

/// Tests requests to join, and suspensions with a reason and an end.
@Suite struct JoinRequestTests {
  private static let path = "/api/v1/admin/accounts"

  @Test func `NEW_20 who asks to join waits hidden, until somebody lets them in`() async throws {
    try await withMembers(named: ["ann", "mia", "bob"]) { community, stranger, members in
      let (ann, mia, bob) = (members[0], members[1], members[2])
      try await community.members.setRole(of: .username("mia"), to: .moderator)
      let draft = MemberDraft(username: "eve", nick: "Eve", password: "correct horse")
      for mode in [RegistrationMode.open, .invitation, .closed] {
        try await community.settings.setRegistrationMode(mode)
        await #expect(throws: MemberProblem.notInvited) {
          try await community.registration.ask(draft, reason: "x")
        }
      }
      try await community.settings.setRegistrationMode(.approval)
      let shown = try await stranger.get("/api/v2/instance").json["registrations"]
      #expect(shown?["enabled"]?.bool == true && shown?["approval_required"]?.bool == true)
      #expect(try await stranger.get("/api/v1/instance").json["approval_required"]?.bool == true)
      await #expect(throws: MemberProblem.notInvited) { try await community.registration.register(draft) }
      let eve = try await community.registration.ask(
        draft, reason: "I sing\u{0} alto" + String(repeating: "!", count: 600))
      #expect(eve.isWaiting && eve.suspendedAt != nil)
      let id = "\(eve.id)"
      await #expect(throws: SignInRefusal.waiting) {
        try await community.sessions.signIn(username: "eve", password: "correct horse", address: "a")
      }
      await #expect(throws: CommunityError.notAllowed("The username or the password is wrong")) {
        try await community.sessions.signIn(username: "eve", password: "wrong horse", address: "b")
      }
      for client in [bob, stranger] { #expect(try await client.get("/api/v1/accounts/\(id)").status == 404) }
      #expect(try await bob.get("/api/v1/directory?local=true").ids.contains(id) == false)
      for client in [ann, mia] {
        let notices = try await client.get("/api/v1/notifications?types[]=admin.sign_up").json.array ?? []
        #expect(notices.map { $0["account"]?["acct"]?.string } == ["eve"])
        #expect(notices.map { $0["join_request"]?.bool } == [true])
        #expect(try await client.get("/api/swiftlet/v1/community").json["join_requests"]?.int64 == 1)
      }
      #expect(try await bob.get("/api/v1/notifications?types[]=admin.sign_up").ids == [])
      for query in ["?pending=true", "?suspended=true"] {
        #expect(try await mia.get(Self.path + query).ids == (query == "?pending=true" ? [id] : []))
      }
      let waiting = try await mia.get("/api/v2/admin/accounts?status=pending").json.array?.first
      #expect(waiting?["approved"]?.bool == false && waiting?["suspended"]?.bool == false)
      #expect(waiting?["invite_request"]?.string?.unicodeScalars.count == 500)
      #expect(try await bob.post("\(Self.path)/\(id)/approve").status == 403)
      #expect(try await mia.post("\(Self.path)/\(id)/unsuspend").status == 404, "only an answer lets them in")
      #expect(try await mia.post("\(Self.path)/\(bob.id)/approve").status == 404)
      let approved = try await mia.post("\(Self.path)/\(id)/approve")
      #expect(approved.json["approved"]?.bool == true && approved.json["suspended"]?.bool == false)
      #expect(try await mia.post("\(Self.path)/\(id)/approve").status == 404, "once")
      #expect(try await bob.get("/api/v1/accounts/\(id)").status == 200)
      #expect(
        try await community.sessions.signIn(username: "eve", password: "correct horse", address: "a").id
          == eve.id)
      let second = try await community.registration.ask(
        MemberDraft(username: "dan", password: "correct horse"), reason: "")
      #expect(try await mia.post("\(Self.path)/\(second.id)/reject").status == 200)
      #expect(try await community.members.named("dan") == nil, "the name is free")
      #expect(try await community.log.list(Cursor()).items.prefix(2).map(\.action) == [.reject, .approve])
    }
  }

  @Test func `NEW_20 a suspended member reads the reason and the end at sign-in`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      for days in ["0", "-1", "4000", "x"] {
        let refused = try await ann.post(
          "\(Self.path)/\(bob.id)/action", #"{"type":"suspend","days":"\#(days)"}"#)
        #expect(refused.status == 422, "\(days)")
      }
      let action = #"{"type":"suspend","text":"Too loud","days":"7"}"#
      #expect(try await ann.post("\(Self.path)/\(bob.id)/action", action).status == 200)
      let shown = try await ann.get("\(Self.path)/\(bob.id)").json
      #expect(shown["suspended"]?.bool == true && shown["suspension_reason"]?.string == "Too loud")
      let end = try #require(shown["suspension_ends_at"]?.string.flatMap { Timestamp(iso8601: $0) })
      await #expect(throws: SignInRefusal.suspended(reason: "Too loud", until: end)) {
        try await community.sessions.signIn(username: "bob", password: "correct horse", address: "a")
      }
      try await community.members.endSuspensions()
      #expect(try await community.members.named("bob")?.suspendedAt != nil, "not yet")
      #expect(try await ann.post("\(Self.path)/\(bob.id)/unsuspend").json["suspension_reason"]?.string == "")
      #expect(
        try await community.sessions.signIn(username: "bob", password: "correct horse", address: "a").username
          == "bob")
      #expect(try await community.log.list(Cursor()).items.map(\.action) == [.unsuspend, .suspend])
    }
  }
}
