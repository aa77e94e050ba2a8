import HTTPTypes
import Testing

@testable import Community
@testable import Server

/// The start page of a server without accounts.
@Suite struct EmptyCommunityTests {
  @Test func `NEW_19 an empty community points its owner to the link, and a demo says how far it is`()
    async throws
  {
    try await withAssets { assets, _ in
      try await withCommunity(posts: nil) { community in
        var setup = ServerSetup()
        setup.assets = assets
        try await setup.application(community).withClient { client in
          let empty = try await client.send(.get, "/")
          #expect(empty.status == .ok)
          #expect(empty.headers[.cacheControl] == "no-store")
          #expect(empty.text.contains("Nobody is here yet"))
          #expect(empty.text.contains("a link in its terminal"))
          #expect(empty.headers[.refresh] == nil)
          community.demoProgress.begin()
          let beginning = try await client.send(.get, "/")
          #expect(beginning.text.contains("The demo is being filled"))
          #expect(beginning.headers[.refresh] == "2")
          #expect(beginning.text.contains("<progress aria-describedby"))
          community.demoProgress.made(7, of: 12)
          // Reports may arrive out of order.
          community.demoProgress.made(6, of: 12)
          #expect(try await client.send(.get, "/").text.contains(#"<progress max="12" value="7""#))
          community.demoProgress.end()
          community.demoProgress.made(12, of: 12)
          #expect(try await client.send(.get, "/").headers[.refresh] == nil)
        }
      }
    }
  }
}
