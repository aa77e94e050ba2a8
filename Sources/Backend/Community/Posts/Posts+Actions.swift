public import Social
import Storage

/// Interactions of members with posts. Repeating one has no further effect. All throw
/// `CommunityError.notFound` for a post that the viewer may not see.
extension Community.Posts {
  public func favourite(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, ids, now in
      guard try transaction.favourite(post.id, by: viewer.account, id: ids()) else { return }
      try transaction.notify(
        .init(id: ids(), account: post.author, kind: .favourite, actor: viewer.account, post: post.id),
        now: now)
    }
  }

  public func unfavourite(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, _, _ in
      try transaction.unfavourite(post.id, by: viewer.account)
      try transaction.forget(.favourite, by: viewer.account, of: post.id)
    }
  }

  public func bookmark(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, ids, _ in
      try transaction.bookmark(post.id, by: viewer.account, id: ids())
    }
  }

  public func unbookmark(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, _, _ in
      try transaction.unbookmark(post.id, by: viewer.account)
    }
  }

  /// The maximum number of pinned posts on a profile.
  static let maxPins = 5

  /// Pins one of the viewer's posts to their profile.
  ///
  /// - Throws: Also `CommunityError.invalid` for another author's post, a direct post, and the sixth pinned
  ///   post.
  public func pin(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, ids, _ in
      guard post.author == viewer.account else {
        throw CommunityError.invalid("Validation failed: Someone else's post cannot be pinned")
      }
      guard post.visibility != .direct else {
        throw CommunityError.invalid("Validation failed: Direct posts cannot be pinned")
      }
      guard try transaction.pinsCount(of: viewer.account, without: post.id) < Self.maxPins else {
        throw CommunityError.invalid("Validation failed: You have already pinned the maximum number of posts")
      }
      try transaction.pin(post.id, by: viewer.account, id: ids())
    }
  }

  public func unpin(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, _, _ in
      try transaction.unpin(post.id, by: viewer.account)
    }
  }

  /// Stops notifications to the viewer about the post's conversation.
  public func muteConversation(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, _, _ in
      try transaction.mute(conversation: post.conversation, by: viewer.account)
    }
  }

  public func unmuteConversation(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    try await change(post: id, viewer) { transaction, post, _, _ in
      try transaction.unmute(conversation: post.conversation, by: viewer.account)
    }
  }

  /// Changes something about a post that the viewer may see. For a repost, it changes the reposted post.
  func change(
    post id: Int64, _ viewer: Viewer,
    _ change:
      @escaping @Sendable (
        _ transaction: WriteTransaction, _ post: PostFacts, _ nextID: () -> Int64, _ now: Int64
      ) throws -> Void
  ) async throws -> Post {
    let now = clock().milliseconds
    let identifiers = identifiers
    let seenID = try await store.write { transaction in
      guard var post = try transaction.post(id, viewer: viewer.account) else { throw CommunityError.notFound }
      if let repeated = post.repostOf {
        guard let original = try transaction.post(repeated, viewer: viewer.account) else {
          throw CommunityError.notFound
        }
        post = original
      }
      try change(transaction, post, { identifiers.next(milliseconds: now) }, now)
      return post.id
    }
    return try await seen(seenID, viewer)
  }
}
