import Community
import TestSupport
import Testing

@Suite struct FeedIdentifierTests {
  @Test func `COM_09 an id names post and position`() {
    let picture = FeedIdentifier.picture(post: 0x019A_A5C1_3E8B_7A2D, position: 8)
    #expect(picture.uuid == "019AA5C1-3E8B-87A2-8D08-000000000000")
    #expect(FeedIdentifier(uuid: "019aa5c1-3e8b-87a2-8d08-000000000000") == picture)
    #expect(FeedIdentifier.comment(0x019A_A5C1_3E8B_7A2D).uuid == "019AA5C1-3E8B-87A2-9D00-000000000000")
  }

  @Test func `COM_09 ids lead both ways`() {
    var random = SeededGenerator(seed: 9)
    let posts =
      [0, 1, 15, 16, 0xFFFF, 0x10000, Int64.max]
      + (0..<500).map { _ in Int64.random(in: 0...(.max), using: &random) }
    for post in posts {
      for position in [0, 1, 8, 255] as [UInt8] {
        let picture = FeedIdentifier.picture(post: post, position: position)
        #expect(FeedIdentifier(uuid: picture.uuid) == picture)
        #expect(FeedIdentifier(uuid: picture.uuid.lowercased()) == picture)
      }
      #expect(FeedIdentifier(uuid: FeedIdentifier.comment(post).uuid) == .comment(post))
    }
  }

  @Test func `COM_09 what was not made here is refused`() {
    for text in [
      "", "7", "019AA5C1-3E8B-87A2-8D08-00000000000", "019AA5C1-3E8B-87A2-8D08-000000000001",
      "019AA5C1-3E8B-47A2-8D08-000000000000", "019AA5C1-3E8B-87A2-CD08-000000000000",
      "019AA5C1-3E8B-87A2-9D08-000000000000", "019AA5C1-3E8B-87A2-AD00-000000000000",
      "819AA5C1-3E8B-87A2-8D08-000000000000", "2239CBA2-CB35-4392-ADC0-24A37D38E010",
      "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    ] {
      #expect(FeedIdentifier(uuid: text) == nil, "\(text)")
    }
  }

  @Test func `COM_09 ids have the order of the posts`() {
    let ids: [Int64] = [5, 16, 0x1_0000, 0x019A_A5C1_3E8B_0000, 0x019A_A5C1_3E8B_7A2D]
    #expect(
      ids.map { FeedIdentifier.picture(post: $0, position: 0).uuid }.sorted()
        == ids.map {
          FeedIdentifier.picture(post: $0, position: 0).uuid
        })
  }
}
