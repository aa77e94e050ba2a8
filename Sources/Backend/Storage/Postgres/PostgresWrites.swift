import Foundation
import Invalidation
import Synchronization

/// The writes of this process, which alternate with those of other processes. Each transaction holds one lock
/// of the whole database, so that ids and revisions are in the order of commits (docs/decisions/0036).
///
/// Those that wait at the same time become one transaction (group commit), as in `WriteQueue`: the first
/// without a savepoint, each further one in its own. A write whose connection is lost before its transaction
/// ends was not carried out, and is tried once more; when the connection is lost while it ends, the server is
/// asked what became of it.
///
/// Each transaction looks whether the process's number is still its own. Without a number writes wait for a
/// new one.
final class PostgresWrites: Sendable {
  /// A write that waits for its turn.
  struct Entry: Sendable {
    let ticket: WriteTicket
    let notes: NoteRecorder
    /// Runs the write, and keeps its value for `complete`. Returns its error.
    let run: @Sendable (PostgresSession) -> (any Error)?
    /// Completes the write with its error, or with `nil` when the server has it.
    let complete: @Sendable ((any Error)?) -> Void
  }

  private struct State {
    var waiting: [Entry] = []
    /// True if the thread is scheduled to work.
    var isAwake = false
  }

  private static let maxWrites = 256
  private static let longestBatch = Duration.milliseconds(10)
  /// The time during which the server is asked what became of a transaction.
  private static let inquiry = Duration.seconds(10)
  private static let withoutNumber = StorageError.unavailable(
    "the connection that tells processes apart was lost")

  private let address: DatabaseAddress
  private let timeout: Duration
  private let revisions: Revisions
  private let own: OwnChanges
  private let identifiers: Identifiers
  private let origin: MessageOrigin
  private let number: ProcessNumber
  private let numberIsLost: @Sendable () -> Void
  private let thread: PostgresThreadPool
  private let state = Mutex(State())

  /// - Parameter numberIsLost: called when another process has taken the number.
  init(
    _ address: DatabaseAddress, timeout: Duration, revisions: Revisions, own: OwnChanges,
    identifiers: Identifiers, origin: MessageOrigin, number: ProcessNumber,
    numberIsLost: @escaping @Sendable () -> Void
  ) {
    self.address = address
    self.timeout = timeout
    self.revisions = revisions
    self.own = own
    self.identifiers = identifiers
    self.origin = origin
    self.number = number
    self.numberIsLost = numberIsLost
    let limits = PostgresSession.Timeouts(
      lock: max(timeout, .seconds(1)), statement: .seconds(600), name: "swiftlet writes", idle: .seconds(10))
    thread = PostgresThreadPool(limit: 1) { () throws(StorageError) in try PostgresSession(address, limits) }
  }

