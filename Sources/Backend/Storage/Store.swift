import Foundation
public import Invalidation

/// The database of a community. Only this module knows SQL.
public struct Store: Sendable {
  public static let fileName = "swiftlet.sqlite"

  /// The number of this program's last migration.
  public static var schema: Int { Migration.all.last?.number ?? 0 }

  let driver: any DatabaseDriver
  let folder: DataFolder
  let followed: Followed
  let recent: RecentPosts
  let memory: PostCache

  /// The path of the copy that was made before a migration when the store was opened; `nil` if the schema was
  /// current.
  public let snapshot: String?

  /// The standard time that a write waits while another program holds the database.
  public static let standardTimeout = Duration.seconds(30)

  /// Opens the database of a folder.
  ///
  /// - Parameters:
  ///   - database: a PostgreSQL database instead of the one in the folder.
  ///   - timeout: the time that a write waits while another program holds the database.
  ///   - mayBegin: true if folder and database may be created.
  ///   - schema: the policy for data of an older Swiftlet.
  /// - Throws: `StorageError`.
  public static func open(
    folder: String, database: DatabaseAddress? = nil, timeout: Duration = standardTimeout,
    mayBegin: Bool = true,
    schema: SchemaPolicy = .migrate
  ) async throws -> Store {
    try await open(
      folder: folder, database: database, timeout: timeout, mayBegin: mayBegin, schema: schema,
      migrations: Migration.all,
      rules: InvalidationRule.all)
  }

  static func open(
    folder: String, database: DatabaseAddress? = nil, timeout: Duration = standardTimeout,
    mayBegin: Bool = true,
    schema: SchemaPolicy = .migrate, migrations: [Migration], rules: [InvalidationRule] = []
  ) async throws -> Store {
    let place = DataFolder(folder)
    if let database {
      try place.prepare(isDatabaseElsewhere: true, mayBegin: mayBegin)
      return try await afterOthers(schema == .migrate ? startTime : .zero) {
        try await open(
          PostgresDriver.open(database, timeout: timeout), place, mayBegin, schema, migrations, rules)
      }
    }
    try place.prepare(mayBegin: mayBegin)
    // Read before SQLite creates the file.
    let hasTraces = place.hasTraces
    do {
      return try await open(
        SQLiteDriver(path: place.database, timeout: timeout), place, mayBegin, hasTraces: hasTraces, schema,
        migrations, rules)
    } catch StorageError.diskFull {
      return try await openToRead(place, timeout, migrations, rules)
    }
  }

  /// The maximum wait for another process that migrates, which takes longer than writes wait for each other.
  private static let startTime = Duration.seconds(120)

  /// Repeats `body` until the database is free, for that time at most.
  private static func afterOthers(_ time: Duration, _ body: () async throws -> Store) async throws -> Store {
    let deadline = ContinuousClock.now + time
    while true {
      do { return try await body() } catch StorageError.busy where ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }

  private static func open(
    _ driver: any DatabaseDriver, _ folder: DataFolder, _ mayBegin: Bool, hasTraces: Bool = false,
    _ schema: SchemaPolicy, _ migrations: [Migration], _ rules: [InvalidationRule]
  ) async throws -> Store {
    do {
      try await requireCommunity(in: driver, folder, mayBegin, hasTraces: hasTraces)
      let snapshot = try await Migrator(driver: driver, migrations: migrations).run(schema)
      try await driver.note(rules)
      let store = Store(
        driver: driver, folder: folder, followed: Followed(revisions: driver.revisions),
        recent: RecentPosts(revisions: driver.revisions),
        memory: PostCache(revisions: driver.revisions), snapshot: snapshot)
      if migrations.last?.number == Migration.all.last?.number { try await store.removeWhatWasCutOff() }
      return store
    } catch {
      try? await driver.close()
      throw error
    }
  }

  /// Refuses a database without tables if there should be some.
  private static func requireCommunity(
    in driver: any DatabaseDriver, _ folder: DataFolder, _ mayBegin: Bool, hasTraces: Bool
  ) async throws {
    let (isEmpty, isCopied) = try await driver.read(dependsOn: .everything) { connection in
      let dialect = connection.dialect
      let isCopied =
        try dialect == .postgres && connection.integer(dialect.countTables(named: Transfer.copyingTable)) == 1
      return (try Migrator.version(of: connection) == 0, isCopied)
    }
    if isCopied { throw StorageError.lost(path: "the database", .copying) }
    guard isEmpty else { return }
    if hasTraces { throw StorageError.lost(path: folder.path, .withoutDatabase) }
    if !mayBegin { throw StorageError.lost(path: folder.path, .nothing) }
  }

  /// Opens a database on a full disk for reading, unless it needs a migration. It becomes writable when there
  /// is room.
  private static func openToRead(
    _ place: DataFolder, _ timeout: Duration, _ migrations: [Migration], _ rules: [InvalidationRule]
  ) async throws -> Store {
    let driver: RecoveringDriver
    do { driver = try RecoveringDriver(place, timeout: timeout) } catch { throw StorageError.diskFull }
    do {
      guard
        try await driver.read(dependsOn: .everything, { try Migrator.version(of: $0) })
          == migrations.last?.number
      else {
        throw StorageError.diskFull
      }
      try await driver.note(rules)
      return Store(
        driver: driver, folder: place, followed: Followed(revisions: driver.revisions),
        recent: RecentPosts(revisions: driver.revisions),
        memory: PostCache(revisions: driver.revisions), snapshot: nil)
    } catch {
      try? await driver.close()
      throw error
    }
  }

  /// True while nothing can be written because the disk was full when the store was opened.
  public var isReadOnly: Bool { (driver as? RecoveringDriver).map { $0.writing == nil } ?? false }

  /// The revisions of all changes: this process's at once, another's after the next `refresh`.
  public var revisions: Revisions { driver.revisions }

  /// The notes for streams.
  public var events: EventFeed { driver.events }

  /// Checks, every 50 ms at most, for changes by other processes. Changes made more than 100 ms ago are known
  /// afterwards.
  public func refresh() async { await driver.refresh() }

  /// True if several servers may work with the database.
  public var isShared: Bool { driver.dialect == .postgres }

  /// Publishes a message of less than 7,900 bytes to the other processes; it isn't stored.
  public func publish(_ text: String) async { await driver.publish(text) }

  /// Calls `listener` with the messages of other processes from now on.
  public func subscribe(_ listener: @escaping @Sendable (String) -> Void) { driver.subscribe(listener) }

  /// The generator of ids for new rows.
  public var identifiers: Identifiers { driver.identifiers }

  /// The number of statements run so far.
  public var statementCount: Int { driver.statementCount }

  public func close() async throws { try await driver.close() }
}
