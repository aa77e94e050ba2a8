import DatabaseTestSupport
import Social
import Testing

@testable import Community
@testable import Storage

/// The audience of replies, of posts that are narrowed later, and of posts whose author chooses none.
@Suite struct AudienceTests {
  private func narrow(_ post: Post, to audience: Visibility, by name: String, _ town: Town) async throws
    -> Post
  {
    try await town.community.posts.edit(
      number(post.id), PostChange(visibility: audience), viewer: town.viewer(name))
  }

  private func seers(of post: Post, _ town: Town) async throws -> [String] {
    var seers: [String] = []
    for name in [""] + Town.names {
      let viewer = name.isEmpty ? nil : town.viewer(name)
      if try await town.community.posts.find(number(post.id), viewer: viewer) != nil { seers.append(name) }
    }
    return seers
  }

  @Test(arguments: Visibility.withoutCircles)
  func `NEW_17 a reply is at most for those whom its parent is for`(_ parent: Visibility) async throws {
    try await withTown { town in
      let post = try await town.post("x @ben", by: "ada", parent)
      for wanted in Visibility.withoutCircles {
        let reply = try await town.post("@ada y", by: "ben", wanted, replyTo: post)
        #expect(reply.visibility == wanted.narrower(parent))
      }
      #expect(try await town.post("@ada y", by: "ben", replyTo: post).visibility == parent)
      let comment = try await town.post("z", by: "ben", .everybody, replyTo: post, isComment: true)
      #expect(comment.visibility == parent)
    }
  }

  @Test func `NEW_17 a post is narrowed, and never widened`() async throws {
    try await withTown { town in
      for before in Visibility.withoutCircles {
        for after in Visibility.withoutCircles {
          let post = try await town.post("x", by: "ada", before)
          if after == before || after.isNarrower(than: before) {
            #expect(try await narrow(post, to: after, by: "ada", town).visibility == after)
          } else {
            await #expect(throws: CommunityError.self) { try await narrow(post, to: after, by: "ada", town) }
            #expect(
              try await town.community.posts.find(number(post.id), viewer: town.viewer("ada"))?.visibility
                == before)
          }
        }
      }
      let post = try await town.post("x", by: "ada")
      await #expect(throws: CommunityError.notFound) { try await narrow(post, to: .members, by: "ben", town) }
      #expect(try await town.community.store.mendCounters().isEmpty)
    }
  }

  @Test func `NEW_17 who may not see a narrowed post any more loses it, and what was written below`()
    async throws
  {
    try await withTown { town in
      try await town.follow("ada", by: "ben")
      let post = try await town.post("x", by: "ada")
      let reply = try await town.post("y", by: "cat", replyTo: post)
      let below = try await town.post("z", by: "dan", replyTo: reply)
      #expect(try await seers(of: below, town) == [""] + Town.names)
      let members = try await narrow(post, to: .members, by: "ada", town)
      #expect(members.repliesCount == 1 && members.editedAt == nil)
      for post in [post, reply, below] { #expect(try await seers(of: post, town) == Town.names) }
      let followers = try await narrow(post, to: .followers, by: "ada", town)
      #expect(followers.repliesCount == 0)
      #expect(try await seers(of: post, town) == ["ada", "ben"])
      // The authors of the parents see what answers them.
      #expect(try await seers(of: reply, town) == ["ada", "cat"])
      #expect(try await seers(of: below, town) == ["cat", "dan"])
      #expect(try await town.community.posts.history(number(post.id), viewer: town.viewer("ada")).count == 1)
      #expect(try await town.community.store.mendCounters().isEmpty)
    }
  }

  @Test func `NEW_17 a pinned post that only some see leaves the top of the page, and its link the previews`()
    async throws
  {
    try await withTown { town in
      let post = try await town.post("see https://example.org/a", by: "ada")
      let ada = town.viewer("ada")
      _ = try await town.community.posts.pin(number(post.id), ada)
      func links() async throws -> Int64? {
        try await town.community.store.driver.read { try $0.integer("SELECT count(*) FROM post_links") }
      }
      let before = try await links()
      _ = try await narrow(post, to: .members, by: "ada", town)
      #expect(try await links() == before)
      _ = try await narrow(post, to: .direct, by: "ada", town)
      #expect(try await links() == 0)
      #expect(try await town.community.timelines.pinned(of: 1, viewer: ada).isEmpty)
    }
  }

  @Test func `NEW_17 other members do not repost what is for members`() async throws {
    try await withTown { town in
      let post = try await town.post("x", by: "ada", .members)
      await #expect(throws: CommunityError.self) {
        try await town.community.posts.repost(number(post.id), viewer: town.viewer("ben"), visibility: nil)
      }
      let own = try await town.community.posts.repost(
        number(post.id), viewer: town.viewer("ada"), visibility: .everybody)
      #expect(try await town.community.posts.entry(number(own.id), viewer: nil) == nil)
      #expect(try await town.community.posts.entry(number(own.id), viewer: town.viewer("cat")) != nil)
      // Earlier reposts show to those who see the post.
      let open = try await town.post("y", by: "ada")
      let repost = try await town.community.posts.repost(
        number(open.id), viewer: town.viewer("ben"), visibility: nil)
      _ = try await narrow(open, to: .members, by: "ada", town)
      #expect(try await town.community.posts.entry(number(repost.id), viewer: nil) == nil)
      let seen = try await town.community.posts.entry(number(repost.id), viewer: town.viewer("cat"))
      #expect(seen != nil && seen?.visibility == nil, "the repost says the same audience")
    }
  }

  @Test func `NEW_17 the default audience is the community's, then the member's`() async throws {
    try await withTown { town in
      let community = town.community
      #expect(try await community.settings.defaultAudience() == .everybody)
      #expect(try await town.post("a", by: "ada").visibility == .everybody)
      try await community.settings.setDefaultAudience(.members)
      #expect(try await community.settings.defaultAudience() == .members)
      #expect(try await town.post("b", by: "ada").visibility == .members)
      var change = ProfileChange()
      change.privacy = .unlisted
      #expect(
        try await community.accounts.updateProfile(change, viewer: town.viewer("ben")).privacy == .unlisted)
      #expect(try await town.post("c", by: "ben").visibility == .unlisted)
      #expect(try await community.accounts.ownProfile(town.viewer("ada")).privacy == .members)
      // A choice that equals the community's stays when that changes.
      change.privacy = .members
      _ = try await community.accounts.updateProfile(change, viewer: town.viewer("cat"))
      try await community.settings.setDefaultAudience(.everybody)
      #expect(try await town.post("d", by: "cat").visibility == .members)
      #expect(try await town.post("e", by: "ada").visibility == .everybody)
      await #expect(throws: CommunityError.self) { try await community.settings.setDefaultAudience(.direct) }
    }
  }
}
