import Disk
import Foundation
import Invalidation

/// Copies a whole database into an empty one of the other kind, between SQLite in a folder and PostgreSQL.
///
/// It reads one snapshot and writes one transaction, which it reads back and compares before it commits. So
/// the target is empty or complete, whatever happens. The search index is not copied but built again.
public struct Transfer: Sendable {
  public enum Place: Equatable, Sendable {
    /// A data folder; only its database is copied.
    case folder(String)
    case postgres(DatabaseAddress)

    /// The name in messages for people.
    public var name: String {
      switch self {
      case .folder(let path): path
      case .postgres(let address): address.description
      }
    }
  }

  /// The progress of the copy.
  public enum Step: Equatable, Sendable {
    case copying(table: String, rows: Int)
    case readingBack(table: String, rows: Int)
  }

  /// The result for one table.
  public struct Table: Equatable, Sendable {
    public let name: String
    public let rows: Int
    /// The checksum of all values of all rows, in the order of the primary key.
    public let checksum: UInt64
  }

  let source: Place
  let target: Place

  public init(from source: Place, to target: Place) {
    self.source = source
    self.target = target
  }

  /// Copies the database.
  ///
  /// - Throws: `StorageError`; the target is empty then.
  public func run(_ progress: @escaping @Sendable (Step) -> Void) async throws -> [Table] {
    switch (source, target) {
    case (.folder(let path), .postgres(let address)):
      let folder = DataFolder(path)
      guard FileManager.default.fileExists(atPath: folder.database) else {
        throw StorageError.failed("there is no community in \(path)")
      }
      return try await withDriver(SQLiteDriver(path: folder.database)) { source in
        try await Self.requireCurrent(source)
        return try await withDriver(await PostgresDriver.open(address)) { target in
          try await Self.copy(source, into: target, progress)
        }
      }
    case (.postgres(let address), .folder(let path)):
      let folder = DataFolder(path)
      for place in [folder.database, folder.restoring] where FileManager.default.fileExists(atPath: place) {
        throw StorageError.notEmpty(path)
      }
      do throws(Disk.Failure) { try Disk.makeFolder(path) } catch { throw StorageError(error) }
      let isBegun = FileManager.default.fileExists(atPath: folder.copying)
      guard isBegun || FileManager.default.createFile(atPath: folder.copying, contents: nil) else {
        throw StorageError.notWritable(path: folder.copying, reason: "no permission")
      }
      do throws(Disk.Failure) { try Disk.keep(path) } catch { throw StorageError(error) }
      // The marker stays if the process is killed, so that no new community begins there.
      defer { try? FileManager.default.removeItem(atPath: folder.copying) }
      return try await withDriver(await PostgresDriver.open(address)) { source in
        try await Self.requireCurrent(source)
        return try await Self.copy(source, toFile: folder.database, progress)
      }
    case (.folder, .folder), (.postgres, .postgres):
      throw StorageError.failed("a copy goes from a folder to PostgreSQL or back")
    }
  }

