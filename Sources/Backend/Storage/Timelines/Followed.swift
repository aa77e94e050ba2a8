import Invalidation
import Synchronization

/// Caches the accounts that each viewer follows, and whether they have blocks or mutes, until that changes.
final class Followed: Sendable {
  struct Authors: Sendable {
    /// The number of followed accounts, without the viewer.
    let count: Int
    /// The followed accounts and the viewer.
    let accounts: AccountSet
    /// The followed accounts whose new posts notify the viewer.
    let notifying: Set<Int64>
    /// The accounts that the viewer asked to follow.
    let requested: Set<Int64>
    /// The dependencies of the viewer's home timeline on the followed accounts' posts.
    let authored: Dependencies.Slots
    /// True if the viewer blocked an account, or was blocked.
    let hasBlocks: Bool
    /// True if the viewer muted an account; the mute may have expired.
    let hasMutes: Bool
    /// True if a circle of the viewer takes its people's posts out of home.
    let hasExclusiveCircles: Bool

    init(
      viewer: Int64, followees: [Int64], notifying: Set<Int64> = [], requested: Set<Int64> = [],
      hasBlocks: Bool, hasMutes: Bool, hasExclusiveCircles: Bool
    ) {
      self.notifying = notifying
      self.requested = requested
      self.hasBlocks = hasBlocks
      self.hasMutes = hasMutes
      self.hasExclusiveCircles = hasExclusiveCircles
      count = followees.count
      accounts = AccountSet(followees + [viewer])
      authored = Dependencies.Slots(followees.map { .authored($0) })
    }

    fileprivate var cost: Int {
      let others = notifying.count + requested.count
      return authored.cost + accounts.cost + 96 + 2 * MemoryLayout<Int64>.stride * others
    }
  }

  private struct Entry {
    let authors: Authors
    let revision: UInt64
  }

  private struct State {
    var entries: [Int64: Entry] = [:]
    var bytes = 0
  }

  /// The cache is emptied before it exceeds this: 4 MB hold a thousand viewers who follow two hundred
  /// accounts each.
  static let maxBytes = 4 << 20
  private let revisions: Revisions
  private let state = Mutex(State())

  init(revisions: Revisions) { self.revisions = revisions }

  /// Returns the accounts that the viewer follows, if they are cached and nothing changed.
  func cachedAuthors(for viewer: Int64) -> Authors? {
    guard let known = state.withLock({ $0.entries[viewer] }),
      revisions.areCurrent(Dependencies.Slots([.viewer(viewer)]), asOf: known.revision)
    else { return nil }
    return known.authors
  }

  /// Returns the accounts that the viewer follows. Costs a statement if they aren't cached.
  ///
  /// - Parameter revision: the number of the last change before the read began.
  func authors(for viewer: Int64, asOf revision: UInt64, _ connection: any DatabaseConnection) throws
    -> Authors
  {
    if let known = cachedAuthors(for: viewer) { return known }
    var followees: [Int64] = []
    var (notifying, requested): (Set<Int64>, Set<Int64>) = ([], [])
    var (hasBlocks, hasMutes, hasExclusiveCircles) = (false, false, false)
    try connection.forEach(Self.statement(viewer)) { row in
      switch (try row.int(), try row.integer()) {
      case (0, let followee): followees.append(followee)
      case (4, let followee):
        followees.append(followee)
        notifying.insert(followee)
      case (5, let followee): requested.insert(followee)
      case (1, _): hasBlocks = true
      case (2, _): hasMutes = true
      default: hasExclusiveCircles = true
      }
    }
    let authors = Authors(
      viewer: viewer, followees: followees, notifying: notifying, requested: requested, hasBlocks: hasBlocks,
      hasMutes: hasMutes, hasExclusiveCircles: hasExclusiveCircles)
    state.withLock { state in
      if state.bytes + authors.cost > Self.maxBytes { state = State() }
      if let old = state.entries.updateValue(Entry(authors: authors, revision: revision), forKey: viewer) {
        state.bytes -= old.authors.cost
      }
      state.bytes += authors.cost
    }
    return authors
  }

  /// Selects the followed accounts as rows with 0, or with 4 if their posts notify the viewer; one row with 1 if
  /// there are blocks, one with 2 if there are mutes, and one with 3 if there are exclusive circles; accounts
  /// that the viewer asked to follow as rows with 5.
  static func statement(_ viewer: Int64) -> Statement {
    """
    SELECT CASE WHEN notifies = 1 THEN 4 ELSE 0 END, followee FROM follows WHERE follower = \(viewer) \
    UNION ALL SELECT 5, followee FROM follow_requests WHERE follower = \(viewer) \
    UNION ALL SELECT 1, 0 WHERE EXISTS (SELECT 1 FROM blocks WHERE account = \(viewer)) \
    OR EXISTS (SELECT 1 FROM blocks WHERE target = \(viewer)) \
    UNION ALL SELECT 2, 0 WHERE EXISTS (SELECT 1 FROM mutes WHERE account = \(viewer)) \
    UNION ALL SELECT 3, 0 WHERE EXISTS (SELECT 1 FROM circles WHERE owner = \(viewer) AND is_exclusive = 1)
    """
  }
}