  /// Creates the driver's own table and functions if they are missing.
  func prepare() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      thread.add(
        .init(timeout: nil) { thread in
          continuation.resume(
            with: Result {
              let session = try thread.ready()
              do {
                try PostgresChanges.prepare(session)
              } catch {
                try? session.queue("ROLLBACK")
                _ = try? session.collect()
                throw error
              }
            })
        } fail: {
          continuation.resume(throwing: $0)
        })
    }
  }

  func add(_ entry: Entry) {
    let wakes = state.withLock { state in
      state.waiting.append(entry)
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if wakes { schedule() }
  }

  func close() async { await thread.close() }

  private func schedule() {
    thread.add(
      .init(timeout: nil) {
        self.work($0)
      } fail: { error in
        for entry in self.takeAll() { entry.complete(error) }
      })
  }

  private func takeAll() -> [Entry] {
    state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
  }

  /// Runs one transaction after the other until the queue is empty.
  private func work(_ thread: PostgresThread) {
    repeat {
      if let session = begin(thread) { carryOut(session, thread) }
    } while state.withLock { state in
      state.isAwake = !state.waiting.isEmpty
      return state.isAwake
    }
  }

  /// Waits for the lock until all writes in the queue have timed out; returns `nil` then.
  private func begin(_ thread: PostgresThread) -> PostgresSession? {
    begin(thread) { error, isOver in
      let (given, isLast) = state.withLock { state in
        let given = state.waiting.filter(isOver)
        state.waiting.removeAll(where: isOver)
        return (given, state.waiting.isEmpty)
      }
      for entry in given { entry.complete(error) }
      return !isLast
    }
  }

  /// Begins a transaction, retrying while that fails.
  ///
  /// - Parameter goesOn: called after each failed try, with a function that says which writes have timed out.
  ///   It returns true while a write still waits.
  private func begin(
    _ thread: PostgresThread, goesOn: (_ error: StorageError, _ isOver: (Entry) -> Bool) -> Bool
  ) -> PostgresSession? {
    let start = ContinuousClock.now
    var isSecond = false
    while true {
      do throws(StorageError) {
        let session = try thread.ready()
        guard let claim = number.claim else { throw Self.withoutNumber }
        try take(session, claim)
        return session
      } catch {
        // The connection was lost since the last write; nothing of this one was sent.
        if thread.session?.isBroken == true, !isSecond {
          isSecond = true
          continue
        }
        let isNumberless = error == Self.withoutNumber
        let isHeld = error == .busy || isNumberless
        if isHeld { undo(thread.session) }
        // A new one comes in a moment, or the database is gone.
        if isNumberless { usleep(20_000) }
        let now = ContinuousClock.now
        guard goesOn(error, { !isHeld || $0.ticket.isOver(at: now, heldSince: start) }) else { return nil }
      }
    }
  }

  /// Begins a transaction, and takes the lock. From then on no other process makes ids.
  private func take(_ session: PostgresSession, _ claim: LockClaim) throws(StorageError) {
    try session.queue("BEGIN")
    try session.queue(PostgresChanges.lock)
    let question: Statement = "SELECT last_identifier, number, (\(claim.lastMark)) FROM swiftlet_revisions"
    let (known, change, mark) =
      try session.run(question).rows.first?.read { row in
        (try row.integer(), try row.integer(), try row.optionalText())
      } ?? (0, 0, nil)
    guard claim.isCurrent(mark) else {
      number.lose(claim)
      numberIsLost()
      throw Self.withoutNumber
    }
    identifiers.observe(known)
    own.begins(after: change)
  }

  private func undo(_ session: PostgresSession?) {
    guard let session, !session.isBroken else { return }
    // If this fails, the session is broken, and the server rolls back by itself.
    try? session.queue("ROLLBACK")
    _ = try? session.collect()
  }

  private func carryOut(_ session: PostgresSession, _ thread: PostgresThread) {
    let end = ContinuousClock.now + Self.longestBatch
    var done: [Entry] = []
    var failed: [(entry: Entry, error: any Error)] = []
    var keeps = true
    while keeps, done.count < Self.maxWrites, let entry = next() {
      switch attempt(entry, session, inSavepoint: !done.isEmpty) {
      case .done: done.append(entry)
      case .undone(let error): failed.append((entry, error))
      case .lost(let error):
        failed.append((entry, error))
        keeps = false
      }
      if done.isEmpty || ContinuousClock.now >= end { break }
    }
    let outcome = keeps && !done.isEmpty ? commit(session, thread, done) : .undone(StorageError.busy)
    if case .undone = outcome { undo(session) }
    switch outcome {
    case .kept:
      for entry in done { entry.complete(nil) }
      for (entry, error) in failed { entry.complete(error) }
    case .unknown(let error):
      for entry in done { entry.complete(error) }
      for (entry, error) in failed { entry.complete(error) }
    case .undone:
      // The first failure took the other writes with it. If the connection was lost, that write isn't to
      // blame, and runs again too.
      let lost = session.isBroken ? failed.popLast()?.entry : nil
      for (entry, error) in failed { entry.complete(error) }
      for entry in done + (lost.map { [$0] } ?? []) { alone(entry, thread) }
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

  private func attempt(_ entry: Entry, _ session: PostgresSession, inSavepoint: Bool) -> Attempt {
    do throws(StorageError) {
      // Sent with the next statement, like the release.
      if inSavepoint { try session.queue("SAVEPOINT one_write") }
      let error = entry.run(session)
      guard !session.isBroken else {
        return .lost(error ?? StorageError.unavailable("the connection was lost"))
      }
      if let error {
        guard inSavepoint else { return .lost(error) }
        try session.queue("ROLLBACK TO one_write")
        try session.queue("RELEASE one_write")
        try session.collect()
        return .undone(error)
      }
      if inSavepoint { try session.queue("RELEASE one_write") }
      return .done
    } catch {
      return .lost(error)
    }
  }

  private enum Outcome {
    case kept
    case undone(any Error)
    /// The server's decision can't be found out.
    case unknown(any Error)
  }

  private func commit(_ session: PostgresSession, _ thread: PostgresThread, _ done: [Entry]) -> Outcome {
    let end: PostgresChanges.End
    do throws(StorageError) {
      let statement: Statement = "SELECT swiftlet_end(\(identifiers.latest), \(origin.text))"
      end = PostgresChanges.End(try session.run(statement).text())
    } catch {
      return .undone(error)
    }
    do throws(StorageError) {
      // Behind the changes, so that no process reads outdated values for its streams.
      for message in PostgresEvents.messages(done.flatMap(\.notes.notes)) {
        try session.queue("SELECT pg_notify(\(PostgresEvents.channel), \(message))" as Statement)
      }
      own.ends(with: end.notice)
      try session.queue("COMMIT")
      try session.collect()
      own.isCommitted()
      return .kept
    } catch {
      guard session.isBroken else { return .undone(error) }
      let outcome = inquire(end.transaction, error, thread)
      switch outcome {
      case .kept: own.isCommitted()
      case .undone: break
      case .unknown: revisions.publishForeignChange()
      }
      return outcome
    }
  }

  /// Asks what became of a transaction whose commit was interrupted.
  private func inquire(_ transaction: String?, _ error: StorageError, _ thread: PostgresThread) -> Outcome {
    // The transaction changed nothing.
    guard let transaction else { return .kept }
    let end = ContinuousClock.now + Self.inquiry
    while ContinuousClock.now < end {
      do throws(StorageError) {
        let isKept = try lastTransactions(thread.ready()).isLast(transaction, of: origin)
        return isKept.map { $0 ? .kept : .undone(error) } ?? .unknown(Self.unclear)
      } catch {
        // The server isn't back yet, or still carries out the transaction.
        undo(thread.session)
      }
      usleep(100_000)
    }
    return .unknown(Self.unclear)
  }

  /// Waits for the lock, without which no transaction runs, and reads which ones were committed.
  private func lastTransactions(
    _ session: PostgresSession
  ) throws(StorageError) -> PostgresChanges.LastTransactions {
    try session.queue("BEGIN")
    try session.queue(PostgresChanges.lock)
    let ended = try session.run("SELECT ended FROM swiftlet_revisions" as Statement).text()
    try session.queue("COMMIT")
    try session.collect()
    return PostgresChanges.LastTransactions(ended ?? "")
  }

  private static let unclear = StorageError.unavailable(
    "the connection was lost while a change was kept; whether it was is not known")

  private func alone(_ entry: Entry, _ thread: PostgresThread) {
    let session = begin(thread) { error, isOver in
      guard isOver(entry) else { return true }
      entry.complete(error)
      return false
    }
    guard let session else { return }
    switch attempt(entry, session, inSavepoint: false) {
    case .done:
      switch commit(session, thread, [entry]) {
      case .kept: entry.complete(nil)
      case .undone(let error), .unknown(let error):
        undo(thread.session)
        entry.complete(error)
      }
    case .undone(let error), .lost(let error):
      undo(session)
      entry.complete(error)
    }
  }
}
