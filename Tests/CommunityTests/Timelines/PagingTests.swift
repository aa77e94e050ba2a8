import Social
import Testing

@testable import Community

/// Every list is walked through in both directions without gap or double.
@Suite struct PagingTests {
  typealias List = @Sendable (Town, Cursor) async throws -> (ids: [String], older: Int64?, newer: Int64?)

  private static func entries(
    _ read: @escaping @Sendable (Town, Cursor) async throws -> ListPage<TimelineEntry>
  ) -> List {
    { town, cursor in
      let slice = try await read(town, cursor)
      return (slice.items.map(\.post.id), slice.older, slice.newer)
    }
  }

  private static let lists: [String: List] = [
    "home": entries { try await $0.community.timelines.home($0.viewer("ada"), $1) },
    "circle": entries { town, cursor in
      let ada = town.viewer("ada")
      let circle = try await town.community.circles.all(ada).first
      return try await town.community.circles.timeline(of: circle.map { number($0.id) } ?? 0, ada, cursor)
    },
    "public": entries { try await $0.community.timelines.publicPosts(viewer: nil, onlyMedia: false, $1) },
    "tag": entries {
      try await $0.community.timelines.tag("tag", viewer: $0.viewer("ada"), onlyMedia: false, $1)
    },
    "account": entries { try await $0.community.timelines.posts(of: 2, viewer: nil, AccountFilter(), $1) },
    "favourites": entries { try await $0.community.timelines.favourites($0.viewer("ada"), $1) },
    "bookmarks": entries { try await $0.community.timelines.bookmarks($0.viewer("ada"), $1) },
    "notifications": { town, cursor in
      let slice = try await town.community.notifications.list(
        town.viewer("ada"), NotificationFilter(), cursor)
      return (slice.items.map { $0.post?.id ?? "" }, slice.older, slice.newer)
    },
  ]

  @Test(arguments: lists.keys.sorted())
  func `TWT_03 A hundred entries, in pages of 7, down and up`(_ name: String) async throws {
    let list = try #require(Self.lists[name])
    try await withTown { town in
      try await town.follow("ben", by: "ada")
      try await town.circle("Family", of: "ada", ["ben"])
      var published: [String] = []
      for index in 0..<100 {
        let post = try await town.post("\(index) @ada #tag", by: "ben")
        _ = try await town.community.posts.favourite(number(post.id), town.viewer("ada"))
        _ = try await town.community.posts.bookmark(number(post.id), town.viewer("ada"))
        published.append(post.id)
        if index % 10 == 0 { town.clock.advance(seconds: 1) }
      }
      var down: [String] = []
      var page = try await list(town, Cursor(limit: 7))
      while let older = page.older {
        down += page.ids
        page = try await list(town, Cursor(maxID: older, limit: 7))
      }
      down += page.ids
      #expect(down == published.reversed())
      var up: [String] = page.ids
      while let newer = page.newer {
        page = try await list(town, Cursor(minID: newer, limit: 7))
        up = page.ids + up
      }
      #expect(up == published.reversed())
      let newest = try await list(town, Cursor(limit: 7))
      let since = try await list(town, Cursor(sinceID: page.newer ?? 1, limit: 7))
      #expect(since.ids == newest.ids)
    }
  }

  @Test func `FOL_07 Followers are walked through by the ids of their following`() async throws {
    try await withTown { town in
      for name in Town.names where name != "ada" { try await town.follow("ada", by: name) }
      var seen: [String] = []
      var cursor = Cursor(limit: 2)
      while true {
        let page = try await town.community.relationships.followers(of: 1, viewer: nil, cursor)
        seen += page.items.map(\.account.username)
        guard let older = page.older else { break }
        cursor.maxID = older
      }
      #expect(seen == ["gus", "fay", "eve", "dan", "cat", "ben"])
      #expect(
        try await town.community.relationships.following(of: 2, viewer: nil, Cursor()).items.map(\.id) == [
          "1"
        ])
    }
  }
}
