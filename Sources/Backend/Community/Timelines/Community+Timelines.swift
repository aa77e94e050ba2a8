public import Social
import Storage

extension Community {
  /// Returns posts and reposts of the viewer and the accounts that they follow. A page may hold fewer entries than
  /// requested, because a post with several reposts shows once. The next page still begins at `older`.
  public func homeTimeline(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<TimelineEntry> {
    try await store.homeTimeline(of: viewer.account, cursor, now: clock().milliseconds)
  }

  /// Returns the public posts of all members.
  public func publicTimeline(viewer: Viewer?, onlyMedia: Bool, _ cursor: Cursor) async throws -> ListPage<TimelineEntry>
  {
    try await store.publicTimeline(
      PublicFilter(onlyMedia: onlyMedia), viewer: viewer?.account, cursor, now: clock().milliseconds)
  }

  /// Returns the public posts with a tag. It may be in any case and may begin with `#`.
  public func tagTimeline(
    _ tag: String, viewer: Viewer?, onlyMedia: Bool, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    try await store.publicTimeline(
      PublicFilter(tag: Self.tagKey(tag), onlyMedia: onlyMedia), viewer: viewer?.account, cursor,
      now: clock().milliseconds)
  }

  /// Returns the posts and reposts of an account.
  public func posts(
    of id: Int64, viewer: Viewer?, _ filter: AccountFilter, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    var filter = filter
    filter.tag = filter.tag.map { Self.tagKey($0) }
    return try await store.timeline(of: id, filter, viewer: viewer?.account, cursor)
  }

  /// Returns the pinned posts of an account, latest first.
  public func pinned(of id: Int64, viewer: Viewer?) async throws -> [Post] {
    try await store.pinned(by: id, viewer: viewer?.account)
  }

  /// Returns the viewer's favourites, latest first.
  public func favourites(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<TimelineEntry> {
    try await store.collected(.favourites, by: viewer.account, cursor)
  }

  /// Returns the viewer's bookmarks, latest first.
  public func bookmarks(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<TimelineEntry> {
    try await store.collected(.bookmarks, by: viewer.account, cursor)
  }

  /// Returns a tag as it is stored: in lower case, without `#`.
  static func tagKey(_ tag: String) -> String {
    TagKey.lowercased(tag.hasPrefix("#") || tag.hasPrefix("＃") ? String(tag.dropFirst()) : tag)
  }
}