  /// Writes a file under a temporary name, and renames it when it is complete.
  static func copy(
    _ source: any DatabaseDriver, toFile path: String, _ progress: @escaping @Sendable (Step) -> Void
  ) async throws -> [Table] {
    let unfinished = path + ".part"
    let files = FileManager.default
    func clear() {
      for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: unfinished + suffix) }
    }
    clear()
    do {
      let tables = try await withDriver(SQLiteDriver(path: unfinished)) {
        try await copy(source, into: $0, progress)
      }
      do throws(Disk.Failure) { try Disk.keep(unfinished) } catch { throw StorageError(error) }
      try files.moveItem(atPath: unfinished, toPath: path)
      do throws(Disk.Failure) { try Disk.keep(Disk.parent(of: path)) } catch { throw StorageError(error) }
      clear()
      return tables
    } catch {
      clear()
      throw error
    }
  }

  /// Refuses a source with another schema version, because copying never changes the source.
  private static func requireCurrent(_ source: any DatabaseDriver) async throws {
    let found = try await source.read(dependsOn: .everything) { try Migrator.version(of: $0) }
    let known = Migration.all.last?.number ?? 0
    guard found <= known else { throw StorageError.newerDatabase(found: found, known: known) }
    guard found == known else { throw StorageError.olderDatabase(found: found, known: known) }
  }

  private static func copy(
    _ source: any DatabaseDriver, into target: any DatabaseDriver,
    _ progress: @escaping @Sendable (Step) -> Void
  ) async throws -> [Table] {
    let file = source.dialect == .sqlite ? source : target
    if target.dialect == .postgres {
      // Before the database is marked: a whole community stays one.
      let tables = try await file.read(dependsOn: .everything) { try TransferTable.all($0) }
      try await target.read(dependsOn: .everything) { connection in
        let version = try Migrator.version(of: connection)
        try requireNothing(connection, schema: version)
        guard version > 0, try connection.integer(connection.dialect.countTables(named: copyingTable)) == 0
        else {
          return
        }
        guard version == Migration.all.last?.number else { throw StorageError.notEmpty("the database") }
        try requireEmpty(tables, connection)
      }
      try await target.write { connection in
        _ = try connection.execute("CREATE TABLE IF NOT EXISTS \(raw: copyingTable) (id BIGINT)")
      }
    }
    _ = try await Migrator(driver: target, migrations: Migration.all).run()
    let tables = try await file.read(dependsOn: .everything) { try TransferTable.all($0) }
    try await target.read(dependsOn: .everything) { try requireEmpty(tables, $0) }
    let channel = TransferChannel()
    async let sent: Void = send(tables, source, channel)
    do {
      let copied = try await target.write { try receive(tables, $0, channel, progress) }
      try await sent
      return copied
    } catch {
      // The reader's error comes first: the writer's only says that the reader failed.
      channel.end(error)
      try await sent
      throw error
    }
  }

  private static func requireEmpty(_ tables: [TransferTable], _ connection: any DatabaseConnection) throws {
    for table in tables where table.name != TransferTable.filledFromTheStart {
      guard try connection.has("SELECT 1 FROM \(raw: table.name) LIMIT 1") else { continue }
      throw StorageError.notEmpty("the table \(table.name)")
    }
  }

  /// In a PostgreSQL database that is being filled, until all is there.
  static let copyingTable = "swiftlet_copying"

  /// Refuses a PostgreSQL database with tables of another program.
  private static func requireNothing(_ connection: any DatabaseConnection, schema: Int) throws {
    guard connection.dialect == .postgres, schema == 0 else { return }
    let foreign: Statement = """
      SELECT count(*) FROM information_schema.tables
      WHERE table_schema = ANY (current_schemas(false))
        AND table_name NOT IN ('swiftlet_revisions', 'swiftlet_locks', 'swiftlet_copying')
      """
    guard try connection.integer(foreign) == 0 else { throw StorageError.notEmpty("the database") }
  }

  private static func send(
    _ tables: [TransferTable], _ source: any DatabaseDriver, _ channel: TransferChannel
  ) async throws {
    do {
      try await source.read(dependsOn: .everything) { connection in
        for table in tables { try table.read(connection) { try channel.send($0) } }
      }
    } catch {
      channel.end(error)
      throw error
    }
  }

  private static func receive(
    _ tables: [TransferTable], _ connection: any DatabaseConnection, _ channel: TransferChannel,
    _ progress: @Sendable (Step) -> Void
  ) throws -> [Table] {
    try channel.begin()
    let rules = try TransferRules(connection)
    try rules.suspend(connection)
    try connection.execute("DELETE FROM \(raw: TransferTable.filledFromTheStart)")
    var copied: [Table] = []
    for table in tables {
      var (rows, sum) = (0, Checksum())
      while case let some = try channel.receive(), !some.isEmpty {
        for row in some { sum.add(row) }
        try table.insert(some, connection)
        rows += some.count
        progress(.copying(table: table.name, rows: rows))
      }
      copied.append(Table(name: table.name, rows: rows, checksum: sum.value))
    }
    try rules.restore(connection)
    for (table, written) in zip(tables, copied) {
      var (rows, sum) = (0, Checksum())
      try table.read(connection) { some in
        for row in some { sum.add(row) }
        rows += some.count
        if !some.isEmpty { progress(.readingBack(table: table.name, rows: rows)) }
      }
      guard written == Table(name: table.name, rows: rows, checksum: sum.value) else {
        throw StorageError.failed("what was written of the table \(table.name) reads differently")
      }
    }
    if connection.dialect == .postgres { try connection.execute("DROP TABLE \(raw: copyingTable)") }
    return copied
  }
}

/// Runs `body`, and closes the driver also if it throws.
private func withDriver<Driver: DatabaseDriver, Value>(
  _ driver: Driver, _ body: (Driver) async throws -> Value
) async throws -> Value {
  do {
    let value = try await body(driver)
    try await driver.close()
    return value
  } catch {
    try? await driver.close()
    throw error
  }
}

/// An FNV-1a checksum over values, each with its type, and texts with an end mark.
private struct Checksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ row: Row) {
    for value in row.values {
      switch value {
      case .null: add(0)
      case .integer(let number):
        add(1)
        withUnsafeBytes(of: number.littleEndian) { for byte in $0 { add(byte) } }
      case .text(let text):
        add(2)
        for byte in text.utf8 { add(byte) }
        // A byte that no UTF-8 text contains, as the end mark.
        add(0xFF)
      }
    }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
