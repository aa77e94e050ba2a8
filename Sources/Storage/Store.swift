import Foundation

/// The database of a community: the only place that knows SQL.
public struct Store: Sendable {
  public static let fileName = "swiftlet.sqlite"

  let driver: any DatabaseDriver

  /// The copy that was made because the schema changed when the store was opened.
  public let snapshot: String?

  /// Opens the database in that folder; both are made if they are missing.
  ///
  /// - Throws: `StorageError`.
  public static func open(folder: String) async throws -> Store {
    try await open(folder: folder, migrations: Migration.all)
  }

  static func open(folder: String, migrations: [Migration]) async throws -> Store {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw StorageError.notWritable(path: folder, reason: error.localizedDescription)
    }
    let driver = try SQLiteDriver(path: folder + "/" + fileName)
    do {
      return Store(driver: driver, snapshot: try await Migrator(driver: driver, migrations: migrations).run())
    } catch {
      try? await driver.close()
      throw error
    }
  }

  /// Grows whenever the data may have changed, also by another process; noticed within 100 ms.
  public func generation() async -> Int { await driver.generation() }

  /// Statements carried out so far.
  public var statementCount: Int { driver.statementCount }

  public func close() async throws { try await driver.close() }
}
