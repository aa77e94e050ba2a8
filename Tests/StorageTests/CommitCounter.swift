import GRDB
import Synchronization

final class CommitCounter: TransactionObserver, Sendable {
  private let commits = Atomic<Int>(0)

  var count: Int { commits.load(ordering: .relaxed) }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

  func databaseDidChange(with event: DatabaseEvent) {}

  func databaseDidCommit(_ db: Database) { commits.add(1, ordering: .relaxed) }

  func databaseDidRollback(_ db: Database) {}
}
