import Invalidation

/// The reads and writes of an import in one transaction.
public struct ImportTransaction {
  let connection: any DatabaseConnection
  /// True if inserted rows are hidden, and counted only when the import is complete.
  var isStaged = false
}

extension Store {
  /// Runs `body` as one transaction, which is rolled back if `body` throws or its task is cancelled.
  public func importing<Value: Sendable>(
    _ body: @escaping @Sendable (ImportTransaction) throws -> Value
  ) async throws -> Value {
    try await driver.write { connection in try body(ImportTransaction(connection: connection)) }
  }

  /// Returns the pictures that earlier imports for that account fetched, by their references.
  public func importedPictures(of owner: Int64) async throws -> [String: Int64] {
    try await driver.read(dependsOn: .everything) { connection in
      var pictures: [String: Int64] = [:]
      let sql: Statement = "SELECT reference, media FROM import_pictures WHERE owner = \(owner)"
      try connection.forEach(sql) { row in
        let reference = try row.text()
        pictures[reference] = try row.integer()
      }
      return pictures
    }
  }
}

extension Store {
  /// Returns the records of pictures by their ids.
  public func pictures(_ ids: [Int64]) async throws -> [Int64: MediaRecord] {
    var pictures: [Int64: MediaRecord] = [:]
    let ids = Set(ids).sorted()
    for start in stride(from: 0, to: ids.count, by: 500) {
      let some = Array(ids[start..<min(ids.count, start + 500)])
      let found = try await driver.read(dependsOn: .everything) { connection in
        try connection.rows("SELECT id, \(MediaRecord.columns) FROM media WHERE id IN \(some)") { row in
          (try row.integer(), try MediaRecord(&row))
        }
      }
      for (id, picture) in found { pictures[id] = picture }
    }
    return pictures
  }
}

extension ImportTransaction {
  /// Writes the picture's row unless it exists; returns its id.
  ///
  /// - Parameter isThere: returns true if a picture's files exist.
  /// - Throws: `StorageError`, `PictureGone`.
  public func addMedia(
    _ media: MediaRecord, id: Int64, _ isThere: (_ hash: String) -> Bool = { _ in true }
  ) throws -> Int64 {
    try connection.addMedia(media, id: id, isThere)
  }

  /// Records which picture a reference of the source led to.
  public func remember(picture reference: String, media: Int64, owner: Int64) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO import_pictures (owner, reference, media) VALUES (\(owner), \(reference), \(media))
      ON CONFLICT (owner, reference) DO UPDATE SET media = excluded.media
      """)
  }
}
