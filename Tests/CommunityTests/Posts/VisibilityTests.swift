import Social
import Testing

@testable import Community

/// The viewers of Ada's posts. Ben follows her, Cat doesn't, Dan asked to follow, Ada blocked Eve, Fay blocked
/// Ada, and Gus is mentioned.
@Suite struct VisibilityTests {
  private static let seers: [Visibility: Set<String>] = [
    .everybody: ["", "ada", "ben", "cat", "dan", "gus"],
    .unlisted: ["", "ada", "ben", "cat", "dan", "gus"],
    .members: ["ada", "ben", "cat", "dan", "gus"],
    .followers: ["ada", "ben", "gus"],
    .direct: ["ada", "gus"],
  ]
  private static let viewers = [""] + Town.names

  private func withPost(_ visibility: Visibility, _ body: (Town, Post) async throws -> Void) async throws {
    try await withTown { town in
      let community = town.community
      for name in ["ben", "eve", "fay"] { try await town.follow("ada", by: name) }
      var change = ProfileChange()
      change.flags[.locked] = true
      _ = try await community.accounts.updateProfile(change, viewer: town.viewer("ada"))
      try await town.follow("ada", by: "dan")
      _ = try await community.relationships.block(town.id("eve"), town.viewer("ada"))
      _ = try await community.relationships.block(town.id("ada"), town.viewer("fay"))
      try await body(town, try await town.post("needle #topic @gus @eve @fay", by: "ada", visibility))
    }
  }

  @Test func `MOM_02 Of whom one blocked, or who blocked one, no like shows on a Moments page`() async throws
  {
    try await withTown { town in
      let community = town.community
      let post = try await town.post("liked", by: "cat")
      for name in ["ada", "ben", "dan"] {
        _ = try await community.posts.favourite(number(post.id), town.viewer(name))
      }
      func likes(_ viewer: String?) async throws -> [String] {
        try await community.moments.page(of: "cat", viewer: viewer.map { town.viewer($0) })?.first?.likes.map(
          \.username) ?? []
      }
      for viewer in [nil, "ada", "ben", "cat"] { #expect(try await likes(viewer) == ["ada", "ben", "dan"]) }
      _ = try await community.relationships.block(town.id("ben"), town.viewer("ada"))
      #expect(try await likes("ada") == ["ada", "dan"])
      #expect(try await likes("ben") == ["ben", "dan"])
      for viewer in [nil, "cat", "dan"] { #expect(try await likes(viewer) == ["ada", "ben", "dan"]) }
    }
  }

  @Test
  func
    `MOM_02 What is to be shown only when asked for is not on the Moments page unless it can be covered, nor among its comments`()
    async throws
  {
    try await withTown { town in
      let community = town.community
      let open = try await town.post("open", by: "ada")
      for (warning, isSensitive) in [("Mind", nil), ("", true)] as [(String, Bool?)] {
        for replyTo in [nil, number(open.id)] as [Int64?] {
          _ = try await community.posts.publish(
            PostDraft(
              text: "covered", warning: warning, isSensitive: isSensitive, visibility: .everybody,
              replyTo: replyTo),
            viewer: town.viewer("ada"), idempotencyKey: nil)
        }
      }
      try await town.post("a comment", by: "ben", replyTo: open)
      for viewer in [nil, town.viewer("ada"), town.viewer("ben")] {
        let page = try #require(try await community.moments.page(of: "ada", viewer: viewer))
        #expect(page.map(\.text) == ["open"])
        #expect(page.flatMap(\.comments).map(\.text) == ["a comment"])
        let covered = try #require(
          try await community.moments.page(of: "ada", viewer: viewer, hasCovered: true))
        #expect(
          covered.map { "\($0.text) \($0.warning) \($0.isSensitive)" } == [
            "covered  true", "covered Mind true", "open  false",
          ])
        #expect(covered.flatMap(\.comments).map(\.text) == ["a comment"])
      }
    }
  }

  @Test func `Of who is suspended there is no name and no page`() async throws {
    try await withTown { town in
      let community = town.community
      try await town.post("x", by: "ada")
      #expect(try await community.moments.home()?.username == "ada")
      try await town.suspend("ada")
      #expect(try await community.accounts.account("ada", viewer: nil) == nil)
      #expect(try await community.moments.page(of: "ada", viewer: nil) == nil)
      #expect(try await community.moments.page(of: "ada", viewer: town.viewer("ben")) == nil)
      #expect(try await community.moments.home()?.username == "ben")
      #expect(try await !community.isEmpty())
    }
  }

