import Social
import Testing

@testable import Community

/// The place that an author names (decision 0089).
@Suite struct LocationTests {
  private func publish(_ location: String?, in town: Town) async throws -> Post {
    try await town.community.posts.publish(
      PostDraft(text: "Here", location: location), viewer: town.viewer("ada"), idempotencyKey: nil)
  }

  @Test func `NEW_22 a place is one line without spaces around it, and a blank one is none`() async throws {
    try await withTown { town in
      let clean = try await publish(" Caf\u{E9}\tAroma \n", in: town)
      #expect(clean.location == "Caf\u{E9} Aroma")
      for blank in [nil, "", " \n\t", "\u{200B}"] as [String?] {
        let post = try await publish(blank, in: town)
        #expect(post.location == nil)
      }
      let long = String(repeating: "\u{1F3E0}", count: 60)
      let post = try await publish(long, in: town)
      #expect(post.location == long)
      for tooLong in [long + "a", String(repeating: "a", count: 100_000)] {
        await #expect(throws: CommunityError.self) { try await publish(tooLong, in: town) }
      }
    }
  }

  @Test func `NEW_22 all who see a post read its place, and Moments has it too`() async throws {
    try await withTown { town in
      let post = try await publish("Lisbon", in: town)
      for viewer in [nil, town.viewer("ada"), town.viewer("ben")] {
        #expect(try await town.community.posts.find(number(post.id), viewer: viewer)?.location == "Lisbon")
      }
      let page = try #require(try await town.community.moments.page(of: "ada", viewer: nil))
      #expect(page.first?.location == "Lisbon")
      let repost = try await town.community.posts.repost(
        number(post.id), viewer: town.viewer("ben"), visibility: nil)
      #expect(repost.post.location == "Lisbon")
    }
  }

  @Test func `NEW_22 a change keeps, replaces or removes the place, and the history has each`() async throws {
    try await withTown { town in
      let (posts, ada) = (town.community.posts, town.viewer("ada"))
      let id = number(try await publish("Lisbon", in: town).id)
      #expect(try await posts.edit(id, PostChange(text: "There"), viewer: ada).location == "Lisbon")
      #expect(try await posts.edit(id, PostChange(location: "Porto"), viewer: ada).location == "Porto")
      let removed = try await posts.edit(id, PostChange(location: " "), viewer: ada)
      #expect(removed.location == nil && removed.editedAt != nil)
      let places = try await posts.history(id, viewer: nil).map(\.location)
      #expect(places == ["Lisbon", "Lisbon", "Porto", nil])
      #expect(try await posts.edit(id, PostChange(location: ""), viewer: ada).location == nil)
      #expect(try await posts.history(id, viewer: nil).count == 4, "nothing has changed")
    }
  }
}
