public import Social
import Storage

extension Community {
  public var polls: Polls {
    Polls(store: store, clock: clock, clockTrust: clockTrust, identifiers: identifiers)
  }

  /// Polls of posts: voting, and their end.
  public struct Polls: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let clockTrust: ClockTrust
    let identifiers: Identifiers
  }
}

extension Community.Polls {
  /// The number of polls that one transaction ends.
  private static let endedAtOnce = 20

  /// Returns a poll with the viewer's votes.
  ///
  /// - Throws: `CommunityError.notFound` if the viewer may not see its post.
  public func find(_ id: Int64, viewer: Viewer?) async throws -> Poll {
    guard var poll = try await store.posts([id], viewer: viewer?.account).first?.poll else {
      throw CommunityError.notFound
    }
    // Its end was reached, but `endDue` has not run yet, or doubts the clock. Hidden numbers stay hidden
    // until then.
    if let end = poll.expiresAt, end <= clock() { poll.isEnded = true }
    return poll
  }

  /// Returns the accounts that voted for an option, if the poll shows them and its numbers.
  ///
  /// - Throws: `CommunityError.notFound` if the viewer may not see the post, and for a poll whose votes are
  ///   secret.
  public func voters(for option: Int, in id: Int64, viewer: Viewer?, _ cursor: Cursor) async throws
    -> ListPage<Profile>
  {
    let poll = try await store.posts([id], viewer: viewer?.account).first?.poll
    guard let poll, poll.showsVoters, poll.options.indices.contains(option) else {
      throw CommunityError.notFound
    }
    return try await store.voters(for: option, in: id, viewer: viewer?.account, cursor)
  }

  /// Votes, once and for good.
  ///
  /// - Throws: `CommunityError.notFound` if the viewer may not see the post; `CommunityError.invalid` for the
  ///   viewer's own poll, for one that has ended, for a second vote, and for choices that the poll doesn't
  ///   have.
  public func vote(_ choices: [Int], in id: Int64, _ viewer: Viewer) async throws -> Poll {
    let now = clock().milliseconds
    try await store.write { transaction in
      guard let post = try transaction.post(id, viewer: viewer.account),
        let poll = try transaction.poll(of: id)
      else {
        throw CommunityError.notFound
      }
      guard post.author != viewer.account else {
        throw CommunityError.invalid("Validation failed: You cannot vote in your own polls")
      }
      // Another process may have ended it since this vote began.
      guard now < poll.expiresAt, !poll.isEnded else {
        throw CommunityError.invalid("Validation failed: The poll has already ended", .pollEnded)
      }
      try PollRules.check(choices, of: poll)
      guard try !transaction.hasVoted(viewer.account, in: id) else {
        throw CommunityError.invalid("Validation failed: You have already voted on this poll", .alreadyVoted)
      }
      try transaction.vote(choices, by: viewer.account, in: id)
    }
    return try await find(id, viewer: viewer)
  }

  /// Ends the polls whose end was reached, and notifies their authors and voters. Of several processes that
  /// do it at the same time, one ends a poll, as both happens in one transaction. While the clock is doubted,
  /// no poll ends (decision 0045).
  ///
  /// - Returns: the end of the next poll, in milliseconds from now; `nil` if no poll is open, or the clock is
  ///   doubted.
  public func endDue() async throws -> Int64? {
    let now = clock().milliseconds
    let identifiers = identifiers
    while let next = try await store.nextPollEnd() {
      guard next <= now else { return next - now }
      guard try await clockTrust.isBelieved() else { return nil }
      try await store.write { transaction in
        for poll in try transaction.endPolls(now: now, limit: Self.endedAtOnce) {
          for account in [poll.author] + poll.voters {
            try transaction.notify(
              NotificationDraft(
                id: identifiers.next(milliseconds: now), account: account, kind: .poll, actor: poll.author,
                post: poll.post), now: now)
          }
        }
      }
    }
    return nil
  }
}
