import Social
import Testing

@testable import Community
@testable import Storage

/// Posts for circles: who sees them, now and after the circles change (decision 0059).
@Suite struct CircleAudienceTests {
  private func publish(
    _ text: String, by name: String, _ circles: [Int64], but excepted: [Int64] = [],
    _ visibility: Visibility? = nil,
    replyTo: Post? = nil, in town: Town
  ) async throws -> Post {
    try await town.community.posts.publish(
      PostDraft(
        text: text, visibility: visibility, circles: CircleChoice(circles, but: excepted),
        replyTo: replyTo.map { number($0.id) }), viewer: town.viewer(name), idempotencyKey: nil)
  }

  private func seers(of post: Post, _ town: Town) async throws -> [String] {
    var seers: [String] = []
    for name in [""] + Town.names {
      let viewer = name.isEmpty ? nil : town.viewer(name)
      if try await town.community.posts.find(number(post.id), viewer: viewer) != nil { seers.append(name) }
    }
    return seers
  }

  @Test func `NEW_18 a post goes to several circles, and not to the people of others`() async throws {
    try await withTown { town in
      let family = try await town.circle("Family", of: "ada", ["ada", "ben", "cat"])
      let club = try await town.circle("Club", of: "ada", ["dan", "eve"])
      let kids = try await town.circle("Kids", of: "ada", ["cat", "eve"])
      let shared = try await publish("x", by: "ada", [family, club], in: town)
      #expect(try await seers(of: shared, town) == ["ada", "ben", "cat", "dan", "eve"])
      #expect(
        try await seers(of: publish("x", by: "ada", [family, club], but: [kids], in: town), town) == [
          "ada", "ben", "dan",
        ])
      let allBut = try await publish("x", by: "ada", [], but: [kids], .everybody, in: town)
      #expect(try await seers(of: allBut, town) == ["ada", "ben", "dan", "fay", "gus"])
      for name in ["ben", "cat"] { try await town.follow("ada", by: name) }
      let followers = try await publish("x", by: "ada", [], but: [kids], .followers, in: town)
      #expect(try await seers(of: followers, town) == ["ada", "ben"])
      #expect([shared, allBut, followers].map(\.visibility) == [.circles, .circles, .circles])
      #expect(
        shared.circles.map(\.name) == ["Family", "Club"] && shared.circles.allSatisfy { !$0.isExcepted })
      #expect(allBut.circles == [Post.ChosenCircle(id: String(kids), name: "Kids", isExcepted: true)])
      let seen = try await town.community.posts.find(number(shared.id), viewer: town.viewer("ben"))
      #expect(seen?.visibility == .circles && seen?.circles == [])
    }
  }

  @Test func `NEW_18 the audience is that of the moment, whatever becomes of the circle`() async throws {
    try await withTown { town in
      let family = try await town.circle("Family", of: "ada", ["ben", "cat"])
      let work = try await town.circle("Work", of: "ada", ["dan"])
      let shared = try await publish("x", by: "ada", [family], in: town)
      let allBut = try await publish("y", by: "ada", [], but: [work], .members, in: town)
      let ada = town.viewer("ada")
      try await town.community.circles.add([town.id("eve")], to: family, ada)
      try await town.community.circles.remove([town.id("cat")], from: family, ada)
      try await town.community.circles.remove([town.id("dan")], from: work, ada)
      try await town.community.circles.add([town.id("fay")], to: work, ada)
      for _ in 0..<2 {
        #expect(try await seers(of: shared, town) == ["ada", "ben", "cat"])
        #expect(try await seers(of: allBut, town) == ["ada", "ben", "cat", "eve", "fay", "gus"])
        for circle in try await town.community.circles.all(ada) {
          try await town.community.circles.delete(number(circle.id), ada)
        }
      }
      #expect(try await town.community.posts.find(number(shared.id), viewer: ada)?.circles == [])
      // A block ends it for good, as it ends a place in a circle.
      _ = try await town.community.relationships.block(town.id("ben"), ada)
      _ = try await town.community.relationships.unblock(town.id("ben"), ada)
      #expect(try await seers(of: shared, town) == ["ada", "cat"])
      #expect(try await seers(of: allBut, town) == ["ada", "ben", "cat", "eve", "fay", "gus"])
    }
  }

  @Test func `NEW_18 replies stay within the audience of the post, whoever writes them`() async throws {
    try await withTown { town in
      let family = try await town.circle("Family", of: "ada", ["ben", "cat"])
      let others = try await town.circle("Others", of: "ben", ["dan"])
      try await town.follow("ben", by: "dan")
      let post = try await publish("x", by: "ada", [family], in: town)
      for wanted in [nil, .everybody, .followers, .circles] as [Visibility?] {
        let reply = try await town.post("y", by: "ben", wanted, replyTo: post)
        #expect(reply.visibility == .circles)
        #expect(try await seers(of: reply, town) == ["ada", "ben", "cat"])
        let below = try await town.post("z", by: "cat", wanted, replyTo: reply, isComment: true)
        #expect(try await seers(of: below, town) == ["ada", "ben", "cat"])
      }
      #expect(try await town.post("only you", by: "ben", .direct, replyTo: post).visibility == .direct)
      #expect(
        try await town.community.posts.find(number(post.id), viewer: town.viewer("cat"))?.repliesCount == 4)
      await #expect(throws: CommunityError.self) {
        try await publish("y", by: "ben", [others], replyTo: post, in: town)
      }
      let open = try await town.post("open", by: "ada")
      await #expect(throws: CommunityError.self) {
        try await town.post("y", by: "ben", .circles, replyTo: open)
      }
      // Without the post, only their authors see the replies.
      let reply = try await town.post("last", by: "ben", replyTo: post)
      _ = try await town.community.posts.delete(number(post.id), viewer: town.viewer("ada"))
      #expect(try await seers(of: reply, town) == ["ada", "ben"], "Ada is mentioned")
      #expect(try await town.community.store.mendCounters().isEmpty)
    }
  }

  @Test func `NEW_18 people outside can't be mentioned, also later, and others' circles are unknown`()
    async throws
  {
    try await withTown { town in
      let family = try await town.circle("Family", of: "ada", ["ben", "cat"])
      let outside = await #expect(throws: CommunityError.self) {
        try await publish("x @ben @dan", by: "ada", [family], in: town)
      }
      guard case .invalid(_, .mentionOutside) = outside else {
        Issue.record("another refusal: \(String(describing: outside))")
        return
      }
      let post = try await publish("x @ben @ada", by: "ada", [family], in: town)
      await #expect(throws: CommunityError.self) { try await town.post("y @dan", by: "ben", replyTo: post) }
      await #expect(throws: CommunityError.self) {
        try await town.community.posts.edit(
          number(post.id), PostChange(text: "x @dan"), viewer: town.viewer("ada"))
      }
      _ = try await town.community.posts.edit(
        number(post.id), PostChange(text: "x @cat"), viewer: town.viewer("ada"))
      #expect(try await seers(of: post, town) == ["ada", "ben", "cat"])
      #expect(try await town.notices("dan").isEmpty)
      for (name, circles) in [("ben", [family]), ("ada", [family, 12345]), ("ada", [0])] {
        await #expect(throws: CommunityError.notFound) { try await publish("x", by: name, circles, in: town) }
      }
      await #expect(throws: CommunityError.self) { try await town.post("x", by: "ada", .circles) }
      await #expect(throws: CommunityError.self) {
        try await publish("x", by: "ada", [family], .direct, in: town)
      }
    }
  }

  @Test
  func `NEW_18 a post for a circle is not reposted or counted, tells nobody else, and becomes narrower only`()
    async throws
  {
    try await withTown { town in
      let (community, ada) = (town.community, town.viewer("ada"))
      for name in ["ben", "dan"] {
        _ = try await community.relationships.follow(1, town.viewer(name), showsReposts: nil, notifies: true)
      }
      let family = try await town.circle("Family", of: "ada", ["ben"])
      let post = try await publish("x #topic", by: "ada", [family], in: town)
      for name in ["ada", "ben"] {
        await #expect(throws: CommunityError.self) {
          try await community.posts.repost(number(post.id), viewer: town.viewer(name), visibility: nil)
        }
      }
      #expect(try await town.notices("ben") == ["status ada x #topic"])
      #expect(try await town.notices("dan").isEmpty)
      #expect(try await town.home("ben") == ["x #topic"])
      #expect(try await town.home("dan").isEmpty)
      func count() async throws -> Int? {
        try await community.accounts.profile(1, viewer: town.viewer("dan"))?.postsCount
      }
      #expect(try await count() == 0)
      for wider in [Visibility.everybody, .members, .followers] {
        await #expect(throws: CommunityError.self) {
          try await community.posts.edit(number(post.id), PostChange(visibility: wider), viewer: ada)
        }
      }
      _ = try await community.posts.edit(number(post.id), PostChange(visibility: .direct), viewer: ada)
      #expect(try await seers(of: post, town) == ["ada"])
      #expect(try await count() == 0)
      let open = try await town.post("y", by: "ada")
      await #expect(throws: CommunityError.self) {
        try await community.posts.edit(number(open.id), PostChange(visibility: .circles), viewer: ada)
      }
      await #expect(throws: CommunityError.self) { try await community.settings.setDefaultAudience(.circles) }
      #expect(try await community.store.mendCounters().isEmpty)
    }
  }
}
