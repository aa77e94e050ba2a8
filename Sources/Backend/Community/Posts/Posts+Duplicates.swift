import Social
import Storage

extension Community.Posts {
  /// The number of latest posts among which a duplicate is looked for, and their greatest age.
  private static let recentPosts = 10
  private static let recentTime: Int64 = 3_600_000

  /// Returns true if one of the viewer's posts of the last hour has the same text. The Twitter API refuses such
  /// a post; a client that didn't get the first response sends it again.
  public func isDuplicate(_ text: String, viewer: Viewer) async throws -> Bool {
    let (text, since) = (text.cleaned(), clock().milliseconds - Self.recentTime)
    let recent = try await store.timeline(
      of: viewer.account, AccountFilter(excludesReposts: true), viewer: viewer.account,
      Cursor(limit: Self.recentPosts))
    return recent.items.contains { entry in
      entry.post.content.typed == text && entry.post.attachments.isEmpty
        && entry.createdAt?.milliseconds ?? 0 > since
    }
  }
}
