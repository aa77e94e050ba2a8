public import Social
import Storage

extension Community {
  /// What the asker and those whom they follow published and reposted. A part of it may hold fewer entries than were
  /// asked for, because a post that several reposted shows once; it goes on at `older` all the same.
  public func homeTimeline(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<TimelineEntry> {
    try await store.homeTimeline(of: asker.account, cursor, now: clock().milliseconds)
  }

  /// Public posts of everybody here.
  public func publicTimeline(asker: Asker?, onlyMedia: Bool, _ cursor: Cursor) async throws -> Slice<TimelineEntry> {
    try await store.publicTimeline(
      PublicFilter(onlyMedia: onlyMedia), asker: asker?.account, cursor, now: clock().milliseconds)
  }

  /// Public posts with that tag, which may be written in any case and with `#`.
  public func tagTimeline(
    _ tag: String, asker: Asker?, onlyMedia: Bool, _ cursor: Cursor
  ) async throws -> Slice<TimelineEntry> {
    try await store.publicTimeline(
      PublicFilter(tag: Self.tagKey(tag), onlyMedia: onlyMedia), asker: asker?.account, cursor,
      now: clock().milliseconds)
  }

  /// What an account published and reposted.
  public func statuses(
    of id: Int64, asker: Asker?, _ filter: AccountFilter, _ cursor: Cursor
  ) async throws -> Slice<TimelineEntry> {
    var filter = filter
    filter.tag = filter.tag.map { Self.tagKey($0) }
    return try await store.timeline(of: id, filter, asker: asker?.account, cursor)
  }

  /// What an account put on top of its page, the latest first.
  public func pinned(of id: Int64, asker: Asker?) async throws -> [Status] {
    try await store.pinned(by: id, asker: asker?.account)
  }

  /// The asker's favourites, the latest first.
  public func favourites(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<TimelineEntry> {
    try await store.collected(.favourites, by: asker.account, cursor)
  }

  /// The asker's bookmarks, the latest first.
  public func bookmarks(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<TimelineEntry> {
    try await store.collected(.bookmarks, by: asker.account, cursor)
  }

  /// As tags are kept: in lower case, without `#`.
  static func tagKey(_ tag: String) -> String {
    TagKey.lowercased(tag.hasPrefix("#") || tag.hasPrefix("＃") ? String(tag.dropFirst()) : tag)
  }
}
