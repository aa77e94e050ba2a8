import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// Joining by an invitation, and the follows that it makes (NEW_19).
@Suite struct JoiningTests {
  /// A town with the owner ada and the members ben and cat, who can sign in.
  private func withMembers(_ body: (Town) async throws -> Void) async throws {
    try await withTown { town in
      for name in ["ada", "ben", "cat"] {
        try await town.community.members.add(MemberDraft(username: name, password: "correct horse"))
      }
      try await body(town)
    }
  }

  /// Lets a person join by an invitation of `inviter`; returns the new member's viewer.
  private func join(
    _ username: String, by inviter: String?, in town: Town, meanwhile: () async throws -> Void = {}
  ) async throws -> Viewer {
    let code = try await town.community.invitations.create(uses: 3, days: 7, by: inviter.map { town.id($0) })
    try await meanwhile()
    let member = try await town.community.registration.join(
      MemberDraft(username: username, password: "battery staple"), invitation: code)
    return Viewer(account: member.id)
  }

  private func relationship(_ town: Town, _ viewer: Viewer, to name: String) async throws -> Relationship {
    try #require(try await town.community.relationships.of(viewer, to: [town.id(name)]).first)
  }

  private func notices(_ town: Town, _ viewer: Viewer) async throws -> [String] {
    try await town.community.notifications.list(viewer, NotificationFilter(), Cursor()).items.map {
      "\($0.kind.rawValue) \($0.actor.account.username)"
    }
  }

  @Test func `NEW_19 newcomer and inviter follow each other, are told, and can undo it`() async throws {
    try await withMembers { town in
      let zoe = try await join("zoe", by: "ben", in: town)
      let met = try await relationship(town, zoe, to: "ben")
      #expect(met.isFollowing && met.isFollowedBy)
      #expect(try await town.notices("ben") == ["admin.sign_up zoe"])
      #expect(try await town.notices("ada") == [])
      #expect(try await notices(town, zoe) == ["follow ben"])
      let profiles = try await town.community.accounts.profiles([town.id("ben"), zoe.account])
      #expect(profiles.map(\.followersCount) == [1, 1] && profiles.map(\.followingCount) == [1, 1])
      _ = try await town.community.relationships.unfollow(town.id("ben"), zoe)
      _ = try await town.community.relationships.unfollow(zoe.account, town.viewer("ben"))
      let parted = try await relationship(town, zoe, to: "ben")
      #expect(!parted.isFollowing && !parted.isFollowedBy)
    }
  }

  @Test func `NEW_19 an invitation without an inviter is the first owner's`() async throws {
    try await withMembers { town in
      let zoe = try await join("zoe", by: nil, in: town)
      #expect(try await relationship(town, zoe, to: "ada").isFollowing)
      #expect(try await town.notices("ada") == ["admin.sign_up zoe"])
    }
  }

  @Test func `NEW_19 the owner stands in for an inviter who is suspended or gone`() async throws {
    try await withMembers { town in
      let yan = try await join("yan", by: "ben", in: town) { try await town.suspend("ben") }
      #expect(try await relationship(town, yan, to: "ada").isFollowing)
      let zoe = try await join("zoe", by: "cat", in: town) { try await town.community.members.remove("cat") }
      #expect(try await relationship(town, zoe, to: "ada").isFollowing)
      #expect(try await town.notices("ada") == ["admin.sign_up zoe", "admin.sign_up yan"])
    }
  }

  @Test func `NEW_19 a locked inviter is followed at once, as the invitation is the answer`() async throws {
    try await withMembers { town in
      var change = ProfileChange()
      change.flags[.locked] = true
      _ = try await town.community.accounts.updateProfile(change, viewer: town.viewer("ben"))
      let zoe = try await join("zoe", by: "ben", in: town)
      let met = try await relationship(town, zoe, to: "ben")
      #expect(met.isFollowing && !met.isRequested)
    }
  }

  @Test func `NEW_19 a name that is taken joins nobody and follows nobody`() async throws {
    try await withMembers { town in
      await #expect(throws: MemberProblem.takenUsername) { try await join("cat", by: "ben", in: town) }
      let notices = try await town.notices("ben")
      #expect(notices.isEmpty)
      let untouched = try await relationship(town, town.viewer("cat"), to: "ben")
      #expect(!untouched.isFollowing)
    }
  }

  @Test func `NEW_19 the invitation and the inviter of a join are stored`() async throws {
    try await withMembers { town in
      let store = town.community.store
      let code = try await town.community.invitations.create(uses: 2, days: 7, by: town.id("ben"))
      let invitation = try #require(try await store.invitation(code: Secret.hash(code), now: 0))
      #expect(invitation.uses == 2 && invitation.usesLeft == 2)
      var joined: [Int64] = []
      for name in ["yan", "zoe"] {
        let member = try await town.community.registration.join(
          MemberDraft(username: name, password: "battery staple"), invitation: code)
        joined.append(member.id)
      }
      // Another invitation removes used ones, but not those that a member joined by.
      _ = try await town.community.invitations.create(uses: 1, days: 7)
      town.clock.advance(seconds: 30 * 86_400)
      try await store.removeEnded(by: town.clock.now.milliseconds, keysBefore: 0)
      for id in joined {
        #expect(
          try await store.join(of: id)
            == JoinRecord(invitation: invitation.id, inviter: town.id("ben"), isWelcomed: false))
      }
      #expect(try await store.join(of: town.id("ben")) == nil)
      try await town.community.members.remove("ben")
      #expect(try await store.join(of: joined[0])?.inviter == nil)
      try await town.community.members.remove("yan")
      #expect(try await store.join(of: joined[0]) == nil)
    }
  }

  @Test func `NEW_19 where everybody may join, nobody is followed`() async throws {
    try await withMembers { town in
      try await town.community.settings.setRegistrationMode(.open)
      let member = try await town.community.registration.register(
        MemberDraft(username: "zoe", password: "battery staple"))
      #expect(try await town.community.accounts.profiles([member.id]).first?.followingCount == 0)
      #expect(
        try await town.community.store.join(of: member.id)
          == JoinRecord(invitation: nil, inviter: nil, isWelcomed: false))
    }
  }

  // A link for a new password.

  @Test func `NEW_19 a link for a password ends after an hour, and with any other change of the password`()
    async throws
  {
    try await withMembers { town in
      let resets = town.community.passwordResets
      let late = try await resets.create(for: "ben").code
      town.clock.advance(seconds: 3599)
      #expect(try await resets.find(late)?.username == "ben")
      town.clock.advance(seconds: 1)
      #expect(try await resets.find(late) == nil)
      await #expect(throws: CommunityError.notFound) {
        try await resets.use(late, password: "battery staple")
      }
      let other = try await resets.create(for: "BEN").code
      try await town.community.members.setPassword(of: "ben", to: "other horse")
      #expect(try await resets.find(other) == nil)
      for name in ["nona", "dan"] {
        await #expect(throws: CommunityError.notFound, "\(name) can't sign in") {
          try await resets.create(for: name)
        }
      }
    }
  }

  @Test func `NEW_19 of several who use a link at once one succeeds`() async throws {
    try await withMembers { town in
      let resets = town.community.passwordResets
      let code = try await resets.create(for: "ben").code
      let succeeded = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<5 {
          group.addTask { (try? await resets.use(code, password: "battery staple \(number)")) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(succeeded == 1)
    }
  }
}
