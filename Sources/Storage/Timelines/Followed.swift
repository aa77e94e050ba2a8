import Freshness
import Synchronization

/// Remembers for each reader which accounts they follow, and whether they want to hear nothing of some, until that changes.
final class Followed: Sendable {
  struct Authors: Sendable {
    /// Without the reader.
    let count: Int
    /// With the reader.
    let accounts: AccountSet
    /// What the reader's home timeline depends on: which posts are theirs.
    let authored: Dependencies.Places
    /// Whether the reader blocked anybody, or was blocked.
    let hasBlocks: Bool
    /// Whether the reader muted anybody; it may be over.
    let hasMutes: Bool

    init(reader: Int64, followees: [Int64], hasBlocks: Bool, hasMutes: Bool) {
      self.hasBlocks = hasBlocks
      self.hasMutes = hasMutes
      count = followees.count
      accounts = AccountSet(followees + [reader])
      authored = Dependencies.Places(followees.map { .authored($0) })
    }

    fileprivate var cost: Int { authored.cost + accounts.cost + 96 }
  }

  private struct Entry {
    let authors: Authors
    let moment: UInt64
  }

  private struct State {
    var entries: [Int64: Entry] = [:]
    var bytes = 0
  }

  /// When more would be remembered, all is forgotten: 4 MB are a thousand readers who follow two hundred each.
  static let mostBytes = 4 << 20
  private let revisions: Revisions
  private let state = Mutex(State())

  init(revisions: Revisions) { self.revisions = revisions }

  /// - Parameter moment: the last change before the reading began. Costs a statement if it is not remembered.
  func authors(for reader: Int64, asOf moment: UInt64, _ connection: any DatabaseConnection) throws -> Authors {
    let reading = Dependencies.Places([.reader(reader)])
    if let known = state.withLock({ $0.entries[reader] }), revisions.areCurrent(reading, asOf: known.moment) {
      return known.authors
    }
    var (followees, hasBlocks, hasMutes): ([Int64], Bool, Bool) = ([], false, false)
    try connection.forEach(Self.statement(reader)) { row in
      switch (try row.int(), try row.integer()) {
      case (0, let followee): followees.append(followee)
      case (1, _): hasBlocks = true
      default: hasMutes = true
      }
    }
    let authors = Authors(reader: reader, followees: followees, hasBlocks: hasBlocks, hasMutes: hasMutes)
    state.withLock { state in
      if state.bytes + authors.cost > Self.mostBytes { state = State() }
      if let old = state.entries.updateValue(Entry(authors: authors, moment: moment), forKey: reader) {
        state.bytes -= old.authors.cost
      }
      state.bytes += authors.cost
    }
    return authors
  }

  /// Whom they follow, as 0; a row with 1 if there are blocks, one with 2 if there are mutes.
  private static func statement(_ reader: Int64) -> Statement {
    """
    SELECT 0, followee FROM follows WHERE follower = \(reader) \
    UNION ALL SELECT 1, 0 WHERE EXISTS (SELECT 1 FROM blocks WHERE account = \(reader)) \
    OR EXISTS (SELECT 1 FROM blocks WHERE target = \(reader)) \
    UNION ALL SELECT 2, 0 WHERE EXISTS (SELECT 1 FROM mutes WHERE account = \(reader))
    """
  }
}
