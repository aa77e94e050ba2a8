import Disk
import Foundation
import Invalidation

/// The copy of a database made before its schema changes: `swiftlet.sqlite.schema-3`.
struct SchemaSnapshot {
  let driver: SQLiteDriver
  let version: Int

  /// Makes the copy, and returns its path. It is renamed only after it was checked.
  func make() async throws -> String {
    let path = "\(driver.path).schema-\(version)"
    let unchecked = path + ".part"
    let files = FileManager.default
    do {
      try? files.removeItem(atPath: unchecked)
      try await driver.copy(to: unchecked)
      try await verify(unchecked)
      try? files.removeItem(atPath: path)
      try Disk.keep(unchecked)
      try files.moveItem(atPath: unchecked, toPath: path)
      try Disk.keep(Disk.parent(of: path))
      return path
    } catch {
      try? files.removeItem(atPath: unchecked)
      throw StorageError.snapshotFailed(path: path, reason: (error as? StorageError)?.message ?? "\(error)")
    }
  }

  /// The number of copies to keep, those of the newest changes.
  private static let kept = 2

  /// Deletes older copies; called when the new schema is in place.
  func prune() {
    let folder = Disk.parent(of: driver.path)
    let prefix = URL(filePath: driver.path).lastPathComponent + ".schema-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
    for number in numbers.sorted().dropLast(Self.kept) {
      try? FileManager.default.removeItem(atPath: folder + "/" + prefix + "\(number)")
    }
  }

  private func verify(_ path: String) async throws {
    let copy = try SQLiteDriver(path: path)
    let tables = try await driver.read(dependsOn: .everything) { try Self.rowCounts($0) }
    let copied = try await copy.read(dependsOn: .everything) { connection in
      let verdict = try connection.text("PRAGMA integrity_check")
      guard verdict == "ok" else { throw StorageError.corrupt(path: path) }
      return try Self.rowCounts(connection)
    }
    try await copy.close()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    guard tables == copied else { throw StorageError.failed("the copy has other rows than the original") }
  }

  /// Returns the number of rows of each table, without the vocabulary, which shows another table's rows.
  private static func rowCounts(_ connection: any DatabaseConnection) throws -> [String: Int64] {
    let names = try connection.texts(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name != 'post_words_vocabulary'
      """)
    var counts: [String: Int64] = [:]
    for name in names {
      let quoted = name.replacing("\"", with: "\"\"")
      counts[name] = try connection.integer("SELECT count(*) FROM \"\(raw: quoted)\"")
    }
    return counts
  }
}
