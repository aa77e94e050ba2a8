import Social
import Testing

@testable import Community

@Suite struct PublishingTests {
  @Test func `TWT_05 A post comes back as it is stored, and is counted`() async throws {
    try await withTown { town in
      let draft = PostDraft(
        text: "Look @BEN and @nobody: #Straße #straße https://example.org/#no", warning: "long",
        language: "de")
      let post = try await town.community.posts.publish(
        draft, viewer: town.viewer("ada"), idempotencyKey: nil)
      #expect(post.content == .text(draft.text) && post.warning == "long" && post.isSensitive)
      #expect(post.visibility == .everybody && post.language == "de" && post.client?.name == "Test")
      #expect(post.mentions.map(\.handle) == ["ben"] && post.tags.map(\.name) == ["straße"])
      #expect(post.createdAt == town.clock.now && post.editedAt == nil && post.replyTo == nil)
      #expect(post.author.account.username == "ada" && post.author.postsCount == 1)
      let reply = try await town.post("yes", by: "ben", replyTo: post)
      #expect(reply.replyTo == Post.Reply(id: post.id, author: "1"))
      #expect(try await town.community.posts.find(number(post.id), viewer: nil)?.repliesCount == 1)
    }
  }

  @Test func `Of two edits at once none takes back what the other changed`() async throws {
    try await withTown { town in
      let community = town.community
      let id = number(try await town.post("old", by: "ada").id)
      for _ in 0..<10 {
        async let text = community.posts.edit(id, PostChange(text: "new"), viewer: town.viewer("ada"))
        async let warning = community.posts.edit(id, PostChange(warning: "Mind"), viewer: town.viewer("ada"))
        _ = try await (text, warning)
        let both = try #require(try await community.posts.find(id, viewer: nil))
        #expect(both.content == .text("new") && both.warning == "Mind" && both.isSensitive)
        _ = try await community.posts.edit(
          id, PostChange(text: "old", warning: "", isSensitive: false), viewer: town.viewer("ada"))
      }
    }
  }

  @Test func `Replies that only some may see are not counted`() async throws {
    try await withTown { town in
      let post = try await town.post("x", by: "ada")
      var replies: [Visibility: Post] = [:]
      for visibility in Visibility.withoutCircles {
        replies[visibility] = try await town.post("@ada y", by: "ben", visibility, replyTo: post)
      }
      func count() async throws -> Int? {
        try await town.community.posts.find(number(post.id), viewer: town.viewer("ada"))?.repliesCount
      }
      #expect(try await count() == 2)
      let left: [(Visibility, Int)] = [
        (.direct, 2), (.followers, 2), (.members, 2), (.unlisted, 1), (.everybody, 0),
      ]
      for (visibility, left) in left {
        let reply = try #require(replies[visibility])
        _ = try await town.community.posts.delete(number(reply.id), viewer: town.viewer("ben"))
        #expect(try await count() == left, "\(visibility)")
      }
    }
  }

