public import Freshness

/// A database that carries out statements: SQLite, or PostgreSQL when one machine is not enough.
///
/// Every driver passes the same tests (`DriverContract`). The two functions never block one of Swift's
/// cooperative threads, and are cancelled with their task: a cancelled write changes nothing.
public protocol DatabaseDriver: AnyObject, Sendable {
  /// Runs `body` on an unchanging view of the data.
  ///
  /// - Parameter dependency: decides when a cached response that holds the result is outdated.
  func read<Value: Sendable>(
    dependsOn dependency: ReadDependency, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction, which is undone if it throws.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value

  /// What changed when. A change by this process is there before its `write` returns; one that was undone never is.
  var revisions: Revisions { get }

  /// From now on changes are noted in `revisions` as the rules say; the schema must be there.
  func note(_ rules: [ChangeRule]) async throws

  /// Afterwards `revisions` knows of every change that another process made more than 100 ms ago.
  func refresh() async

  /// How many statements were carried out so far, for tests and metrics.
  var statementCount: Int { get }

  /// Makes the ids of what this process writes. In a write, they are greater than all that were made in earlier ones, in
  /// whatever process.
  var identifiers: Identifiers { get }

  var dialect: Dialect { get }

  /// Tells the other processes something that nobody keeps, in less than 7,900 bytes. When it returns, those that run have
  /// heard it, or will in a moment; if they can't be told, they are not.
  func tell(_ text: String) async

  /// Calls `listener` with what other processes tell from now on, on a thread that it must not hold up.
  func hear(_ listener: @escaping @Sendable (String) -> Void)

  func close() async throws
}

/// SQLite is one server's: commands beside it neither count nor check what is told.
extension DatabaseDriver {
  public func tell(_ text: String) async {}

  public func hear(_ listener: @escaping @Sendable (String) -> Void) {}
}

extension Duration {
  /// How long each of many transactions in a row should take: others write between them.
  static let shortTransaction = Duration.milliseconds(5)
}

extension DatabaseDriver {
  /// One of many transactions in a row. Another program that waits for the lock only looks now and then whether it is
  /// free, so that it is left free for as long as the transaction took.
  func writeAndPause<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let start = ContinuousClock.now
    let value = try await write(body)
    try await Task.sleep(for: min(ContinuousClock.now - start, .milliseconds(10)))
    return value
  }
}

/// What a transaction works on; not to be kept beyond it.
public protocol DatabaseConnection {
  var dialect: Dialect { get }

  func rows(_ statement: Statement) throws(StorageError) -> [Row]

  /// Returns how many rows changed.
  @discardableResult
  func execute(_ statement: Statement) throws(StorageError) -> Int

  /// Adds to what this read depends on; without effect in one that depends on everything.
  func depend(on places: Dependencies.Places)

  /// The last change that what is read here surely holds.
  var moment: UInt64 { get }
}

extension DatabaseConnection {
  func depend(on subjects: Subject...) { depend(on: Dependencies.Places(subjects)) }

  func depend(on subjects: [Subject]) { depend(on: Dependencies.Places(subjects)) }
}
