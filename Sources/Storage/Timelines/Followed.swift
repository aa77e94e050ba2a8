import Freshness
import Synchronization

/// Whose posts a reader's home timeline depends on, remembered until the reader follows others.
final class Followed: Sendable {
  private struct Entry {
    let authored: Dependencies.Places
    let moment: UInt64
  }

  private struct State {
    var entries: [Int64: Entry] = [:]
    var bytes = 0
  }

  /// When more would be remembered, all is forgotten: 4 MB are a thousand readers who follow a thousand each.
  static let mostBytes = 4 << 20
  /// About what an entry takes besides its places.
  private static let entryBytes = 64

  private let revisions: Revisions
  private let state = Mutex(State())

  init(revisions: Revisions) { self.revisions = revisions }

  /// - Parameter moment: the last change before the reading began. Costs a statement if it is not remembered.
  func authored(
    of reader: Int64, asOf moment: UInt64, _ connection: any DatabaseConnection
  ) throws -> Dependencies.Places {
    let reading = Dependencies.Places([.reader(reader)])
    if let known = state.withLock({ $0.entries[reader] }), revisions.areCurrent(reading, asOf: known.moment) {
      return known.authored
    }
    let followees = try connection.integers("SELECT followee FROM follows WHERE follower = \(reader)")
    let entry = Entry(authored: Dependencies.Places(followees.map { .authored($0) }), moment: moment)
    state.withLock { state in
      let bytes = entry.authored.cost + Self.entryBytes
      if state.bytes + bytes > Self.mostBytes { state = State() }
      if let old = state.entries.updateValue(entry, forKey: reader) {
        state.bytes -= old.authored.cost + Self.entryBytes
      }
      state.bytes += bytes
    }
    return entry.authored
  }
}
