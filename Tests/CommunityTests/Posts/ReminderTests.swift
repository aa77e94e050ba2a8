import Social
import Testing

@testable import Community

/// Tests reminders: who is told of a post because its author named them for that (decision 0089).
@Suite struct ReminderTests {
  private func publish(
    _ text: String, reminding names: [String], _ visibility: Visibility = .everybody,
    circles: CircleChoice? = nil, in town: Town
  ) async throws -> Post {
    try await town.community.posts.publish(
      PostDraft(
        text: text, visibility: visibility, circles: circles, reminded: names.map { town.id($0) }),
      viewer: town.viewer("ada"), idempotencyKey: nil)
  }

  private func reminded(_ post: Post, as name: String?, _ town: Town) async throws -> [String]? {
    let viewer = name.map { town.viewer($0) }
    return try await town.community.posts.find(number(post.id), viewer: viewer)?.reminded.map(\.username)
  }

  @Test func `NEW_22 who muted the author is told of a reminder, but not who blocked them`() async throws {
    try await withTown { town in
      let relationships = town.community.relationships
      _ = try await relationships.mute(
        town.id("ada"), town.viewer("ben"), hidesNotifications: true, duration: nil)
      _ = try await relationships.block(town.id("ada"), town.viewer("cat"))
      let people = ["ben", "cat", "dan"]
      _ = try await publish("@ben @cat @dan plain", reminding: [], in: town)
      let post = try await publish("Come", reminding: people + ["ada", "dan"], in: town)
      #expect(post.reminded.map(\.username) == ["ben", "dan"])
      #expect(try await town.notices("ben") == ["mention ada Come"])
      #expect(try await town.community.notifications.unreadCount(town.viewer("ben")) == 1)
      #expect(try await town.notices("cat") == [])
      #expect(try await town.notices("dan") == ["mention ada Come", "mention ada @ben @cat @dan plain"])
      #expect(try await town.notices("ada") == [])
      #expect(try await town.home("ben") == [], "the muted author stays out of home")
      // A block takes it back, and so does a muted conversation for what comes later.
      _ = try await relationships.block(town.id("ada"), town.viewer("ben"))
      #expect(try await town.notices("ben") == [])
    }
  }

  @Test func `NEW_22 a reminder makes no post visible`() async throws {
    try await withTown { town in
      try await town.follow("ada", by: "ben")
      let family = try await town.circle("Family", of: "ada", ["cat"])
      let cases: [(Visibility, CircleChoice?, [String])] = [
        (.everybody, nil, ["ben", "cat", "dan"]), (.members, nil, ["ben", "cat", "dan"]),
        (.followers, nil, ["ben"]), (.everybody, CircleChoice([family]), ["cat"]),
        (.members, CircleChoice([], but: [family]), ["ben", "dan"]), (.direct, nil, []),
      ]
      for (index, (visibility, circles, expected)) in cases.enumerated() {
        let people = ["ben", "cat", "dan"]
        let post = try await publish(
          "post \(index)", reminding: people, visibility, circles: circles, in: town)
        #expect(post.reminded.map(\.username) == expected)
        for name in people {
          let isTold = try await town.notices(name).first == "mention ada post \(index)"
          #expect(isTold == expected.contains(name), "\(name) of \(index)")
          let seen = try await town.community.posts.find(number(post.id), viewer: town.viewer(name))
          #expect((seen != nil) == expected.contains(name), "\(name) of \(index)")
        }
      }
      // People that the text names see a post for followers.
      let named = try await publish("@dan too", reminding: ["dan", "cat"], .followers, in: town)
      #expect(named.reminded.map(\.username) == ["dan"])
    }
  }

  @Test func `NEW_22 the author knows who was reminded, each of them only themselves`() async throws {
    try await withTown { town in
      let post = try await publish("Come", reminding: ["ben", "cat"], in: town)
      for _ in 0..<2 {
        #expect(try await reminded(post, as: "ben", town) == ["ben"])
        #expect(try await reminded(post, as: nil, town) == [])
        #expect(try await reminded(post, as: "ada", town) == ["ben", "cat"])
        #expect(try await reminded(post, as: "dan", town) == [])
        #expect(try await reminded(post, as: "cat", town) == ["cat"])
      }
      let repost = try await town.community.posts.repost(
        number(post.id), viewer: town.viewer("dan"), visibility: nil)
      #expect(repost.post.reminded == [])
      #expect(post.mentions == [], "the text names nobody")
    }
  }

  @Test func `NEW_22 a narrower audience hides the post from the reminded, who still count`() async throws {
    try await withTown { town in
      let (posts, ada) = (town.community.posts, town.viewer("ada"))
      try await town.follow("ada", by: "cat")
      let post = try await publish("Come", reminding: ["ben", "cat"], in: town)
      _ = try await posts.edit(number(post.id), PostChange(visibility: .followers), viewer: ada)
      #expect(try await reminded(post, as: "ada", town) == ["ben", "cat"], "they were told")
      #expect(try await town.notices("ben") == [])
      #expect(try await reminded(post, as: "ben", town) == nil)
      #expect(try await town.notices("cat") == ["mention ada Come"])
      // Otherwise each narrowing would make room for ten more.
      await #expect(throws: CommunityError.self) {
        try await posts.edit(number(post.id), PostChange(reminded: Array(10...18)), viewer: ada)
      }
      try await town.follow("ada", by: "ben")
      #expect(try await town.notices("ben") == ["mention ada Come"])
      let again = try await posts.edit(
        number(post.id), PostChange(reminded: [town.id("ben")]), viewer: ada)
      #expect(again.reminded.count == 2)
      #expect(try await town.notices("ben") == ["mention ada Come"], "told once")
    }
  }

  @Test func `NEW_22 ten people at most are reminded of a post, with all its changes, and of no reply`()
    async throws
  {
    try await withTown { town in
      let (posts, ada) = (town.community.posts, town.viewer("ada"))
      func draft(_ ids: [Int64], replyTo: Int64? = nil) -> PostDraft {
        PostDraft(text: "x", replyTo: replyTo, reminded: ids)
      }
      await #expect(throws: CommunityError.self) {
        try await posts.publish(draft(Array(2...12)), viewer: ada, idempotencyKey: nil)
      }
      let post = try await posts.publish(draft([2, 3, 99]), viewer: ada, idempotencyKey: nil)
      #expect(post.reminded.count == 2, "nobody has the id 99")
      let id = number(post.id)
      await #expect(throws: CommunityError.self) {
        try await posts.edit(id, PostChange(reminded: Array(4...12)), viewer: ada)
      }
      let changed = try await posts.edit(id, PostChange(reminded: [2, 3, 4]), viewer: ada)
      #expect(changed.reminded.map(\.username) == ["ben", "cat", "dan"] && changed.editedAt == nil)
      #expect(try await town.notices("ben") == ["mention ada x"], "told once")
      #expect(try await town.notices("dan") == ["mention ada x"])
      await #expect(throws: CommunityError.self) {
        try await posts.publish(draft([2], replyTo: id), viewer: ada, idempotencyKey: nil)
      }
      let reply = try await posts.publish(draft([], replyTo: id), viewer: ada, idempotencyKey: nil)
      await #expect(throws: CommunityError.self) {
        try await posts.edit(number(reply.id), PostChange(reminded: [2]), viewer: ada)
      }
    }
  }
}
