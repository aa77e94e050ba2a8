import Freshness

extension DatabaseConnection {
  /// Writes the picture unless it is there already; returns its id.
  func addMedia(_ media: MediaRecord, id: Int64) throws(StorageError) -> Int64 {
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

  /// Removes those of the pictures that nothing shows and no import remembers, and notes that their files have to go.
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
        AND NOT EXISTS (SELECT 1 FROM link_cards WHERE picture = \($0))
        AND NOT EXISTS (SELECT 1 FROM import_pictures WHERE media = \($0))
      """
    }
  }
}

extension Store {
  /// Those of the hashes of which there is no picture.
  public func unknownPictures(_ hashes: [String]) async throws -> [String] {
    try await driver.read(dependsOn: .everything) { connection in
      try hashes.filter { try !connection.has("SELECT 1 FROM media WHERE hash = \($0)") }
    }
  }

  /// The hashes of pictures whose rows are gone and whose files have to go, in order.
  public func discardedPictures(after hash: String, limit: Int) async throws -> [String] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.texts("SELECT hash FROM discarded_pictures WHERE hash > \(hash) ORDER BY hash LIMIT \(limit)")
    }
  }

  /// Their files are gone, or are needed again.
  public func forget(discarded hashes: [String]) async throws {
    guard !hashes.isEmpty else { return }
    _ = try await driver.write { try $0.execute("DELETE FROM discarded_pictures WHERE hash IN \(hashes)") }
  }
}
