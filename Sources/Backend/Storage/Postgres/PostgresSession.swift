import CPostgres
import Foundation
import Invalidation

/// A connection to PostgreSQL, used by one thread at a time, which it blocks.
///
/// Statements are queued, and sent together with the next one whose result is needed. So beginning a
/// transaction costs no extra round trip (libpq's pipeline mode).
final class PostgresSession {
  /// The timeouts of a session, which depend on its purpose.
  struct Timeouts: Sendable {
    /// The time that a statement waits for a lock.
    var lock: Duration
    /// The time that a statement may take.
    var statement: Duration
    var name: String
    /// The time that a transaction may wait for its next statement. A client that vanished holds its locks
    /// that long.
    var idle = Duration.seconds(120)
    /// Time for a response beyond the server's own timeouts. After that the connection counts as lost.
    var slack = Duration.seconds(5)
  }

  /// The estimated maximum size of a session's prepared statements.
  static let byteLimit = 1 << 20

  private struct Key: Hashable {
    let sql: String
    /// The types of the parameters; NULL gets its type from its position.
    let types: [UInt32]
  }

  /// A prepared statement, which the server drops when this object is released.
  private final class Prepared {
    let name: String
    /// True when the server certainly has the statement.
    var isKnown = false
    private let ends: Ends

    init(_ name: String, _ ends: Ends) {
      self.name = name
      self.ends = ends
    }

    deinit { if isKnown { ends.names.append(name) } }
  }

  private final class Ends {
    var names: [String] = []
  }

  let address: DatabaseAddress
  private let pg: OpaquePointer
  private let timeout: Duration
  private var prepared = RecentValues<Key, Prepared>(byteLimit: PostgresSession.byteLimit)
  private let ends = Ends()
  /// The statements prepared by requests whose results weren't collected yet.
  private var new: [(key: Key, prepared: Prepared)] = []
  private var counter = 0
  /// True if the connection is lost and can't be used any more.
  private(set) var isBroken = false

  /// The oldest supported version of PostgreSQL.
  static let oldestVersion = 150_000

  /// Connects.
  ///
  /// - Parameter isQueued: false for a session that listens, and runs its statements one by one.
  /// - Throws: `StorageError.unavailable`.
  init(_ address: DatabaseAddress, _ timeouts: Timeouts, isQueued: Bool = true) throws(StorageError) {
    self.address = address
    timeout = timeouts.statement + timeouts.lock + timeouts.slack
    pg = try Self.connected(address, timeouts)
    // From here on `deinit` closes the connection, also if a later step fails.
    try prepare(timeouts)
    if isQueued, swiftlet_pg_begin_pipeline(pg) != 0 { throw lost() }
  }

  deinit { swiftlet_pg_close(pg) }