  @Test
  func `Somebody who is blocked finds neither name nor page, also not of whom the blocker follows (28_4)`()
    async throws
  {
    try await withTown { town in
      let community = town.community
      try await town.post("by ada", by: "ada")
      try await town.post("by ben", by: "ben")
      try await town.follow("ben", by: "ada")
      _ = try await community.relationships.block(town.id("cat"), town.viewer("ada"))
      #expect(try await community.accounts.account("ADA", viewer: town.viewer("cat")) == nil)
      #expect(try await community.moments.page(of: "ada", viewer: town.viewer("cat")) == nil)
      // Who blocked may look, as with Mastodon, and sees nothing of who is blocked.
      #expect(try await community.accounts.account("cat", viewer: town.viewer("ada"))?.username == "cat")
      #expect(try await community.moments.page(of: "cat", viewer: town.viewer("ada"))?.map(\.text) == [])
      for viewer in [nil, town.viewer("ben"), town.viewer("ada")] {
        #expect(try await community.accounts.account("ada", viewer: viewer)?.username == "ada")
        #expect(
          try await community.moments.page(of: "ada", viewer: viewer)?.map(\.text) == ["by ben", "by ada"])
      }
      _ = try await community.relationships.unblock(town.id("cat"), town.viewer("ada"))
      #expect(
        try await community.moments.page(of: "ada", viewer: town.viewer("cat"))?.map(\.text) == [
          "by ben", "by ada",
        ])
    }
  }

  @Test func `Who reposted a post for their followers is shown to those only`() async throws {
    try await withTown { town in
      let community = town.community
      let id = number(try await town.post("x", by: "ada").id)
      try await town.follow("ben", by: "cat")
      _ = try await community.posts.repost(id, viewer: town.viewer("ben"), visibility: .followers)
      _ = try await community.posts.repost(id, viewer: town.viewer("dan"), visibility: .unlisted)
      for (name, seen) in [
        ("", ["dan"]), ("ada", ["dan"]), ("cat", ["dan", "ben"]), ("ben", ["dan", "ben"]),
      ] {
        let viewer = name.isEmpty ? nil : town.viewer(name)
        let names = try await community.posts.repostedBy(id, viewer: viewer, Cursor()).items.map(
          \.account.username)
        #expect(names == seen, "\(name)")
      }
    }
  }

  @Test(arguments: Visibility.withoutCircles)
  func `Every read asks the same rule`(_ visibility: Visibility) async throws {
    try await withPost(visibility) { town, post in
      let community = town.community
      let id = number(post.id)
      for name in Self.viewers {
        let viewer = name.isEmpty ? nil : town.viewer(name)
        let sees = Self.seers[visibility, default: []].contains(name)
        let found = sees ? [post.id] : []
        #expect(try await community.posts.find(id, viewer: viewer)?.id == found.first, "\(name)")
        #expect(try await community.posts.find([id], viewer: viewer).map(\.id) == found, "\(name)")
        #expect(try await community.posts.entry(id, viewer: viewer)?.id == found.first, "\(name)")
        let context = try await community.posts.context(of: id, viewer: viewer)
        #expect((context != nil) == sees, "\(name)")
        let versions = try await community.posts.history(id, viewer: viewer)
        #expect(versions.count == (sees ? 1 : 0), "\(name)")
        let own = try await community.timelines.posts(of: 1, viewer: viewer, AccountFilter(), Cursor())
        #expect(own.items.map(\.id) == found, "\(name)")
        let isListed = sees && (visibility == .everybody || visibility == .members && viewer != nil)
        let all = try await community.timelines.publicPosts(viewer: viewer, onlyMedia: false, Cursor())
        #expect(all.items.map(\.id) == (isListed ? found : []), "\(name)")
        let tagged = try await community.timelines.tag("#Topic", viewer: viewer, onlyMedia: false, Cursor())
        #expect(tagged.items.map(\.id) == (isListed ? found : []), "\(name)")
      }
      for viewer in [nil, town.viewer("cat")] {
        let isListed = visibility == .everybody || visibility == .members && viewer != nil
        let tags = try await community.search.tags("TOP", viewer: viewer, limit: 9)
        #expect(tags.map(\.name) == (isListed ? ["topic"] : []))
        let trends = try await community.trends.tags(viewer: viewer, offset: 0, limit: 9)
        #expect(trends.map(\.name) == (isListed ? ["topic"] : []))
        _ = try await community.posts.favourite(id, town.viewer("gus"))
        #expect(
          try await community.trends.posts(viewer: viewer, offset: 0, limit: 9).map(\.id)
            == (isListed ? [post.id] : [])
        )
      }
    }
  }

  @Test(arguments: Visibility.withoutCircles)
  func `Who does not see a post can do nothing with it`(_ visibility: Visibility) async throws {
    try await withPost(visibility) { town, post in
      let community = town.community
      let id = number(post.id)
      for name in Town.names where name != "ada" {
        let viewer = town.viewer(name)
        let sees = Self.seers[visibility, default: []].contains(name)
        let home = try await town.home(name)
        #expect(home.count == (name == "ben" && sees ? 1 : 0), "\(name)")
        let found = try await community.search.posts("Needle", viewer: viewer, from: nil, Cursor())
        #expect(found.count == (sees ? 1 : 0), "\(name)")
        let actions: [(Int64, Viewer) async throws -> Post] = [
          community.posts.favourite, community.posts.bookmark, community.posts.muteConversation,
          community.posts.unmuteConversation,
          community.posts.unbookmark, community.posts.unfavourite, community.posts.unrepost,
        ]
        for action in actions {
          if sees {
            #expect(try await action(id, viewer).id == post.id, "\(name)")
          } else {
            await #expect(throws: CommunityError.notFound, "\(name)") { try await action(id, viewer) }
          }
        }
        if sees {
          #expect(try await town.post("yes", by: name, replyTo: post).visibility == visibility)
        } else {
          await #expect(throws: CommunityError.notFound) {
            try await town.post("yes", by: name, replyTo: post)
          }
          await #expect(throws: CommunityError.notFound) {
            try await community.posts.repost(id, viewer: viewer, visibility: nil)
          }
        }
      }
    }
  }

  @Test func `A repost is seen by whoever sees what it repeats`() async throws {
    try await withPost(.everybody) { town, post in
      let community = town.community
      let repost = try await community.posts.repost(
        number(post.id), viewer: town.viewer("cat"), visibility: nil)
      let id = number(repost.id)
      for name in Self.viewers {
        let viewer = name.isEmpty ? nil : town.viewer(name)
        let sees = Self.seers[.everybody, default: []].contains(name)
        let entry = try await community.posts.entry(id, viewer: viewer)
        #expect((entry != nil) == sees, "\(name)")
        let listed = try await community.timelines.posts(
          of: town.id("cat"), viewer: viewer, AccountFilter(), Cursor())
        #expect(listed.items.map(\.id) == (sees ? [repost.id] : []), "\(name)")
      }
    }
  }

  @Test func `Who blocks or is suspended is gone, with all notifications of them`() async throws {
    try await withTown { town in
      let community = town.community
      let post = try await town.post("hello @cat", by: "ben")
      try await town.post("hi @ben", by: "cat", replyTo: post)
      #expect(try await town.notices("cat") == ["mention ben hello @cat"])
      _ = try await community.relationships.block(town.id("cat"), town.viewer("ben"))
      #expect(try await town.notices("cat").isEmpty)
      #expect(try await town.notices("ben").isEmpty)
      #expect(
        try await community.posts.context(of: number(post.id), viewer: town.viewer("ben"))?.descendants
          .isEmpty == true)
      _ = try await community.relationships.unblock(town.id("cat"), town.viewer("ben"))
      try await town.suspend("ben")
      #expect(try await community.posts.find(number(post.id), viewer: nil) == nil)
      #expect(try await community.accounts.profile(town.id("ben"), viewer: nil) == nil)
      #expect(try await community.accounts.profile(named: "BEN", viewer: nil) == nil)
      #expect(try await community.search.accounts("ben", viewer: nil, limit: 5, onlyFollowed: false).isEmpty)
      #expect(try await community.posts.context(of: number(post.id), viewer: nil) == nil)
      await #expect(throws: CommunityError.notFound) { try await town.post("still here", by: "ben") }
      await #expect(throws: CommunityError.notFound) { try await town.follow("ben", by: "ada") }
    }
  }
}
