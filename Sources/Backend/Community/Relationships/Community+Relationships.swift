public import Social
import Storage

extension Community {
  public var relationships: Relationships {
    Relationships(
      store: store, clock: clock, identifiers: identifiers)
  }

  /// The changes of relationships between members: follow, block, mute and the like.
  public struct Relationships: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
  }
}

extension Community.Relationships {
  /// Returns relationships in the order of the ids. Accounts that don't exist are left out.
  public func of(_ viewer: Viewer, to ids: [Int64]) async throws -> [Relationship] {
    try await store.relationships(of: viewer.account, to: ids, now: clock().milliseconds)
  }

  /// Returns relationships with only the viewer's follows and follow requests in them. These are cached, so a
  /// list of posts costs no statement more.
  public func follows(of viewer: Viewer, to ids: [Int64]) async throws -> [Relationship] {
    try await store.follows(of: viewer.account, to: ids)
  }

  /// Follows an account, or asks to if it is locked. If the viewer follows it already, this changes the
  /// options.
  ///
  /// - Parameters:
  ///   - showsReposts: `nil` keeps the setting, which is on at first.
  ///   - notifies: notifies the viewer of new posts; `nil` keeps the setting, which is off at first.
  /// - Throws: `CommunityError.notFound`; `CommunityError.notAllowed` for the viewer's own account and if
  ///   either one blocked the other.
  public func follow(
    _ id: Int64, _ viewer: Viewer, showsReposts: Bool?, notifies: Bool?
  ) async throws -> Relationship {
    let options = FollowOptions(showsReposts: showsReposts, notifies: notifies)
    return try await relating(id, viewer) { transaction, facts, ids, now in
      guard !facts.isBlocked else { throw CommunityError.notAllowed("This action is not allowed") }
      let (rowID, noticeID) = (ids(), ids())
      let isFollowing = try transaction.isFollowing(id, by: viewer.account)
      if facts.isLocked, !isFollowing {
        guard try transaction.request(id, by: viewer.account, id: rowID, options) else { return }
        try transaction.notify(
          .init(id: noticeID, account: id, kind: .followRequest, actor: viewer.account), now: now)
      } else if try transaction.follow(id, by: viewer.account, id: rowID, options) {
        try transaction.notify(
          .init(id: noticeID, account: id, kind: .follow, actor: viewer.account), now: now)
      }
    }
  }

  /// Unfollows an account, or withdraws the follow request.
  public func unfollow(_ id: Int64, _ viewer: Viewer) async throws -> Relationship {
    try await relating(id, viewer) { transaction, _, _, _ in try transaction.unfollow(id, by: viewer.account)
    }
  }

  /// Removes the account from the viewer's followers.
  public func removeFollower(_ id: Int64, _ viewer: Viewer) async throws -> Relationship {
    try await relating(id, viewer) { transaction, _, _, _ in try transaction.unfollow(viewer.account, by: id)
    }
  }

  /// Blocks an account. Neither sees the other any more, and neither follows the other.
  public func block(_ id: Int64, _ viewer: Viewer) async throws -> Relationship {
    try await relating(id, viewer) { transaction, _, ids, _ in
      try transaction.block(id, by: viewer.account, id: ids())
    }
  }

  public func unblock(_ id: Int64, _ viewer: Viewer) async throws -> Relationship {
    try await relating(id, viewer) { transaction, _, _, _ in try transaction.unblock(id, by: viewer.account) }
  }

  /// Hides an account from the viewer's timelines. Its posts can still be opened.
  ///
  /// - Parameters:
  ///   - hidesNotifications: hides the account's notifications as well.
  ///   - duration: `nil` mutes until it is undone.
  public func mute(
    _ id: Int64, _ viewer: Viewer, hidesNotifications: Bool, duration: Duration?
  ) async throws -> Relationship {
    try await relating(id, viewer) { transaction, _, ids, now in
      let end = duration.map { now + $0.components.seconds * 1000 }
      try transaction.mute(
        id, by: viewer.account, id: ids(), hidesNotifications: hidesNotifications, until: end)
    }
  }

  public func unmute(_ id: Int64, _ viewer: Viewer) async throws -> Relationship {
    try await relating(id, viewer) { transaction, _, _, _ in try transaction.unmute(id, by: viewer.account) }
  }

  /// The maximum length of a private note, in characters.
  static let longestNote = 2000

  /// Stores the viewer's private note about an account. An empty text removes it.
  ///
  /// - Throws: `CommunityError.invalid` if it is longer than 2,000 characters.
  public func note(_ words: String, on id: Int64, _ viewer: Viewer) async throws -> Relationship {
    let words = words.isBlank ? "" : words.cleaned()
    guard words.unicodeScalars.count <= Self.longestNote else {
      throw CommunityError.invalid(
        "Comment is too long (maximum is \(Self.longestNote) characters)", .textTooLong)
    }
    return try await relating(id, viewer) { transaction, _, _, _ in
      try transaction.note(words, on: id, by: viewer.account)
    }
  }

  /// - Throws: `CommunityError.notFound` if the account didn't ask to follow.
  public func answerFollowRequest(from id: Int64, _ viewer: Viewer, accept: Bool) async throws -> Relationship
  {
    try await relating(id, viewer) { transaction, _, ids, now in
      guard let options = try transaction.takeRequest(of: id, to: viewer.account) else {
        throw CommunityError.notFound
      }
      let (rowID, noticeID) = (ids(), ids())
      guard accept, try transaction.follow(viewer.account, by: id, id: rowID, options) else { return }
      try transaction.notify(.init(id: noticeID, account: viewer.account, kind: .follow, actor: id), now: now)
    }
  }

  /// Changes the viewer's relationship with another account, and returns it.
  private func relating(
    _ id: Int64, _ viewer: Viewer,
    _ change:
      @escaping @Sendable (
        _ transaction: WriteTransaction, _ other: AccountFacts, _ nextID: () -> Int64, _ now: Int64
      ) throws -> Void
  ) async throws -> Relationship {
    guard id != viewer.account else { throw CommunityError.notAllowed("This action is not allowed") }
    let now = clock().milliseconds
    let identifiers = identifiers
    try await store.write { transaction in
      guard let facts = try transaction.account(id, viewer: viewer.account) else {
        throw CommunityError.notFound
      }
      try change(transaction, facts, { identifiers.next(milliseconds: now) }, now)
    }
    guard let relationship = try await of(viewer, to: [id]).first else { throw CommunityError.notFound }
    return relationship
  }
}
