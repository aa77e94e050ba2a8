import GRDB
import Invalidation
import Synchronization

/// The writes that wait for the one writing connection. Those that wait at the same time share a transaction,
/// so that the disk syncs once for all of them (group commit).
///
/// The first write needs no savepoint, because no write before it could be undone by its failure; each
/// further one has its own. If SQLite rolls back the whole transaction (a full disk, a failed commit), each
/// write runs again alone. So it gets the result that it would have had without the others. A write may
/// therefore run twice, but counts once: it must change nothing but the database.
final class WriteQueue: Sendable {
  /// A write that waits for its turn.
  struct Entry: Sendable {
    let ticket: WriteTicket
    let notes: NoteRecorder
    /// Runs the write, and keeps its value for `complete`. Returns its error.
    let run: @Sendable (Database) -> (any Error)?
    /// Completes the write with its error, or with `nil` when the data is on the disk.
    let complete: @Sendable ((any Error)?) -> Void
  }

  /// The state of the writing connection's transaction.
  private enum TransactionPhase {
    case none
    /// It holds the lock, with the `data_version` that it then had.
    case open(version: Int64)
    case committing(since: ContinuousClock.Instant)
  }

  /// Tells if the writing connection can be asked about changes by other programs.
  enum Availability: Equatable {
    case free
    /// Inside a transaction. No other program has written since it began, when `data_version` was this.
    case occupied(version: Int64)
    /// Waits for another program's lock, or for the disk.
    case heldUp
  }

  private struct State {
    var waiting: [Entry] = []
    /// True if the writing connection is scheduled to work.
    var isAwake = false
    /// The time since which the writing connection has tried to get the lock; `nil` while it doesn't try.
    var asksSince: ContinuousClock.Instant?
    var transaction = TransactionPhase.none
  }

  /// A transaction commits after this many writes or this time, even if more are waiting, because its writes
  /// wait for the commit.
  private static let maxWrites = 256
  private static let longestBatch = Duration.milliseconds(10)
  /// The wait from which writing counts as held up; a free lock is taken sooner.
  private static let heldUp = Duration.milliseconds(20)
  /// A commit on a usual disk is shorter.
  private static let longCommit = Duration.milliseconds(50)

  private let pool: DatabasePool
  private let changes: SQLiteChanges
  private let revisions: Revisions
  private let events: EventFeed
  private let state = Mutex(State())

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - changes: gathers the changes of each write.
  ///   - revisions: receives them when the data is on the disk, before the write's caller continues.
  ///   - events: receives the notes for streams, then too.
  init(pool: DatabasePool, changes: SQLiteChanges, revisions: Revisions, events: EventFeed) {
    self.pool = pool
    self.changes = changes
    self.revisions = revisions
    self.events = events
  }

