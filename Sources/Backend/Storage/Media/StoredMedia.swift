import Invalidation
/// The error of a picture whose files another process removed before its row was written. The files must be
/// made again.
public struct PictureGone: Error {
  public let hash: String
}

extension DatabaseConnection {
  /// Writes the picture's row unless it exists; returns its id.
  ///
  /// - Parameter isThere: returns true if a picture's files exist. They can't be removed meanwhile, because
  ///   `removeUnknown` uses a transaction too.
  /// - Throws: `StorageError`, `PictureGone`.
  func addMedia(_ media: MediaRecord, id: Int64, _ isThere: (_ hash: String) -> Bool) throws -> Int64 {
    guard isThere(media.hash) else { throw PictureGone(hash: media.hash) }
    if let known = try integer("SELECT id FROM media WHERE hash = \(media.hash)") { return known }
    try execute("DELETE FROM discarded_pictures WHERE hash = \(media.hash)")
    try execute(
      """
      INSERT INTO media (id, hash, mime_type, width, height, byte_size, copies, blurhash)
      VALUES (\(id), \(media.hash), \(media.mimeType), \(media.width), \(media.height), \(media.byteSize), \
      \(MediaRecord.Copy.encoded(media.copies)), \(media.blurhash))
      """)
    return id
  }

  /// Removes those of the pictures that nothing shows and no import remembers, and schedules the deletion of
  /// their files.
  ///
  /// - Returns: their hashes.
  func removeUnused(_ media: some Sequence<Int64>) throws(StorageError) -> [String] {
    var unused: [String] = []
    for id in Set(media).sorted() {
      guard let hash = try text(Self.unusedPicture(id)) else { continue }
      unused.append(hash)
      try execute("DELETE FROM media WHERE id = \(id)")
      try execute("INSERT INTO discarded_pictures (hash) VALUES (\(hash)) ON CONFLICT DO NOTHING")
    }
    return unused
  }

  private static func unusedPicture(_ id: Int64) -> Statement {
    Statement(with: id) {
      """
      SELECT hash FROM media WHERE id = \($0) AND NOT EXISTS (SELECT 1 FROM attachments WHERE media = \($0))
        AND NOT EXISTS (SELECT 1 FROM attachments WHERE thumbnail = \($0))
        AND NOT EXISTS (SELECT 1 FROM uploads WHERE media = \($0)) \
      AND NOT EXISTS (SELECT 1 FROM uploads WHERE thumbnail = \($0))
        AND NOT EXISTS (SELECT 1 FROM accounts WHERE avatar = \($0)) \
      AND NOT EXISTS (SELECT 1 FROM accounts WHERE cover = \($0))
        AND NOT EXISTS (SELECT 1 FROM community_pictures WHERE media = \($0))
        AND NOT EXISTS (SELECT 1 FROM link_cards WHERE picture = \($0))
        AND NOT EXISTS (SELECT 1 FROM import_pictures WHERE media = \($0))
      """
    }
  }
}

extension Store {
  /// Pictures whose files are removed in one transaction, at most.
  static let picturesRemovedAtOnce = 20

  /// Removes the files of those of the pictures that have no row, in transactions: no row can be written
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - lock: that of pictures.
  ///   - remove: returns whether the files are gone; it may be called again.
  /// - Returns: those that are gone.
  public func removeUnknown(
    _ hashes: [String], _ lock: HeldLock, _ remove: @escaping @Sendable (_ hash: String) -> Bool
  ) async throws -> [String] {
    var gone: [String] = []
    for start in stride(from: 0, to: hashes.count, by: Self.picturesRemovedAtOnce) {
      let some = Array(hashes[start..<min(hashes.count, start + Self.picturesRemovedAtOnce)])
      gone += try await driver.write { connection in
        try lock.require(in: connection)
        let known = try Set(connection.texts("SELECT hash FROM media WHERE hash IN \(some)"))
        return some.filter { !known.contains($0) && remove($0) }
      }
    }
    return gone
  }

  /// Returns the hashes of pictures whose files are scheduled for deletion, in order.
  public func discardedPictures(after hash: String, limit: Int) async throws -> [String] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.texts(
        "SELECT hash FROM discarded_pictures WHERE hash > \(hash) ORDER BY hash LIMIT \(limit)")
    }
  }

  /// Unschedules pictures whose files are deleted, or needed again.
  public func forget(discarded hashes: [String]) async throws {
    guard !hashes.isEmpty else { return }
    _ = try await driver.write { try $0.execute("DELETE FROM discarded_pictures WHERE hash IN \(hashes)") }
  }
}
