import Social
import Storage
import Testing

@testable import Community

/// Circles: lists of people that only their owner knows.
@Suite struct CircleTests {
  private func people(_ town: Town, _ circle: Int64, of owner: String = "ada") async throws -> [String] {
    try await town.community.circles.people(of: circle, town.viewer(owner), Cursor(limit: 80)).items
      .map(\.account.username)
  }

  private func timeline(_ town: Town, _ circle: Int64, _ cursor: Cursor = Cursor()) async throws -> [String] {
    try await town.community.circles.timeline(of: circle, town.viewer("ada"), cursor).items.map(\.shown)
  }

  @Test func `NEW_18 A circle is made, changed and deleted by its owner`() async throws {
    try await withTown { town in
      let (circles, ada) = (town.community.circles, town.viewer("ada"))
      let family = try await circles.create(CircleDraft(name: " Family\n"), ada)
      #expect(family.name == "Family")
      #expect(family.repliesPolicy == .people && !family.isExclusive && family.peopleCount == 0)
      let id = number(family.id)
      try await circles.add([town.id("ben"), town.id("cat")], to: id, ada)
      let changed = try await circles.update(id, CircleDraft(name: "Kin", isExclusive: true), ada)
      #expect(
        changed
          == Circle(id: family.id, name: "Kin", repliesPolicy: .people, isExclusive: true, peopleCount: 2))
      #expect(
        try await circles.update(id, CircleDraft(repliesPolicy: Circle.RepliesPolicy.none), ada).name == "Kin"
      )
      #expect(try await people(town, id) == ["cat", "ben"])
      #expect(try await circles.all(with: town.id("cat"), ada).map(\.id) == [family.id])
      #expect(try await circles.all(with: town.id("dan"), ada).isEmpty)
      try await circles.remove([town.id("ben"), town.id("dan")], from: id, ada)
      #expect(try await people(town, id) == ["cat"])
      try await circles.delete(id, ada)
      #expect(try await circles.all(ada).isEmpty)
      await #expect(throws: CommunityError.notFound) { try await circles.people(of: id, ada, Cursor()) }
    }
  }

  @Test func `NEW_18 Nobody but its owner finds a circle, or changes it`() async throws {
    try await withTown { town in
      let circles = town.community.circles
      let id = try await town.circle("Family", of: "ada", ["ben"])
      for name in ["ben", "cat"] {
        let viewer = town.viewer(name)
        #expect(try await circles.all(viewer).isEmpty)
        #expect(try await circles.all(with: town.id("ben"), viewer).isEmpty)
        await #expect(throws: CommunityError.notFound) { try await circles.find(id, viewer) }
        await #expect(throws: CommunityError.notFound) { try await circles.people(of: id, viewer, Cursor()) }
        await #expect(throws: CommunityError.notFound) {
          try await circles.timeline(of: id, viewer, Cursor())
        }
        await #expect(throws: CommunityError.notFound) {
          try await circles.update(id, CircleDraft(name: "Mine"), viewer)
        }
        await #expect(throws: CommunityError.notFound) {
          try await circles.add([town.id("dan")], to: id, viewer)
        }
        await #expect(throws: CommunityError.notFound) {
          try await circles.remove([town.id("ben")], from: id, viewer)
        }
        await #expect(throws: CommunityError.notFound) { try await circles.delete(id, viewer) }
      }
      #expect(try await people(town, id) == ["ben"])
      #expect(try await town.notices("ben").isEmpty, "and nobody is told")
    }
  }

  @Test func `NEW_18 Names, circles and people have limits`() async throws {
    try await withTown { town in
      let (circles, ada) = (town.community.circles, town.viewer("ada"))
      for name in ["", " \u{200B}", String(repeating: "a", count: 257)] {
        await #expect(throws: CommunityError.self) { try await circles.create(CircleDraft(name: name), ada) }
      }
      await #expect(throws: CommunityError.self) { try await circles.create(CircleDraft(), ada) }
      #expect(
        try await circles.create(CircleDraft(name: String(repeating: "é", count: 256)), ada).name.count == 256
      )
      for index in 1..<Community.Circles.maxCircles {
        _ = try await circles.create(CircleDraft(name: "\(index)"), ada)
      }
      await #expect(
        throws: CommunityError.invalid(
          "Validation failed: You have as many lists as possible (maximum is 50)", .tooManyCircles)
      ) { try await circles.create(CircleDraft(name: "One more"), ada) }
      let id = number(try #require(try await circles.all(ada).first).id)
      await #expect(
        throws: CommunityError.invalid(
          "Validation failed: The list has as many accounts as possible (maximum is 1000)", .circleFull)
      ) { try await circles.add(Array(1...1001), to: id, ada) }
    }
  }

  @Test func `NEW_18 All accounts are added, or none`() async throws {
    try await withTown { town in
      let (circles, ada) = (town.community.circles, town.viewer("ada"))
      let id = try await town.circle("Family", of: "ada", ["ben"])
      await #expect(throws: CommunityError.invalid("Validation failed: Account has already been taken")) {
        try await circles.add([town.id("cat"), town.id("ben")], to: id, ada)
      }
      await #expect(throws: CommunityError.notFound) {
        try await circles.add([town.id("cat"), 99], to: id, ada)
      }
      #expect(try await people(town, id) == ["ben"])
      // Neither a follow nor the other's consent is needed; oneself may be in it too.
      try await circles.add([town.id("ada"), town.id("dan")], to: id, ada)
      #expect(try await people(town, id) == ["dan", "ada", "ben"])
    }
  }

  @Test func `NEW_18 A block takes each out of the other's circles, and keeps them out`() async throws {
    try await withTown { town in
      let circles = town.community.circles
      let adas = try await town.circle("Family", of: "ada", ["ben", "cat"])
      let bens = try await town.circle("Friends", of: "ben", ["ada", "cat"])
      _ = try await town.community.relationships.block(town.id("ben"), town.viewer("ada"))
      #expect(try await people(town, adas) == ["cat"])
      #expect(try await people(town, bens, of: "ben") == ["cat"])
      await #expect(throws: CommunityError.notFound) {
        try await circles.add([town.id("ben")], to: adas, town.viewer("ada"))
      }
      await #expect(throws: CommunityError.notFound) {
        try await circles.add([town.id("ada")], to: bens, town.viewer("ben"))
      }
      _ = try await town.community.relationships.unblock(town.id("ben"), town.viewer("ada"))
      #expect(try await people(town, adas) == ["cat"], "the end of a block brings nobody back")
      try await town.follow("cat", by: "ada")
      _ = try await town.community.relationships.unfollow(town.id("cat"), town.viewer("ada"))
      #expect(try await people(town, adas) == ["cat"], "a circle needs no follow")
    }
  }

  @Test func `NEW_18 Suspended people don't show, and come back with their account`() async throws {
    try await withTown { town in
      let id = try await town.circle("Family", of: "ada", ["ben", "cat"])
      try await town.suspend("ben")
      #expect(try await people(town, id) == ["cat"])
      #expect(try await town.community.circles.find(id, town.viewer("ada")).peopleCount == 1)
      await #expect(throws: CommunityError.notFound) {
        try await town.community.circles.add([town.id("ben")], to: id, town.viewer("ada"))
      }
      try await town.community.store.writeMembership { try $0.suspend(town.id("ben"), at: nil) }
      #expect(try await people(town, id) == ["cat", "ben"])
    }
  }

  @Test func `NEW_18 A circle's timeline holds what its people posted and the owner may see`() async throws {
    try await withTown { town in
      let id = try await town.circle("Family", of: "ada", ["ben", "cat"])
      try await town.follow("cat", by: "ada")
      try await town.post("by Dan", by: "dan")
      try await town.post("by Ada", by: "ada")
      try await town.post("for everybody", by: "ben")
      try await town.post("Ben's followers", by: "ben", .followers)
      try await town.post("Cat's followers", by: "cat", .followers)
      try await town.post("@ada direct", by: "cat", .direct)
      #expect(try await timeline(town, id) == ["Cat's followers", "for everybody"])
      try await town.community.circles.remove([town.id("cat")], from: id, town.viewer("ada"))
      #expect(try await timeline(town, id) == ["for everybody"])
      _ = try await town.community.relationships.mute(
        town.id("ben"), town.viewer("ada"), hidesNotifications: false, duration: nil)
      #expect(try await timeline(town, id) == [])
    }
  }

  @Test(arguments: [
    (Circle.RepliesPolicy.none, ["to me", "thread"]), (.people, ["to Cat", "to me", "thread"]),
    (.followed, ["to Eve", "to Cat", "to me", "thread"]),
  ])
  func `NEW_18 The circle says which replies show`(_ policy: Circle.RepliesPolicy, _ shown: [String])
    async throws
  {
    try await withTown { town in
      let id = try await town.circle("Family", of: "ada", ["ben", "cat"], policy)
      try await town.follow("eve", by: "ada")
      let bens = try await town.post("b", by: "ben")
      try await town.post("thread", by: "ben", replyTo: bens)
      try await town.post("to me", by: "ben", replyTo: town.post("a", by: "ada"))
      try await town.post("to Dan", by: "ben", replyTo: town.post("d", by: "dan"))
      try await town.post("to Cat", by: "ben", replyTo: town.post("c", by: "cat"), isComment: true)
      try await town.post("to Eve", by: "ben", replyTo: town.post("e", by: "eve"), isComment: true)
      #expect(try await timeline(town, id).filter { $0.utf8.count > 1 } == shown)
    }
  }

  @Test func `NEW_18 Reposts show, but not those of people whose reposts are hidden`() async throws {
    try await withTown { town in
      let id = try await town.circle("Family", of: "ada", ["ben", "cat"])
      let far = number(try await town.post("far", by: "dan").id)
      _ = try await town.community.relationships.follow(
        town.id("cat"), town.viewer("ada"), showsReposts: false, notifies: nil)
      _ = try await town.community.posts.repost(far, viewer: town.viewer("cat"), visibility: nil)
      #expect(try await timeline(town, id) == [])
      _ = try await town.community.posts.repost(far, viewer: town.viewer("ben"), visibility: nil)
      #expect(try await timeline(town, id) == ["ben: far"])
    }
  }

  @Test func `NEW_18 An exclusive circle takes its people's posts out of home`() async throws {
    try await withTown { town in
      let (circles, ada) = (town.community.circles, town.viewer("ada"))
      for name in ["ben", "cat"] { try await town.follow(name, by: "ada") }
      for name in ["ada", "ben", "cat"] { try await town.post("by \(name)", by: name) }
      let id = try await town.circle("Loud", of: "ada", ["ada", "ben"])
      // Another member's circle changes nothing.
      try await town.circle("Loud", of: "ben", ["cat"], isExclusive: true)
      #expect(try await town.home("ada") == ["by cat", "by ben", "by ada"])
      _ = try await circles.update(id, CircleDraft(isExclusive: true), ada)
      #expect(try await town.home("ada") == ["by cat", "by ada"])
      #expect(try await timeline(town, id) == ["by ben", "by ada"])
      try await circles.remove([town.id("ben")], from: id, ada)
      #expect(try await town.home("ada") == ["by cat", "by ben", "by ada"])
    }
  }
}
