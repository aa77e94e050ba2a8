public import Social
import Storage

extension Community {
  public var timelines: Timelines { Timelines(store: store, clock: clock) }

  /// Lists of posts, newest first: home, everybody's, one account's, and the viewer's own collections.
  public struct Timelines: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
  }
}

extension Community.Timelines {
  /// Returns posts and reposts of the viewer and the accounts that they follow. A page may hold fewer entries
  /// than requested, because a post with several reposts shows once. The next page still begins at `older`.
  public func home(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<TimelineEntry> {
    try await store.homeTimeline(of: viewer.account, cursor, now: clock().milliseconds)
  }

  /// Returns the public posts of all members.
  public func publicPosts(viewer: Viewer?, onlyMedia: Bool, _ cursor: Cursor) async throws -> ListPage<
    TimelineEntry
  > {
    try await store.publicTimeline(
      PublicFilter(onlyMedia: onlyMedia), viewer: viewer?.account, cursor, now: clock().milliseconds)
  }

  /// Returns the public posts with a tag. It may be in any case and may begin with `#`.
  public func tag(
    _ tag: String, viewer: Viewer?, onlyMedia: Bool, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    try await store.publicTimeline(
      PublicFilter(tag: TagKey.stored(tag), onlyMedia: onlyMedia), viewer: viewer?.account, cursor,
      now: clock().milliseconds)
  }

  /// Returns the posts and reposts of an account.
  public func posts(
    of id: Int64, viewer: Viewer?, _ filter: AccountFilter, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    var filter = filter
    filter.tag = filter.tag.map { TagKey.stored($0) }
    return try await store.timeline(of: id, filter, viewer: viewer?.account, cursor)
  }

  /// Returns the newest post or repost of each account that the viewer sees, by account.
  public func newestPosts(of accounts: [Int64], viewer: Viewer?) async throws -> [Int64: TimelineEntry] {
    try await store.newestPosts(of: accounts, viewer: viewer?.account)
  }

  /// Returns the reposts of a post, latest first. Empty if the viewer may not see the post.
  public func reposts(of post: Int64, viewer: Viewer?, _ cursor: Cursor) async throws -> ListPage<
    TimelineEntry
  > {
    try await store.reposts(of: post, viewer: viewer?.account, cursor)
  }

  /// Returns the pinned posts of an account, latest first.
  public func pinned(of id: Int64, viewer: Viewer?) async throws -> [Post] {
    try await store.pinned(by: id, viewer: viewer?.account)
  }

  /// Returns the viewer's favourites, latest first.
  public func favourites(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<TimelineEntry> {
    try await store.collected(.favourites, by: viewer.account, cursor)
  }

  /// Returns the viewer's favourites, the newest post first. The cursor holds ids of posts. A page is shorter
  /// if the viewer may no longer see some of its posts.
  public func favouritesByPost(_ viewer: Viewer, _ cursor: Cursor) async throws -> [Post] {
    try await store.posts(
      try await store.favouritePosts(of: viewer.account, cursor), viewer: viewer.account)
  }

  /// Returns the viewer's bookmarks, latest first.
  public func bookmarks(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<TimelineEntry> {
    try await store.collected(.bookmarks, by: viewer.account, cursor)
  }
}

extension TagKey {
  /// Returns a tag as it is stored: in lower case, without `#`.
  static func stored(_ tag: String) -> String {
    TagKey.lowercased(tag.hasPrefix("#") || tag.hasPrefix("＃") ? String(tag.dropFirst()) : tag)
  }
}
