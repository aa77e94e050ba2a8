public import Social
import Storage

extension Community.Notifications {
  /// The longest time between a post and the notification of its mention. Later ones come from edits.
  private static let delay: Int64 = 10_000 << 16
  /// The maximum number of pages that are read for one page of mentions.
  private static let maxPages = 5

  /// Returns the posts that mention the viewer or reply to them, newest first. The cursor holds ids of posts.
  ///
  /// Mentions that an edit added are left out: clients page by the oldest post, so an old one among the newest
  /// would make them skip all others.
  public func mentions(of viewer: Viewer, _ cursor: Cursor) async throws -> [Post] {
    let filter = NotificationFilter(types: [.mention])
    let maxID = cursor.maxID ?? .max
    var rest = cursor
    // A notification's id is a little greater than that of its post.
    rest.maxID = cursor.maxID.map { $0 < .max - Self.delay ? $0 + Self.delay : .max }
    var posts: [Post] = []
    var known: Set<String> = []
    for _ in 0..<Self.maxPages {
      let page = try await list(viewer, filter, rest)
      for notification in page.items {
        guard let post = notification.post, let id = Int64(post.id), let notice = Int64(notification.id),
          id < maxID, id > cursor.sinceID ?? 0, notice - id <= Self.delay, known.insert(post.id).inserted
        else { continue }
        posts.append(post)
      }
      guard posts.count < cursor.limit, let older = page.older else { break }
      rest.maxID = older
    }
    return Array(posts.prefix(cursor.limit))
  }
}