  func add(_ entry: Entry) {
    let wakes = state.withLock { state in
      state.waiting.append(entry)
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if wakes { schedule() }
  }

  var availability: Availability {
    state.withLock { state in
      if let since = state.asksSince { return .now - since >= Self.heldUp ? .heldUp : .free }
      switch state.transaction {
      case .none: return .free
      case .open(let version): return .occupied(version: version)
      case .committing(let since): return .now - since >= Self.longCommit ? .heldUp : .free
      }
    }
  }

  private func schedule() { pool.asyncWriteWithoutTransaction { self.work($0) } }

  /// Runs one transaction, then lets the connection do its next work: a copy or a close must not wait until
  /// the queue is empty.
  private func work(_ database: Database) {
    if begin(database) { carryOut(database) }
    let isMore = state.withLock { state in
      state.transaction = .none
      state.isAwake = !state.waiting.isEmpty
      return state.isAwake
    }
    if isMore { schedule() }
  }

  /// Waits for the lock until all writes in the queue have timed out. Returns false if none is left.
  private func begin(_ database: Database) -> Bool {
    begin(database) { error, isOver in
      let (given, isLast) = state.withLock { state in
        let given = state.waiting.filter(isOver)
        state.waiting.removeAll(where: isOver)
        return (given, state.waiting.isEmpty)
      }
      for entry in given { entry.complete(error) }
      return !isLast
    }
  }

  /// Begins a transaction, retrying while the lock is held.
  ///
  /// - Parameter goesOn: called after each failed try, with a function that says which writes have timed out.
  ///   It returns true while a write still waits.
  private func begin(
    _ database: Database, goesOn: (_ error: any Error, _ isOver: (Entry) -> Bool) -> Bool
  ) -> Bool {
    let start = ContinuousClock.now
    state.withLock { $0.asksSince = start }
    defer { state.withLock { $0.asksSince = nil } }
    while true {
      do {
        // Cached, so that each is prepared only once.
        try database.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
          try database.readSchema()
          let version = try database.cachedStatement(sql: "PRAGMA data_version")
          if let version = try Int64.fetchOne(version) {
            state.withLock { $0.transaction = .open(version: version) }
          }
        } catch {
          try database.rollback()
          throw error
        }
        return true
      } catch {
        let isHeld = (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
        let now = ContinuousClock.now
        guard goesOn(error, { !isHeld || $0.ticket.isOver(at: now, heldSince: start) }) else { return false }
      }
    }
  }

  private func carryOut(_ database: Database) {
    let end = ContinuousClock.now + Self.longestBatch
    var notice = ChangeNotice()
    var done: [Entry] = []
    var failed: [(entry: Entry, error: any Error)] = []
    var keeps = true
    while keeps, done.count < Self.maxWrites, let entry = next() {
      switch attempt(entry, database, inSavepoint: !done.isEmpty) {
      case .done:
        done.append(entry)
        notice.formUnion(changes.take())
      case .undone(let error): failed.append((entry, error))
      case .lost(let error):
        failed.append((entry, error))
        keeps = false
      }
      if done.isEmpty || ContinuousClock.now >= end { break }
    }
    let problem = finish(database, keeping: keeps && !done.isEmpty)
    if problem == nil, keeps {
      revisions.publish(notice)
      events.publish(done.flatMap(\.notes.notes))
    }
    for (entry, error) in failed { entry.complete(error) }
    if problem != nil, done.count > 1 || !failed.isEmpty {
      for entry in done { alone(entry, database) }
    } else {
      for entry in done { entry.complete(problem) }
    }
  }

  private func next() -> Entry? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  private enum Attempt {
    case done
    /// It failed, and the writes before it still stand.
    case undone(any Error)
    /// It failed and lost the whole transaction.
    case lost(any Error)
  }

  private func attempt(_ entry: Entry, _ database: Database, inSavepoint: Bool) -> Attempt {
    changes.begin()
    do {
      if inSavepoint { try database.cachedStatement(sql: "SAVEPOINT one_write").execute() }
      let error = entry.run(database)
      // SQLite ends the transaction itself when it can't undo in part
      // (https://sqlite.org/lang_transaction.html).
      guard database.isInsideTransaction else {
        state.withLock { $0.transaction = .none }
        return .lost(error ?? Self.endedByItself)
      }
      if let error {
        guard inSavepoint else { return .lost(error) }
        try database.cachedStatement(sql: "ROLLBACK TO one_write").execute()
      }
      if inSavepoint { try database.cachedStatement(sql: "RELEASE one_write").execute() }
      return error.map { .undone($0) } ?? .done
    } catch {
      return .lost(error)
    }
  }

  private static let endedByItself = StorageError.failed("the transaction ended by itself")

  /// Ends the transaction. Returns the error if nothing of it was kept.
  private func finish(_ database: Database, keeping: Bool) -> (any Error)? {
    // Others may write as soon as the lock is free.
    state.withLock { $0.transaction = .committing(since: .now) }
    defer { state.withLock { $0.transaction = .none } }
    guard database.isInsideTransaction else { return Self.endedByItself }
    do {
      if keeping {
        try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
      } else {
        try database.rollback()
      }
      return keeping ? nil : Self.endedByItself
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      return error
    }
  }

  private func alone(_ entry: Entry, _ database: Database) {
    let isBegun = begin(database) { error, isOver in
      guard isOver(entry) else { return true }
      entry.complete(error)
      return false
    }
    guard isBegun else { return }
    switch attempt(entry, database, inSavepoint: false) {
    case .done:
      let problem = finish(database, keeping: true)
      if problem == nil {
        revisions.publish(changes.take())
        events.publish(entry.notes.notes)
      }
      entry.complete(problem)
    case .undone(let error), .lost(let error):
      _ = finish(database, keeping: false)
      entry.complete(error)
    }
  }
}

/// The timeout and the cancellation of a transaction.
final class WriteTicket: Sendable {
  private let timeout: Duration
  private let start = ContinuousClock.now
  private let cancelled = Atomic(false)

  /// Starts the timeout.
  ///
  /// - Parameter timeout: the time to wait for another program's lock. Waiting for a processor or for earlier
  ///   writes doesn't count.
  init(timeout: Duration) { self.timeout = timeout }

  /// Returns true if the write is cancelled, or has waited too long for the lock that another program has
  /// held since `heldSince`.
  func isOver(at now: ContinuousClock.Instant, heldSince: ContinuousClock.Instant) -> Bool {
    isCancelled || max(start, heldSince) + timeout <= now
  }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// The result of a write, kept until the write is committed.
final class KeptValue<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  var value: Value? { kept.withLock { $0 } }

  func set(_ value: Value) { kept.withLock { $0 = value } }
}
