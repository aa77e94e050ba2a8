import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// What is read for a page follows the page, not the number of posts: nothing scans the posts.
@Suite struct QueryPlanTests {
  private static let cursor = Cursor(maxID: 1 << 50, limit: 20)

  private static let family = CircleTimeline(id: 7, repliesPolicy: .followed)

  private static let statements: [String: Statement] = [
    "home": HomeTimeline(viewer: 1, cursor: cursor, now: 0).statement(authors: 40),
    "home upwards": HomeTimeline(viewer: 1, cursor: Cursor(minID: 1, limit: 20), now: 0).statement(
      authors: 40),
    "home window": HomeTimeline(viewer: 1, cursor: cursor, now: 0, followedCount: 500).windowStatement,
    "home window upwards": HomeTimeline(
      viewer: 1, cursor: Cursor(minID: 1, limit: 20), now: 0, followedCount: 500
    ).windowStatement,
    "home window of few": HomeTimeline(viewer: 1, cursor: cursor, now: 0).windowStatement,
    "home window of few upwards": HomeTimeline(
      viewer: 1, cursor: Cursor(minID: 1, limit: 20), now: 0
    ).windowStatement,
    "home candidates": HomeTimeline(viewer: 1, cursor: cursor, now: 0).statement(posts: [3, 2]),
    "circle": HomeTimeline(viewer: 1, cursor: cursor, now: 0, circle: family).statement(authors: 40),
    "circle window": HomeTimeline(
      viewer: 1, cursor: cursor, now: 0, followedCount: 500, circle: family
    ).windowStatement,
    "circle window of few": HomeTimeline(viewer: 1, cursor: cursor, now: 0, circle: family).windowStatement,
    "circle candidates": HomeTimeline(viewer: 1, cursor: cursor, now: 0, circle: family).statement(posts: [
      3, 2,
    ]),
    "favourites": part(Collection.favourites.list(of: 1, cursor)),
    "favourites by post": FavouritePosts(account: 1, cursor: cursor).statement,
    "favourites by post upwards": FavouritePosts(account: 1, cursor: Cursor(minID: 1, limit: 20)).statement,
    "reposts": part(Reposts(post: 1, viewer: 1, cursor: cursor).list),
    "reposts, for strangers": part(Reposts(post: 1, viewer: nil, cursor: cursor).list),
    "bookmarks": part(Collection.bookmarks.list(of: 1, cursor)),
    "notifications": NotificationList(
      account: 1, filter: NotificationFilter(), cursor: cursor, now: 0
    ).statement(window: 500),
    "tag": part(PublicTimeline(filter: PublicFilter(tag: "a"), viewer: 1, cursor: cursor, now: 0).list),
    "tag, pictures": part(
      PublicTimeline(filter: PublicFilter(tag: "a", onlyMedia: true), viewer: 1, cursor: cursor, now: 0).list),
    "public": part(PublicTimeline(filter: PublicFilter(), viewer: 1, cursor: cursor, now: 0).list),
    "public, for strangers": part(
      PublicTimeline(filter: PublicFilter(), viewer: nil, cursor: cursor, now: 0).list),
    "account": part(
      AccountTimeline(author: 1, filter: AccountFilter(tag: "a"), viewer: 1, cursor: cursor).list),
    "account upwards": part(
      AccountTimeline(
        author: 1, filter: AccountFilter(onlyMedia: true), viewer: nil, cursor: Cursor(minID: 1, limit: 20)
      ).list),
    "dates of posts": PostDates(author: 1, viewer: 1, limit: 20).statement,
    "titles of scrapbooks": ScrapbookPosts(viewer: 1).titles(of: 1, with: 3, id: nil),
    "scrapbooks": ScrapbookPosts(viewer: 1).summaries(of: 1, id: nil),
    "scrapbooks with a post": ScrapbookPosts(viewer: 1).summaries(of: 1, with: 3, id: nil),
    "scrapbooks, for strangers": ScrapbookPosts(viewer: nil).summaries(of: 1, id: 7),
    "posts of a scrapbook": part(ScrapbookPosts(viewer: 1).list(7, cursor)),
    "newest posts": NewestPosts(authors: [1, 2], viewer: 1).statement,
    "accounts": AccountSearch(text: "a", viewer: 1, followedOnly: false, limit: 20).statement,
    "what a post answers": Conversation.ancestors(of: 1, .forMembers),
    "what answers a post": Conversation.descendants(of: 1, .forMembers),
    "search": PostSearch(words: [], author: nil, cursor: cursor).statement(
      [WordPattern(parts: ["a"])], and: FreshPosts(ids: []), window: 100, viewer: 1, .sqlite),
    "search beside new posts": PostSearch(words: [], author: nil, cursor: cursor).statement(
      [WordPattern(parts: ["a"])], and: FreshPosts(ids: [1, 2], found: [2]), window: 100, viewer: 1, .sqlite),
    "search of an author": PostSearch(words: [], author: 1, cursor: cursor).statement(
      [WordPattern(parts: ["a"])], and: FreshPosts(ids: []), window: 100, viewer: 1, .sqlite),
    "signing clients": SigningClientList.statement,
    "tags": TagSearch(prefix: "a", viewer: nil, limit: 5).statement,
    "conversations": DirectConversations.statement(viewer: 1, id: nil, cursor),
    "moments": MomentsStatements(page: MomentsPage(owner: 1, limit: 6)).posts(),
    "moments, for members": MomentsStatements(page: MomentsPage(owner: 1, viewer: 2, before: 9, limit: 6))
      .posts(),
    "people of moments": MomentsStatements(page: MomentsPage(owner: 1)).authors(7),
    "comments of moments": MomentsStatements(page: MomentsPage(owner: 1, viewer: 2, limit: 6)).comments([
      2, 1,
    ]),
    "likes of moments": MomentsStatements(page: MomentsPage(owner: 1, limit: 6)).likes([2, 1]),
    "likes of all moments": MomentsStatements(page: MomentsPage(owner: 1)).likes([2, 1]),
    "media": part(
      PublicTimeline(filter: PublicFilter(onlyMedia: true), viewer: 1, cursor: cursor, now: 0).list),
  ]

