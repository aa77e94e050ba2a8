import Social
import Testing

@testable import Community

@Suite struct GraphTests {
  private func relationship(_ town: Town, _ name: String, to other: String) async throws -> Relationship {
    try #require(try await town.community.relationships.of(town.viewer(name), to: [town.id(other)]).first)
  }

  private func counts(_ town: Town, _ name: String) async throws -> [Int] {
    let profile = try #require(try await town.community.accounts.profile(named: name, viewer: nil))
    return [profile.followersCount, profile.followingCount]
  }

  @Test func `Following, twice, and ending it, is counted once`() async throws {
    try await withTown { town in
      for _ in 0..<2 { try await town.follow("ada", by: "ben") }
      let following = try await relationship(town, "ben", to: "ada")
      #expect(
        following.isFollowing && following.showsReposts && !following.notifies && !following.isRequested)
      #expect(try await relationship(town, "ada", to: "ben").isFollowedBy)
      #expect(try await counts(town, "ada") == [1, 0])
      #expect(try await counts(town, "ben") == [0, 1])
      for _ in 0..<2 {
        _ = try await town.community.relationships.unfollow(town.id("ada"), town.viewer("ben"))
      }
      #expect(try await counts(town, "ada") == [0, 0])
      #expect(try await counts(town, "ben") == [0, 0])
    }
  }

  @Test func `A locked account is asked, and answers`() async throws {
    try await withTown { town in
      let community = town.community
      let ada = town.viewer("ada")
      var change = ProfileChange()
      change.flags[.locked] = true
      #expect(try await community.accounts.updateProfile(change, viewer: ada).profile.isLocked)
      for name in ["ben", "cat"] { try await town.follow("ada", by: name) }
      let request = try await relationship(town, "ben", to: "ada")
      #expect(request.isRequested && !request.isFollowing)
      #expect(try await relationship(town, "ada", to: "ben").isRequestedBy)
      #expect(try await town.notices("ada") == ["follow_request cat", "follow_request ben"])
      #expect(try await community.accounts.ownProfile(ada).followRequestsCount == 2)
      #expect(
        try await community.relationships.followRequests(ada, Cursor()).items.map(\.account.username) == [
          "cat", "ben",
        ])
      #expect(
        try await community.relationships.answerFollowRequest(from: town.id("ben"), ada, accept: true)
          .isFollowedBy)
      #expect(
        try await !community.relationships.answerFollowRequest(from: town.id("cat"), ada, accept: false)
          .isFollowedBy)
      await #expect(throws: CommunityError.notFound) {
        try await community.relationships.answerFollowRequest(from: town.id("cat"), ada, accept: true)
      }
      #expect(try await counts(town, "ada") == [1, 0])
      #expect(try await town.notices("ada") == ["follow ben"])
      #expect(try await community.relationships.removeFollower(town.id("ben"), ada).isFollowedBy == false)
      #expect(try await counts(town, "ada") == [0, 0])
    }
  }

  @Test func `A request ends when the account is unlocked and followed, and rejecting it then ends nothing`()
    async throws
  {
    try await withTown { town in
      let community = town.community
      let ada = town.viewer("ada")
      var change = ProfileChange()
      change.flags[.locked] = true
      _ = try await community.accounts.updateProfile(change, viewer: ada)
      try await town.follow("ada", by: "ben")
      change.flags[.locked] = false
      _ = try await community.accounts.updateProfile(change, viewer: ada)
      try await town.follow("ada", by: "ben")
      #expect(try await community.relationships.followRequests(ada, Cursor()).items.isEmpty)
      #expect(try await town.notices("ada") == ["follow ben"])
      await #expect(throws: CommunityError.notFound) {
        try await community.relationships.answerFollowRequest(from: town.id("ben"), ada, accept: false)
      }
      let after = try await relationship(town, "ben", to: "ada")
      #expect(after.isFollowing && !after.isRequested)
      #expect(try await counts(town, "ada") == [1, 0])
    }
  }

  @Test func `A block ends following both ways, and keeps it from beginning again`() async throws {
    try await withTown { town in
      let community = town.community
      try await town.follow("ada", by: "ben")
      try await town.follow("ben", by: "ada")
      let block = try await community.relationships.block(town.id("ben"), town.viewer("ada"))
      #expect(block.isBlocking && !block.isFollowing && !block.isFollowedBy)
      #expect(try await relationship(town, "ben", to: "ada").isBlockedBy)
      #expect(try await counts(town, "ada") == [0, 0])
      #expect(try await counts(town, "ben") == [0, 0])
      #expect(
        try await community.relationships.blocks(town.viewer("ada"), Cursor()).items.map(\.account.username)
          == ["ben"])
      for (follower, followee) in [("ben", "ada"), ("ada", "ben")] {
        await #expect(throws: CommunityError.notAllowed("This action is not allowed")) {
          try await town.follow(followee, by: follower)
        }
      }
      #expect(
        try await community.relationships.followers(of: 1, viewer: town.viewer("ben"), Cursor()).items.isEmpty
      )
      #expect(try await !community.relationships.unblock(town.id("ben"), town.viewer("ada")).isBlocking)
      try await town.follow("ada", by: "ben")
    }
  }

  @Test func `Nobody relates to themselves, nor to nobody`() async throws {
    try await withTown { town in
      let community = town.community
      await #expect(throws: CommunityError.notAllowed("This action is not allowed")) {
        try await town.follow("ada", by: "ada")
      }
      await #expect(throws: CommunityError.notFound) {
        try await community.relationships.block(99, town.viewer("ada"))
      }
      let found = try await community.relationships.of(town.viewer("ada"), to: [99, 2])
      #expect(found.map(\.id) == ["2"])
      await #expect(throws: CommunityError.notFound) {
        try await community.relationships.followers(of: 99, viewer: nil, Cursor())
      }
    }
  }

  @Test func `An account is changed within its limits`() async throws {
    try await withTown { town in
      let community = town.community
      let ada = town.viewer("ada")
      var change = ProfileChange()
      change.texts[.nick] = "Ada \u{202E}L.\n"
      change.texts[.note] = "I count.\u{0}"
      change.fields = [Profile.Field(name: "Home", value: .text("London"))]
      change.flags[.bot] = true
      change.privacy = .followers
      let own = try await community.accounts.updateProfile(change, viewer: ada)
      #expect(own.profile.account.nick == "Ada L. " && own.note == "I count." && own.profile.isBot)
      #expect(own.fields == change.fields && own.privacy == .followers && own.role != .owner)
      #expect(try await community.accounts.updateProfile(ProfileChange(), viewer: ada) == own)
      for change in [
        { $0.texts[.nick] = String(repeating: "a", count: 31) },
        { $0.texts[.note] = String(repeating: "a", count: 501) },
        { $0.fields = Array(repeating: Profile.Field(name: "a", value: .text("b")), count: 5) },
        { $0.fields = [Profile.Field(name: "a", value: .text(String(repeating: "b", count: 256)))] },
        { $0.language = String(repeating: "a", count: 36) },
      ] as [(inout ProfileChange) -> Void] {
        var refused = ProfileChange()
        change(&refused)
        let sent = refused
        await #expect(throws: CommunityError.self) {
          try await community.accounts.updateProfile(sent, viewer: ada)
        }
      }
      #expect(try await community.accounts.ownProfile(ada) == own)
    }
  }

  @Test func `Accounts are found by the beginning of their names first; wildcards are letters`() async throws
  {
    try await withTown { town in
      let community = town.community
      var change = ProfileChange()
      change.texts[.nick] = "100% Éve_"
      _ = try await community.accounts.updateProfile(change, viewer: town.viewer("ben"))
      func found(_ query: String, _ name: String? = nil, onlyFollowed: Bool = false) async throws -> [String]
      {
        try await community.search.accounts(
          query, viewer: name.map { town.viewer($0) }, limit: 3, onlyFollowed: onlyFollowed
        ).map(\.account.username)
      }
      #expect(try await found("@ADA") == ["ada"])
      for written in ["éve", "eve", "ÈVE"] {
        #expect(try await found(written) == ["eve", "ben"], "\(written)")
      }
      #expect(try await found("%") == ["ben"])
      #expect(try await found("_") == ["ben"])
      #expect(try await found("a").first == "ada")
      #expect(try await found("  ").isEmpty)
      try await town.follow("cat", by: "ada")
      #expect(try await found("a", "ada", onlyFollowed: true) == ["cat"])
      #expect(try await found("a", "ada").prefix(2) == ["ada", "cat"], "then those whom one follows")
      _ = try await community.relationships.block(town.id("ada"), town.viewer("cat"))
      #expect(try await found("cat", "ada").isEmpty)
    }
  }
}
