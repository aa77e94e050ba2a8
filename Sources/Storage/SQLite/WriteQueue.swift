import Freshness
import GRDB
import Synchronization

/// The writes that wait for the one connection that writes. Those that wait at the same time become one transaction, so
/// that the disk is asked once to keep all of them (group commit).
///
/// The first needs no savepoint, as there is nothing before it that its failure could undo; each further one has its own.
/// When SQLite gives up the transaction as a whole (a full disk, a commit that fails), each write is carried out again,
/// alone, so that it gets the result that it would have had without the others. A write may therefore be carried out
/// twice, of which only one time counts: it must change nothing but the database.
final class WriteQueue: Sendable {
  /// A write that waits for its turn.
  struct Entry: Sendable {
    let ticket: WriteTicket
    /// Carries it out, and keeps its value for `answer`. Returns what went wrong.
    let run: @Sendable (Database) -> (any Error)?
    /// Says how it ended: nil when the disk has it.
    let answer: @Sendable ((any Error)?) -> Void
  }

  /// How far the writing connection's transaction is.
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
    /// Whether the writing connection knows that there is something to do.
    var isAwake = false
    /// Since when the writing connection asks for the lock; nil: it has it, or needs none.
    var asksSince: ContinuousClock.Instant?
    var transaction = TransactionPhase.none
  }

  /// A transaction ends after so many writes, or after that time, even if more are waiting: those that are in it wait
  /// for its end.
  private static let mostWrites = 256
  private static let longestBatch = Duration.milliseconds(10)
  /// A lock that is free is there at once.
  private static let heldUp = Duration.milliseconds(20)
  /// A commit on a usual disk is shorter.
  private static let longCommit = Duration.milliseconds(50)

  private let pool: DatabasePool
  private let changes: SQLiteChanges
  private let revisions: Revisions
  private let state = Mutex(State())

  /// - Parameters:
  ///   - changes: gathers what each write changes.
  ///   - revisions: learn of it when the disk has it, before anybody hears that.
  init(pool: DatabasePool, changes: SQLiteChanges, revisions: Revisions) {
    self.pool = pool
    self.changes = changes
    self.revisions = revisions
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

  /// One transaction, then the connection's next work: a copy or a close must not wait until nobody writes any more.
  private func work(_ database: Database) {
    if begin(database) { carryOut(database) }
    let isMore = state.withLock { state in
      state.transaction = .none
      state.isAwake = !state.waiting.isEmpty
      return state.isAwake
    }
    if isMore { schedule() }
  }

  /// Waits for the lock as long as somebody in the queue has patience. Returns false if nobody is left.
  private func begin(_ database: Database) -> Bool {
    begin(database) { error, isOver in
      let (given, isLast) = state.withLock { state in
        let given = state.waiting.filter(isOver)
        state.waiting.removeAll(where: isOver)
        return (given, state.waiting.isEmpty)
      }
      for entry in given { entry.answer(error) }
      return !isLast
    }
  }

  /// - Parameter goesOn: called again and again while the lock is held, with what says whose patience is over; returns
  ///   whether anybody still waits.
  private func begin(
    _ database: Database, goesOn: (_ error: any Error, _ isOver: (Entry) -> Bool) -> Bool
  ) -> Bool {
    let start = ContinuousClock.now
    state.withLock { $0.asksSince = start }
    defer { state.withLock { $0.asksSince = nil } }
    while true {
      do {
        try database.beginTransaction(.immediate)
        do {
          try database.readSchema()
          let version = try database.cachedStatement(sql: "PRAGMA data_version")
          if let version = try Int64.fetchOne(version) { state.withLock { $0.transaction = .open(version: version) } }
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
    while keeps, done.count < Self.mostWrites, let entry = next() {
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
    if problem == nil, keeps { revisions.publish(notice) }
    for (entry, error) in failed { entry.answer(error) }
    if problem != nil, done.count > 1 || !failed.isEmpty {
      for entry in done { alone(entry, database) }
    } else {
      for entry in done { entry.answer(problem) }
    }
  }

  private func next() -> Entry? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  private enum Attempt {
    case done
    /// It failed, and what was done before it still stands.
    case undone(any Error)
    /// With it the whole transaction.
    case lost(any Error)
  }

  private func attempt(_ entry: Entry, _ database: Database, inSavepoint: Bool) -> Attempt {
    changes.begin()
    do {
      if inSavepoint { try database.cachedStatement(sql: "SAVEPOINT one_write").execute() }
      let error = entry.run(database)
      // SQLite ends the transaction itself when it can't undo in part (https://sqlite.org/lang_transaction.html).
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

  /// Returns why nothing of the transaction was kept.
  private func finish(_ database: Database, keeping: Bool) -> (any Error)? {
    // Others may write as soon as the lock is free.
    state.withLock { $0.transaction = .committing(since: .now) }
    defer { state.withLock { $0.transaction = .none } }
    guard database.isInsideTransaction else { return Self.endedByItself }
    do {
      if keeping { try database.commit() } else { try database.rollback() }
      return keeping ? nil : Self.endedByItself
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      return error
    }
  }

  private func alone(_ entry: Entry, _ database: Database) {
    let isBegun = begin(database) { error, isOver in
      guard isOver(entry) else { return true }
      entry.answer(error)
      return false
    }
    guard isBegun else { return }
    switch attempt(entry, database, inSavepoint: false) {
    case .done:
      let problem = finish(database, keeping: true)
      if problem == nil { revisions.publish(changes.take()) }
      entry.answer(problem)
    case .undone(let error), .lost(let error):
      _ = finish(database, keeping: false)
      entry.answer(error)
    }
  }
}

/// Whether a write that waits or runs is still wanted.
final class WriteTicket: Sendable {
  private let patience: Duration
  private let start = ContinuousClock.now
  private let cancelled = Atomic(false)

  /// - Parameter patience: how long it waits for another program's lock. A wait for a free processor or for writes
  ///   before it does not count.
  init(patience: Duration) { self.patience = patience }

  /// Whether it waits for the lock no longer, which another program has held since `heldSince`.
  func isOver(at now: ContinuousClock.Instant, heldSince: ContinuousClock.Instant) -> Bool {
    isCancelled || max(start, heldSince) + patience <= now
  }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// What a write returned, until it is known that it counts.
final class KeptValue<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  var value: Value? { kept.withLock { $0 } }

  func set(_ value: Value) { kept.withLock { $0 = value } }
}
