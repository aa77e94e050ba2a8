import Social
import Storage
import Testing

@testable import Community

@Suite struct HomeTimelineTests {
  @Test func `TWT_02 It holds one's own posts and those of the followed, newest first`() async throws {
    try await withTown { town in
      try await town.post("before", by: "ben")
      try await town.follow("ben", by: "ada")
      try await town.post("mine", by: "ada")
      try await town.post("not followed", by: "cat")
      try await town.post("for followers", by: "ben", .followers)
      try await town.post("@cat direct", by: "ben", .direct)
      try await town.post("@ada direct", by: "ben", .direct)
      try await town.post("@ada from a stranger", by: "cat")
      #expect(try await town.home("ada") == ["@ada direct", "for followers", "mine", "before"])
    }
  }

  @Test func `Replies show if they go to the reader, to the followed, or on with the author's thread`() async throws {
    try await withTown { town in
      for name in ["ben", "cat"] { try await town.follow(name, by: "ada") }
      let mine = try await town.post("a", by: "ada")
      let bens = try await town.post("b", by: "ben")
      let dans = try await town.post("d", by: "dan")
      try await town.post("to me", by: "ben", replyTo: mine)
      try await town.post("to Cat's friend", by: "cat", replyTo: bens)
      try await town.post("thread", by: "ben", replyTo: bens)
      try await town.post("to Dan", by: "ben", replyTo: dans)
      try await town.post("my own to Dan", by: "ada", replyTo: dans)
      #expect(
        try await town.home("ada") == ["my own to Dan", "thread", "to Cat's friend", "to me", "b", "a"])
    }
  }

  @Test func `A repost shows once, and not at all if it is not wanted`() async throws {
    try await withTown { town in
      let community = town.community
      for name in ["ben", "cat"] { try await town.follow(name, by: "ada") }
      let post = try await town.post("far", by: "dan")
      let id = number(post.id)
      _ = try await community.repost(id, asker: town.asker("ben"), visibility: nil)
      _ = try await community.repost(id, asker: town.asker("cat"), visibility: nil)
      #expect(try await town.home("ada") == ["cat: far"])
      #expect(try await community.status(id, asker: town.asker("ada"))?.repostsCount == 2)
      _ = try await community.follow(town.id("cat"), town.asker("ada"), showsReposts: false, notifies: nil)
      #expect(try await town.home("ada") == ["ben: far"])
      try await town.follow("dan", by: "ada")
      #expect(try await town.home("ada") == ["far"])
      _ = try await community.mute(town.id("dan"), town.asker("ada"), hidesNotifications: false, duration: nil)
      #expect(try await town.home("ada").isEmpty)
    }
  }

  @Test func `The muted are left out until the mute ends, and can be opened`() async throws {
    try await withTown { town in
      let community = town.community
      try await town.follow("ben", by: "ada")
      let post = try await town.post("loud", by: "ben")
      let relationship = try await community.mute(
        town.id("ben"), town.asker("ada"), hidesNotifications: true, duration: .seconds(60))
      #expect(relationship.isMuting && relationship.mutesNotifications && relationship.isFollowing)
      #expect(try await town.home("ada").isEmpty)
      let all = try await community.publicTimeline(asker: town.asker("ada"), onlyMedia: false, Cursor())
      #expect(all.items.isEmpty)
      #expect(try await community.status(number(post.id), asker: town.asker("ada")) != nil)
      #expect(try await community.mutes(town.asker("ada"), Cursor()).items.map(\.account.username) == ["ben"])
      town.clock.advance(seconds: 61)
      #expect(try await town.home("ada") == ["loud"])
      #expect(try await community.mutes(town.asker("ada"), Cursor()).items.isEmpty)
    }
  }

  @Test func `A page is full also where most of what the nearest wrote is filtered out`() async throws {
    try await withTown { town in
      let stranger = try await town.post("x", by: "gus")
      for name in ["ben", "cat", "dan", "eve", "fay"] { try await town.follow(name, by: "ada") }
      for name in ["ben", "cat", "dan"] { try await town.post(name, by: name) }
      for name in ["ben", "cat", "dan", "eve", "fay"] {
        for _ in 0..<3 { try await town.post("to a stranger", by: name, replyTo: stranger) }
      }
      #expect(try await town.home("ada", Cursor(limit: 1)) == ["dan"])
      #expect(try await town.home("ada", Cursor(limit: 2)) == ["dan", "cat"])
      #expect(try await town.home("ada", Cursor(minID: 1, limit: 1)) == ["ben"])
    }
  }

  @Test func `A page costs the same number of statements, however long it is`() async throws {
    try await withTown { town in
      try await town.follow("ben", by: "ada")
      for index in 0..<40 { try await town.post("\(index) @cat #t\(index)", by: index % 2 == 0 ? "ada" : "ben") }
      let store = town.community.store
      var costs: Set<Int> = []
      for limit in [1, 20, 40] {
        let before = store.statementCount
        #expect(try await town.home("ada", Cursor(limit: limit)).count == limit)
        costs.insert(store.statementCount - before)
      }
      #expect(costs == [6])
    }
  }
}
