import Social
import Storage
import Testing

@testable import Community

/// A page costs what it shows and a bounded part of what was filtered out, however much there is.
@Suite struct BoundedListTests {
  @Test func `Pictures and tags of an account are looked for in a bounded part of it, page by page`()
    async throws
  {
    try await withTown { town in
      let store = town.community.store
      let ada = town.id("ada")
      // Of which only the oldest has a picture and a tag.
      let count: Int64 = 21_000
      try await store.importing { transaction in
        let picture = ImportedPost.Attachment(
          picture: PictureReference(media: nil, source: "https://a.example/1.png"), description: "")
        for number in 1...count {
          try transaction.insert(
            ImportedPost(
              id: number, author: ada, text: "x", visibility: .everybody, createdAt: nil,
              attachments: number == 1 ? [picture] : []))
        }
        try transaction.setEntities(of: 1, mentions: [], tags: ["rare"])
      }
      for filter in [AccountFilter(onlyMedia: true), AccountFilter(tag: "rare")] {
        var cursor = Cursor(limit: 20)
        var found: [String] = []
        var pages = 0
        repeat {
          let before = store.statementCount
          let page = try await store.timeline(of: ada, filter, viewer: nil, cursor)
          // Two looks, each with where it ended; and what is shown of one post.
          #expect(store.statementCount - before <= 4 + 6)
          found += page.items.map(\.id)
          cursor.maxID = page.older
          pages += 1
        } while cursor.maxID != nil && pages < 10
        #expect(found == ["1"] && pages == 2)
        let upwards = try await store.timeline(of: ada, filter, viewer: nil, Cursor(minID: 0, limit: 20))
        #expect(upwards.items.map(\.id) == ["1"] && upwards.newer == 20_502)
      }
      _ = try await store.timeline(of: ada, AccountFilter(), viewer: nil, Cursor(limit: 20))
      let before = store.statementCount
      let page = try await store.timeline(of: ada, AccountFilter(), viewer: nil, Cursor(limit: 20))
      #expect(store.statementCount - before == 1, "what belongs on it; a stranger has no interactions")
      #expect(page.items.count == 20 && page.older == count - 19)
    }
  }
}