  private static func part(_ list: PostList) -> Statement { list.statement(list.cursor, window: 500) }

  private static let sorted: Set = [
    "home candidates", "circle candidates", "circle", "circle window of few",
    "home", "home upwards", "home window of few", "home window of few upwards", "what a post answers",
    "conversations",
    "tags", "search", "search beside new posts", "search of an author", "accounts", "moments",
    "moments, for members",
    "people of moments",
    "comments of moments", "likes of moments", "likes of all moments",
  ]

  @Test(arguments: statements.keys.sorted())
  func `No timeline scans the posts, or sorts more than a page of each author`(_ name: String) async throws {
    let statement = try #require(Self.statements[name])
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let plan = try await store.driver.read { try $0.plan(of: statement) }
      for step in plan {
        let others = name.hasSuffix("moments") ? ["c", "d", "l"] : name.hasPrefix("circle") ? ["e"] : []
        for table in ["p", "q", "t", "m", "posts"] + others { #expect(step != "SCAN \(table)", "\(plan)") }
        // Ancestors are sorted by their depth, which is no more than there are of them.
        // The others sort what they looked at, which is bounded.
        let isSorted = Self.sorted.contains(name)
        if !isSorted { #expect(!step.contains("TEMP B-TREE"), "\(plan)") }
      }
      try await store.close()
    }
  }

  @Test func `what a viewer follows and asked to follow is looked up`() async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let plan = try await store.driver.read { try $0.plan(of: Followed.statement(1)) }
      for step in plan {
        for table in ["follows", "follow_requests", "blocks", "mutes", "circles"] {
          #expect(!step.hasPrefix("SCAN \(table)"), "\(plan)")
        }
        #expect(!step.contains("TEMP B-TREE"), "\(plan)")
      }
      try await store.close()
    }
  }

  @Test(arguments: [[], ["push.example"]])
  func `NEW_09 the next push message is found along an index, however many wait`(busy: [String])
    async throws
  {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let due = DuePush(now: 2, newest: 1, busyHosts: busy).statement
      let plan = try await store.driver.read { try $0.plan(of: due) }
      #expect(plan.contains { $0.contains("INDEX push_subscriptions_by_next_at") }, "\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0 == "SCAN t" || $0 == "SCAN a" }, "\(plan)")
      try await store.close()
    }
  }

  @Test func `NEW_09 the accounts of a device are looked up by its endpoint`() async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let plan = try await store.driver.read { try $0.plan(of: PushAccount.sharing(1)) }
      #expect(plan.contains { $0.contains("INDEX push_subscriptions_by_endpoint") }, "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
      try await store.close()
    }
  }
}

extension DatabaseConnection {
  /// How SQLite carries a statement out, step by step.
  func plan(of statement: Statement) throws(StorageError) -> [String] {
    var explained: Statement = "EXPLAIN QUERY PLAN "
    for argument in statement.arguments { _ = explained.bind(argument) }
    explained.append("\(raw: statement.sql)")
    return try rows(explained) { row in
      row.skip(3)
      return try row.text()
    }
  }
}
