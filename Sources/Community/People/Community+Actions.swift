public import Social
import Storage

/// What members do with posts. All of it can be done again without doing more, and throws `CommunityError.notFound` for
/// a post that the asker may not see.
extension Community {
  public func favourite(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, ids, now in
      guard try people.favourite(post.id, by: asker.account, id: ids()) else { return }
      try people.notify(
        .init(id: ids(), account: post.author, kind: .favourite, actor: asker.account, post: post.id), now: now)
    }
  }

  public func unfavourite(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, _, _ in
      try people.unfavourite(post.id, by: asker.account)
      try people.forget(.favourite, by: asker.account, of: post.id)
    }
  }

  public func bookmark(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, ids, _ in
      try people.bookmark(post.id, by: asker.account, id: ids())
    }
  }

  public func unbookmark(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, _, _ in try people.unbookmark(post.id, by: asker.account) }
  }

  /// Posts on top of somebody's page.
  static let mostPins = 5

  /// Puts a post of the asker's on top of their page.
  ///
  /// - Throws: also `CommunityError.invalid` for somebody else's or a direct post, and if there are five already.
  public func pin(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, ids, _ in
      guard post.author == asker.account else {
        throw CommunityError.invalid("Validation failed: Someone else's post cannot be pinned")
      }
      guard post.visibility != .direct else {
        throw CommunityError.invalid("Validation failed: Direct posts cannot be pinned")
      }
      guard try people.pinsCount(of: asker.account, without: post.id) < Self.mostPins else {
        throw CommunityError.invalid("Validation failed: You have already pinned the maximum number of posts")
      }
      try people.pin(post.id, by: asker.account, id: ids())
    }
  }

  public func unpin(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, _, _ in try people.unpin(post.id, by: asker.account) }
  }

  /// The asker hears nothing more of the post's conversation.
  public func muteConversation(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, _, _ in
      try people.mute(conversation: post.conversation, by: asker.account)
    }
  }

  public func unmuteConversation(_ id: Int64, _ asker: Asker) async throws -> Status {
    try await acting(on: id, asker) { people, post, _, _ in
      try people.unmute(conversation: post.conversation, by: asker.account)
    }
  }

  /// Changes something about a post that the asker may see; of a repost, about what it repeats.
  func acting(
    on id: Int64, _ asker: Asker,
    _ change:
      @escaping @Sendable (
        _ people: PeopleTransaction, _ post: PostFacts, _ nextID: () -> Int64, _ now: Int64
      ) throws -> Void
  ) async throws -> Status {
    let now = clock().milliseconds
    let identifiers = identifiers
    let seenID = try await store.acting { people in
      guard var post = try people.post(id, asker: asker.account) else { throw CommunityError.notFound }
      if let repeated = post.repostOf {
        guard let original = try people.post(repeated, asker: asker.account) else { throw CommunityError.notFound }
        post = original
      }
      try change(people, post, { identifiers.next(milliseconds: now) }, now)
      return post.id
    }
    return try await seen(seenID, asker)
  }
}
