import Foundation
import Invalidation

/// The policy for data of an older Swiftlet.
public enum SchemaPolicy: Sendable {
  /// Migrates it to this program's schema.
  case migrate
  /// Leaves it alone and fails, because an older server may be running. An empty database gets the schema.
  case require
}

/// Migrates the database to this program's schema, with SQLite after making a copy. One of several processes
/// does it, and the others wait for the lock of writes.
struct Migrator {
  let driver: any DatabaseDriver
  let migrations: [Migration]

  private var known: Int { migrations.last?.number ?? 0 }

  /// Migrates if needed. Returns the path of the copy; `nil` if no copy was needed.
  func run(_ policy: SchemaPolicy = .migrate) async throws -> String? {
    let found = try await driver.read(dependsOn: .everything) { try Self.version(of: $0) }
    guard found <= known else { throw StorageError.newerDatabase(found: found, known: known) }
    guard found < known else {
      try await driver.read(dependsOn: .everything) { try check($0) }
      return nil
    }
    switch policy {
    case .migrate: break
    case .require: guard found == 0 else { throw StorageError.olderDatabase(found: found, known: known) }
    }
    // PostgreSQL changes its schema in a transaction too, and its administrators have their own backups.
    guard let file = driver as? SQLiteDriver else {
      try await driver.write { try migrate($0) }
      return nil
    }
    let snapshot = SchemaSnapshot(driver: file, version: found)
    let copy = found == 0 ? nil : try await snapshot.make()
    try await driver.write { try migrate($0) }
    snapshot.prune()
    return copy
  }

  private func migrate(_ connection: any DatabaseConnection) throws {
    let dialect = connection.dialect
    try connection.execute(
      Statement(
        raw: dialect.schema(
          """
          CREATE TABLE IF NOT EXISTS schema_migrations (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL, fingerprint INTEGER NOT NULL) STRICT
          """)))
    try check(connection)
    // Read again, because another process may have migrated meanwhile.
    let found = try Self.version(of: connection)
    for migration in migrations where migration.number > found {
      for sql in migration.statements(in: dialect) { try connection.execute(Statement(raw: sql)) }
      try connection.execute(
        """
        INSERT INTO schema_migrations (number, name, fingerprint) \
        VALUES (\(migration.number), \(migration.name), \(migration.fingerprint))
        """)
    }
  }

  private func check(_ connection: any DatabaseConnection) throws {
    try connection.forEach("SELECT number, fingerprint FROM schema_migrations ORDER BY number") { row in
      let number = try row.int()
      guard let migration = migrations.first(where: { $0.number == number }) else {
        throw StorageError.newerDatabase(found: number, known: known)
      }
      guard migration.fingerprint == (try row.integer()) else { throw StorageError.changedMigration(number) }
    }
  }

  /// Returns the schema's version; 0 for an empty database.
  static func version(of connection: any DatabaseConnection) throws -> Int {
    guard try connection.integer(connection.dialect.countTables(named: "schema_migrations")) == 1 else {
      return 0
    }
    return try connection.count("SELECT coalesce(max(number), 0) FROM schema_migrations")
  }
}
