import DatabaseTestSupport
import TestSupport
import Testing

@testable import Storage

/// A page of the image feed follows the page, not the number of posts.
@Suite struct ImageFeedPlanTests {
  private static let statements = statements(of: nil).merging(statements(of: 7)) { one, _ in one }

  private static func statements(of viewer: Int64?) -> [String: Statement] {
    let (feed, who) = (FeedPictures(viewer: viewer, now: 1), viewer == nil ? "" : " of a member")
    return [
      "first page" + who: feed.page(after: nil, limit: 10),
      "next page" + who: feed.page(after: PicturePosition(post: 1 << 50, position: 3), limit: 10),
      "one picture" + who: feed.exists(at: PicturePosition(post: 1 << 50, position: 3)),
      "comments" + who: PictureComments.below(1 << 50, atMost: 100, in: feed),
    ]
  }

  @Test(arguments: statements.keys.sorted())
  func `COM_09 Nothing scans the posts or the pictures, or sorts more than a post's pictures`(
    _ name: String
  ) async throws {
    let statement = try #require(Self.statements[name])
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let plan = try await store.driver.read { try $0.plan(of: statement) }
      for step in plan {
        let isSmall = ["SCAN below", "SCAN all_below"].contains(step) || step.contains("accounts_suspended")
        #expect(!step.hasPrefix("SCAN") || isSmall, "\(plan)")
        if step.contains("TEMP B-TREE"), !name.hasPrefix("comments") {
          // Within one post: the index has its pictures the other way round.
          #expect(
            step == "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY" || step.contains("LAST TERM"), "\(plan)")
        }
      }
      try await store.close()
    }
  }
}
