import Foundation
import Invalidation

/// PostgreSQL by libpq: several readers, and one writer across all processes (docs/decisions/0036).
///
/// When a write returns, the server has committed it. It is durable if the server's `synchronous_commit` is
/// on.
final class PostgresDriver: DatabaseDriver {
  let address: DatabaseAddress
  private let counter = StatementCounter()
  private let readers: PostgresThreadPool
  private let writes: PostgresWrites
  private let watch: PostgresWatch
  private let messages: PostgresMessages
  private let timeout: Duration
  let revisions: Revisions
  let events: EventFeed
  let identifiers: Identifiers
  let number: ProcessNumber

  var dialect: Dialect { .postgres }

  /// The maximum number of concurrent reads.
  static let readerCount = 6

  /// Connects, and creates what the driver needs in the database if it is missing.
  ///
  /// - Parameter timeout: the time that a read waits for a free session, and a write for another process's.
  /// - Throws: `StorageError.unavailable`, if the database or libpq is missing.
  static func open(
    _ address: DatabaseAddress, timeout: Duration = .seconds(30), readerCount: Int = readerCount,
    times: PostgresWatch.Times = .init()
  ) async throws -> PostgresDriver {
    let driver = PostgresDriver(address, timeout, readerCount, times)
    do {
      try await driver.writes.prepare()
      try await driver.watch.start()
    } catch {
      try? await driver.close()
      throw error
    }
    return driver
  }

  private init(
    _ address: DatabaseAddress, _ timeout: Duration, _ readerCount: Int, _ times: PostgresWatch.Times
  ) {
    self.address = address
    self.timeout = timeout
    let (revisions, events, identifiers) = (Revisions(), EventFeed(), Identifiers())
    self.revisions = revisions
    self.events = events
    self.identifiers = identifiers
    let number = ProcessNumber(identifiers)
    self.number = number
    let reading = PostgresSession.Timeouts(lock: .seconds(2), statement: .seconds(30), name: "swiftlet reads")
    readers = PostgresThreadPool(limit: readerCount) { () throws(StorageError) in
      try PostgresSession(address, reading)
    }
    let (origin, own) = (MessageOrigin(), OwnChanges(revisions))
    let watch = PostgresWatch(
      address, revisions: revisions, own: own, events: events, number: number, origin: origin, times: times)
    self.watch = watch
    writes = PostgresWrites(
      address, timeout: timeout, revisions: revisions, own: own, identifiers: identifiers, origin: origin,
      number: number
    ) { watch.wake() }
    messages = PostgresMessages(address, from: origin)
  }

  func read<Value: Sendable>(
    dependsOn dependency: ReadDependency, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let (counter, gathering, revision) = (counter, Dependencies.current, revisions.latest)
    let ticket = WriteTicket(timeout: timeout)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        let attempt: @Sendable (PostgresSession) throws -> Value = { session in
          let reading = gathering.map { _ in DependencyRecorder(dependency) }
          let value = try body(
            PostgresConnection(
              session: session, counter: counter, revision: revision, ticket: ticket, reading: reading)
          )
          if let reading { gathering?.add(reading.slots) }
          return value
        }
        readers.add(
          .init(timeout: timeout) { thread in
            let result = Result { try Self.read(thread, ticket, attempt) }
            continuation.resume(with: result)
          } fail: {
            continuation.resume(throwing: $0)
          })
      }
    } onCancel: {
      ticket.cancel()
    }
  }

  /// Reads once more if the connection was lost, for example by a restart of the server. That is safe, as
  /// reads change nothing.
  private static func read<Value>(
    _ thread: PostgresThread, _ ticket: WriteTicket, _ body: (PostgresSession) throws -> Value
  ) throws -> Value {
    guard !ticket.isCancelled else { throw CancellationError() }
    do { return try readOnce(thread.ready(), ticket, body) } catch {
      guard thread.session?.isBroken == true else { throw error }
      return try readOnce(thread.ready(), ticket, body)
    }
  }

  private static func readOnce<Value>(
    _ session: PostgresSession, _ ticket: WriteTicket, _ body: (PostgresSession) throws -> Value
  ) throws -> Value {
    do {
      // Sent with the first statement. The end of the transaction isn't waited for.
      try session.queue("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let value = try body(session)
      try session.queue("COMMIT")
      try session.send()
      if ticket.isCancelled { throw CancellationError() }
      return value
    } catch {
      if !session.isBroken {
        try? session.queue("ROLLBACK")
        try? session.send()
      }
      throw ticket.isCancelled ? CancellationError() : error
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let (counter, revisions) = (counter, revisions)
    let ticket = WriteTicket(timeout: timeout)
    let (kept, notes) = (KeptValue<Value>(), NoteRecorder())
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let run: @Sendable (PostgresSession) -> (any Error)? = { session in
          notes.begin()
          let connection = PostgresConnection(
            session: session, counter: counter, revision: revisions.latest, ticket: ticket, notes: notes)
          do {
            kept.set(try body(connection))
            return ticket.isCancelled ? CancellationError() : nil
          } catch {
            return ticket.isCancelled ? CancellationError() : error
          }
        }
        writes.add(
          .init(ticket: ticket, notes: notes, run: run) { error in
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
          })
      }
    } onCancel: {
      ticket.cancel()
    }
    guard let value = kept.value else { throw StorageError.failed("a write ended without a value") }
    return value
  }

  func note(_ rules: [InvalidationRule]) async throws {
    let wanted = PostgresChanges.statements(for: rules)
    let fingerprint = PostgresChanges.fingerprint(of: wanted)
    try await write { connection in
      let known = try connection.text("SELECT rules FROM swiftlet_revisions")
      guard known != fingerprint else { return }
      for sql in PostgresChanges.removal + wanted { try connection.execute(Statement(raw: sql)) }
      try connection.execute("UPDATE swiftlet_revisions SET rules = \(fingerprint)")
    }
  }

  func refresh() async { await watch.refresh() }

  func publish(_ text: String) async { await messages.publish(text) }

  func subscribe(_ listener: @escaping @Sendable (String) -> Void) { watch.subscribe(listener) }

  var statementCount: Int { counter.value }

  func close() async throws {
    await readers.close()
    await writes.close()
    await messages.close()
    await watch.close()
  }
}
