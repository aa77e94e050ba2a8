import Foundation
public import Freshness

/// The database of a community: the only place that knows SQL.
public struct Store: Sendable {
  public static let fileName = "swiftlet.sqlite"

  /// The number of this program's last migration.
  public static var schema: Int { Migration.all.last?.number ?? 0 }

  let driver: any DatabaseDriver
  let folder: DataFolder
  let followed: Followed
  let recent: RecentPosts
  let memory: StatusMemory

  /// The copy that was made because the schema changed when the store was opened.
  public let snapshot: String?

  /// How long a write waits while another program holds the database, unless it is said.
  public static let usualPatience = Duration.seconds(30)

  /// Opens the database in that folder.
  ///
  /// - Parameters:
  ///   - mayBegin: folder and database are made if they are missing.
  ///   - patience: how long a write waits while another program holds the database.
  ///   - database: a PostgreSQL database, in the place of the one in the folder.
  ///   - schema: what becomes of an older Swiftlet's data.
  /// - Throws: `StorageError`.
  public static func open(
    folder: String, database: DatabaseAddress? = nil, patience: Duration = usualPatience, mayBegin: Bool = true,
    schema: SchemaPolicy = .migrate
  ) async throws -> Store {
    try await open(
      folder: folder, database: database, patience: patience, mayBegin: mayBegin, schema: schema,
      migrations: Migration.all,
      rules: ChangeRule.all)
  }

  static func open(
    folder: String, database: DatabaseAddress? = nil, patience: Duration = usualPatience, mayBegin: Bool = true,
    schema: SchemaPolicy = .migrate, migrations: [Migration], rules: [ChangeRule] = []
  ) async throws -> Store {
    let place = DataFolder(folder)
    if let database {
      try place.prepare(isDatabaseElsewhere: true, mayBegin: mayBegin)
      return try await open(
        PostgresDriver.open(database, patience: patience), place, mayBegin, schema, migrations, rules)
    }
    try place.prepare(mayBegin: mayBegin)
    // Before SQLite makes a file.
    let hasTraces = place.hasTraces
    do {
      return try await open(
        SQLiteDriver(path: place.database, patience: patience), place, mayBegin, hasTraces: hasTraces, schema,
        migrations, rules)
    } catch StorageError.diskFull {
      return try await openToRead(place, patience, migrations, rules)
    }
  }

  private static func open(
    _ driver: any DatabaseDriver, _ folder: DataFolder, _ mayBegin: Bool, hasTraces: Bool = false,
    _ schema: SchemaPolicy, _ migrations: [Migration], _ rules: [ChangeRule]
  ) async throws -> Store {
    do {
      try await requireCommunity(in: driver, folder, mayBegin, hasTraces: hasTraces)
      let snapshot = try await Migrator(driver: driver, migrations: migrations).run(schema)
      try await driver.note(rules)
      let store = Store(
        driver: driver, folder: folder, followed: Followed(revisions: driver.revisions),
        recent: RecentPosts(revisions: driver.revisions),
        memory: StatusMemory(revisions: driver.revisions), snapshot: snapshot)
      if migrations.last?.number == Migration.all.last?.number { try await store.removeWhatWasCutOff() }
      return store
    } catch {
      try? await driver.close()
      throw error
    }
  }

  /// Refuses a database without tables where there should be some.
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

  /// For a full disk: what is there can be read, as long as it needs no migration, and written again when there is room.
  private static func openToRead(
    _ place: DataFolder, _ patience: Duration, _ migrations: [Migration], _ rules: [ChangeRule]
  ) async throws -> Store {
    let driver: RecoveringDriver
    do { driver = try RecoveringDriver(place, patience: patience) } catch { throw StorageError.diskFull }
    do {
      guard try await driver.read(dependsOn: .everything, { try Migrator.version(of: $0) }) == migrations.last?.number
      else {
        throw StorageError.diskFull
      }
      try await driver.note(rules)
      return Store(
        driver: driver, folder: place, followed: Followed(revisions: driver.revisions),
        recent: RecentPosts(revisions: driver.revisions),
        memory: StatusMemory(revisions: driver.revisions), snapshot: nil)
    } catch {
      try? await driver.close()
      throw error
    }
  }

  /// Whether the disk was full when the store was opened, so that nothing can be written until there is room.
  public var isReadOnly: Bool { (driver as? RecoveringDriver).map { $0.writing == nil } ?? false }

  /// What changed when: by this process at once, by another one after the next `refresh`.
  public var revisions: Revisions { driver.revisions }

  /// Looks, at most every 50 ms, whether another process changed something; what it changed more than 100 ms ago is
  /// known afterwards.
  public func refresh() async { await driver.refresh() }

  /// Whether several servers may work with the database.
  public var isShared: Bool { driver.dialect == .postgres }

  /// Tells the other processes something that nobody keeps, in less than 7,900 bytes.
  public func tell(_ text: String) async { await driver.tell(text) }

  /// Calls `listener` with what other processes tell from now on.
  public func hear(_ listener: @escaping @Sendable (String) -> Void) { driver.hear(listener) }

  /// Makes the ids of what is written.
  public var identifiers: Identifiers { driver.identifiers }

  /// Statements carried out so far.
  public var statementCount: Int { driver.statementCount }

  public func close() async throws { try await driver.close() }
}