  private static func connected(_ address: DatabaseAddress, _ timeouts: Timeouts) throws(StorageError)
    -> OpaquePointer
  {
    if let missing = swiftlet_pg_load() { throw .unavailable(String(cString: missing) + "; \(libraryHint)") }
    guard swiftlet_pg_is_address(address.url) == 1 else {
      // The library's message may contain the password.
      throw .unavailable("the address of the database is not one that libpq understands")
    }
    // Later settings win: the address may set another timeout.
    let settings = [
      ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"),
      ("tcp_user_timeout", "20000"), ("dbname", address.url), ("client_encoding", "UTF8"),
      ("application_name", timeouts.name),
    ]
    let keys = settings.map { strdup($0.0) } + [nil]
    let values = settings.map { strdup($0.1) } + [nil]
    defer { for text in keys + values { free(text) } }
    let opened = keys.map { UnsafePointer($0) }.withUnsafeBufferPointer { keys in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        swiftlet_pg_open(keys.baseAddress, values.baseAddress)
      }
    }
    guard let opened else { throw .unavailable("no memory is left") }
    guard swiftlet_pg_is_open(opened) == 1 else {
      let message = address.withoutSecrets(String(cString: swiftlet_pg_message(opened)))
      swiftlet_pg_close(opened)
      throw .unavailable(message)
    }
    return opened
  }

  private static let libraryHint = "PostgreSQL's library libpq is in Debian's package libpq5"

  private func prepare(_ timeouts: Timeouts) throws(StorageError) {
    let version = swiftlet_pg_server_version(pg)
    guard version >= Self.oldestVersion else {
      throw .unavailable("it is PostgreSQL \(version / 10_000), and at least 15 is needed")
    }
    guard swiftlet_pg_parameter(pg, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
      throw .unavailable("its encoding is not UTF8 (createdb --encoding=UTF8 --template=template0)")
    }
    // Planning a statement costs more than running it, so it is planned once for each session, whatever its
    // values, as in SQLite. Compiling costs more than it saves.
    try run(
      """
      SET plan_cache_mode = force_generic_plan; SET jit = off; SET lock_timeout = \(timeouts.lock.milliseconds);
      SET statement_timeout = \(timeouts.statement.milliseconds); SET idle_in_transaction_session_timeout = \(timeouts.idle.milliseconds);
      SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
      SET tcp_user_timeout = 20000;
      SET standard_conforming_strings = on; SET swiftlet.session = on
      """)
  }

  /// Runs SQL on a session without a queue.
  @discardableResult
  func run(_ sql: String) throws(StorageError) -> PostgresResult {
    try result(swiftlet_pg_run(pg, sql, Int32(timeout.milliseconds)))
  }

  /// Queues a statement without parameters.
  func queue(_ sql: String) throws(StorageError) {
    guard !isBroken, swiftlet_pg_queue_sql(pg, sql) == 0 else { throw lost() }
  }

  /// Sends the queue without waiting for results.
  func send() throws(StorageError) {
    guard !isBroken, swiftlet_pg_send(pg) == 0 else { throw lost() }
  }

  /// Sends the queue, waits for all results, and returns the last one.
  ///
  /// - Throws: the first error.
  @discardableResult
  func collect() throws(StorageError) -> PostgresResult {
    guard !isBroken else { throw lost() }
    return try result(swiftlet_pg_collect(pg, Int32(timeout.milliseconds)))
  }

  /// Queues a statement.
  func queue(_ statement: Statement) throws(StorageError) {
    guard !isBroken else { throw lost() }
    let types = statement.arguments.map(\.postgresType)
    let known = try name(of: Key(sql: statement.sql, types: types))
    let arguments = PostgresArguments(statement.arguments)
    let code = arguments.withPointers { values, lengths, formats in
      swiftlet_pg_queue_prepared(pg, known.name, Int32(types.count), values, lengths, formats)
    }
    guard code == 0 else { throw lost() }
  }

  /// Runs a statement after the queued ones.
  func run(_ statement: Statement) throws(StorageError) -> PostgresResult {
    try queue(statement)
    return try collect()
  }

  private func name(of key: Key) throws(StorageError) -> Prepared {
    if let known = prepared.value(for: key) { return known }
    // A prepared statement takes about ten times the size of its text. A large one is used once, without a
    // name.
    let cost = 4096 + 10 * key.sql.utf8.count
    let isKept = cost <= Self.byteLimit / 4
    for name in ends.names { try queue("DEALLOCATE \(name)") }
    ends.names = []
    if isKept { counter += 1 }
    let made = Prepared(isKept ? "s\(counter)" : "", ends)
    let code = swiftlet_pg_queue_prepare(pg, made.name, key.sql, Int32(key.types.count), key.types)
    guard code == 0 else { throw lost() }
    guard isKept else { return made }
    prepared.insert(made, for: key, cost: cost)
    new.append((key, made))
    return made
  }

  private func result(_ pointer: OpaquePointer?) throws(StorageError) -> PostgresResult {
    guard let pointer else { throw lost() }
    let result = PostgresResult(pointer)
    defer { new = [] }
    guard swiftlet_pg_succeeded(pointer) == 1 else {
      // Statements queued behind the failed one were not prepared.
      for (key, _) in new { prepared.removeValue(for: key) }
      throw StorageError(
        code: String(cString: swiftlet_pg_code(pointer)),
        message: address.withoutSecrets(String(cString: swiftlet_pg_primary_message(pointer))), address)
    }
    for (_, prepared) in new { prepared.isKnown = true }
    return result
  }

  private func lost() -> StorageError {
    isBroken = true
    let message = address.withoutSecrets(String(cString: swiftlet_pg_message(pg)))
    return .unavailable(message.isEmpty ? "it doesn't answer" : message)
  }

  /// Waits for a `NOTIFY` message.
  ///
  /// - Parameter wake: a file descriptor; the wait ends when it becomes readable.
  /// - Returns: the message; `nil` if none came.
  func notice(
    within time: Duration, wake: Int32
  ) throws(StorageError) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    switch swiftlet_pg_wait_notice(pg, Int32(time.milliseconds), wake, &text) {
    case 0: return nil
    case 1:
      defer { free(text) }
      return text.map { String(cString: $0) } ?? ""
    default: throw lost()
    }
  }
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
