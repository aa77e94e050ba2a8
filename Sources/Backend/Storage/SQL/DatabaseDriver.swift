public import Invalidation

/// A database that runs statements: SQLite, or PostgreSQL for more than one machine.
///
/// All drivers pass the same tests (`DriverContract`). `read` and `write` never block one of Swift's
/// cooperative threads, and are cancelled with their task. A cancelled write changes nothing.
public protocol DatabaseDriver: AnyObject, Sendable {
  /// Runs `body` on a snapshot of the data.
  ///
  /// - Parameter dependency: decides when a cached response that holds the result is outdated.
  func read<Value: Sendable>(
    dependsOn dependency: ReadDependency, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction, which is rolled back if it throws.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value

  /// The revisions of all changes. This process's changes are in it before `write` returns; rolled back
  /// changes never are.
  var revisions: Revisions { get }

  /// The notes for streams, of this process and of those that publish theirs to it.
  var events: EventFeed { get }

  /// Records changes in `revisions` from now on, as the rules say; the schema must exist.
  func note(_ rules: [InvalidationRule]) async throws

  /// Updates `revisions` with every change that another process made more than 100 ms ago.
  func refresh() async

  /// The number of statements run so far, for tests and metrics.
  var statementCount: Int { get }

  /// The generator of ids for what this process writes. During a write its ids are greater than all ids of
  /// earlier writes, of any process.
  var identifiers: Identifiers { get }

  var dialect: Dialect { get }

  /// Publishes a message of less than 7,900 bytes to the other running processes; it isn't stored. They have
  /// it soon after this returns. If they can't be reached, the message is lost.
  func publish(_ text: String) async

  /// Calls `listener` with messages of other processes from now on. It runs on a thread that it must not
  /// block.
  func subscribe(_ listener: @escaping @Sendable (String) -> Void)

  func close() async throws
}

/// SQLite has one server. CLI commands that run beside it need no messages.
extension DatabaseDriver {
  public func publish(_ text: String) async {}

  public func subscribe(_ listener: @escaping @Sendable (String) -> Void) {}
}

extension Duration {
  /// The target duration of each of many transactions in a row; other processes write between them.
  static let shortTransaction = Duration.milliseconds(5)
}

extension DatabaseDriver {
  /// Runs one of many transactions in a row. Then it pauses as long as the transaction took (10 ms at most),
  /// because another program that waits for the lock only polls it.
  func writeAndPause<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let start = ContinuousClock.now
    let value = try await write(body)
    try await Task.sleep(for: min(ContinuousClock.now - start, .milliseconds(10)))
    return value
  }
}

/// A connection inside one transaction; it must not be used after the transaction.
public protocol DatabaseConnection {
  var dialect: Dialect { get }

  func rows(_ statement: Statement) throws(StorageError) -> [Row]

  /// Runs a statement, and returns the number of changed rows.
  @discardableResult
  func execute(_ statement: Statement) throws(StorageError) -> Int

  /// Adds to the dependencies of this read; has no effect on a read that depends on everything.
  func depend(on slots: Dependencies.Slots)

  /// Records a note for streams, which is published when this write commits. Does nothing in a read.
  func record(_ note: EventNote)

  /// The number of the last change that this read certainly includes.
  var revision: UInt64 { get }
}

extension DatabaseConnection {
  public func record(_ note: EventNote) {}

  func depend(on cacheTags: CacheTag...) { depend(on: Dependencies.Slots(cacheTags)) }

  func depend(on cacheTags: [CacheTag]) { depend(on: Dependencies.Slots(cacheTags)) }
}