  @Test(arguments: ["", "  \n", "\u{200B}\u{FEFF}", "\u{202E}\u{0}\u{7}"])
  func `A blank text is refused`(_ text: String) async throws {
    try await withTown { town in
      await #expect(throws: CommunityError.invalid("Validation failed: Text can't be blank")) {
        try await town.post(text, by: "ada")
      }
    }
  }

  @Test func `A text has at most 500 characters, its warning included; an address counts 23`() async throws {
    try await withTown { town in
      let tooLong = CommunityError.invalid(
        "Validation failed: Text character limit of 500 exceeded", .textTooLong)
      let address = "https://example.org/" + String(repeating: "a", count: 400)
      try await town.post(String(repeating: "字", count: 500), by: "ada")
      try await town.post(String(repeating: "a", count: 476) + " " + address, by: "ada")
      await #expect(throws: tooLong) {
        try await town.post(String(repeating: "a", count: 477) + " " + address, by: "ada")
      }
      await #expect(throws: tooLong) {
        try await town.post(String(repeating: "a", count: 10_000_000), by: "ada")
      }
      await #expect(throws: tooLong) {
        try await town.community.posts.publish(
          PostDraft(text: String(repeating: "a", count: 400), warning: String(repeating: "b", count: 101)),
          viewer: town.viewer("ada"), idempotencyKey: nil)
      }
      #expect(try await town.home("ada").count == 2)
    }
  }

  @Test func `A warning covers the pictures also where it becomes the text (28_7)`() async throws {
    try await withTown { town in
      let community = town.community
      for isSensitive in [nil, false] as [Bool?] {
        let post = try await community.posts.publish(
          PostDraft(text: " ", warning: "Spiders", isSensitive: isSensitive), viewer: town.viewer("ada"),
          idempotencyKey: nil)
        #expect(post.content.typed == "Spiders" && post.warning.isEmpty && post.isSensitive)
      }
      let plain = try await community.posts.publish(
        PostDraft(text: "Bees", warning: " "), viewer: town.viewer("ada"), idempotencyKey: nil)
      #expect(!plain.isSensitive)
    }
  }

  @Test func `An edit to a warning alone covers the pictures (28_7)`() async throws {
    try await withTown { town in
      let id = number(try await town.post("Spiders", by: "ada").id)
      let edited = try await town.community.posts.edit(
        id, PostChange(text: "", warning: "Spiders"), viewer: town.viewer("ada"))
      #expect(edited.content.typed == "Spiders" && edited.warning.isEmpty && edited.isSensitive)
    }
  }

  @Test func `The same key within 30 days returns the same post`() async throws {
    try await withTown { town in
      let first = try await town.post("once", by: "ada", key: "k")
      #expect(try await town.post("once", by: "ada", key: "k").id == first.id)
      #expect(try await town.post("mine", by: "ben", key: "k").id != first.id)
      #expect(try await town.home("ada") == ["once"])
      // A device that lost the response may be without a network for a long time.
      town.clock.advance(seconds: 25 * 3600)
      #expect(try await town.post("once", by: "ada", key: "k").id == first.id)
      town.clock.advance(seconds: 29 * 86_400)
      #expect(try await town.post("once", by: "ada", key: "k").id != first.id)
      await #expect(throws: CommunityError.self) {
        try await town.post("x", by: "ada", key: String(repeating: "k", count: 201))
      }
    }
  }

  @Test func `The same key at the same time makes one post`() async throws {
    try await withTown { town in
      let ids = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<20 { group.addTask { try await town.post("once", by: "ada", key: "k").id } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(ids.count == 1)
    }
  }

  @Test func `Who does not choose an audience gets their own default, and none wider than the parent's`()
    async throws
  {
    try await withTown { town in
      var change = ProfileChange()
      change.privacy = .unlisted
      change.isSensitive = true
      change.language = "zh"
      _ = try await town.community.accounts.updateProfile(change, viewer: town.viewer("ben"))
      let own = try await town.post("mine", by: "ben")
      #expect(own.visibility == .unlisted && own.isSensitive && own.language == "zh")
      let open = try await town.community.posts.publish(
        PostDraft(text: "look", isSensitive: false), viewer: town.viewer("ben"), idempotencyKey: nil)
      #expect(!open.isSensitive)
      let direct = try await town.post("psst @ben", by: "ada", .direct)
      let answer = try await town.post("what?", by: "ben", replyTo: direct)
      #expect(answer.visibility == .direct)
      #expect(try await town.community.posts.find(number(answer.id), viewer: town.viewer("ada")) != nil)
      #expect(try await town.community.posts.find(number(answer.id), viewer: town.viewer("cat")) == nil)
    }
  }

  @Test func `Ids of what is written at the same moment grow`() async throws {
    try await withTown { town in
      var last: Int64 = 0
      for index in 0..<50 {
        let id = number(try await town.post("\(index)", by: "ada").id)
        #expect(id > last)
        last = id
      }
    }
  }
}
