public import Social
import Storage

extension Community.Posts {
  /// Reposts a post to the viewer's followers. If the viewer reposted it already, returns that repost.
  ///
  /// - Parameter visibility: `nil` uses the viewer's default. The repost of a post for members or followers
  ///   has at most the same audience.
  /// - Throws: `CommunityError.notFound`; `CommunityError.notAllowed` for a direct post, one for circles, and
  ///   another author's post for members or followers; `CommunityError.invalid` for a direct repost.
  public func repost(_ id: Int64, viewer: Viewer, visibility: Visibility?) async throws -> TimelineEntry {
    guard visibility != .direct else {
      throw CommunityError.invalid("Validation failed: Visibility is not allowed")
    }
    let now = clock().milliseconds
    let identifiers = identifiers
    let repostID = try await store.write { transaction in
      let post = try Self.original(id, viewer, transaction)
      let isAllowed =
        post.visibility.isForEverybody
        || post.visibility != .direct && post.visibility != .circles && post.author == viewer.account
      guard isAllowed else {
        let reason = post.visibility == .members ? ": only its author can repost a post for members" : ""
        throw CommunityError.notAllowed("This action is not allowed" + reason)
      }
      if let known = try transaction.repost(of: post.id, by: viewer.account) { return known }
      guard let settings = try transaction.settings(of: viewer.account) else { throw CommunityError.notFound }
      let wanted = visibility ?? (settings.visibility == .direct ? .followers : settings.visibility)
      let repost = identifiers.next(milliseconds: now, above: try transaction.newestPost())
      let shown = post.visibility.isForEverybody ? wanted : wanted.narrower(post.visibility)
      try transaction.repost(post.id, by: viewer.account, id: repost, shown, now: now)
      try transaction.notify(
        NotificationDraft(
          id: identifiers.next(milliseconds: now), account: post.author, kind: .repost, actor: viewer.account,
          post: post.id), now: now)
      return repost
    }
    guard let entry = try await entry(repostID, viewer: viewer) else { throw CommunityError.notFound }
    return entry
  }

  /// Removes the viewer's repost of a post.
  ///
  /// - Throws: `CommunityError.notFound` if the viewer may not see the post.
  public func unrepost(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, _, _ in
      guard let repost = try transaction.repost(of: post.id, by: viewer.account) else { return }
      guard let facts = try transaction.post(repost, viewer: viewer.account) else {
        throw CommunityError.notFound
      }
      try transaction.delete(facts)
      try transaction.forget(.repost, by: viewer.account, of: post.id)
    }
  }

  private static func original(_ id: Int64, _ viewer: Viewer, _ transaction: WriteTransaction) throws
    -> PostFacts
  {
    guard let post = try transaction.post(id, viewer: viewer.account) else { throw CommunityError.notFound }
    guard let repeated = post.repostOf else { return post }
    return try original(repeated, viewer, transaction)
  }
}
