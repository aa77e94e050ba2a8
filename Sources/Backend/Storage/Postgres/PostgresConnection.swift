import Invalidation

/// A session of the pool, inside one transaction.
struct PostgresConnection: DatabaseConnection {
  let session: PostgresSession
  let counter: StatementCounter
  let revision: UInt64
  let ticket: WriteTicket
  /// The dependencies of this read; `nil` if the caller doesn't gather them.
  var reading: DependencyRecorder?
  /// The notes of this write; `nil` in a read.
  var notes: NoteRecorder?

  var dialect: Dialect { .postgres }

  func depend(on slots: Dependencies.Slots) { reading?.depend(on: slots) }

  func record(_ note: EventNote) { notes?.record(note) }

  func rows(_ statement: Statement) throws(StorageError) -> [Row] {
    counter.increase()
    try checkGoesOn()
    return try session.run(statement).rows
  }

  func execute(_ statement: Statement) throws(StorageError) -> Int {
    counter.increase()
    try checkGoesOn()
    return try session.run(statement).changed
  }

  private func checkGoesOn() throws(StorageError) {
    guard !ticket.isCancelled else { throw .failed("the transaction was cancelled") }
  }
}
