import GRDB
import Synchronization

/// Counts the rows that each transaction changes, by table.
final class RowCounter: TransactionObserver, Sendable {
  private let counts = Mutex<(open: [String: Int], closed: [[String: Int]])>(([:], []))

  /// Those that changed something, in their order.
  var transactions: [[String: Int]] { counts.withLock { $0.closed } }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

  func databaseDidChange(with event: DatabaseEvent) {
    counts.withLock { $0.open[event.tableName, default: 0] += 1 }
  }

  func databaseDidCommit(_ db: Database) {
    counts.withLock { counts in
      if !counts.open.isEmpty { counts.closed.append(counts.open) }
      counts.open = [:]
    }
  }

  func databaseDidRollback(_ db: Database) { counts.withLock { $0.open = [:] } }
}
