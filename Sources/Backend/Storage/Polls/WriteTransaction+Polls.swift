import Invalidation
public import Social

/// A poll as it is stored, without its votes.
public struct PollRecord: Equatable, Sendable {
  public var titles: [String]
  public var isMultiple: Bool
  public var hidesTotals: Bool
  /// True if those who see the poll see the voters of each option.
  public var showsVoters: Bool
  /// Milliseconds.
  public var expiresAt: Int64
  /// True once its end was told.
  public var isEnded = false

  public init(titles: [String], isMultiple: Bool, hidesTotals: Bool, showsVoters: Bool, expiresAt: Int64) {
    self.titles = titles
    self.isMultiple = isMultiple
    self.hidesTotals = hidesTotals
    self.showsVoters = showsVoters
    self.expiresAt = expiresAt
  }
}

/// A poll whose end was reached, and the accounts to notify.
public struct EndedPoll: Equatable, Sendable {
  public var post: Int64
  public var author: Int64
  public var voters: [Int64]
}

extension WriteTransaction {
  public func poll(of post: Int64) throws(StorageError) -> PollRecord? {
    try connection.first(
      "SELECT options, is_multiple, hides_totals, shows_voters, expires_at, is_ended FROM polls WHERE post = \(post)"
    ) { row in
      var poll = PollRecord(
        titles: PollOptions.titles(encoded: try row.text()), isMultiple: try row.bool(),
        hidesTotals: try row.bool(),
        showsVoters: try row.bool(), expiresAt: try row.integer())
      poll.isEnded = try row.bool()
      return poll
    }
  }

  /// Adds a poll to a post, or replaces it. The poll is open afterwards, and its votes stay.
  public func setPoll(of post: Int64, to poll: PollRecord) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO polls (post, options, is_multiple, hides_totals, shows_voters, expires_at)
      VALUES (\(post), \(PollOptions.encoded(poll.titles)), \(poll.isMultiple), \(poll.hidesTotals), \(poll.showsVoters),
        \(poll.expiresAt))
      ON CONFLICT (post) DO UPDATE SET options = excluded.options, is_multiple = excluded.is_multiple,
        hides_totals = excluded.hides_totals, shows_voters = excluded.shows_voters, expires_at = excluded.expires_at, is_ended = 0
      """)
  }

  /// Removes the notifications that the poll has ended.
  public func forgetPollEnd(of post: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM notifications WHERE post = \(post) AND kind = 'poll'")
  }

  public func deleteVotes(of post: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM poll_votes WHERE post = \(post)")
  }

  public func hasVotes(_ post: Int64) throws(StorageError) -> Bool {
    try connection.has("SELECT 1 FROM poll_votes WHERE post = \(post) LIMIT 1")
  }

  public func hasVoted(_ account: Int64, in post: Int64) throws(StorageError) -> Bool {
    try connection.has("SELECT 1 FROM poll_votes WHERE post = \(post) AND account = \(account) LIMIT 1")
  }

  public func vote(_ choices: [Int], by account: Int64, in post: Int64) throws(StorageError) {
    for choice in choices {
      try connection.execute(
        "INSERT INTO poll_votes (post, account, choice) VALUES (\(post), \(account), \(Int64(choice)))")
    }
    record(.counted(post))
  }

  /// Ends polls whose end was reached, the earliest first.
  ///
  /// - Parameter now: the time in milliseconds.
  public func endPolls(now: Int64, limit: Int) throws(StorageError) -> [EndedPoll] {
    let due = try connection.rows(
      """
      SELECT l.post, p.author FROM polls l JOIN posts p ON p.id = l.post
      WHERE l.is_ended = 0 AND l.expires_at <= \(now) ORDER BY l.expires_at, l.post LIMIT \(limit)
      """
    ) { row in (post: try row.integer(), author: try row.integer()) }
    var ended: [EndedPoll] = []
    for poll in due {
      try connection.execute("UPDATE polls SET is_ended = 1 WHERE post = \(poll.post)")
      ended.append(
        EndedPoll(
          post: poll.post, author: poll.author,
          voters: try connection.integers(
            "SELECT DISTINCT account FROM poll_votes WHERE post = \(poll.post) ORDER BY account")))
    }
    return ended
  }
}

extension Store {
  /// Returns the accounts that voted for an option of a poll that shows them, by their ids. Empty if the
  /// viewer may not see the post, and while the author hides the numbers.
  public func voters(
    for option: Int, in post: Int64, viewer: Int64?, _ cursor: Cursor
  ) async throws -> ListPage<Profile> {
    try await driver.read(dependsOn: .tags([.post(post)])) { connection in
      var statement: Statement = """
        SELECT v.account, v.account FROM poll_votes v JOIN posts p ON p.id = v.post JOIN polls l ON l.post = p.id \
        WHERE v.post = \(post) AND v.choice = \(Int64(option)) AND l.shows_voters = 1 \
        AND (l.hides_totals = 0 OR l.is_ended = 1)
        """
      statement.append(" AND \(Visibility.condition(viewer: viewer, in: &statement))")
      return try connection.accounts(
        statement, key: "v.account", account: "v.account", viewer: viewer, cursor)
    }
  }

  /// Returns the end of the open poll that ends first, in milliseconds.
  public func nextPollEnd() async throws -> Int64? {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.integer("SELECT min(expires_at) FROM polls WHERE is_ended = 0")
    }
  }
}
